"""Values of armies at the end of a turn: for the next attack, as guards, and near the front."""

from wd_env.agents.domination.battle_table import PER_MILLE
from wd_env.agents.domination.battles import capture_chance
from wd_env.agents.domination.capture_values import FULL, UNFIT, score_origin
from wd_env.agents.domination.map_array import BONUS
from wd_env.agents.domination.observation_reader import defence_dice, income
from wd_env.agents.domination.style_weights import BEHIND, COUNTRY_GUARD, GROUP_GUARD, INCOME_THREAT
from wd_env.agents.domination.work_array import (
    COMPLETE_HOLDER,
    armies_on,
    border_source,
    first_border_into,
    front_distance,
    group_at,
    group_index,
    holder_at,
    last_border_into,
)


def threat_to(b, w, obs, country, style):
    """Return the armies of the strongest neighbour that may attack, with part of its income."""
    result = 0
    for border in range(first_border_into(b, country), last_border_into(b, country)):
        other = border_source(b, border)
        at = holder_at(b, w, other)
        if at > 0:
            result = max(result, armies_on(b, w, other) + income(obs, at) * INCOME_THREAT[style] // FULL)
    return result


def score_guard(b, w, obs, country, armies, style):
    """Return the expected loss of an own country with these armies as guards, 0 or negative."""
    group = group_at(b, country)
    risk = COUNTRY_GUARD[style]
    if w[group_index(b, COMPLETE_HOLDER, group)] == 0:
        risk += GROUP_GUARD[style] * b[b[BONUS] + group]
    if risk == 0:
        return 0
    return -risk * capture_chance(threat_to(b, w, obs, country, style), armies, defence_dice(obs)) // PER_MILLE


def score_division(b, w, obs, origin, remaining, target, moved, style):
    """Return the value of a division of armies between two own countries: attack, guards and distance to the front."""
    attack = max(0, score_origin(b, w, obs, origin, remaining, style), score_origin(b, w, obs, target, moved, style))
    guards = score_guard(b, w, obs, origin, remaining, style) + score_guard(b, w, obs, target, moved, style)
    behind = (front_distance(b, w, origin) - 1) * remaining + (front_distance(b, w, target) - 1) * moved
    return attack + guards - BEHIND[style] * behind


def score_move(b, w, obs, origin, target, amount, style):
    """Return the gain of moving armies between two own countries; UNFIT if it leads away from the front."""
    if front_distance(b, w, target) > front_distance(b, w, origin):
        return UNFIT
    remaining, target_armies = armies_on(b, w, origin), armies_on(b, w, target)
    before = score_division(b, w, obs, origin, remaining, target, target_armies, style)
    return score_division(b, w, obs, origin, remaining - amount, target, target_armies + amount, style) - before
