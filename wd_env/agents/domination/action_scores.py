"""The score of every action of every decision, and the best action."""

from wd_env.agents.domination.battles import capture_chance
from wd_env.agents.domination.capture_values import (
    FULL,
    UNFIT,
    compute_prizes,
    enemy_neighbours,
    own_neighbours,
    score_attack,
    score_origin,
)
from wd_env.agents.domination.guard_scores import score_division, score_guard, score_move
from wd_env.agents.domination.map_array import BONUS, COUNTRIES
from wd_env.agents.domination.observation_reader import (
    NONE,
    ORIGIN,
    TARGET,
    announced_dice,
    armies_at,
    defence_dice,
    has_card_values,
    marked_country,
    open_decision,
    unplaced_armies,
)
from wd_env.agents.domination.style_weights import (
    BREAKS_OFF,
    CARELESS,
    IDLE,
    MIN_CHANCE,
    PASSIVE,
    SEES_GROUPS,
    SETTING_UP,
    STAYS_IN,
)
from wd_env.agents.domination.work_array import (
    OWN,
    armies_on,
    border_origin,
    border_target,
    fill_work_array,
    first_border,
    group_at,
    group_index,
    group_size,
    is_own,
    last_border,
)
from wd_env.games.domination.definitions.decision_codes import (
    ATTACK_FROM,
    ATTACK_TO,
    CAPITAL,
    CLAIM,
    FORT_AMOUNT,
    FORT_FROM,
    FORT_TO,
    OCCUPY,
    PLACE,
    PLACE_AMOUNT,
    ROLL,
    SETUP_PLACE,
    TRADE,
)
from wd_env.games.domination.definitions.rule_constants import (
    AMOUNT_VERB,
    BLITZ_VERB,
    DICE_VERB,
    FIXED,
    FIXED_VALUES,
    ITALIAN,
    ITALIAN_VALUES,
    PASS_VERB,
    SET_CARDS,
    SYMBOL_COUNT,
    TRADE_VERB,
    VERBS,
    WILD,
)
from wd_env.games.domination.rules.amounts import amount_in

NEAR_OWN, INSIDE, ROOMY = 10, 30, 300  # of a claim: own neighbours, own countries of the group, bonus of the group
EXACT_CARD_SCORE = 10_000  # of a card with the named country: before wildcards
CERTAIN_CHANCE = 950  # chance in thousandths from which a battle is fought to its end without checks


def score_country(b, w, obs, decision, country, draw, style):
    """Score a country that may be named."""
    if decision == CLAIM:
        return score_claim(b, w, country, style)
    if decision == PLACE or decision == SETUP_PLACE:
        return score_placement(b, w, obs, decision, country, draw, style)
    if decision == CAPITAL:
        return armies_on(b, w, country) + own_neighbours(b, w, country) - enemy_neighbours(b, w, country)
    if decision == ATTACK_FROM:
        return UNFIT if draw < IDLE[style] else score_origin(b, w, obs, country, armies_on(b, w, country), style)
    if decision == ATTACK_TO:
        return score_target(b, w, obs, marked_country(b, obs, ORIGIN), country, MIN_CHANCE[style], style)
    if decision == FORT_FROM:
        return score_leaving(b, w, obs, country, style)
    if decision == FORT_TO:
        return score_crossing(b, w, obs, marked_country(b, obs, ORIGIN), country, style)
    if decision == TRADE:
        return EXACT_CARD_SCORE + (1 if is_own(b, w, country) else 0)
    return 0


def score_border_action(b, w, obs, decision, border, draw, style):
    """Score an attack or a move across a border."""
    origin = border_origin(b, border)
    if decision == ATTACK_FROM:
        return (
            UNFIT
            if draw < IDLE[style]
            else score_target(b, w, obs, origin, border_target(b, border), MIN_CHANCE[style], style)
        )
    return score_crossing(b, w, obs, origin, border_target(b, border), style)


def score_target(b, w, obs, origin, target, minimum, style):
    """Score an attack with all armies of a country that captures at least with chance `minimum`."""
    return score_attack(b, w, obs, target, armies_on(b, w, origin), minimum, style)


def score_claim(b, w, country, style):
    """Score a claim: countries next to own ones, in groups that are small for their bonus."""
    group = group_at(b, country)
    score = NEAR_OWN * own_neighbours(b, w, country)
    if SEES_GROUPS[style] == 1:
        size = group_size(b, group)
        score += ROOMY * b[b[BONUS] + group] // (size * size) + INSIDE * w[group_index(b, OWN, group)] // size
    return score


def score_placement(b, w, obs, decision, country, draw, style):
    """Score placing armies: next to the best attack or as guards, or with `draw` next to any enemy."""
    if style == PASSIVE:
        return 0
    if enemy_neighbours(b, w, country) == 0:
        return UNFIT
    if draw < CARELESS[style]:
        return 0
    armies_before, stock = armies_on(b, w, country), unplaced_armies(obs, 0)
    if decision == SETUP_PLACE:
        armies = armies_before + 1 + stock * SETTING_UP[style] // FULL
        return max(0, score_origin(b, w, obs, country, armies, style)) + armies_before
    guarded = score_guard(b, w, obs, country, armies_before, style)
    return score_armies(b, w, obs, country, armies_before + stock, style) - guarded + armies_before


def score_armies(b, w, obs, country, armies, style):
    """Score a number of armies on a border country: their best attack, and what they guard."""
    return max(0, score_origin(b, w, obs, country, armies, style)) + score_guard(b, w, obs, country, armies, style)


def score_leaving(b, w, obs, country, style):
    """Score the best move of all armies that can leave a country; UNFIT if none gains anything."""
    best = UNFIT
    for border in range(first_border(b, country), last_border(b, country)):
        if is_own(b, w, border_target(b, border)):
            best = max(best, score_crossing(b, w, obs, country, border_target(b, border), style))
    return best


def score_crossing(b, w, obs, origin, target, style):
    """Score a move of all armies that can leave; UNFIT if it gains nothing."""
    if style == PASSIVE:
        return UNFIT
    score = score_move(b, w, obs, origin, target, armies_on(b, w, origin) - 1, style)
    return score if score > 0 else UNFIT


def score_verb(b, w, obs, decision, verb, can_pass, draw, style):
    """Score an action that is neither a country nor a border."""
    if decision == OCCUPY or decision == FORT_AMOUNT:
        return score_move_amount(b, w, obs, decision, verb, can_pass, style)
    if decision == ROLL:
        return score_roll(b, obs, verb, style)
    if verb == PASS_VERB:
        return 0
    if decision == TRADE:
        return score_set(obs, verb - TRADE_VERB)
    if decision == PLACE_AMOUNT:
        return score_placement_amount(obs, verb - AMOUNT_VERB, draw, style)
    return verb - DICE_VERB  # as many dice as may be


def score_roll(b, obs, verb, style):
    """Score fighting on with all dice, fighting to the end if the chance is high, or stopping after losses."""
    if BREAKS_OFF[style] == 0:
        return verb  # stopping is the lowest verb, and fighting on the highest
    armies, against = (
        armies_at(b, obs, marked_country(b, obs, ORIGIN)),
        armies_at(b, obs, marked_country(b, obs, TARGET)),
    )
    chance = capture_chance(armies, against, defence_dice(obs))
    if verb == PASS_VERB:
        return VERBS if chance < STAYS_IN[style] else UNFIT
    return UNFIT + verb if verb == BLITZ_VERB and chance < CERTAIN_CHANCE else verb


def score_set(obs, kind):
    """Score a set by its value, with wildcards last."""
    wild = SET_CARDS[kind * SYMBOL_COUNT + WILD]
    if has_card_values(obs, FIXED):
        return FULL * FIXED_VALUES[kind] - wild
    if has_card_values(obs, ITALIAN):
        return FULL * ITALIAN_VALUES[kind] - wild
    return FULL - wild


def score_placement_amount(obs, bucket, draw, style):
    """Score placing all armies in one country; a random amount for a careless style."""
    return 0 if draw < CARELESS[style] else amount_in(bucket, 1, unplaced_armies(obs, 0))


def score_move_amount(b, w, obs, decision, verb, can_pass, style):
    """Score how armies are divided between origin and target; some have moved already if passing is allowed."""
    origin, target = marked_country(b, obs, ORIGIN), marked_country(b, obs, TARGET)
    minimum = announced_dice(obs) if decision == OCCUPY else 1
    origin_armies = armies_on(b, w, origin)
    amount = (
        0 if verb == PASS_VERB else amount_in(verb - AMOUNT_VERB, 0 if can_pass == 1 else minimum, origin_armies - 1)
    )
    return score_division(b, w, obs, origin, origin_armies - amount, target, armies_on(b, w, target) + amount, style)


def prepare_scores(b, w, obs, decision, style):
    """Prepare the work array for a decision."""
    fill_work_array(b, w, obs)
    if decision != CLAIM and decision != TRADE:
        compute_prizes(b, w, obs, style)


def num_legal(mask):
    """Return the number of legal actions."""
    result = 0
    for a in range(len(mask)):
        result += mask[a]
    return result


def best_action(b, w, obs, mask, start, draw, style):
    """Return the legal action with the highest score in this style; of equals the first from index `start` on.

    `draw` is a random number below 100 that decides how careful the choice is; `w` is the work array.
    """
    decision = open_decision(obs)
    is_open = num_legal(mask) > 1
    if is_open and decision != ROLL and decision != PLACE_AMOUNT:
        prepare_scores(b, w, obs, decision, style)
    can_pass = mask[b[COUNTRIES] + PASS_VERB]
    best = NONE
    best_score = 0
    a = start % len(mask)
    for _ in range(len(mask)):
        if mask[a] == 1:
            score = score_action(b, w, obs, decision, a, can_pass, draw, style) if is_open else 0
            if best == NONE or score > best_score:
                best = a
                best_score = score
        a += 1
        if a == len(mask):
            a = 0
    return best


def score_action(b, w, obs, decision, a, can_pass, draw, style):
    """Score a legal action: a country, a verb or a border."""
    countries = b[COUNTRIES]
    if a < countries:
        return score_country(b, w, obs, decision, a, draw, style)
    if a < countries + VERBS:
        return score_verb(b, w, obs, decision, a - countries, can_pass, draw, style)
    return score_border_action(b, w, obs, decision, a - countries - VERBS, draw, style)


def make_policy_kernel(cache_key):
    """Return the compiled function over many rows; `cache_key` is in its closure because Numba's cache keys on it."""

    def choose_actions(b, w, obs, masks, start_actions, uniforms, style, out):
        cache_key  # noqa: B018
        for row in range(len(out)):
            out[row] = best_action(b, w, obs[row], masks[row], start_actions[row], uniforms[row], style)

    return choose_actions
