"""Own units that can attack a space together, its defenders, and threats to own lands."""

from wd_env.agents.superpowers.battle_estimate import battle_chance, units_in
from wd_env.agents.superpowers.board_graph import (
    LAND_NEIGHBOUR_START,
    LAND_NEIGHBOURS,
    LAND_STEPS,
    SEA_NEIGHBOUR_START,
    SEA_NEIGHBOURS,
)
from wd_env.agents.superpowers.observation_reader import (
    allied_on_land,
    current_round,
    defenders_in_battle,
    hostile_at_sea,
    hostile_on_land,
    is_opponent_at,
    on_deck,
    own_cargo,
    own_on_land,
    ready_own,
    ready_ships,
)
from wd_env.agents.superpowers.style_weights import GUARDS, RISK
from wd_env.agents.superpowers.work_array import (
    CAPITAL_LAND,
    FACING,
    FORCE,
    GUARD,
    GUNS,
    HOLDER_OFFSET,
    MAY_LEAVE,
    OWN,
    RELATION,
    THREAT,
    UNCLAIMED,
    is_friendly,
    is_hostile_zone,
    is_secure_land,
)
from wd_env.games.superpowers.definitions.board_constants import (
    AIR_DISTANCE,
    GARRISON_DEFENCE,
    GARRISON_FIGHTERS,
    GARRISON_INFANTRY,
)
from wd_env.games.superpowers.definitions.rule_constants import (
    ARTILLERY,
    ARTILLERY_ROW,
    BOMBER,
    BOMBER_RANGE,
    BOMBER_ROW,
    DEFENCE,
    FIGHTER,
    FIGHTER_RANGE,
    FIGHTER_ROW,
    GENERAL,
    GENERAL_ROW,
    GRACE_ROUNDS,
    INFANTRY,
    INFANTRY_ROW,
    KINDS,
    LAND_KINDS,
    LAND_ROWS,
    LANDS,
    POWERS,
    SEA_KINDS,
    SEA_ROWS,
    SPACES,
    TANK,
    TANK_MOVES,
    TANK_ROW,
    TRANSPORT_ROW,
    ZONES,
)

NOTHING, WITHOUT_INFANTRY, EVERYTHING = range(3)  # what may leave the capital
LOADED_TANKS = 2  # assumed aboard a hostile transport, whose cargo is not seen
LANDING_DISTANCE = 3  # borders from a zone within which its transports are a threat
RETURN_FACTOR = 2  # planes attack at most at half their range, if they come back to where they were


def flying_distance(space, other):
    return AIR_DISTANCE[space * SPACES + other]


def clear_block(w, at):
    for kind in range(KINDS):
        w[at + kind] = 0


def landing_distance(w, obs, target):
    """Return the distance of a space to the nearest land where planes may land."""
    best = SPACES
    for land in range(LANDS):
        if flying_distance(target, land) < best and is_secure_land(w, obs, land):
            best = flying_distance(target, land)
    return best


def may_leave(w, land, row):
    """Return whether units of a row may leave a land without risk for the own capital."""
    if land != w[CAPITAL_LAND] or w[MAY_LEAVE] == EVERYTHING:
        return True
    return w[MAY_LEAVE] == WITHOUT_INFANTRY and row != INFANTRY_ROW


def is_two_steps(w, obs, land, target):
    """Return whether tanks get from a land to a target through a secure land."""
    for edge in range(LAND_NEIGHBOUR_START[target], LAND_NEIGHBOUR_START[target + 1]):
        if LAND_STEPS[LAND_NEIGHBOURS[edge] * LANDS + land] == 1 and is_secure_land(w, obs, LAND_NEIGHBOURS[edge]):
            return True
    return False


def gather_force(w, obs, target):
    """Write the own units that can attack a space together to the block FORCE."""
    clear_block(w, FORCE)
    w[GUNS] = 0
    back = landing_distance(w, obs, target)
    for land in range(LANDS):
        add_from_land(w, obs, land, target, back)
    if target < LANDS:
        for edge in range(SEA_NEIGHBOUR_START[target], SEA_NEIGHBOUR_START[target + 1]):
            add_cargo(w, obs, SEA_NEIGHBOURS[edge] - LANDS)
    else:
        add_ships(w, obs, target, target)
        for edge in range(SEA_NEIGHBOUR_START[target], SEA_NEIGHBOUR_START[target + 1]):
            add_ships(w, obs, SEA_NEIGHBOURS[edge], target)


def add_from_land(w, obs, land, target, back):
    """Add the units of a land that reach a target."""
    if not is_friendly(w, land):
        return
    far = flying_distance(land, target)
    if far + back <= FIGHTER_RANGE and may_leave(w, land, FIGHTER_ROW):
        w[FORCE + FIGHTER] += ready_own(obs, FIGHTER_ROW, land)
    if far + back <= BOMBER_RANGE and may_leave(w, land, BOMBER_ROW):
        w[FORCE + BOMBER] += ready_own(obs, BOMBER_ROW, land)
    if target >= LANDS:
        return
    steps = LAND_STEPS[land * LANDS + target]
    if steps == 1:
        w[GUNS] += ready_own(obs, ARTILLERY_ROW, land)
    if steps == 1 and may_leave(w, land, INFANTRY_ROW):
        w[FORCE + INFANTRY] += ready_own(obs, INFANTRY_ROW, land)
    if steps == 1 and may_leave(w, land, GENERAL_ROW):
        w[FORCE + GENERAL] += ready_own(obs, GENERAL_ROW, land)
    if (steps == 1 or (steps == TANK_MOVES and is_two_steps(w, obs, land, target))) and may_leave(w, land, TANK_ROW):
        w[FORCE + TANK] += ready_own(obs, TANK_ROW, land)


def add_cargo(w, obs, zone):
    """Add what can land from a zone."""
    if is_hostile_zone(obs, zone):
        return
    w[FORCE + INFANTRY] += own_cargo(obs, INFANTRY_ROW, zone)
    w[FORCE + TANK] += own_cargo(obs, TANK_ROW, zone)


def add_ships(w, obs, space, target):
    """Add the warships of a zone; those in the target zone too."""
    if space < LANDS:
        return
    for row in range(TRANSPORT_ROW + 1, SEA_ROWS):
        w[FORCE + SEA_KINDS[row]] += ready_ships(obs, row, space - LANDS)


def gather_defence(w, obs, target):
    """Write the defenders of a space that is not friendly to the block FACING."""
    clear_block(w, FACING)
    if target >= LANDS:
        for row in range(SEA_ROWS):
            w[FACING + SEA_KINDS[row]] += hostile_at_sea(obs, row, target - LANDS)
    elif w[RELATION + target] == UNCLAIMED:
        w[FACING + INFANTRY] = GARRISON_INFANTRY[target]
        w[FACING + FIGHTER] = GARRISON_FIGHTERS[target]
    else:
        for row in range(LAND_ROWS):
            w[FACING + LAND_KINDS[row]] += hostile_on_land(obs, row, target)


def gather_visible_defenders(w, obs):
    """Write the defenders of the order's target to the block FACING."""
    for kind in range(KINDS):
        w[FACING + kind] = defenders_in_battle(obs, kind)


def infantry_defence(w, target):
    """Return on what infantry hits in defence of a space."""
    if target < LANDS and w[RELATION + target] == UNCLAIMED:
        return GARRISON_DEFENCE[target]
    return DEFENCE[INFANTRY]


def gather_threat(w, obs, land, offset):
    """Write the units with which an opponent may attack a land in its next turn to the block THREAT."""
    clear_block(w, THREAT)
    for other in range(LANDS):
        if w[HOLDER_OFFSET + other] == offset:
            steps = LAND_STEPS[other * LANDS + land]
            far = RETURN_FACTOR * flying_distance(other, land)
            if steps == 1:
                w[THREAT + ARTILLERY] += hostile_on_land(obs, ARTILLERY_ROW, other)
                w[THREAT + INFANTRY] += hostile_on_land(obs, INFANTRY_ROW, other)
                w[THREAT + GENERAL] += hostile_on_land(obs, GENERAL_ROW, other)
            if steps <= TANK_MOVES:
                w[THREAT + TANK] += hostile_on_land(obs, TANK_ROW, other)
            if far <= FIGHTER_RANGE:
                w[THREAT + FIGHTER] += hostile_on_land(obs, FIGHTER_ROW, other)
            if far <= BOMBER_RANGE:
                w[THREAT + BOMBER] += hostile_on_land(obs, BOMBER_ROW, other)


def transports_near(obs, land):
    """Return the hostile transports that may land units in a land."""
    count = 0
    for zone in range(ZONES):
        if hostile_at_sea(obs, TRANSPORT_ROW, zone) > 0 and flying_distance(LANDS + zone, land) <= LANDING_DISTANCE:
            count += hostile_at_sea(obs, TRANSPORT_ROW, zone)
    return count


def threat_chance(w, obs, land):
    """Return the highest chance with which an opponent takes a land that the block GUARD defends."""
    if current_round(obs) < GRACE_ROUNDS:
        return 0
    best = 0
    by_sea = LOADED_TANKS * transports_near(obs, land)
    for offset in range(1, POWERS):
        if is_opponent_at(obs, offset):
            gather_threat(w, obs, land, offset)
            w[THREAT + TANK] += by_sea
            guns = w[THREAT + ARTILLERY]
            w[THREAT + ARTILLERY] = 0  # it fires and stays where it is
            if units_in(w, THREAT) > 0:
                best = max(best, battle_chance(w, THREAT, GUARD, DEFENCE[INFANTRY], guns))
    return best


def gather_guard(w, obs, land, rows, with_deck):
    """Write the first rows of friendly units of a land, of the capital also what will be placed, to the block GUARD."""
    clear_block(w, GUARD)
    for row in range(rows):
        w[GUARD + LAND_KINDS[row]] += own_on_land(obs, row, land) + allied_on_land(obs, row, land)
    if land == w[CAPITAL_LAND] and with_deck:
        w[GUARD + INFANTRY] += on_deck(obs, INFANTRY)
        w[GUARD + TANK] += on_deck(obs, TANK)


def fill_may_leave(w, obs, style):
    """Compute which units may leave the own capital."""
    capital = w[CAPITAL_LAND]
    w[MAY_LEAVE] = EVERYTHING
    if GUARDS[style] == 0 or w[RELATION + capital] != OWN:
        return
    gather_guard(w, obs, capital, 0, True)
    if threat_chance(w, obs, capital) > RISK[style]:
        gather_guard(w, obs, capital, 1, True)
        w[MAY_LEAVE] = NOTHING if threat_chance(w, obs, capital) > RISK[style] else WITHOUT_INFANTRY
