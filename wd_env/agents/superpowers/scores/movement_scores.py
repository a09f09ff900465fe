"""Movement: armies towards the next goal, over land or aboard ships; the ruler out of the capital; planes to armies."""

from wd_env.agents.superpowers.board_graph import (
    LAND_NEIGHBOUR_START,
    LAND_NEIGHBOURS,
    SEA_NEIGHBOUR_START,
    SEA_NEIGHBOURS,
)
from wd_env.agents.superpowers.forces import flying_distance, gather_guard, may_leave, threat_chance
from wd_env.agents.superpowers.landing_plan import spare_capacity
from wd_env.agents.superpowers.observation_reader import (
    own_cargo,
    own_on_land,
    ready_own,
    ready_ships,
)
from wd_env.agents.superpowers.style_weights import CROSSES_SEA, MOVES_RULER, RISK
from wd_env.agents.superpowers.work_array import (
    CAPITAL_LAND,
    FAR_GOAL,
    GOAL,
    OWN,
    PICKUP,
    RELATION,
    UNFIT,
    is_hostile_zone,
    is_sea_route_best,
    is_secure_land,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    ARTILLERY,
    BOMBER,
    BOMBER_RANGE,
    CARGO_ROW,
    FIGHTER,
    FIGHTER_RANGE,
    GENERAL,
    INFANTRY,
    INFANTRY_ROW,
    KINDS,
    LAND_ROW,
    LAND_ROWS,
    LANDS,
    NO_ROW,
    PLACES,
    RULER,
    TANK,
    TANK_ROW,
    TRANSPORT,
    TRANSPORT_ROW,
    ZONES,
)

RULER_GAIN = 50
BOARDING_GAIN = 20  # so that units board before the ship sails
ARMY_SIZE = 3  # ground units in a land to which planes are moved
PLANE_GAIN = 4  # least gain of a flight
DEFENDED, MAX_DEFENDED = 10, 20  # of a place where a plane lands


def fill_pickup(w, obs):
    """Compute the distance of each zone to a coast with units that wait for a ship."""
    for zone in range(ZONES):
        w[PICKUP + zone] = 0 if has_units_to_ship(w, obs, zone) else FAR_GOAL
    changed = 1
    while changed == 1:
        changed = 0
        for zone in range(ZONES):
            for edge in range(SEA_NEIGHBOUR_START[LANDS + zone], SEA_NEIGHBOUR_START[LANDS + zone + 1]):
                distance = w[PICKUP + SEA_NEIGHBOURS[edge] - LANDS] + 1
                if distance < w[PICKUP + zone]:
                    w[PICKUP + zone] = distance
                    changed = 1


def has_units_to_ship(w, obs, zone):
    """Return whether units at the coast of a zone wait for a ship."""
    for edge in range(LAND_NEIGHBOUR_START[LANDS + zone], LAND_NEIGHBOUR_START[LANDS + zone + 1]):
        land = LAND_NEIGHBOURS[edge]
        if w[RELATION + land] == OWN and is_sea_route_best(w, land):
            if own_on_land(obs, INFANTRY_ROW, land) + own_on_land(obs, TANK_ROW, land) > 0:
                return True
    return False


def best_move(w, obs, kind, origin, style):
    """Return the highest gain of moving units of a kind from a space."""
    if ready_at(obs, kind, origin) == 0:
        return UNFIT
    best = UNFIT
    for edge in range(LAND_NEIGHBOUR_START[origin], LAND_NEIGHBOUR_START[origin + 1]):
        best = max(best, move_gain(w, obs, kind, origin, LAND_NEIGHBOURS[edge], style))
        if kind == TANK and origin < LANDS and is_secure_land(w, obs, LAND_NEIGHBOURS[edge]):
            for next_edge in range(
                LAND_NEIGHBOUR_START[LAND_NEIGHBOURS[edge]], LAND_NEIGHBOUR_START[LAND_NEIGHBOURS[edge] + 1]
            ):
                best = max(best, move_gain(w, obs, kind, origin, LAND_NEIGHBOURS[next_edge], style))
    for edge in range(SEA_NEIGHBOUR_START[origin], SEA_NEIGHBOUR_START[origin + 1]):
        best = max(best, move_gain(w, obs, kind, origin, SEA_NEIGHBOURS[edge], style))
    if kind == FIGHTER or kind == BOMBER:
        for land in range(LANDS):
            if flying_distance(origin, land) <= (FIGHTER_RANGE if kind == FIGHTER else BOMBER_RANGE):
                best = max(best, move_gain(w, obs, kind, origin, land, style))
    return best


def ready_at(obs, kind, space):
    """Return the own units of a kind in a space that may move."""
    if space < LANDS:
        return ready_own(obs, LAND_ROW[kind], space) if LAND_ROW[kind] != NO_ROW else 0
    if kind == TRANSPORT:
        return ready_ships(obs, TRANSPORT_ROW, space - LANDS)
    return own_cargo(obs, CARGO_ROW[kind], space - LANDS) if CARGO_ROW[kind] != NO_ROW else 0


def move_gain(w, obs, kind, origin, space, style):
    """Return what units of a kind gain by moving from a space to another; UNFIT if nothing."""
    if space == origin:
        return UNFIT
    if kind == TRANSPORT:
        return voyage_gain(w, obs, origin, space)
    if kind == RULER:
        return ruler_gain(w, obs, origin, space, style) if origin < LANDS and space < LANDS else UNFIT
    if space < LANDS and not is_secure_land(w, obs, space):
        return UNFIT
    if origin < LANDS and not may_leave(w, origin, LAND_ROW[kind]):
        return UNFIT
    if kind == FIGHTER or kind == BOMBER:
        return flight_gain(w, obs, origin, space)
    if kind != INFANTRY and kind != TANK and kind != GENERAL and kind != ARTILLERY:
        return UNFIT
    gain = w[GOAL + origin] - w[GOAL + space]
    if gain <= 0:
        return UNFIT
    if space >= LANDS:
        return boarding_gain(w, obs, kind, space, gain, style)
    return gain


def boarding_gain(w, obs, kind, space, gain, style):
    """Return the gain of going aboard, if there is room."""
    zone = space - LANDS
    if CROSSES_SEA[style] == 0 or is_hostile_zone(obs, zone) or kind == GENERAL or kind == ARTILLERY:
        return UNFIT
    return gain + BOARDING_GAIN if spare_capacity(obs, zone) >= PLACES[CARGO_ROW[kind]] else UNFIT


def voyage_gain(w, obs, origin, space):
    """Return the gain of a voyage: loaded ships sail towards a goal, empty ones to waiting units."""
    if space < LANDS or origin < LANDS or is_hostile_zone(obs, space - LANDS):
        return UNFIT
    zone = origin - LANDS
    if own_cargo(obs, INFANTRY_ROW, zone) + own_cargo(obs, TANK_ROW, zone) > 0:
        gain = w[GOAL + origin] - w[GOAL + space]
    else:
        gain = w[PICKUP + zone] - w[PICKUP + space - LANDS]
    return gain if gain > 0 else UNFIT


def ruler_gain(w, obs, origin, land, style):
    """Return the gain of moving the ruler: out of the capital while it is safe, else back."""
    if MOVES_RULER[style] == 0 or not is_secure_land(w, obs, land):
        return UNFIT
    if origin == w[CAPITAL_LAND]:
        return RULER_GAIN + w[GOAL + land] if is_safe_for_ruler(w, obs, land, style) else UNFIT
    if is_safe_for_ruler(w, obs, origin, style):
        return UNFIT
    if land == w[CAPITAL_LAND]:
        return RULER_GAIN
    return RULER_GAIN + w[GOAL + land] if is_safe_for_ruler(w, obs, land, style) else UNFIT


def is_safe_for_ruler(w, obs, land, style):
    gather_guard(w, obs, land, LAND_ROWS, True)
    return threat_chance(w, obs, land) <= RISK[style]


def flight_gain(w, obs, origin, land):
    """Return the gain of a flight to an army, or home from a land without one."""
    if land >= LANDS or not is_army(w, obs, land):
        return UNFIT
    if origin < LANDS and not is_army(w, obs, origin):
        return PLANE_GAIN
    gain = w[GOAL + origin] - w[GOAL + land]
    return gain if gain >= PLANE_GAIN else UNFIT


def is_army(w, obs, land):
    """Return whether planes are safe in a land."""
    ground = own_on_land(obs, INFANTRY_ROW, land) + own_on_land(obs, TANK_ROW, land)
    return land == w[CAPITAL_LAND] or ground >= ARMY_SIZE


def score_leaving(w, obs, origin, style):
    """Score moving something from a space."""
    best = UNFIT
    for kind in range(KINDS):
        best = max(best, best_move(w, obs, kind, origin, style))
    return best


def score_landing_space(w, obs, space):
    """Score a place where a plane, or a carrier with planes, ends its turn: the better defended, the better."""
    if space >= LANDS:
        return 0
    ground = own_on_land(obs, INFANTRY_ROW, space) + own_on_land(obs, TANK_ROW, space)
    return min(MAX_DEFENDED, 2 * ground) + (DEFENDED if space == w[CAPITAL_LAND] else 0)
