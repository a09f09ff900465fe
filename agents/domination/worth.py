"""What captures and places are worth, in tenths of an army."""

from wd_env.agents.domination.board import COUNTRIES
from wd_env.agents.domination.sight import (
    CAPITALS,
    NONE,
    armies_on,
    cards_held,
    far_between,
    first_way,
    group_at,
    group_bonus_at,
    group_size,
    has_captured,
    held_by,
    held_in_group,
    holder_at,
    is_hunted,
    is_own,
    is_wanted_group,
    last_way,
    plane_at,
    plays_type,
    way_at,
)
from wd_env.agents.domination.styles import (
    BROKEN,
    CARD,
    COMPLETED,
    DYING,
    FEW_LEFT,
    HUNDRED,
    ITS_CARD,
    LOST,
    MARGIN,
    NEIGHBOUR,
    OF_CAPITAL,
    OF_MISSION,
    PROGRESS,
    RATIO,
    REMOVAL,
    SEES_GROUPS,
    TAKEN,
    THREATENED,
)
from wd_env.domination.numbers import CAPITAL_GAME, MISSION_GAME

UNFIT = -99999  # below every score
TOO_FEW = 9999  # what an attack loses that cannot be dared


def worth_of_capture(b, obs, country, style):
    """What it brings to take a country from whoever holds it."""
    at = holder_at(b, obs, country)
    score = TAKEN[style] + (0 if has_captured(obs) else CARD[style])
    score += worth_of_group(b, obs, at, group_at(b, country), style)
    score += worth_of_holder(obs, at, style)
    score += NEIGHBOUR[style] * (own_neighbours(b, obs, country) - enemy_neighbours(b, obs, country))
    if plays_type(obs, CAPITAL_GAME) and obs[plane_at(b, CAPITALS, country)] > 0:
        score += OF_CAPITAL[style]
    if plays_type(obs, MISSION_GAME) and (is_hunted(obs, at) or is_wanted_group(obs, group_at(b, country))):
        score += OF_MISSION[style]
    return score


def worth_of_group(b, obs, at, group, style):
    """One country more of a group, and the bonus that its holder may lose by it."""
    if SEES_GROUPS[style] == 0:
        return 0
    size = group_size(b, group)
    bonus = group_bonus_at(b, group)
    held = held_in_group(b, obs, 0, group) + 1
    score = bonus * COMPLETED[style] if held == size else bonus * PROGRESS[style] * held // size
    if held_in_group(b, obs, at, group) == size:
        score += bonus * BROKEN[style]
    return score


def worth_of_holder(obs, at, style):
    """Nearness of an opponent's end: its cards go to whoever brings it."""
    held = held_by(obs, at)
    if held == 1:
        return REMOVAL[style] + ITS_CARD[style] * cards_held(obs, at)
    return (DYING[style] + cards_held(obs, at)) * (FEW_LEFT + 1 - held) if held <= FEW_LEFT else 0


def own_neighbours(b, obs, country):
    found = 0
    for way in range(first_way(b, country), last_way(b, country)):
        found += 1 if is_own(b, obs, way_at(b, way)) else 0
    return found


def enemy_neighbours(b, obs, country):
    """Neighbours that others hold."""
    return last_way(b, country) - first_way(b, country) - own_neighbours(b, obs, country)


def needed_against(armies, style):
    """Armies that must stand at the origin to attack so many."""
    return 1 + MARGIN[style] + armies * RATIO[style] // HUNDRED


def score_edge(b, obs, origin, target, more, style):
    """An attack across a border, with so many armies more; far below 0 while they are too few."""
    there = armies_on(b, obs, target)
    score = worth_of_capture(b, obs, target, style) - LOST[style] * there
    return score if armies_on(b, obs, origin) + more >= needed_against(there, style) else score - TOO_FEW


def score_origin(b, obs, origin, more, style):
    """The best attack from here; UNFIT where there is nobody to attack."""
    best = UNFIT
    for way in range(first_way(b, origin), last_way(b, origin)):
        target = way_at(b, way)
        if not is_own(b, obs, target) and holder_at(b, obs, target) != NONE:
            best = max(best, score_edge(b, obs, origin, target, more, style))
    return best


def threat_to(b, obs, country):
    """Armies that stand beside a country and are not one's own, less those that stay."""
    found = 0
    for way in range(first_way(b, country), last_way(b, country)):
        other = way_at(b, way)
        if not is_own(b, obs, other):
            found += armies_on(b, obs, other) - 1
    return found


def score_guard(b, obs, country, style):
    """What an army more is worth to a country that guards a complete group."""
    group = group_at(b, country)
    if SEES_GROUPS[style] == 0 or held_in_group(b, obs, 0, group) < group_size(b, group):
        return 0
    return THREATENED[style] * max(0, threat_to(b, obs, country) - armies_on(b, obs, country))


def far_from_front(b, obs, country):
    """Borders on the way to the nearest country of somebody else."""
    found = b[COUNTRIES]
    for other in range(b[COUNTRIES]):
        if not is_own(b, obs, other):
            found = min(found, far_between(b, country, other))
    return found
