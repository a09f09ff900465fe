"""What captures are worth and what attacks bring, in hundredths of an army."""

from wd_env.agents.domination.battle_table import PER_MILLE
from wd_env.agents.domination.battles import HUNDRED, capture_chance, expected_loss
from wd_env.agents.domination.decision_notes import (
    COUNT,
    NEAR,
    OWN,
    PRIZE,
    TOTAL,
    UNKNOWN,
    VISIT,
    WHOLE,
    WORTH,
    armies_on,
    beaten_note,
    country_note,
    first_way,
    group_at,
    group_note,
    group_size,
    holder_at,
    is_enemy,
    is_own,
    last_way,
    note_reaches,
    seat_note,
    visit_note,
    way_at,
)
from wd_env.agents.domination.map_array import BONUS
from wd_env.agents.domination.observation_reader import (
    CAPITALS,
    NONE,
    cards_held,
    defence_dice,
    has_captured,
    is_hunted,
    is_wanted_group,
    plane_at,
    plays_type,
    set_value_of,
    stock_of,
)
from wd_env.agents.domination.style_weights import (
    AHEAD,
    BEATEN,
    BROKEN,
    CARD,
    CARD_SHARE,
    COMPLETED,
    COST,
    FOLLOWS,
    ITS_CARD,
    LEADER,
    LEAST_CHANCE,
    NEIGHBOUR,
    OF_CAPITAL,
    OF_MISSION,
    PROGRESS,
    REMOVAL,
    SEAT_IN_REACH,
    SEES_GROUPS,
    TAKEN,
)
from wd_env.games.domination.definitions.rule_constants import CAPITAL_GAME, MISSION_GAME, SEATS, STAYS

UNFIT = -(10**9)  # below every score
FULL = 100  # per cent


def note_prizes(b, w, obs, style):
    """Note what each country of a seat brings because it is its, and what a beaten army brings.

    The latter by the square of the own share of all armies, for third seats gain by it, too.
    """
    note_reaches(b, w)
    everybody = all_armies(b, w)
    for at in range(1, SEATS):
        if w[seat_note(b, COUNT, at)] > 0:
            prize = TAKEN[style] + worth_of_holder(b, w, obs, at, style)
            w[seat_note(b, PRIZE, at)] = prize + LEADER[style] * w[seat_note(b, TOTAL, at)] // everybody
    share = FULL * w[seat_note(b, TOTAL, 0)] // max(1, everybody)
    w[beaten_note(b)] = BEATEN[style] * share * share // (FULL * FULL)


def all_armies(b, w):
    """Armies of all seats on the map."""
    everybody = 0
    for at in range(SEATS):
        everybody += w[seat_note(b, TOTAL, at)]
    return everybody


def worth_at(b, w, obs, country, style):
    """What it brings to take a country from whoever holds it; counted once a decision."""
    at = country_note(b, WORTH, country)
    if w[at] == UNKNOWN:
        w[at] = worth_of_capture(b, w, obs, country, style)
    return w[at]


def worth_of_capture(b, w, obs, country, style):
    """The prize of its holder, its group, its neighbours, and what the goal of the game asks for."""
    at = holder_at(b, w, country)
    group = group_at(b, country)
    score = w[seat_note(b, PRIZE, at)]
    if SEES_GROUPS[style] == 1:
        score += worth_of_group(b, w, obs, at, group, style)
    score += NEIGHBOUR[style] * (own_neighbours(b, w, country) - enemy_neighbours(b, w, country))
    if plays_type(obs, CAPITAL_GAME) and obs[plane_at(b, CAPITALS, country)] > 0:
        score += OF_CAPITAL[style]
    if plays_type(obs, MISSION_GAME) and (is_hunted(obs, at) or is_wanted_group(obs, group)):
        score += OF_MISSION[style]
    return score


def worth_of_group(b, w, obs, at, group, style):
    """One country more of a group, and the bonus that its holder may lose by it."""
    size = group_size(b, group)
    bonus = b[b[BONUS] + group]
    held = w[group_note(b, OWN, group)] + 1
    score = bonus * COMPLETED[style] if held == size else bonus * PROGRESS[style] * held // size
    if w[group_note(b, WHOLE, group)] == at:
        score += bonus * BROKEN[style]
    return score


def worth_of_holder(b, w, obs, at, style):
    """Nearness of an opponent's end: its cards go to whoever brings it."""
    gain = REMOVAL[style] + ITS_CARD[style] * cards_held(obs, at) * set_value_of(obs)
    held = w[seat_note(b, COUNT, at)]
    if held == 1:
        return gain
    reach = reached(w[seat_note(b, NEAR, at)] + stock_of(obs, 0), w[seat_note(b, TOTAL, at)] + held)
    return gain * SEAT_IN_REACH[style] // FULL * reach // (FULL * held)


def reached(force, needed):
    """Per cent to which armies are enough; little of it until they nearly are."""
    share = min(FULL, FULL * force // max(1, needed))
    return share * share // FULL


def own_neighbours(b, w, country):
    found = 0
    for way in range(first_way(b, country), last_way(b, country)):
        found += 1 if is_own(b, w, way_at(b, way)) else 0
    return found


def enemy_neighbours(b, w, country):
    """Neighbours that others hold."""
    return last_way(b, country) - first_way(b, country) - own_neighbours(b, w, country)


def worth_of_card(obs, style):
    """What the first capture of a turn brings beside its country."""
    return 0 if has_captured(obs) else CARD[style] + CARD_SHARE[style] * set_value_of(obs)


def score_step(b, w, obs, attackers, target, style):
    """One capture of an attack: its chance of the worth, and the armies of both sides."""
    defenders = armies_on(b, w, target)
    dice = defence_dice(obs)
    chance = capture_chance(attackers, defenders, dice)
    score = chance * worth_at(b, w, obs, target, style) // PER_MILLE
    score += chance * defenders * w[beaten_note(b)] // PER_MILLE
    return score - COST[style] * expected_loss(attackers, defenders, dice) // HUNDRED


def score_attack(b, w, obs, target, attackers, least, style):
    """An attack by so many armies and what it opens; UNFIT where its first battle has not the least chance."""
    dice = defence_dice(obs)
    chance = capture_chance(attackers, armies_on(b, w, target), dice)
    if chance < least:
        return UNFIT
    score = score_step(b, w, obs, attackers, target, style) + chance * worth_of_card(obs, style) // PER_MILLE
    w[visit_note(b)] += 1
    share = FOLLOWS[style]
    here = target
    for _ in range(AHEAD[style] - 1):
        w[country_note(b, VISIT, here)] = w[visit_note(b)]
        defenders = armies_on(b, w, here)
        share = share * capture_chance(attackers, defenders, dice) // PER_MILLE
        attackers -= 1 + (expected_loss(attackers, defenders, dice) + HUNDRED - 1) // HUNDRED
        here = next_target(b, w, obs, here, attackers, style)
        if here == NONE:
            return score
        score += share * score_step(b, w, obs, attackers, here, style) // FULL
    return score


def next_target(b, w, obs, here, attackers, style):
    """The best capture that goes on from a country, of those that are not part of the attack yet; NONE without one."""
    best = NONE
    best_score = 0
    if attackers <= STAYS:
        return best
    for way in range(first_way(b, here), last_way(b, here)):
        target = way_at(b, way)
        if is_enemy(b, w, target) and w[country_note(b, VISIT, target)] != w[visit_note(b)]:
            score = score_step(b, w, obs, attackers, target, style)
            if score > best_score:
                best = target
                best_score = score
    return best


def score_origin(b, w, obs, origin, attackers, style):
    """The best attack from here by so many armies; UNFIT where there is nobody to attack."""
    best = UNFIT
    for way in range(first_way(b, origin), last_way(b, origin)):
        target = way_at(b, way)
        if is_enemy(b, w, target):
            best = max(best, score_attack(b, w, obs, target, attackers, LEAST_CHANCE[style], style))
    return best
