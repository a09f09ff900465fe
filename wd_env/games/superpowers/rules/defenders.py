"""The units that defend the target, and the power that decides for them (SP-047, R11, R12, R32)."""

from wd_env.games.superpowers.definitions.actions import LAUNCH
from wd_env.games.superpowers.definitions.rule_constants import (
    CAN_BE_LOST,
    FIGHTER,
    FIGHTER_AT_SEA,
    GENERAL,
    INFANTRY,
    IS_SHIP,
    KINDS,
    LAND_ROW,
    LANDS,
    NEUTRAL,
    NO_ROW,
    NOBODY,
    POWERS,
    RULER,
    SEA_ROW,
    SUBMARINE,
    TRANSPORT,
)
from wd_env.games.superpowers.rules.friends import defends_land, has_ships, is_enemy
from wd_env.games.superpowers.rules.stock import land_index, sea_index
from wd_env.games.superpowers.rules.turn_places import power_after


def choose_decider(s):
    """Set the decider: the holder of a land, or the next power with ships at sea (R11, R32)."""
    s.decider = NOBODY
    if s.target < LANDS:
        s.decider = s.holder[s.target] if s.holder[s.target] != NEUTRAL else NOBODY
        return
    for places in range(1, POWERS):
        power = power_after(s, s.turn, places)
        if defends_at_sea(s, power) and has_ships(s, power, s.target - LANDS):
            s.decider = power
            return
    for places in range(1, POWERS):  # fighters aboard carriers of a former ally
        power = power_after(s, s.turn, places)
        if defends_at_sea(s, power) and s.sea_units[sea_index(power, FIGHTER_AT_SEA, s.target - LANDS)] > 0:
            s.decider = power
            return


def defends_at_sea(s, power):
    return s.in_play[power] == 1 and is_enemy(s, s.turn, power)


def units_of(s, power, kind):
    """Return the number of units of a kind of one power that defend."""
    if s.target < LANDS:
        if LAND_ROW[kind] == NO_ROW or not defends_land(s, power, s.target):
            return 0
        return s.land_units[land_index(power, LAND_ROW[kind], s.target)]
    if SEA_ROW[kind] == NO_ROW or not defends_at_sea(s, power):
        return 0
    count = s.sea_units[sea_index(power, SEA_ROW[kind], s.target - LANDS)]
    return count - s.out_subs[power] if kind == SUBMARINE else count


def defender_count(s, kind):
    """Return the number of defenders of a kind."""
    if s.target < LANDS and s.holder[s.target] == NEUTRAL:
        return s.garrison[0] if kind == INFANTRY else s.garrison[1] if kind == FIGHTER else 0
    count = 0
    for power in range(POWERS):
        count += units_of(s, power, kind)
    return count


def defenders_left(s):
    """Return the number of defenders that can be lost."""
    if s.target < LANDS and s.holder[s.target] == NEUTRAL:
        return s.garrison[0] + s.garrison[1]
    count = 0
    for kind in range(KINDS):
        if CAN_BE_LOST[kind]:
            count += defender_count(s, kind)
    return count


def victims_left(s):
    """Return the number of defenders of a land that a missile can destroy (Q25)."""
    count = defenders_left(s)
    if s.missile_spares_leaders and s.holder[s.target] != NEUTRAL:
        count -= defender_count(s, GENERAL) + defender_count(s, RULER)
    return count


def defending_ships(s):
    """Return the number of defenders that hits of submarines can fall on (SP-216, SP-226)."""
    count = 0
    for kind in range(TRANSPORT, KINDS):
        if IS_SHIP[kind]:
            count += defender_count(s, kind)
    return count


def attacking_ships(s):
    """Return the number of attackers that hits of submarines can fall on."""
    if s.target < LANDS:
        return 0
    count = 0
    for kind in range(TRANSPORT, KINDS):
        if IS_SHIP[kind]:
            count += s.engaged[kind]
    return count


def divers(s):
    count = 0
    for power in range(POWERS):
        count += s.dived[power]
    return count


def next_to_lose(s):
    """Return the power whose units are lost next: the decider, then clockwise (R11), or NOBODY."""
    for places in range(POWERS):
        power = power_after(s, s.decider, places)
        for kind in range(KINDS):
            if defender_may_lose(s, power, kind):
                return power
    return NOBODY


def defender_may_lose(s, power, kind):
    """Return whether the next hit can fall on this kind of this power."""
    if CAN_BE_LOST[kind] == 0 or units_of(s, power, kind) == 0:
        return False
    if s.mode == LAUNCH and (kind == GENERAL or kind == RULER):
        if s.missile_spares_leaders or has_others(s, power):
            return False
    return s.due_defender_ships == 0 or IS_SHIP[kind] == 1


def has_others(s, power):
    """Return whether the power has units other than general and ruler, which a missile takes first (Q25)."""
    for kind in range(KINDS):
        if CAN_BE_LOST[kind] and kind != GENERAL and kind != RULER and units_of(s, power, kind) > 0:
            return True
    return False
