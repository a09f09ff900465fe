"""Values of the current position that a decision needs repeatedly, computed before its options are scored.

`w` is the work array of one decision, a list of ints that `fill_work_array` fills from an observation.
"""

from wd_env.agents.superpowers.board_graph import (
    LAND_NEIGHBOUR_START,
    LAND_NEIGHBOURS,
    SEA_NEIGHBOUR_START,
    SEA_NEIGHBOURS,
)
from wd_env.agents.superpowers.observation_reader import (
    ATTACKED_MARK,
    CAPITAL_MARK,
    CAPTURED_MARK,
    current_round,
    holder_offset,
    hostile_at_sea,
    hostile_on_land,
    is_friend_at,
    is_grace,
    land_mark,
    own_capital,
)
from wd_env.games.superpowers.definitions.board_constants import GARRISON_FIGHTERS, GARRISON_INFANTRY
from wd_env.games.superpowers.definitions.rule_constants import (
    GRACE_ROUNDS,
    KINDS,
    LAND_DEFENCE,
    LAND_ROWS,
    LANDS,
    POWERS,
    SEA_ROWS,
    SPACES,
    ZONES,
)

# Sides of a land.
OWN, ALLY, ENEMY, UNCLAIMED = range(4)
# Blocks of the work array: by land, by space, by zone, by kind, then single values.
RELATION = 0
HOLDER_OFFSET = RELATION + LANDS
GOAL = HOLDER_OFFSET + LANDS  # distance to the next goal
ENTERING = GOAL + SPACES  # what is added at a space that must be fought for
PICKUP = ENTERING + SPACES  # distance of a zone to units that wait for a ship
FORCE = PICKUP + ZONES  # attackers by kind
FACING = FORCE + KINDS  # defenders by kind
THREAT = FACING + KINDS  # units of an opponent that may attack next
GUARD = THREAT + KINDS  # units that defend against them
SIM_ATTACK = GUARD + KINDS
SIM_DEFENCE = SIM_ATTACK + KINDS
LOSS = SIM_DEFENCE + KINDS  # mean worth of the attacker's losses in the last battle
GUNS = LOSS + 1  # artillery that can fire from where it stands, of the attackers in FORCE
CAPITAL_LAND = GUNS + 1  # own starting capital
MAY_LEAVE = CAPITAL_LAND + 1  # which units may leave it
PLAN_ZONE, PLAN_TO = MAY_LEAVE + 1, MAY_LEAVE + 2  # of a landing: where its ships are, and where they sail
EVALUATED_FROM = PLAN_TO + 1  # by zone, 1 + the zone from which a landing there was valued last
MAY_INVEST = EVALUATED_FROM + ZONES  # whether an economic centre is for sale and pays for itself
STRIKE = MAY_INVEST + 1  # what a missile next to the own capital would destroy
SITE = STRIKE + 1  # own land for a new production complex
WORK_ARRAY_SIZE = SITE + 1

UNFIT = -1_000_000  # score of an action that gains nothing
FORBIDDEN = 2 * UNFIT  # of an action that is worse than those
FAR_GOAL = 9999
# Distances: of the ways between spaces, and what is added at a place that must be fought for.
WALK, EMBARK, SAIL_STEP, DISEMBARK = 2, 8, 1, 2
HOSTILE_ZONE = 6
PER_DEFENCE = 8  # points of defence that count as one step
LESSER_GOAL = 14  # of a land that is not a capital
GRACE_DELAY = 4  # for each round until powers may be attacked
LOST_CAPITAL_GOAL = -10


def fill_work_array(w, obs):
    """Write the sides of lands and the own capital; distances follow on demand."""
    for land in range(LANDS):
        offset = holder_offset(obs, land)
        w[HOLDER_OFFSET + land] = offset
        w[RELATION + land] = relation_of(obs, offset)
    w[CAPITAL_LAND] = own_capital(obs)


def relation_of(obs, offset):
    if offset == 0:
        return OWN
    if offset == POWERS:
        return UNCLAIMED
    return ALLY if is_friend_at(obs, offset) else ENEMY


def is_friendly(w, land):
    return w[RELATION + land] <= ALLY


def is_secure_land(w, obs, land):
    """Return whether units may enter a land in the movement step, and planes may land."""
    return w[RELATION + land] <= ALLY and land_mark(obs, CAPTURED_MARK, land) == 0


def is_attackable(w, obs, land):
    """Return whether the rules of this round let a land be attacked."""
    if land_mark(obs, ATTACKED_MARK, land) == 1:
        return False
    return w[RELATION + land] == UNCLAIMED or (w[RELATION + land] == ENEMY and not is_grace(obs))


def defence_points(w, obs, land):
    """Return the sum of the defence values in a land that is not friendly."""
    if w[RELATION + land] == UNCLAIMED:
        return 2 * GARRISON_INFANTRY[land] + 4 * GARRISON_FIGHTERS[land]
    points = 0
    for row in range(LAND_ROWS):
        points += LAND_DEFENCE[row] * hostile_on_land(obs, row, land)
    return points


def is_hostile_zone(obs, zone):
    for row in range(1, SEA_ROWS):
        if hostile_at_sea(obs, row, zone) > 0:
            return True
    return False


def goal_at(w, obs, land):
    """Return the distance at a land to take: small for capitals that are weakly defended."""
    if is_friendly(w, land):
        return FAR_GOAL
    distance = defence_points(w, obs, land) // PER_DEFENCE
    if land == w[CAPITAL_LAND]:
        return distance + LOST_CAPITAL_GOAL
    if land_mark(obs, CAPITAL_MARK, land) == 0:
        distance += LESSER_GOAL
    if w[RELATION + land] == ENEMY:
        distance += GRACE_DELAY * max(0, GRACE_ROUNDS + 1 - current_round(obs))
    return distance


def fill_goals(w, obs):
    """Compute the distance of each space to the next goal over land and sea."""
    for land in range(LANDS):
        w[GOAL + land] = goal_at(w, obs, land)
        w[ENTERING + land] = 0 if is_friendly(w, land) else 1 + defence_points(w, obs, land) // PER_DEFENCE
    for zone in range(ZONES):
        w[GOAL + LANDS + zone] = FAR_GOAL
        w[ENTERING + LANDS + zone] = HOSTILE_ZONE if is_hostile_zone(obs, zone) else 0
    changed = 1
    while changed == 1:
        changed = 0
        for space in range(SPACES):
            best = shortest_distance(w, space)
            if best < w[GOAL + space]:
                w[GOAL + space] = best
                changed = 1


def shortest_distance(w, space):
    """Return the distance to a goal by the best way from a space."""
    best = FAR_GOAL
    for edge in range(LAND_NEIGHBOUR_START[space], LAND_NEIGHBOUR_START[space + 1]):
        best = min(best, w[GOAL + LAND_NEIGHBOURS[edge]] + (WALK if space < LANDS else DISEMBARK))
    for edge in range(SEA_NEIGHBOUR_START[space], SEA_NEIGHBOUR_START[space + 1]):
        best = min(best, w[GOAL + SEA_NEIGHBOURS[edge]] + (EMBARK if space < LANDS else SAIL_STEP))
    return best + w[ENTERING + space]


def is_sea_route_best(w, land):
    """Return whether the best way from a friendly land leads over the sea."""
    for edge in range(SEA_NEIGHBOUR_START[land], SEA_NEIGHBOUR_START[land + 1]):
        if w[GOAL + SEA_NEIGHBOURS[edge]] + EMBARK <= w[GOAL + land]:
            return True
    return False
