"""Landings in the combat step: units board transports, sail and take a land in one turn."""

from wd_env.agents.superpowers.board_graph import (
    LAND_NEIGHBOUR_START,
    LAND_NEIGHBOURS,
    LAND_STEPS,
    SEA_NEIGHBOUR_START,
    SEA_NEIGHBOURS,
)
from wd_env.agents.superpowers.forces import add_from_land, clear_block, landing_distance, may_leave
from wd_env.agents.superpowers.observation_reader import own_cargo, ready_own, ready_ships
from wd_env.agents.superpowers.scores.attack_scores import expected_gain
from wd_env.agents.superpowers.work_array import (
    EVALUATED_FROM,
    FORCE,
    GUNS,
    PLAN_TO,
    PLAN_ZONE,
    UNFIT,
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
        w[EVALUATED_FROM + zone] = 0
    best = 0
    for zone in range(ZONES):
        if ready_ships(obs, TRANSPORT_ROW, zone) > 0 and not is_hostile_zone(obs, zone):
            best = max(best, try_zone(w, obs, zone, zone, best, style))
            space = LANDS + zone
            for edge in range(SEA_NEIGHBOUR_START[space], SEA_NEIGHBOUR_START[space + 1]):
                middle = SEA_NEIGHBOURS[edge] - LANDS
                best = max(best, try_zone(w, obs, zone, middle, best, style))
                if not is_hostile_zone(obs, middle):
                    for next_edge in range(
                        SEA_NEIGHBOUR_START[SEA_NEIGHBOURS[edge]], SEA_NEIGHBOUR_START[SEA_NEIGHBOURS[edge] + 1]
                    ):
                        best = max(best, try_zone(w, obs, zone, SEA_NEIGHBOURS[next_edge] - LANDS, best, style))
    return best


def try_zone(w, obs, zone, to, best, style):
    """Return the better of `best` and the landings from zone `to` with the transports of a zone."""
    if w[EVALUATED_FROM + to] == zone + 1:
        return best
    w[EVALUATED_FROM + to] = zone + 1
    if is_hostile_zone(obs, to) or (to == zone and boarding_land(w, obs, zone) == NOWHERE):
        return best
    for edge in range(LAND_NEIGHBOUR_START[LANDS + to], LAND_NEIGHBOUR_START[LANDS + to + 1]):
        land = LAND_NEIGHBOURS[edge]
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
    w[GUNS] = 0
    w[FORCE + INFANTRY] = own_cargo(obs, INFANTRY_ROW, zone)
    w[FORCE + TANK] = own_cargo(obs, TANK_ROW, zone)
    capacity = spare_capacity(obs, zone)
    for edge in range(LAND_NEIGHBOUR_START[LANDS + zone], LAND_NEIGHBOUR_START[LANDS + zone + 1]):
        coast = LAND_NEIGHBOURS[edge]
        tanks = min(boardable(w, obs, coast, TANK_ROW), capacity // PAIR)
        capacity -= PAIR * tanks
        infantry = min(boardable(w, obs, coast, INFANTRY_ROW), capacity)
        capacity -= infantry
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
    for edge in range(SEA_NEIGHBOUR_START[land], SEA_NEIGHBOUR_START[land + 1]):
        if SEA_NEIGHBOURS[edge] == LANDS + zone:
            return True
    return False


def spare_capacity(obs, zone):
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
    capacity = spare_capacity(obs, zone)
    for edge in range(LAND_NEIGHBOUR_START[LANDS + zone], LAND_NEIGHBOUR_START[LANDS + zone + 1]):
        land = LAND_NEIGHBOURS[edge]
        if capacity > 0 and boardable(w, obs, land, INFANTRY_ROW) > 0:
            return land
        if capacity >= PAIR and boardable(w, obs, land, TANK_ROW) > 0:
            return land
    return NOWHERE


def boarding_kind(w, obs, zone, land):
    """Return the kind that boards next."""
    return TANK if spare_capacity(obs, zone) >= PAIR and boardable(w, obs, land, TANK_ROW) > 0 else INFANTRY
