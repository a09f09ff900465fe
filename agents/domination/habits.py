"""The score of every answer to every decision, and the best one."""

from wd_env.agents.domination.board import COUNTRIES
from wd_env.agents.domination.sight import (
    ORIGIN,
    TARGET,
    armies_on,
    group_at,
    group_bonus_at,
    group_size,
    held_in_group,
    is_own,
    marked,
    open_question,
    start_of,
    stock_of,
    values_are,
    way_at,
)
from wd_env.agents.domination.styles import BREAKS_OFF, CARELESS, HUNDRED, IDLE, PASSIVE, SEES_GROUPS
from wd_env.agents.domination.worth import (
    UNFIT,
    enemy_neighbours,
    far_from_front,
    needed_against,
    own_neighbours,
    score_edge,
    score_guard,
    score_origin,
)
from wd_env.domination.numbers import (
    AMOUNT_VERB,
    BLITZ_VERB,
    DICE_VERB,
    FIXED,
    FIXED_VALUES,
    ITALIAN,
    ITALIAN_VALUES,
    MOST,
    PASS_VERB,
    SET_CARDS,
    SYMBOL_COUNT,
    TRADE_VERB,
    VERBS,
    WILD,
)
from wd_env.domination.questions import (
    ATTACK_FROM,
    ATTACK_TO,
    CAPITAL,
    CLAIM,
    FORT_FROM,
    FORT_TO,
    OCCUPY,
    PLACE,
    PLACE_AMOUNT,
    ROLL,
    SETUP_PLACE,
    TRADE,
)

NEAR, INSIDE, ROOMY = 10, 30, 300  # of a claim: an own neighbour, an own country of the group, the group's bonus
FAR_AHEAD = 10_000_000  # of a pass: a move that is worth it, however little its target is
EASILY = 2  # times the defender's armies with which a battle is rolled on without a look


def score_country(b, obs, question, country, draw, style):
    """A country that may be named."""
    if question == CLAIM:
        return score_claim(b, obs, country, style)
    if question == PLACE or question == SETUP_PLACE:
        return score_place(b, obs, question, country, draw, style)
    if question == CAPITAL:
        return armies_on(b, obs, country) + own_neighbours(b, obs, country) - enemy_neighbours(b, obs, country)
    if question == ATTACK_FROM:
        return UNFIT if draw < IDLE[style] else score_origin(b, obs, country, 0, style)
    if question == ATTACK_TO:
        return score_edge(b, obs, marked(b, obs, ORIGIN), country, 0, style)
    if question == FORT_FROM:
        return score_leaving(b, obs, country, style)
    if question == TRADE:
        return HUNDRED * HUNDRED + (1 if is_own(b, obs, country) else 0)  # before wildcards
    if question == FORT_TO:
        return score_origin(b, obs, country, 0, style) // HUNDRED - HUNDRED * HUNDRED * far_from_front(b, obs, country)
    return 0


def score_border(b, obs, question, way, draw, style):
    """A border that may be named: what both of its ends are worth, one after the other."""
    origin = start_of(b, way)
    target = way_at(b, way)
    if question == ATTACK_FROM:
        return UNFIT if draw < IDLE[style] else score_edge(b, obs, origin, target, 0, style)
    leaving = score_leaving(b, obs, origin, style)
    if leaving <= 0:
        return leaving
    return leaving + FAR_AHEAD + score_country(b, obs, FORT_TO, target, draw, style)


def score_claim(b, obs, country, style):
    """Countries of groups that are small for their bonus, beside one's own."""
    group = group_at(b, country)
    score = NEAR * own_neighbours(b, obs, country)
    if SEES_GROUPS[style] == 1:
        size = group_size(b, group)
        score += ROOMY * group_bonus_at(b, group) // (size * size) + INSIDE * held_in_group(b, obs, 0, group) // size
    return score


def score_place(b, obs, question, country, draw, style):
    """Armies beside the best attack, or where they guard a group; or beside anybody."""
    if style == PASSIVE:
        return 0
    if enemy_neighbours(b, obs, country) == 0:
        return UNFIT
    if draw < CARELESS[style]:
        return 0
    more = 0 if question == SETUP_PLACE else stock_of(obs, 0)
    here = armies_on(b, obs, country)
    return score_origin(b, obs, country, more, style) + here + score_guard(b, obs, country, style)


def score_leaving(b, obs, country, style):
    """Armies that stand behind the front; they are of no use there."""
    if style == PASSIVE or far_from_front(b, obs, country) == 1:
        return UNFIT
    return armies_on(b, obs, country)


def score_verb(b, obs, question, verb, draw, style):
    """Everything that is no country."""
    if verb == PASS_VERB:
        return score_pass(b, obs, question, style)
    if question == TRADE:
        return score_set(obs, verb - TRADE_VERB)
    if question == ROLL and verb == BLITZ_VERB:
        return 2 if BREAKS_OFF[style] == 0 or is_easy(b, obs) else 0
    if verb < BLITZ_VERB:
        return verb - DICE_VERB - 1
    return score_amount(b, obs, question, verb - AMOUNT_VERB, draw, style)


def score_pass(b, obs, question, style):
    """An end: below whatever is worth something; of a battle, when it has gone wrong."""
    if question == ROLL:
        return HUNDRED if BREAKS_OFF[style] == 1 and is_lost(b, obs, style) else UNFIT
    return 0


def is_lost(b, obs, style):
    """Nobody would begin this battle now."""
    there = armies_on(b, obs, marked(b, obs, TARGET))
    return armies_on(b, obs, marked(b, obs, ORIGIN)) < needed_against(there, style)


def is_easy(b, obs):
    """A battle that hardly goes wrong."""
    return armies_on(b, obs, marked(b, obs, ORIGIN)) > EASILY * armies_on(b, obs, marked(b, obs, TARGET)) + 1


def score_set(obs, kind):
    """The set that brings most, and wildcards last."""
    wild = SET_CARDS[kind * SYMBOL_COUNT + WILD]
    if values_are(obs, FIXED):
        return HUNDRED * FIXED_VALUES[kind] - wild
    if values_are(obs, ITALIAN):
        return HUNDRED * ITALIAN_VALUES[kind] - wild
    return HUNDRED - wild


def score_amount(b, obs, question, bucket, draw, style):
    """All or as few as may be; at random where nothing speaks for either."""
    if question == PLACE_AMOUNT and draw < CARELESS[style]:
        return 0
    if question == OCCUPY and BREAKS_OFF[style] == 1 and stays_behind(b, obs, style):
        return -bucket
    return 1 if bucket == MOST else 0


def stays_behind(b, obs, style):
    """The next attack is better from where the armies come."""
    origin = marked(b, obs, ORIGIN)
    moving = armies_on(b, obs, origin) - 1
    here = score_origin(b, obs, origin, 0, style)
    return here > score_origin(b, obs, marked(b, obs, TARGET), moving, style)


def best_answer(b, obs, mask, start, draw, style):
    """The legal answer of the highest score in this style; among equals the first from `start` on.

    `draw` is a number below 100 that decides how careful the answer is.
    """
    question = open_question(obs)
    countries = b[COUNTRIES]
    best = -1
    best_score = 2 * UNFIT
    a = start % len(mask)
    for _ in range(len(mask)):
        if mask[a] == 1:
            if a < countries:
                score = score_country(b, obs, question, a, draw, style)
            elif a < countries + VERBS:
                score = score_verb(b, obs, question, a - countries, draw, style)
            else:
                score = score_border(b, obs, question, a - countries - VERBS, draw, style)
            if score > best_score:
                best = a
                best_score = score
        a += 1
        if a == len(mask):
            a = 0
    return best


def make_answers(tag):
    """The entry over many rows of one style; `tag` is in its closure for the compiler's cache."""

    def answers(b, obs, masks, starts, draws, style, out):
        tag  # noqa: B018
        for row in range(len(out)):
            out[row] = best_answer(b, obs[row], masks[row], starts[row], draws[row], style)

    return answers
