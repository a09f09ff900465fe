"""Values of captures and gains of attacks, in hundredths of an army."""

from wd_env.agents.domination.battle_table import PER_MILLE
from wd_env.agents.domination.battles import HUNDRED, capture_chance, expected_loss
from wd_env.agents.domination.map_array import BONUS
from wd_env.agents.domination.observation_reader import (
    CAPITALS,
    NONE,
    defence_dice,
    has_captured,
    is_hunted,
    is_mission_group,
    next_set_value,
    num_cards,
    plane_at,
    plays_type,
    unplaced_armies,
)
from wd_env.agents.domination.style_weights import (
    BEATEN_ARMY,
    BROKEN,
    CAPITAL_VALUE,
    CAPTURE,
    CARD,
    CARD_PER_SET_ARMY,
    COMPLETED,
    COST,
    LATER_CAPTURES,
    LEADER,
    LOOKAHEAD,
    MIN_CHANCE,
    MISSION_VALUE,
    NEIGHBOUR,
    PROGRESS,
    REMOVAL,
    REMOVAL_CARDS,
    SEAT_IN_REACH,
    SEES_GROUPS,
)
from wd_env.agents.domination.work_array import (
    COMPLETE_HOLDER,
    COUNT,
    NEAR,
    OWN,
    PRIZE,
    TOTAL,
    UNKNOWN,
    VALUE,
    VISIT,
    armies_on,
    beaten_index,
    border_target,
    compute_reaches,
    country_index,
    first_border,
    group_at,
    group_index,
    group_size,
    holder_at,
    is_enemy,
    is_own,
    last_border,
    seat_index,
    visit_index,
)
from wd_env.games.domination.definitions.rule_constants import CAPITAL_GAME, MIN_GARRISON, MISSION_GAME, SEATS

UNFIT = -(10**9)  # below every score
FULL = 100  # percent


def compute_prizes(b, w, obs, style):
    """Write the value of each opponent's country for its holder alone, and the value of a beaten army.

    The latter is weighted by the squared fraction of all armies that is our own, because third seats gain too.
    """
    compute_reaches(b, w)
    total = all_armies(b, w)
    for at in range(1, SEATS):
        if w[seat_index(b, COUNT, at)] > 0:
            prize = CAPTURE[style] + holder_value(b, w, obs, at, style)
            w[seat_index(b, PRIZE, at)] = prize + LEADER[style] * w[seat_index(b, TOTAL, at)] // total
    percent = FULL * w[seat_index(b, TOTAL, 0)] // max(1, total)
    w[beaten_index(b)] = BEATEN_ARMY[style] * percent * percent // (FULL * FULL)


def all_armies(b, w):
    """Return the number of armies of all seats on the map."""
    total = 0
    for at in range(SEATS):
        total += w[seat_index(b, TOTAL, at)]
    return total


def value_at(b, w, obs, country, style):
    """Return the value of capturing a country; computed once per decision."""
    at = country_index(b, VALUE, country)
    if w[at] == UNKNOWN:
        w[at] = capture_value(b, w, obs, country, style)
    return w[at]


def capture_value(b, w, obs, country, style):
    """Compute the value of a capture from its holder, group and neighbours, and from the goal of the game."""
    at = holder_at(b, w, country)
    group = group_at(b, country)
    score = w[seat_index(b, PRIZE, at)]
    if SEES_GROUPS[style] == 1:
        score += group_value(b, w, obs, at, group, style)
    score += NEIGHBOUR[style] * (own_neighbours(b, w, country) - enemy_neighbours(b, w, country))
    if plays_type(obs, CAPITAL_GAME) and obs[plane_at(b, CAPITALS, country)] > 0:
        score += CAPITAL_VALUE[style]
    if plays_type(obs, MISSION_GAME) and (is_hunted(obs, at) or is_mission_group(obs, group)):
        score += MISSION_VALUE[style]
    return score


def group_value(b, w, obs, at, group, style):
    """Return the value of one more country of a group, and of the bonus that its holder may lose."""
    size = group_size(b, group)
    bonus = b[b[BONUS] + group]
    owned = w[group_index(b, OWN, group)] + 1
    score = bonus * COMPLETED[style] if owned == size else bonus * PROGRESS[style] * owned // size
    if w[group_index(b, COMPLETE_HOLDER, group)] == at:
        score += bonus * BROKEN[style]
    return score


def holder_value(b, w, obs, at, style):
    """Return the value of bringing an opponent closer to removal, which gives us its cards."""
    gain = REMOVAL[style] + REMOVAL_CARDS[style] * num_cards(obs, at) * next_set_value(obs)
    owned = w[seat_index(b, COUNT, at)]
    if owned == 1:
        return gain
    reach = reach_percent(w[seat_index(b, NEAR, at)] + unplaced_armies(obs, 0), w[seat_index(b, TOTAL, at)] + owned)
    return gain * SEAT_IN_REACH[style] // FULL * reach // (FULL * owned)


def reach_percent(force, needed):
    """Return the percentage to which armies suffice; it is low until they nearly do."""
    percent = min(FULL, FULL * force // max(1, needed))
    return percent * percent // FULL


def own_neighbours(b, w, country):
    result = 0
    for border in range(first_border(b, country), last_border(b, country)):
        result += 1 if is_own(b, w, border_target(b, border)) else 0
    return result


def enemy_neighbours(b, w, country):
    """Return the number of neighbours that other seats hold."""
    return last_border(b, country) - first_border(b, country) - own_neighbours(b, w, country)


def card_value(obs, style):
    """Return the value of the card for the first capture of a turn."""
    return 0 if has_captured(obs) else CARD[style] + CARD_PER_SET_ARMY[style] * next_set_value(obs)


def score_step(b, w, obs, attackers, target, style):
    """Return the gain of one capture of an attack: its chance times its value, minus losses of both sides."""
    defenders = armies_on(b, w, target)
    dice = defence_dice(obs)
    chance = capture_chance(attackers, defenders, dice)
    score = chance * value_at(b, w, obs, target, style) // PER_MILLE
    score += chance * defenders * w[beaten_index(b)] // PER_MILLE
    return score - COST[style] * expected_loss(attackers, defenders, dice) // HUNDRED


def score_attack(b, w, obs, target, attackers, minimum, style):
    """Return the gain of an attack and the captures after it; UNFIT if its first battle is below `minimum`."""
    dice = defence_dice(obs)
    chance = capture_chance(attackers, armies_on(b, w, target), dice)
    if chance < minimum:
        return UNFIT
    score = score_step(b, w, obs, attackers, target, style) + chance * card_value(obs, style) // PER_MILLE
    w[visit_index(b)] += 1
    percent = LATER_CAPTURES[style]
    country = target
    for _ in range(LOOKAHEAD[style] - 1):
        w[country_index(b, VISIT, country)] = w[visit_index(b)]
        defenders = armies_on(b, w, country)
        percent = percent * capture_chance(attackers, defenders, dice) // PER_MILLE
        attackers -= 1 + (expected_loss(attackers, defenders, dice) + HUNDRED - 1) // HUNDRED
        country = next_target(b, w, obs, country, attackers, style)
        if country == NONE:
            return score
        score += percent * score_step(b, w, obs, attackers, country, style) // FULL
    return score


def next_target(b, w, obs, country, attackers, style):
    """Return the best capture that continues from a country and is not part of the attack yet, or NONE."""
    best = NONE
    best_score = 0
    if attackers <= MIN_GARRISON:
        return best
    for border in range(first_border(b, country), last_border(b, country)):
        target = border_target(b, border)
        if is_enemy(b, w, target) and w[country_index(b, VISIT, target)] != w[visit_index(b)]:
            score = score_step(b, w, obs, attackers, target, style)
            if score > best_score:
                best = target
                best_score = score
    return best


def score_origin(b, w, obs, origin, attackers, style):
    """Return the gain of the best attack from a country with these armies; UNFIT if it has no enemy neighbour."""
    best = UNFIT
    for border in range(first_border(b, origin), last_border(b, origin)):
        target = border_target(b, border)
        if is_enemy(b, w, target):
            best = max(best, score_attack(b, w, obs, target, attackers, MIN_CHANCE[style], style))
    return best
