"""An order to attack: target, then origins and kinds, then GO (SP-034 to SP-041, design 1 and 5)."""

from wd_env.games.superpowers.definitions.actions import (
    END,
    FIRST_DROP,
    FIRST_FIRE,
    FIRST_SPACE,
    FIRST_WHAT,
    GO,
    LAUNCH,
    RUSH,
    SAIL,
    SURRENDER,
)
from wd_env.games.superpowers.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_WHAT,
    BEGIN_BATTLE,
    FIGHTING,
    JOINING,
    LANDING,
    SAIL_FROM,
    TARGET,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    CARGO_ROW,
    KINDS,
    LAND_ROW,
    LANDS,
    NO_KIND,
    NO_ROW,
    NOWHERE,
    SEA_ROW,
    SHARES,
    TANK,
    TANK_ROW,
    TRANSPORT,
    TRANSPORT_ROW,
    WORD_BITS,
    WORDS,
)
from wd_env.games.superpowers.rules.attack_modes import choose_mode
from wd_env.games.superpowers.rules.attackers import (
    can_join_from_land,
    has_roller,
    is_continued_blitz,
    is_target_empty,
    joins_from_hold,
    joins_from_land,
    joins_from_sea,
)
from wd_env.games.superpowers.rules.drops import can_jump, jump, mark_jumps
from wd_env.games.superpowers.rules.friends import enemy_zones, own_spaces, secure_lands
from wd_env.games.superpowers.rules.guns import can_fire, fire_guns, mark_fire
from wd_env.games.superpowers.rules.join_attack import join_from_hold, join_from_land, join_from_sea, take_blitz_tanks
from wd_env.games.superpowers.rules.missiles import missile_targets
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.raid_targets import raid_targets
from wd_env.games.superpowers.rules.reach import all_targets, blitz_tanks
from wd_env.games.superpowers.rules.rush import landers_left, rush_targets
from wd_env.games.superpowers.rules.sets import mark_spaces, offers_share, share_amount, word_of
from wd_env.games.superpowers.rules.stock import aboard, add_spent_on_land, ready_at_sea, ready_on_land
from wd_env.games.superpowers.rules.victory import surrender
from wd_env.games.superpowers.rules.voyage import can_sail_anything
from wd_env.kernels.bits import lowest_set_bit


def do_fighting(s, _):
    """Open the next order while something can be attacked or can sail (SP-034, SP-035)."""
    clear_order(s)
    s.seat = s.turn
    if can_sail_anything(s):
        s.node = TARGET
        return
    w0, w1, w2 = all_targets(s)
    if w0 + w1 + w2 > 0:
        s.node = TARGET
        return
    r0, r1 = rush_targets(s)
    m0, m1, m2 = missile_targets(s)
    b0, b1 = raid_targets(s)
    s.node = TARGET if r0 + r1 + m0 + m1 + m2 + b0 + b1 > 0 else LANDING


def can_target(s, mask):
    """Mark spaces that can be attacked, sailing first, and the end of combat (SP-034, SP-040)."""
    mask[END] = 1
    if s.allow_surrender:
        mask[SURRENDER] = 1
    w0, w1, w2 = all_targets(s)
    r0, r1 = rush_targets(s)
    m0, m1, m2 = missile_targets(s)
    b0, b1 = raid_targets(s)
    mark_spaces(mask, w0 | r0 | m0 | b0, w1 | r1 | m1 | b1, w2 | m2)
    if can_sail_anything(s):
        mask[SAIL] = 1


def do_target(s, a):
    """Begin an attack on the space, or carry out another action."""
    if a == END:
        s.node = LANDING
    elif a == SURRENDER:
        surrender(s)
    elif a == SAIL:
        s.node = SAIL_FROM
    else:
        s.target = a - FIRST_SPACE
        choose_mode(s)


def engaged_total(s):
    count = 0
    for kind in range(KINDS):
        count += s.engaged[kind]
    return count


def can_attack_from(s, mask):
    """Mark spaces with units that can join, and GO if the order is complete (SP-036, R40)."""
    if is_complete(s):
        mask[GO] = 1
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    w0, w1, w2 = own_spaces(s)
    for number in range(WORDS):
        bits = word_of(w0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if can_join(s, space, s0, s1, e1, e2):
                mask[FIRST_SPACE + space] = 1


def is_complete(s):
    """Return whether the attack may begin: a unit rolls or enters empty land; a rush has cargo (R40, SP-239)."""
    if s.mode == RUSH and landers_left(s) == 0:
        return False
    return has_roller(s) or (engaged_total(s) > 0 and (s.mode == LAUNCH or is_target_empty(s)))


def can_join(s, space, s0, s1, e1, e2):
    """Return whether a unit in a space can join the attack."""
    if space < LANDS:
        return can_join_from_land(s, space, s0, s1, e1, e2) or fires_or_jumps(s, space, s0, s1, e1, e2)
    zone = space - LANDS
    for kind in range(KINDS):
        if SEA_ROW[kind] != NO_ROW and joins_from_sea(s, kind, zone, 1, s0, s1, e1, e2):
            return True
        if kind == TRANSPORT and ready_at_sea(s, TRANSPORT_ROW, zone) > 1:
            count = ready_at_sea(s, TRANSPORT_ROW, zone)
            if joins_from_sea(s, kind, zone, count, s0, s1, e1, e2):  # loaded ones go together
                return True
        if CARGO_ROW[kind] != NO_ROW and joins_from_hold(s, kind, zone, 1, e1, e2):
            return True
    return False


def fires_or_jumps(s, land, s0, s1, e1, e2):
    """Return whether artillery of a land can fire, or infantry can jump (SP-129, SP-187)."""
    return can_fire(s, land, 1) or can_jump(s, land, 1, s0, s1, e1, e2)


def do_attack_from(s, a):
    """Record the origin of the units to join, or begin the battle (SP-039)."""
    if a == GO:
        s.origin = NOWHERE
        s.kind = NO_KIND
        s.amount = 0
        s.node = BEGIN_BATTLE
    else:
        s.origin = a - FIRST_SPACE
        s.node = ATTACK_WHAT


def can_attack_what(s, mask):
    """Mark one, half or all of each kind that can join, fire or jump (SP-120, SP-129)."""
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    for kind in range(KINDS):
        count = stack_to_join(s, kind)
        for share in range(SHARES):
            if offers_share(share, count):
                amount = share_amount(share, count)
                if joins(s, kind, amount, s0, s1, e1, e2):
                    mask[FIRST_WHAT + SHARES * kind + share] = 1
    mark_fire(s, mask)
    mark_jumps(s, mask, s0, s1, e1, e2)


def stack_to_join(s, kind):
    """Return the number of units of a kind at the origin that could move."""
    if s.origin < LANDS:
        if LAND_ROW[kind] == NO_ROW:
            return 0
        if kind == TANK and s.captured[s.origin] == 1 and blitz_tanks(s, s.origin) > 0:
            return blitz_tanks(s, s.origin)
        return ready_on_land(s, LAND_ROW[kind], s.origin)
    zone = s.origin - LANDS
    if SEA_ROW[kind] != NO_ROW:
        return ready_at_sea(s, SEA_ROW[kind], zone)
    if CARGO_ROW[kind] != NO_ROW:
        return aboard(s, CARGO_ROW[kind], zone)
    return 0


def joins(s, kind, count, s0, s1, e1, e2):
    if s.origin < LANDS:
        return joins_from_land(s, kind, s.origin, count, s0, s1, e1, e2)
    if SEA_ROW[kind] != NO_ROW:
        return joins_from_sea(s, kind, s.origin - LANDS, count, s0, s1, e1, e2)
    return joins_from_hold(s, kind, s.origin - LANDS, count, e1, e2)


def do_attack_what(s, a):
    """Add the units to the attack, or let them fire from where they are."""
    if a < FIRST_SPACE:
        if a < FIRST_DROP:
            fire_guns(s, a - FIRST_FIRE)
        else:
            jump(s, a - FIRST_DROP)
        s.node = JOINING
        return
    kind = (a - FIRST_WHAT) // SHARES
    amount = share_amount((a - FIRST_WHAT) % SHARES, stack_to_join(s, kind))
    if is_continued_blitz(s):
        take_blitz_tanks(s, amount)
        add_spent_on_land(s, TANK_ROW, s.target, amount)
        s.node = FIGHTING
        return
    if s.origin < LANDS:
        join_from_land(s, kind, amount)
    elif SEA_ROW[kind] != NO_ROW:
        join_from_sea(s, kind, amount)
    else:
        join_from_hold(s, kind, amount)
    s.node = JOINING


def do_joining(s, _):
    """Open the next origin, or with `skip_forced` begin the battle if no unit can join."""
    s.origin = NOWHERE
    s.kind = NO_KIND
    s.amount = 0
    s.node = ATTACK_FROM
    if s.skip_forced:
        s0, s1 = secure_lands(s)
        e1, e2 = enemy_zones(s)
        w0, w1, w2 = own_spaces(s)
        for number in range(WORDS):
            bits = word_of(w0, w1, w2, number)
            while bits > 0:
                space = number * WORD_BITS + lowest_set_bit(bits)
                bits &= bits - 1
                if can_join(s, space, s0, s1, e1, e2):
                    return
        s.node = BEGIN_BATTLE
