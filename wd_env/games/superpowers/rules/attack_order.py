"""An order to attack: target, then origins and kinds, then GO (SP-034 to SP-041, design 1 and 5)."""

from wd_env.games.superpowers.definitions.actions import (
    ASSAULT,
    END,
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
    HOW,
    JOINING,
    LANDING,
    SAIL_FROM,
    TARGET,
    THROUGH,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    ATTACK,
    BOMBER,
    CARGO_ROW,
    CARGO_ROWS,
    CARRIER,
    FIGHTER,
    FIGHTER_AT_SEA,
    GENERAL,
    HOLD,
    INFANTRY,
    KINDS,
    LAND_ROW,
    LANDS,
    MAX_BLITZ_NEIGHBOURS,
    MISSILE,
    MISSILE_RANGE,
    NO_KIND,
    NO_ROW,
    NOWHERE,
    OCCUPIES,
    PLACES,
    PLACES_ON_CARRIER,
    RULER,
    SEA_ROW,
    SHARES,
    TANK,
    TANK_MOVES,
    TANK_ROW,
    TRANSPORT,
    TRANSPORT_ROW,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import unload_places, unloading_fits
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.friends import (
    enemy_zones,
    is_garrisoned,
    is_in_ground_reach,
    is_secure,
    may_be_taken,
    own_spaces,
    sea_reach,
    secure_lands,
)
from wd_env.games.superpowers.rules.missiles import is_in_missile_range, missile_targets
from wd_env.games.superpowers.rules.order_words import clear_order
from wd_env.games.superpowers.rules.reach import (
    all_targets,
    blitz_neighbour,
    blitz_tanks,
    can_carriers_fight,
    can_come_back,
    carrier_zone,
    fighters_taken,
    flight_moves,
    moves_left,
    promise,
    promises_taken,
    take_over,
)
from wd_env.games.superpowers.rules.rush import can_rush, landers_left, rush_targets
from wd_env.games.superpowers.rules.sets import (
    has_space,
    is_adjacent_land,
    is_within,
    mark_spaces,
    offers_share,
    reaches_any,
    share_amount,
    word_of,
)
from wd_env.games.superpowers.rules.stock import (
    aboard,
    add_spent_on_land,
    cargo_index,
    clip_loaded,
    fresh_at_sea,
    land_index,
    places_taken,
    ready_at_sea,
    ready_on_land,
    sea_index,
)
from wd_env.games.superpowers.rules.victory import surrender
from wd_env.games.superpowers.rules.voyage import can_sail_anything
from wd_env.kernels.bits import lowest_set_bit


def do_fighting(s, _):
    """The next order, while something can be attacked or can sail (SP-034, SP-035)."""
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
    s.node = TARGET if r0 + r1 + m0 + m1 + m2 > 0 else LANDING


def can_target(s, mask):
    """Whatever can be attacked; ships may sail first; or combat is over (SP-034, SP-040)."""
    mask[END] = 1
    if s.allow_surrender:
        mask[SURRENDER] = 1
    w0, w1, w2 = all_targets(s)
    r0, r1 = rush_targets(s)
    m0, m1, m2 = missile_targets(s)
    mark_spaces(mask, w0 | r0 | m0, w1 | r1 | m1, w2 | m2)
    if can_sail_anything(s):
        mask[SAIL] = 1


def do_target(s, a):
    """The space is attacked, or something else is done."""
    if a == END:
        s.node = LANDING
    elif a == SURRENDER:
        surrender(s)
    elif a == SAIL:
        s.node = SAIL_FROM
    else:
        s.target = a - FIRST_SPACE
        choose_mode(s)


def is_assault_possible(s):
    w0, w1, w2 = all_targets(s)
    return has_space(w0, w1, w2, s.target)


def is_rush_possible(s):
    return s.target < LANDS and can_rush(s, s.target)


def choose_mode(s):
    """Asked where several ways of attacking are possible (SP-192, SP-238)."""
    is_rush = is_rush_possible(s)
    is_launch = is_in_missile_range(s, s.target)
    s.mode = ASSAULT
    s.node = ATTACK_FROM
    if is_rush or is_launch:
        if is_assault_possible(s) or (is_rush and is_launch):
            s.node = HOW
        else:
            set_mode(s, RUSH if is_rush else LAUNCH)


def can_how(s, mask):
    """An attack as usual, a rush through a zone of enemies, or missiles (SP-192, SP-238)."""
    if is_assault_possible(s):
        mask[ASSAULT] = 1
    if is_rush_possible(s):
        mask[RUSH] = 1
    if is_in_missile_range(s, s.target):
        mask[LAUNCH] = 1


def do_how(s, a):
    set_mode(s, a)


def set_mode(s, mode):
    """A rush names the zone that is crossed (SP-238)."""
    s.mode = mode
    s.node = THROUGH if mode == RUSH else ATTACK_FROM


def is_continued_blitz(s):
    """The target is friendly: tanks that went through empty land go on into it (SP-126)."""
    return s.target < LANDS and is_secure(s, s.target)


def is_target_empty(s):
    """Nobody defends the land that is attacked (SP-056)."""
    return s.target < LANDS and not is_garrisoned(s, s.target)


def has_roller(s):
    """A unit of the force rolls an attack die (R40)."""
    for kind in range(KINDS):
        if s.engaged[kind] > 0 and ATTACK[kind] > 0:
            return True
    return False


def has_occupier(s):
    """A unit of the force can hold land, so that missiles may come along (R3)."""
    for kind in range(KINDS):
        if s.engaged[kind] > 0 and OCCUPIES[kind]:
            return True
    return False


def engaged_total(s):
    count = 0
    for kind in range(KINDS):
        count += s.engaged[kind]
    return count


def can_attack_from(s, mask):
    """Where units that reach the target stand; GO once the order is one (SP-036, R40)."""
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
    """The attack may begin: something rolls a die or enters empty land; a rush brings cargo (R40, SP-239)."""
    if s.mode == RUSH and landers_left(s) == 0:
        return False
    return has_roller(s) or (engaged_total(s) > 0 and (s.mode == LAUNCH or is_target_empty(s)))


def can_join(s, space, s0, s1, e1, e2):
    """Something in a space can be named for the attack."""
    if space < LANDS:
        return can_join_from_land(s, space, s0, s1, e1, e2)
    zone = space - LANDS
    for kind in range(KINDS):
        if SEA_ROW[kind] != NO_ROW and joins_from_sea(s, kind, zone, 1, s0, s1, e1, e2):
            return True
        if kind == TRANSPORT and ready_at_sea(s, TRANSPORT_ROW, zone) > 1:
            count = ready_at_sea(s, TRANSPORT_ROW, zone)
            if joins_from_sea(s, kind, zone, count, s0, s1, e1, e2):  # loaded ones go all together
                return True
        if CARGO_ROW[kind] != NO_ROW and joins_from_hold(s, kind, zone, 1, e1, e2):
            return True
    return False


def can_join_from_land(s, land, s0, s1, e1, e2):
    """One unit of some kind in a land can be named."""
    if s.mode == LAUNCH:
        return joins_from_land(s, MISSILE, land, 1, s0, s1, e1, e2)
    if joins_from_land(s, FIGHTER, land, 1, s0, s1, e1, e2) or joins_from_land(s, BOMBER, land, 1, s0, s1, e1, e2):
        return True
    if s.target >= LANDS or not is_in_ground_reach(land, s.target, TANK_MOVES, s0, s1):
        return False
    if joins_from_land(s, INFANTRY, land, 1, s0, s1, e1, e2) or joins_from_land(s, TANK, land, 1, s0, s1, e1, e2):
        return True
    if joins_from_land(s, GENERAL, land, 1, s0, s1, e1, e2) or joins_from_land(s, RULER, land, 1, s0, s1, e1, e2):
        return True
    return joins_from_land(s, MISSILE, land, 1, s0, s1, e1, e2)


def joins_from_land(s, kind, land, count, s0, s1, e1, e2):
    """So many units of a kind in a land can join (SP-036, SP-041, SP-123, SP-174)."""
    row = LAND_ROW[kind]
    if s.mode == LAUNCH:
        return kind == MISSILE and ready_on_land(s, row, land) >= count and is_within(MISSILE_RANGE, land, s.target)
    if kind == TANK and s.captured[land] == 1 and blitz_tanks(s, land) >= count:
        if s.target < LANDS and is_adjacent_land(land, s.target):
            return is_continued_blitz(s) or may_be_taken(s, s.target)
    if ready_on_land(s, row, land) < count or is_continued_blitz(s):
        return False
    if kind == FIGHTER or kind == BOMBER:
        return planes_join(s, kind == BOMBER, land, count, s0, s1, e1, e2)
    if s.target >= LANDS or not may_be_taken(s, s.target):
        return False
    if kind == INFANTRY or kind == TANK:
        return is_in_ground_reach(land, s.target, TANK_MOVES if kind == TANK else 1, s0, s1)
    if kind == GENERAL:
        return (is_target_empty(s) or has_roller(s)) and is_adjacent_land(land, s.target)
    if kind == MISSILE:
        return has_occupier(s) and is_adjacent_land(land, s.target)
    return kind == RULER and is_target_empty(s) and is_adjacent_land(land, s.target)


def planes_join(s, is_bomber, space, count, s0, s1, e1, e2):
    """So many planes reach the target and find places afterwards (SP-174, SP-180, R47)."""
    if s.target < LANDS and is_target_empty(s):
        return False
    if not is_within(flight_moves(is_bomber), space, s.target):
        return False
    left = moves_left(space, s.target, is_bomber)
    if can_come_back(s, space, s.target, left, is_bomber, s0, s1, e1, e2) and count == 1:
        return True
    if reaches_any(left, s.target, s0, s1, 0):
        return True
    if is_bomber:
        return False
    if s.target >= LANDS and s.on_force + count <= PLACES_ON_CARRIER * s.engaged[CARRIER]:
        return True
    return carrier_zone(s, space, s.target, left, count, e1, e2) < ZONES


def joins_from_sea(s, kind, zone, count, s0, s1, e1, e2):
    """So many ships, or fighters aboard, can join (SP-041, SP-181, SP-182)."""
    row = SEA_ROW[kind]
    if s.mode == LAUNCH or ready_at_sea(s, row, zone) < count or is_continued_blitz(s):
        return False
    if kind == FIGHTER:
        return planes_join(s, 0, LANDS + zone, count, s0, s1, e1, e2)
    if s.target < LANDS:
        return False
    if s.target != LANDS + zone and not ships_reach(s, row, zone, count, e1, e2):
        return False
    if kind == TRANSPORT:
        return has_roller(s) and transports_join(s, zone, count)
    if kind == CARRIER:
        return can_carriers_fight(s, zone, count)
    return True


def ships_reach(s, row, zone, count, e1, e2):
    """So many ships of a zone get to the target (SP-058, Q31)."""
    w1, w2 = sea_reach(s, LANDS + zone, 1, e1, e2)
    if has_space(0, w1, w2, s.target):
        return True
    if fresh_at_sea(s, row, zone) < count:
        return False
    w1, w2 = sea_reach(s, LANDS + zone, 2, e1, e2)
    return has_space(0, w1, w2, s.target)


def transports_join(s, zone, count):
    """Cargo stays with transports that hold it; where it would not fit, all transports go, and it goes along."""
    total = s.sea_units[sea_index(s.turn, TRANSPORT_ROW, zone)]
    return count == total or places_taken(s, s.turn, zone) <= HOLD * (total - count)


def joins_from_hold(s, kind, zone, count, e1, e2):
    """So many units aboard can land (SP-230, SP-231, SP-237)."""
    row = CARGO_ROW[kind]
    if s.mode == LAUNCH or s.target >= LANDS or aboard(s, row, zone) < count or is_continued_blitz(s):
        return False
    if not may_be_taken(s, s.target):
        return False
    if s.mode == RUSH:
        if not is_rush_origin(s, zone, e1, e2):
            return False
    elif not is_adjacent_land(LANDS + zone, s.target) or has_space(0, e1, e2, LANDS + zone):
        return False
    if kind == GENERAL:
        return is_target_empty(s) or has_roller(s)
    if kind == RULER:
        return is_target_empty(s)
    if kind == MISSILE and not has_occupier(s):
        return False
    if kind != INFANTRY and kind != TANK and kind != MISSILE:
        return False
    if s.mode == RUSH:
        return rush_fits(s, zone, row, count)
    return unloading_fits(s, zone, s.target, row, count)


def is_rush_origin(s, zone, e1, e2):
    """Transports of a zone get into the zone that is rushed through."""
    return ships_get_to(s, zone, s.zone, e1, e2)


def ships_get_to(s, zone, space, e1, e2):
    """A transport of a zone that can still sail gets to a space, or is there (R57)."""
    if ready_at_sea(s, TRANSPORT_ROW, zone) == 0:
        return False
    if space == LANDS + zone:
        return True
    w1, w2 = sea_reach(s, LANDS + zone, 2 if fresh_at_sea(s, TRANSPORT_ROW, zone) > 0 else 1, e1, e2)
    return has_space(0, w1, w2, space)


def rush_fits(s, zone, row, count):
    """The transports that can rush hold what is named (SP-239)."""
    taken = PLACES[row] * count
    for other in range(CARGO_ROWS):
        taken += PLACES[other] * s.landers[other * ZONES + zone]
    return taken <= HOLD * ready_at_sea(s, TRANSPORT_ROW, zone)


def do_attack_from(s, a):
    """Which stack joins next, or the attack begins (SP-039)."""
    if a == GO:
        s.origin = NOWHERE
        s.kind = NO_KIND
        s.amount = 0
        s.node = BEGIN_BATTLE
    else:
        s.origin = a - FIRST_SPACE
        s.node = ATTACK_WHAT


def can_attack_what(s, mask):
    """One, half or all of each kind that can join."""
    s0, s1 = secure_lands(s)
    e1, e2 = enemy_zones(s)
    for kind in range(KINDS):
        count = stack_to_join(s, kind)
        for share in range(SHARES):
            if offers_share(share, count):
                amount = share_amount(share, count)
                if joins(s, kind, amount, s0, s1, e1, e2):
                    mask[FIRST_WHAT + SHARES * kind + share] = 1


def stack_to_join(s, kind):
    """Units of a kind at the origin that could move."""
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
    """They join; what has no own landing place is promised one."""
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


def join_from_land(s, kind, amount):
    row = LAND_ROW[kind]
    s.engaged[kind] += amount
    if kind == TANK and s.captured[s.origin] == 1 and blitz_tanks(s, s.origin) > 0:
        join_from_blitz(s, amount)
        return
    if kind == FIGHTER:
        book_for_fighters(s, s.origin, amount)
    s.land_units[land_index(s.turn, row, s.origin)] -= amount
    s.force[row * LANDS + s.origin] += amount


def join_from_blitz(s, amount):
    """They come from where they stood when the turn began (R42)."""
    left = amount
    for number in range(MAX_BLITZ_NEIGHBOURS):
        at = s.origin * MAX_BLITZ_NEIGHBOURS + number
        count = min(left, s.blitz[at])
        if count > 0:
            home = blitz_neighbour(s.origin, number)
            s.blitz[at] -= count
            s.force[TANK_ROW * LANDS + home] += count
            s.blitz_force[home] += count
            left -= count
    remove_spent_tanks(s, amount)


def take_blitz_tanks(s, amount):
    """They leave the empty land that they took."""
    left = amount
    for number in range(MAX_BLITZ_NEIGHBOURS):
        at = s.origin * MAX_BLITZ_NEIGHBOURS + number
        count = min(left, s.blitz[at])
        s.blitz[at] -= count
        left -= count
    remove_spent_tanks(s, amount)


def remove_spent_tanks(s, amount):
    s.land_units[land_index(s.turn, TANK_ROW, s.origin)] -= amount
    s.land_spent[TANK_ROW * LANDS + s.origin] -= amount


def join_from_sea(s, kind, amount):
    zone = s.origin - LANDS
    row = SEA_ROW[kind]
    if kind == CARRIER:
        taken = fighters_taken(s, zone, amount)
        if promises_taken(s, zone, amount) > s.promised[zone]:
            take_over(s, zone)
        take_promises(s, zone, promises_taken(s, zone, amount))
        if taken > 0:
            s.engaged[FIGHTER] += taken
            s.on_force += taken
            add_at_sea(s, s.turn, FIGHTER_AT_SEA, zone, 0 - taken)
            s.fleet[FIGHTER_AT_SEA * ZONES + zone] += taken
    if kind == FIGHTER:
        book_for_fighters(s, s.origin, amount)
    take_half_moved(s, row, zone, amount)
    s.engaged[kind] += amount
    add_at_sea(s, s.turn, row, zone, 0 - amount)
    s.fleet[row * ZONES + zone] += amount
    if kind == TRANSPORT:
        clip_loaded(s, zone)


def take_promises(s, zone, count):
    """Fighters of this attack that count on carriers of a zone count on them where they fight (R47)."""
    s.booked[zone] -= count
    s.promised[zone] -= count
    s.on_force += count


def take_half_moved(s, row, zone, amount):
    """Ships that have sailed one zone go first where that is enough."""
    if row == FIGHTER_AT_SEA:
        return
    at = row * ZONES + zone
    w1, w2 = sea_reach(s, LANDS + zone, 1, 0, 0)
    if s.target == LANDS + zone or has_space(0, w1, w2, s.target):
        s.ships_half[at] -= min(amount, s.ships_half[at])


def book_for_fighters(s, space, amount):
    """Fighters without land in reach of the target count on a carrier: of the force, or of a zone (R47)."""
    s0, s1 = secure_lands(s)
    left = moves_left(space, s.target, 0)
    if reaches_any(left, s.target, s0, s1, 0):
        return
    if s.target >= LANDS and s.on_force + amount <= PLACES_ON_CARRIER * s.engaged[CARRIER]:
        s.on_force += amount
        return
    e1, e2 = enemy_zones(s)
    zone = carrier_zone(s, space, s.target, left, amount, e1, e2)
    promise(s, zone, s.target, left, amount, e1, e2)


def join_from_hold(s, kind, amount):
    """Cargo goes ashore; transports that bring it are closed (SP-231)."""
    zone = s.origin - LANDS
    row = CARGO_ROW[kind]
    s.engaged[kind] += amount
    s.cargo[cargo_index(s.turn, row, zone)] -= amount
    s.landers[row * ZONES + zone] += amount
    if s.mode == RUSH:
        return
    closed = unload_places(s, zone, s.target, PLACES[row] * amount)
    s.landing_ships[zone] += closed
    s.engaged[TRANSPORT] += closed


def do_joining(s, _):
    """More may join, or the attack begins."""
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
