"""Missiles: what they destroy, and when they are launched."""

from wd_env.agents.superpowers.battle_estimate import UNIT_VALUE
from wd_env.agents.superpowers.observation_reader import (
    attackers_named,
    has_anti_ballistics,
    hostile_on_land,
    is_grace,
    ready_own,
    target_space,
    technology,
)
from wd_env.agents.superpowers.style_weights import LAUNCHES, MIN_STRIKE
from wd_env.agents.superpowers.work_array import ENEMY, HOLDER_OFFSET, RELATION, UNFIT, is_friendly
from wd_env.games.superpowers.definitions.board_constants import AIR_DISTANCE
from wd_env.games.superpowers.definitions.rule_constants import (
    ACTIVE_AIR_DEFENCE,
    AIR_DEFENCE_ATTACK,
    AIR_DEFENCE_ROW,
    ANTI_BALLISTICS_ATTACK,
    CAN_BE_LOST,
    FACES,
    LAND_ROW,
    LANDS,
    LOSS_KINDS,
    LOSS_ORDER,
    MISSILE,
    MISSILE_RANGE,
    MISSILE_ROW,
    NO_ROW,
    SPACES,
    WARHEADS,
)

STRIKE_UNITS = 14  # mean of four dice


def strike_value(w, obs, land):
    """Return the mean worth of what a missile destroys in a land, in tenths of a credit."""
    if w[RELATION + land] != ENEMY:
        return 0
    remaining = STRIKE_UNITS
    value = 0
    for loss_index in range(LOSS_KINDS):
        kind = LOSS_ORDER[loss_index]
        if LAND_ROW[kind] != NO_ROW:
            count = min(remaining, hostile_on_land(obs, LAND_ROW[kind], land))
            remaining -= count
            value += count * UNIT_VALUE[kind]
    face = ANTI_BALLISTICS_ATTACK if has_anti_ballistics(obs, w[HOLDER_OFFSET + land]) else AIR_DEFENCE_ATTACK
    for _ in range(min(ACTIVE_AIR_DEFENCE, hostile_on_land(obs, AIR_DEFENCE_ROW, land))):
        value = value * (FACES - face) // FACES
    return value


def missile_distance(obs):
    return MISSILE_RANGE + technology(obs, WARHEADS)


def best_strike(w, obs, origin):
    """Return the highest worth that a missile at a land would destroy."""
    best = 0
    if is_grace(obs):
        return 0
    for land in range(LANDS):
        if AIR_DISTANCE[origin * SPACES + land] <= missile_distance(obs):
            best = max(best, strike_value(w, obs, land))
    return best


def missiles_in_range(w, obs, target):
    """Return the own missiles that reach a space."""
    count = 0
    for land in range(LANDS):
        if is_friendly(w, land) and AIR_DISTANCE[land * SPACES + target] <= missile_distance(obs):
            count += ready_own(obs, MISSILE_ROW, land)
    return count


def launch_gain(w, obs, target, style):
    """Return what a missile at a land gains beyond its price; UNFIT without one or below the least worth."""
    if LAUNCHES[style] == 0 or target >= LANDS or missiles_in_range(w, obs, target) == 0:
        return UNFIT
    value = strike_value(w, obs, target)
    return value - UNIT_VALUE[MISSILE] if value >= MIN_STRIKE[style] else UNFIT


def has_enough_missiles(w, obs):
    """Return whether the missiles that the order names destroy about all units of its target."""
    units = 0
    for loss_index in range(LOSS_KINDS):
        kind = LOSS_ORDER[loss_index]
        if LAND_ROW[kind] != NO_ROW:
            units += CAN_BE_LOST[kind] * hostile_on_land(obs, LAND_ROW[kind], target_space(obs) % LANDS)
    named = attackers_named(obs, MISSILE)
    return named > 0 and STRIKE_UNITS * (named + 1) > units + STRIKE_UNITS // 2
