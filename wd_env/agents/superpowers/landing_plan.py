"""Landings in the combat step: units board transports, sail and take a land in one turn."""

from wd_env.agents.superpowers.attack_scores import UNFIT, expected_gain
from wd_env.agents.superpowers.board_ways import (
    LAND_STEPS,
    LAND_WAY_START,
    LAND_WAYS,
    SEA_WAY_START,
    SEA_WAYS,
)
from wd_env.agents.superpowers.forces import add_from_land, clear_block, landing_distance, may_leave
from wd_env.agents.superpowers.observation_reader import own_cargo, ready_own, ready_ships
from wd_env.agents.superpowers.work_array import (
    FORCE,
    PLAN_TO,
    PLAN_ZONE,
    TRIED,
    is_attackable,
    is_friendly,
    is_hostile_zone,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    HOLD,
    INFANTRY,
    INFANTRY_ROW,
    LANDS,
    NOWHERE,
    PAIR,
    TANK,
    TANK_ROW,
    TRANSPORT_ROW,
    ZONES,
)


def find_landing(w, obs, style):
    """Return the expected gain of the best landing that needs a voyage; its places go to the work array."""
    w[PLAN_ZONE] = NOWHERE
    w[PLAN_TO] = NOWHERE
    for zone in range(ZONES):
        w[TRIED + zone] = 0
    best = 0
    for zone in range(ZONES):
        if ready_ships(obs, TRANSPORT_ROW, zone) > 0 and not is_hostile_zone(obs, zone):
            best = max(best, try_zone(w, obs, zone, zone, best, style))
            space = LANDS + zone
            for way in range(SEA_WAY_START[space], SEA_WAY_START[space + 1]):
                middle = SEA_WAYS[way] - LANDS
                best = max(best, try_zone(w, obs, zone, middle, best, style))
                if not is_hostile_zone(obs, middle):
                    for next_way in range(SEA_WAY_START[SEA_WAYS[way]], SEA_WAY_START[SEA_WAYS[way] + 1]):
                        best = max(best, try_zone(w, obs, zone, SEA_WAYS[next_way] - LANDS, best, style))
    return best


def try_zone(w, obs, zone, to, best, style):
    """Return the better of `best` and the landings from zone `to` with the transports of a zone."""
    if w[TRIED + to] == zone + 1:
        return best
    w[TRIED + to] = zone + 1
    if is_hostile_zone(obs, to) or (to == zone and boarding_land(w, obs, zone) == NOWHERE):
        return best
    for way in range(LAND_WAY_START[LANDS + to], LAND_WAY_START[LANDS + to + 1]):
        land = LAND_WAYS[way]
        if is_attackable(w, obs, land):
            gain = score_landing(w, obs, zone, land, style)
            if gain > best:
                best = gain
                w[PLAN_ZONE] = LANDS + zone
                w[PLAN_TO] = LANDS + to
    return best


def score_landing(w, obs, zone, land, style):
    """Return the expected gain of attacking a land with what the transports of a zone can bring, and planes."""
    clear_block(w, FORCE)
    w[FORCE + INFANTRY] = own_cargo(obs, INFANTRY_ROW, zone)
    w[FORCE + TANK] = own_cargo(obs, TANK_ROW, zone)
    room = room_in(obs, zone)
    for way in range(LAND_WAY_START[LANDS + zone], LAND_WAY_START[LANDS + zone + 1]):
        coast = LAND_WAYS[way]
        tanks = min(boardable(w, obs, coast, TANK_ROW), room // PAIR)
        room -= PAIR * tanks
        infantry = min(boardable(w, obs, coast, INFANTRY_ROW), room)
        room -= infantry
        w[FORCE + TANK] += tanks
        w[FORCE + INFANTRY] += infantry
    if w[FORCE + INFANTRY] + w[FORCE + TANK] == 0:
        return UNFIT
    back = landing_distance(w, obs, land)
    for other in range(LANDS):
        if LAND_STEPS[other * LANDS + land] == 1 or not is_coast(other, zone):
            add_from_land(w, obs, other, land, back)
    return expected_gain(w, obs, land, style)


def is_coast(land, zone):
    for way in range(SEA_WAY_START[land], SEA_WAY_START[land + 1]):
        if SEA_WAYS[way] == LANDS + zone:
            return True
    return False


def room_in(obs, zone):
    """Return the free places of the transports of a zone that can sail."""
    taken = own_cargo(obs, INFANTRY_ROW, zone) + PAIR * own_cargo(obs, TANK_ROW, zone)
    return max(0, HOLD * ready_ships(obs, TRANSPORT_ROW, zone) - taken)


def boardable(w, obs, land, row):
    """Return the units of a row in a land that may board."""
    if not is_friendly(w, land) or not may_leave(w, land, row):
        return 0
    return ready_own(obs, row, land)


def boarding_land(w, obs, zone):
    """Return a land with units for the room left in the transports of a zone, or NOWHERE."""
    room = room_in(obs, zone)
    for way in range(LAND_WAY_START[LANDS + zone], LAND_WAY_START[LANDS + zone + 1]):
        land = LAND_WAYS[way]
        if room > 0 and boardable(w, obs, land, INFANTRY_ROW) > 0:
            return land
        if room >= PAIR and boardable(w, obs, land, TANK_ROW) > 0:
            return land
    return NOWHERE


def boarding_kind(w, obs, zone, land):
    """Return the kind that boards next."""
    return TANK if room_in(obs, zone) >= PAIR and boardable(w, obs, land, TANK_ROW) > 0 else INFANTRY
