"""The score of every answer, and the best one."""

from wd_env.agents.world_dominance.card_scores import (
    GIVES,
    HARMFUL,
    drawn_flag,
    gain_of_dice,
    holds_run,
    score_card,
    score_close,
    score_length,
)
from wd_env.agents.world_dominance.card_values import UNFIT
from wd_env.agents.world_dominance.space_scores import score_continent, score_destination, score_gate, target_of
from wd_env.agents.world_dominance.style_weights import (
    INTERNED_UP_TO,
    PAYS_FROM,
    RAISES_FROM,
    REINFORCED_UP_TO,
    REVIVES_UP_TO,
)
from wd_env.agents.world_dominance.target_scores import score_name
from wd_env.games.world_dominance.definitions.actions import (
    ACTIONS_SIZE,
    ALLOW,
    BE_INTERNED,
    BREAK_OUT,
    CARD,
    DECLINE,
    LEAVE,
    LENGTH,
    MATCH,
    NAME,
    PAY_TWO,
    PIECE,
    RAISE,
    REGION,
    REINFORCE,
    REVIVE,
    RUN,
    SHORTEST_RUN,
    SPACE,
    STACK,
    USE_PASS,
    WORLD_PACK,
)
from wd_env.games.world_dominance.definitions.decision_codes import (
    CARD_REGION,
    CONTINENT,
    DECISIONS,
    GAIN_CARD,
    OWN_PASS,
    PARADIES_CARD,
)
from wd_env.games.world_dominance.observation.layout_offsets import AT_ARMY, AT_KNOWS_TITLE, AT_PLAYED, AT_QUESTION


def score_verb(obs, question, a, style):
    """Everything that is neither a card, a seat nor a place."""
    army = obs[AT_ARMY]
    if question == CONTINENT:
        return score_continent(obs, a, style)
    if a == REINFORCE:
        return 50 if army <= REINFORCED_UP_TO[style] else UNFIT
    if a == USE_PASS:
        harmful = drawn_flag(obs, HARMFUL) if question == OWN_PASS else not drawn_flag(obs, GIVES)
        return 1 if harmful else -1
    if a == RAISE:
        return 1 if army >= RAISES_FROM[style] else -1
    if a == MATCH:
        return 1 if obs[AT_KNOWS_TITLE] == 1 else -1
    if a == BE_INTERNED:
        return 1 if army <= INTERNED_UP_TO[style] else -1
    if a == PAY_TWO:
        return 1 if army >= PAYS_FROM[style] else -1
    if a == ALLOW:
        return 1 if obs[AT_PLAYED + target_of(obs)] == 1 else -1
    if a == BREAK_OUT or a == LEAVE or (a == DECLINE and question != PARADIES_CARD):
        return -1
    if a == STACK:
        return 1
    if question == GAIN_CARD:
        return gain_of_dice(obs, style)
    if a == WORLD_PACK:
        return 10
    return 0


def open_question(obs):
    """Which decision is open."""
    for question in range(DECISIONS):
        if obs[AT_QUESTION + question] == 1:
            return question
    return 0


def score_answer(obs, question, a, style):
    """The worth of one legal answer."""
    if a < NAME:
        return score_verb(obs, question, a, style)
    if a <= REVIVE:
        return score_name(obs, question, a - NAME, style)
    if a < PIECE:
        return 2 if obs[AT_ARMY] <= REVIVES_UP_TO[style] else -1
    if a < LENGTH + SHORTEST_RUN:
        return a  # any piece
    if a < SPACE:
        return score_length(obs, a - LENGTH)
    if a < REGION:
        return score_destination(obs, a - SPACE, style)
    if a < RUN:
        return score_close(obs, a - REGION, style) if question == CARD_REGION else score_gate(obs, a - REGION, style)
    if a < CARD:
        return 40 if holds_run(obs, a - RUN, SHORTEST_RUN) else UNFIT  # a run before anything else
    return score_card(obs, question, a - CARD, style)


def best_answer(obs, mask, start, style):
    """The legal answer of the highest score in this style; among equals the first from `start` on."""
    question = open_question(obs)
    best = -1
    best_score = 0
    a = start % ACTIONS_SIZE
    for _ in range(ACTIONS_SIZE):
        if mask[a] == 1:
            score = score_answer(obs, question, a, style)
            if best < 0 or score > best_score:
                best = a
                best_score = score
        a += 1
        if a == ACTIONS_SIZE:
            a = 0
    return best


def make_answers(tag):
    """The entry over many rows of one style; `tag` is in its closure for the compiler's cache."""

    def answers(obs, masks, starts, style, out):
        tag  # noqa: B018
        for row in range(len(out)):
            out[row] = best_answer(obs[row], masks[row], starts[row], style)

    return answers
