"""Units that can join an attack (SP-036 to SP-041, SP-123, SP-174, SP-230, SP-231, R3)."""

from wd_env.games.superpowers.definitions.actions import LAUNCH, RAID, RUSH
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_DEFENCE_ABOARD,
    AIR_DEFENCE_LOAD,
    ATTACK,
    BOMBER,
    CARGO_ROW,
    CARGO_ROWS,
    CARRIER,
    FIGHTER,
    FOLLOWS,
    GENERAL,
    HOLD,
    INFANTRY,
    KINDS,
    LAND_ROW,
    LANDS,
    MISSILE,
    OCCUPIES,
    PLACES,
    RULER,
    SEA_ROW,
    TANK,
    TRANSPORT,
    TRANSPORT_ROW,
    ZONES,
)
from wd_env.games.superpowers.rules.cargo import unloading_fits
from wd_env.games.superpowers.rules.carrier_places import can_carriers_fight, fighters_return
from wd_env.games.superpowers.rules.cruise_missiles import can_fire_at_land, ships_named
from wd_env.games.superpowers.rules.flight_moves import flight_moves, moves_left
from wd_env.games.superpowers.rules.friends import is_garrisoned, is_landing_covered, is_secure, may_be_taken
from wd_env.games.superpowers.rules.general_bonus import general_attack, general_moves
from wd_env.games.superpowers.rules.reach import blitz_tanks
from wd_env.games.superpowers.rules.routes import is_in_ground_reach, sea_reach
from wd_env.games.superpowers.rules.sets import has_space, is_adjacent_land, is_within, reaches_any
from wd_env.games.superpowers.rules.stock import (
    aboard,
    fresh_at_sea,
    places_taken,
    ready_at_sea,
    ready_on_land,
    sea_index,
)
from wd_env.games.superpowers.rules.technology import combat_moves, missile_range


def is_continued_blitz(s):
    """Return whether the target is friendly, so that only tanks of a blitz can continue into it (SP-126)."""
    return s.target < LANDS and is_secure(s, s.target)


def is_by_air(s):
    """Return whether the order is for missiles or a raid, which other units cannot join."""
    return s.mode == LAUNCH or s.mode == RAID


def is_target_empty(s):
    """Return whether the target is a land without defenders (SP-056)."""
    return s.target < LANDS and not is_garrisoned(s, s.target)


def has_roller(s):
    """Return whether a unit of the force rolls an attack die (R40)."""
    for kind in range(KINDS):
        if s.engaged[kind] > 0 and ATTACK[kind] > 0:
            return True
    return s.engaged[GENERAL] > 0 and general_attack(s) > 0


def has_occupier(s):
    """Return whether a unit of the force can hold land, so that others may follow (R3, SP-136)."""
    for kind in range(KINDS):
        if s.engaged[kind] > 0 and OCCUPIES[kind]:
            return True
    return False


def can_join_from_land(s, land, s0, s1, e1, e2):
    """Return whether a unit of any kind in a land can join."""
    if s.mode == LAUNCH:
        return joins_from_land(s, MISSILE, land, 1, s0, s1, e1, e2)
    if joins_from_land(s, FIGHTER, land, 1, s0, s1, e1, e2) or joins_from_land(s, BOMBER, land, 1, s0, s1, e1, e2):
        return True
    if s.target >= LANDS or not is_in_ground_reach(s, land, s.target, combat_moves(s, TANK), s0, s1):
        return False
    if joins_from_land(s, INFANTRY, land, 1, s0, s1, e1, e2) or joins_from_land(s, TANK, land, 1, s0, s1, e1, e2):
        return True
    if joins_from_land(s, GENERAL, land, 1, s0, s1, e1, e2) or joins_from_land(s, RULER, land, 1, s0, s1, e1, e2):
        return True
    for kind in range(KINDS):
        if FOLLOWS[kind] and joins_from_land(s, kind, land, 1, s0, s1, e1, e2):
            return True
    return False


def joins_from_land(s, kind, land, count, s0, s1, e1, e2):
    """Return whether this number of units of a kind in a land can join (SP-036, SP-041, SP-123, SP-174)."""
    row = LAND_ROW[kind]
    if s.mode == LAUNCH:
        if kind != MISSILE or ships_named(s) > 0:
            return False
        return ready_on_land(s, row, land) >= count and is_within(missile_range(s), land, s.target)
    if s.mode == RAID and kind != BOMBER:
        return False
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
        return is_in_ground_reach(s, land, s.target, combat_moves(s, kind), s0, s1)
    if kind == GENERAL:
        if not is_target_empty(s) and not has_roller(s) and general_attack(s) == 0:
            return False
        return is_in_ground_reach(s, land, s.target, general_moves(s), s0, s1)
    if FOLLOWS[kind]:
        return has_occupier(s) and is_adjacent_land(land, s.target)
    return kind == RULER and is_target_empty(s) and is_adjacent_land(land, s.target)


def planes_join(s, is_bomber, space, count, s0, s1, e1, e2):
    """Return whether this number of planes reach the target and can land afterwards (SP-174, SP-180, R47)."""
    if s.target < LANDS and s.mode != RAID and is_target_empty(s):
        return False
    if not is_within(flight_moves(s, is_bomber), space, s.target):
        return False
    left = moves_left(s, space, s.target, is_bomber)
    if reaches_any(left, s.target, s0, s1, 0):
        return True
    return is_bomber == 0 and fighters_return(s, space, s.target, left, count, s0, s1, e1, e2)


def joins_from_sea(s, kind, zone, count, s0, s1, e1, e2):
    """Return whether this number of ships, or fighters aboard, can join (SP-041, SP-181, SP-182)."""
    row = SEA_ROW[kind]
    if s.mode == LAUNCH:
        return can_fire_at_land(s, kind, zone, count)
    if is_by_air(s) or ready_at_sea(s, row, zone) < count or is_continued_blitz(s):
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
        return can_carriers_fight(s, zone, count, s.target)
    return True


def ships_reach(s, row, zone, count, e1, e2):
    """Return whether this number of ships of a zone reach the target (SP-058, Q31)."""
    w1, w2 = sea_reach(s, LANDS + zone, 1, e1, e2)
    if has_space(0, w1, w2, s.target):
        return True
    if fresh_at_sea(s, row, zone) < count:
        return False
    w1, w2 = sea_reach(s, LANDS + zone, 2, e1, e2)
    return has_space(0, w1, w2, s.target)


def transports_join(s, zone, count):
    """Return whether the cargo fits the transports that stay, or all transports go and take it along."""
    total = s.sea_units[sea_index(s.turn, TRANSPORT_ROW, zone)]
    return count == total or places_taken(s, s.turn, zone) <= HOLD * (total - count)


def joins_from_hold(s, kind, zone, count, e1, e2):
    """Return whether this number of units aboard can land (SP-230, SP-231, SP-237)."""
    row = CARGO_ROW[kind]
    if is_by_air(s) or s.target >= LANDS or aboard(s, row, zone) < count or is_continued_blitz(s):
        return False
    if not may_be_taken(s, s.target):
        return False
    if s.mode == RUSH:
        if not is_rush_origin(s, zone, e1, e2):
            return False
    elif not is_adjacent_land(LANDS + zone, s.target) or has_space(0, e1, e2, LANDS + zone):
        return False
    elif is_landing_covered(s, zone, s.target):
        return False
    if kind == GENERAL:
        return is_target_empty(s) or has_roller(s) or general_attack(s) > 0
    if kind == RULER:
        return is_target_empty(s)
    if FOLLOWS[kind] and not has_occupier(s):
        return False
    if s.mode == RUSH:
        return rush_fits(s, zone, row, count)
    return unloading_fits(s, zone, s.target, row, count)


def is_rush_origin(s, zone, e1, e2):
    """Return whether transports of a zone reach the zone that the rush crosses."""
    return ships_get_to(s, zone, s.zone, e1, e2)


def ships_get_to(s, zone, space, e1, e2):
    """Return whether a transport of a zone that can still sail reaches a space, or is there (R57)."""
    if ready_at_sea(s, TRANSPORT_ROW, zone) == 0:
        return False
    if space == LANDS + zone:
        return True
    w1, w2 = sea_reach(s, LANDS + zone, 2 if fresh_at_sea(s, TRANSPORT_ROW, zone) > 0 else 1, e1, e2)
    return has_space(0, w1, w2, space)


def rush_fits(s, zone, row, count):
    """Return whether the transports that can rush hold the named cargo and these units (SP-239)."""
    if row == AIR_DEFENCE_ABOARD:
        named = s.landers[row * ZONES + zone] + count
        return named <= AIR_DEFENCE_LOAD * ships_that_rush(s, zone)
    taken = PLACES[row] * count
    for other in range(CARGO_ROWS):
        taken += PLACES[other] * s.landers[other * ZONES + zone]
    return taken <= HOLD * ships_that_rush(s, zone)


def ships_that_rush(s, zone):
    """Return the number of transports that reach the zone that the rush crosses."""
    w1, w2 = sea_reach(s, LANDS + zone, 1, 0, 0)
    if s.zone == LANDS + zone or has_space(0, w1, w2, s.zone):
        return ready_at_sea(s, TRANSPORT_ROW, zone)
    return fresh_at_sea(s, TRANSPORT_ROW, zone)
