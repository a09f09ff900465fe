"""Submarines that leave a battle instead of rolling, or dive under planes (SP-223 to SP-225, R37, R44)."""

from wd_env.games.superpowers.definitions.actions import DIVE, FIRST_SPACE, NO, YES
from wd_env.games.superpowers.definitions.board_constants import NEAR_SEA
from wd_env.games.superpowers.definitions.decision_codes import ATTACKING, DEFENDING, END_BATTLE, SUB_STAYS, SUB_TO
from wd_env.games.superpowers.definitions.rule_constants import (
    BOMBER,
    FIGHTER,
    KINDS,
    LANDS,
    POWERS,
    SEA_ROWS,
    SUBMARINE,
    SUBMARINE_ROW,
    SUBS_ASKED,
    TRANSPORT_ROW,
    WORD_BITS,
    WORDS,
    ZONES,
)
from wd_env.games.superpowers.rules.aftermath import move_riders
from wd_env.games.superpowers.rules.defenders import attacking_ships, defenders_left, units_of
from wd_env.games.superpowers.rules.fleets import add_at_sea
from wd_env.games.superpowers.rules.friends import has_ships, is_enemy
from wd_env.games.superpowers.rules.routes import sea_ring
from wd_env.games.superpowers.rules.sets import bit_1, bit_2, mark_spaces, word_of
from wd_env.games.superpowers.rules.super_battleships import spare_of_defenders
from wd_env.games.superpowers.rules.turn_places import power_after
from wd_env.kernels.bits import lowest_set_bit


def ways_out(s, power):
    """Return the zones next to the battle without enemy ships, as words 1 and 2 of a set (SP-224)."""
    w1 = NEAR_SEA[s.target * WORDS + 1]
    w2 = NEAR_SEA[s.target * WORDS + 2]
    if power == s.turn:
        w1, w2 = sea_ring(s, s.target)
    for number in range(1, WORDS):
        bits = word_of(0, w1, w2, number)
        while bits > 0:
            space = number * WORD_BITS + lowest_set_bit(bits)
            bits &= bits - 1
            if has_enemy_ships(s, power, space - LANDS):
                w1 &= ~bit_1(space)
                w2 &= ~bit_2(space)
    return w1, w2


def has_enemy_ships(s, power, zone):
    for other in range(POWERS):
        if s.in_play[other] == 1 and is_enemy(s, power, other):
            if has_ships(s, other, zone) or (other == s.turn and leaves_from(s, zone)):
                return True
    return False


def leaves_from(s, zone):
    """Return whether ships of the attack came from this zone and may return there."""
    for row in range(TRANSPORT_ROW, SEA_ROWS):
        if s.fleet[row * ZONES + zone] > 0:
            return True
    return False


def attacker_can_leave(s):
    """Return whether the attacker decides on submarines, before the attack dice (R37)."""
    if s.target < LANDS or s.engaged[SUBMARINE] == 0:
        return False
    w1, w2 = ways_out(s, s.turn)
    return w1 + w2 > 0


def submarine_owner(s):
    """Return the next power with submarines that have neither dived nor left, or POWERS."""
    for places in range(POWERS):
        power = power_after(s, s.decider, places)
        if units_of(s, power, SUBMARINE) > s.dived[power]:
            return power
    return POWERS


def defender_can_leave(s):
    """Return whether the defender decides on submarines, after the attack dice (R37)."""
    if s.target < LANDS or submarine_owner(s) == POWERS:
        return False
    return can_slip_away(s) or only_planes(s)


def can_slip_away(s):
    """Return whether the submarine has a way out, and other units can take the hits."""
    w1, w2 = ways_out(s, submarine_owner(s))
    return w1 + w2 > 0 and defenders_left(s) + spare_of_defenders(s) > s.due_defender


def only_planes(s):
    """Return whether only planes attack (SP-225)."""
    return attacking_ships(s) == 0 and s.engaged[FIGHTER] + s.engaged[BOMBER] > 0


def can_sub_stays(s, mask):
    """Mark staying, leaving and diving (SP-223, SP-225)."""
    mask[YES] = 1
    if s.seat == s.turn:
        mask[NO] = 1
        return
    if can_slip_away(s):
        mask[NO] = 1
    if only_planes(s):
        mask[DIVE] = 1


def do_sub_stays(s, a):
    if a == NO:
        s.node = SUB_TO
        return
    if a == DIVE:
        s.dived[submarine_owner(s)] += 1
        if defender_can_leave(s):
            s.node = SUB_STAYS
            return
    s.node = ATTACKING if s.seat == s.turn else after_defender(s)


def after_defender(s):
    """Return the node of the dice that follow the defender's decision (R37)."""
    return ATTACKING if s.stage == SUBS_ASKED else DEFENDING


def can_sub_to(s, mask):
    """Mark zones next to the battle that are friendly or empty (SP-224)."""
    w1, w2 = ways_out(s, s.turn if s.seat == s.turn else submarine_owner(s))
    mark_spaces(mask, 0, w1, w2)


def do_sub_to(s, a):
    """Move the submarine to the zone, where it is safe; an attacker's has moved (SP-223)."""
    zone = a - FIRST_SPACE - LANDS
    if s.seat == s.turn:
        s.engaged[SUBMARINE] -= 1
        origin = remove_from_fleet(s, SUBMARINE_ROW)
        add_at_sea(s, s.turn, SUBMARINE_ROW, zone, 1)
        s.ships_spent[SUBMARINE_ROW * ZONES + zone] += 1
        if origin != zone:
            move_riders(s, s.turn, origin, zone)
        if any_engaged(s) == 0:
            s.node = END_BATTLE
        else:
            s.node = SUB_STAYS if attacker_can_leave(s) else ATTACKING
        return
    power = submarine_owner(s)
    add_at_sea(s, power, SUBMARINE_ROW, s.target - LANDS, 0 - 1)
    add_at_sea(s, power, SUBMARINE_ROW, zone, 1)
    move_riders(s, power, s.target - LANDS, zone)
    s.node = SUB_STAYS if defender_can_leave(s) else after_defender(s)


def any_engaged(s):
    count = 0
    for kind in range(KINDS):
        count += s.engaged[kind]
    return count


def remove_from_fleet(s, row):
    """Remove one ship of a row from the attack, and return the zone that it came from."""
    for zone in range(ZONES):
        if s.fleet[row * ZONES + zone] > 0:
            s.fleet[row * ZONES + zone] -= 1
            return zone
    return ZONES
