"""The score of every action, and the best action."""

from wd_env.agents.world_dominance.card_scores import (
    GIVES_CARD,
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
from wd_env.games.world_dominance.observation.layout_offsets import AT_ARMY, AT_DECISION, AT_KNOWS_TITLE, AT_OWN_SEATS


def score_verb(obs, decision, a, style):
    """Score an action that is neither a card, a seat nor a space."""
    army = obs[AT_ARMY]
    if decision == CONTINENT:
        return score_continent(obs, a, style)
    if a == REINFORCE:
        return 50 if army <= REINFORCED_UP_TO[style] else UNFIT
    if a == USE_PASS:
        harmful = drawn_flag(obs, HARMFUL) if decision == OWN_PASS else not drawn_flag(obs, GIVES_CARD)
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
        return 1 if obs[AT_OWN_SEATS + target_of(obs)] == 1 else -1
    if a == BREAK_OUT or a == LEAVE or (a == DECLINE and decision != PARADIES_CARD):
        return -1
    if a == STACK:
        return 1
    if decision == GAIN_CARD:
        return gain_of_dice(obs, style)
    if a == WORLD_PACK:
        return 10
    return 0


def open_decision(obs):
    """Return the index of the current decision."""
    for decision in range(DECISIONS):
        if obs[AT_DECISION + decision] == 1:
            return decision
    return 0


def score_action(obs, decision, a, style):
    """Return the score of a legal action."""
    if a < NAME:
        return score_verb(obs, decision, a, style)
    if a <= REVIVE:
        return score_name(obs, decision, a - NAME, style)
    if a < PIECE:
        return 2 if obs[AT_ARMY] <= REVIVES_UP_TO[style] else -1
    if a < LENGTH + SHORTEST_RUN:
        return a  # any piece
    if a < SPACE:
        return score_length(obs, a - LENGTH)
    if a < REGION:
        return score_destination(obs, a - SPACE, style)
    if a < RUN:
        return score_close(obs, a - REGION, style) if decision == CARD_REGION else score_gate(obs, a - REGION, style)
    if a < CARD:
        return 40 if holds_run(obs, a - RUN, SHORTEST_RUN) else UNFIT  # declare a run before anything else
    return score_card(obs, decision, a - CARD, style)


def best_action(obs, mask, start, style):
    """Return the legal action with the highest score in this style; of equals the first from index `start` on."""
    decision = open_decision(obs)
    best = -1
    best_score = 0
    a = start % ACTIONS_SIZE
    for _ in range(ACTIONS_SIZE):
        if mask[a] == 1:
            score = score_action(obs, decision, a, style)
            if best < 0 or score > best_score:
                best = a
                best_score = score
        a += 1
        if a == ACTIONS_SIZE:
            a = 0
    return best


def rollout_action(work, obs, mask, start, style):
    """Return the best action; the rules of a search call this."""
    return best_action(obs, mask, start, style)


def make_policy_kernel(cache_key):
    """Return the compiled function over many rows; `cache_key` is in its closure because Numba's cache keys on it."""

    def choose_actions(obs, masks, start_actions, style, out):
        cache_key  # noqa: B018
        for row in range(len(out)):
            out[row] = best_action(obs[row], masks[row], start_actions[row], style)

    return choose_actions
