"""Attacks: which target, which units join, and whether to fight on."""

from wd_env.agents.superpowers.battle_estimate import MILLE, UNIT_VALUE, battle_chance
from wd_env.agents.superpowers.board_graph import LAND_STEPS
from wd_env.agents.superpowers.forces import (
    flying_distance,
    gather_defence,
    gather_force,
    gather_visible_defenders,
    infantry_defence,
    may_leave,
)
from wd_env.agents.superpowers.observation_reader import (
    CAPITAL_MARK,
    CENTRE_MARK,
    COMPLEX_MARK,
    attackers_named,
    guns_named,
    is_at_peace_with,
    is_launch,
    land_mark,
    origin_space,
    own_cargo,
    own_power,
    ready_own,
    ready_ships,
    remaining_rounds,
    target_space,
)
from wd_env.agents.superpowers.scores.missile_scores import has_enough_missiles, launch_gain
from wd_env.agents.superpowers.style_weights import ENOUGH, MIN_CHANCE, STAYS_IN
from wd_env.agents.superpowers.work_array import (
    CAPITAL_LAND,
    FACING,
    FORCE,
    GOAL,
    GUNS,
    HOLDER_OFFSET,
    LOSS,
    RELATION,
    UNCLAIMED,
    UNFIT,
    is_friendly,
)
from wd_env.games.superpowers.definitions.actions import (
    ASSAULT,
    FIRST_DROP,
    FIRST_SPACE,
    FIRST_WHAT,
    LAUNCH,
    PRESS_ON,
    RETREAT,
    RUSH,
)
from wd_env.games.superpowers.definitions.board_constants import HOME
from wd_env.games.superpowers.definitions.rule_constants import (
    ARTILLERY_ROW,
    BOMBER_RANGE,
    BOMBER_ROW,
    FIGHTER_RANGE,
    FIGHTER_ROW,
    FOLLOWS,
    GENERAL,
    GENERAL_ROW,
    INFANTRY,
    INFANTRY_ROW,
    KINDS,
    LAND_ROW,
    LANDS,
    MISSILE_ROW,
    NO_ROW,
    RULER,
    SEA_ROWS,
    SHARES,
    TANK,
    TANK_MOVES,
    TANK_ROW,
    TRANSPORT,
    TRANSPORT_ROW,
)

BOUNTY, FOOTHOLD, CAPITAL_PRIZE, ENEMY_CAPITAL = 100, 15, 400, 400
PER_ROUND = 100  # for each round that a capital, or a full empire, pays
CENTRE_PER_ROUND = 50
COMPLEX_PRIZE = 100
EMPIRE_PRIZE = 60  # of a land of the own empire, or of one of which little is missing
MAX_HORIZON = 12  # rounds that count for a prize
NEAR_GOAL, PER_STEP = 30, 3  # of the distance to a goal
PEACE_VALUE = 60  # of a peace treaty that an attack would break
KILLS = 40  # percentage of the worth of the defenders
PER_CENT = 100


def horizon(obs):
    """Return the rounds for which something taken now pays."""
    return min(MAX_HORIZON, remaining_rounds(obs))


def target_value(w, obs, target):
    """Return what taking a space is worth, in tenths of a credit."""
    if target >= LANDS:
        return KILLS * defenders_value(w) // PER_CENT
    value = FOOTHOLD + PER_STEP * max(0, NEAR_GOAL - w[GOAL + target])
    if land_mark(obs, CAPITAL_MARK, target) == 1:
        value += CAPITAL_PRIZE + PER_ROUND * horizon(obs)
    if w[RELATION + target] == UNCLAIMED:
        value += BOUNTY
    else:
        value += COMPLEX_PRIZE * land_mark(obs, COMPLEX_MARK, target)
        value += CENTRE_PER_ROUND * horizon(obs) * land_mark(obs, CENTRE_MARK, target)
        value += KILLS * defenders_value(w) // PER_CENT
        if land_mark(obs, CAPITAL_MARK, target) == 1:
            value += ENEMY_CAPITAL
        if is_at_peace_with(obs, w[HOLDER_OFFSET + target]):
            value -= PEACE_VALUE
    if HOME[target] == own_power(obs):
        value += EMPIRE_PRIZE * horizon(obs)
    return value


def defenders_value(w):
    """Return the worth of the units in the block FACING."""
    value = 0
    for kind in range(KINDS):
        value += UNIT_VALUE[kind] * w[FACING + kind]
    return value


def attackers_can_occupy(w):
    return w[FORCE + INFANTRY] + w[FORCE + TANK] + w[FORCE + GENERAL] > 0


def expected_gain(w, obs, target, style):
    """Return the expected gain of attacking a space with the block FORCE; UNFIT below the least chance."""
    gather_defence(w, obs, target)
    if target < LANDS and not attackers_can_occupy(w):
        return UNFIT
    chance = battle_chance(w, FORCE, FACING, infantry_defence(w, target), w[GUNS])
    if chance < MIN_CHANCE[style]:
        return UNFIT
    return chance * target_value(w, obs, target) // MILLE - w[LOSS]


def score_target(w, obs, target, style):
    """Score an attack on a space with all units that reach it."""
    if target < LANDS and is_friendly(w, target):
        return UNFIT
    gather_force(w, obs, target)
    return max(expected_gain(w, obs, target, style), launch_gain(w, obs, target, style))


def score_mode(w, obs, action, style):
    """Score a way to attack: missiles if they gain more, else an assault, else a rush; no raids."""
    if action == LAUNCH:
        target = target_space(obs)
        gather_force(w, obs, target)
        assault = expected_gain(w, obs, target, style)
        return 3 if launch_gain(w, obs, target, style) > assault else 0
    return 2 if action == ASSAULT else 1 if action == RUSH else 0


def named_chance(w, obs, target):
    """Return the chance of the units that the order names already."""
    for kind in range(KINDS):
        w[FORCE + kind] = attackers_named(obs, kind)
    gather_visible_defenders(w, obs)
    return battle_chance(w, FORCE, FACING, infantry_defence(w, target), guns_named(obs))


def score_start_of_battle(w, obs, style):
    """Score beginning the battle: as soon as the chance is high enough, or enough missiles are named."""
    if is_launch(obs):
        return MILLE if has_enough_missiles(w, obs) else 0
    return MILLE if named_chance(w, obs, target_space(obs)) >= ENOUGH[style] else 0


def score_origin(w, obs, space, style):
    """Score naming a stack: by the units that it adds; the more of them, the fewer orders."""
    target = target_space(obs)
    if is_launch(obs):
        return 1 if space < LANDS and ready_own(obs, MISSILE_ROW, space) > 0 else UNFIT
    if target >= LANDS:
        return score_fleet(w, obs, space, target)
    if space >= LANDS:
        zone = space - LANDS
        return own_cargo(obs, INFANTRY_ROW, zone) + 3 * own_cargo(obs, TANK_ROW, zone)
    score = score_planes(w, obs, space, target)
    steps = LAND_STEPS[space * LANDS + target]
    ground = 0
    if steps == 1:
        score += 3 * ready_own(obs, ARTILLERY_ROW, space)
    if steps == 1 and may_leave(w, space, INFANTRY_ROW):
        ground += ready_own(obs, INFANTRY_ROW, space)
    if steps <= TANK_MOVES and may_leave(w, space, TANK_ROW):
        ground += 3 * ready_own(obs, TANK_ROW, space)
    if ground > 0 and steps == 1 and may_leave(w, space, GENERAL_ROW):
        ground += 3 * ready_own(obs, GENERAL_ROW, space)
    if ground == 0 and score == 0:
        return UNFIT
    if is_advance(w, space, target):
        ground *= MILLE  # they go along in any case
    return score + ground


def is_advance(w, land, target):
    """Return whether taking a target brings units of a land nearer to a goal."""
    return w[GOAL + target] < w[GOAL + land] and land != w[CAPITAL_LAND]


def score_planes(w, obs, land, target):
    score = 0
    if may_leave(w, land, FIGHTER_ROW) and flying_distance(land, target) <= FIGHTER_RANGE:
        score += 2 * ready_own(obs, FIGHTER_ROW, land)
    if may_leave(w, land, BOMBER_ROW) and flying_distance(land, target) <= BOMBER_RANGE:
        score += 2 * ready_own(obs, BOMBER_ROW, land)
    return score


def score_fleet(w, obs, space, target):
    """Score naming ships, or planes against ships."""
    if space < LANDS:
        return score_planes(w, obs, space, target)
    ships = 0
    for row in range(TRANSPORT_ROW + 1, SEA_ROWS):
        ships += ready_ships(obs, row, space - LANDS)
    return 3 * ships if ships > 0 else UNFIT


def score_attackers(w, obs, action, style):
    """Score naming one, half or all of a kind: the largest amount, tanks first, then artillery that fires, no ruler."""
    if is_launch(obs):
        return 0 - action  # one by one
    if action < FIRST_SPACE:
        return SHARES + action if action < FIRST_DROP else UNFIT
    choice = action - FIRST_WHAT
    kind = choice // SHARES
    amount = choice % SHARES
    space = origin_space(obs)
    if kind == RULER or kind == TRANSPORT or FOLLOWS[kind] == 1:
        return UNFIT
    if space < LANDS and LAND_ROW[kind] != NO_ROW and not may_leave(w, space, LAND_ROW[kind]):
        return UNFIT // 2 - amount
    priority = 3 if kind == TANK else 2 if kind == INFANTRY or kind == GENERAL else 1
    return SHARES * priority + amount


def score_press(w, obs, action, style):
    """Score fighting on, breaking off, or sending planes away."""
    if action == PRESS_ON:
        return 1
    if action == RETREAT:
        return MILLE if named_chance(w, obs, target_space(obs)) < STAYS_IN[style] else 0
    return UNFIT
