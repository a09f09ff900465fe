"""A random game from the first throw to the end with its invariants checked, in the subset of Python of the rules.

A policy follows its preferences in nine of ten decisions, so that games have full and empty hands, and are long and
short.
"""

from tests.games.world_dominance.invariants import (
    AT_BONUS,
    AT_CLOSURE,
    AT_DECK,
    GROWING,
    IS_AUTOMATIC,
    IS_CHANCE,
    IS_DECISION,
    KIND_OF,
    LEGAL_ACTION_EXISTS,
    LOWEST,
    MEMORY,
    NOT_BROKEN,
    TURN_ENDS,
)
from tests.games.world_dominance.policies import PREFERENCES
from tests.games.world_dominance.recount import recount, recount_frames, recount_observation
from tests.games.world_dominance.recount_ends import remember_kept
from tests.games.world_dominance.recount_pieces import recount_soldiers
from wd_env.games.world_dominance.definitions.actions import ACTIONS
from wd_env.games.world_dominance.definitions.decision_codes import OVER, SETTLE
from wd_env.games.world_dominance.definitions.names import DECK, NO_REGION
from wd_env.games.world_dominance.definitions.rule_constants import BEFORE_SECOND_DRAW, LAID_ASIDE
from wd_env.games.world_dominance.rules.engine import apply, chance_weights, legal
from wd_env.kernels.philox import bounded_draw, weighted_draw

NUM_ACTIONS, NUM_DECISIONS, NUM_TOTALS = range(3)
MAX_ACTIONS = 60000  # maximum number of actions in one game, to detect an endless turn
IMPOSSIBLE = 1000  # an action if nothing is legal
TENTHS = 10


def preference_of(policy):
    """Return the preference of a policy for each action, 0 or more."""
    prefixes = PREFERENCES[policy]
    ranks = []
    for text in ACTIONS:
        matches = [len(prefixes) - i for i, prefix in enumerate(prefixes) if text.startswith(prefix)]
        ranks.append(max(matches, default=0))
    return ranks


def play_recounted(s, stream, interval, preferences, memory, mask, weights, obs, log, totals):
    """Play to the end or to the first broken invariant, and return it; the log receives every action."""
    reset_memory(s, memory, totals)
    broken = recount(s, memory)
    while broken == NOT_BROKEN and s.node != OVER:
        action = choose(s, stream, preferences, mask, weights)
        broken = play_action(s, action, interval, memory, obs, log, totals)
    return broken


def reset_memory(s, memory, totals):
    """Clear the memory and the totals of an earlier game."""
    for i in range(MEMORY):
        memory[i] = 0
    for i in range(GROWING):
        memory[i] = LOWEST
    memory[AT_CLOSURE] = NO_REGION
    for card in range(DECK):
        memory[AT_DECK] |= 0 if s.manoeuvre_place[card] == LAID_ASIDE else 1 << card
    totals[NUM_ACTIONS] = 0
    totals[NUM_DECISIONS] = 0


def choose(s, stream, preferences, mask, weights):
    """Return an action by the policy's preferences, or a chance outcome; IMPOSSIBLE if nothing is legal."""
    if KIND_OF[s.node] == IS_CHANCE:
        for outcome in range(len(weights)):
            weights[outcome] = 0
        chance_weights(s, weights)
        return draw(stream, weights)
    for action in range(len(mask)):
        mask[action] = 0
    legal(s, mask)
    if bounded_draw(stream, TENTHS) > 0:
        keep_preferred(preferences, mask)
    return draw(stream, mask)


def keep_preferred(preferences, mask):
    """Keep only the most preferred of the legal actions in the mask."""
    best = 0
    for action in range(len(mask)):
        if mask[action] == 1:
            best = max(best, preferences[action])
    for action in range(len(mask)):
        if preferences[action] < best:
            mask[action] = 0


def draw(stream, weights):
    """Return a random index by its weight, or IMPOSSIBLE if all weights are 0."""
    total = 0
    for i in range(len(weights)):
        total += weights[i]
    return weighted_draw(stream, weights, len(weights)) if total > 0 else IMPOSSIBLE


def play_action(s, action, interval, memory, obs, log, totals):
    """Play one action with the automatic nodes after it, and check after every `interval` actions and at the end."""
    if action == IMPOSSIBLE:
        return LEGAL_ACTION_EXISTS
    if totals[NUM_ACTIONS] == MAX_ACTIONS:
        return TURN_ENDS
    log[totals[NUM_ACTIONS]] = action
    totals[NUM_ACTIONS] += 1
    totals[NUM_DECISIONS] += KIND_OF[s.node] == IS_DECISION
    apply(s, action)
    broken = recount_frames(s) or recount_soldiers(s)
    while broken == NOT_BROKEN and KIND_OF[s.node] == IS_AUTOMATIC:
        if s.node == SETTLE:
            memory[AT_BONUS] = s.note == BEFORE_SECOND_DRAW
        apply(s, 0)
        broken = recount_frames(s) or recount_soldiers(s)
    remember_kept(s, memory)
    if totals[NUM_ACTIONS] % interval > 0 and s.node != OVER:
        return broken
    return broken or recount(s, memory) or recount_observation(s, totals[NUM_ACTIONS] % s.seats, obs)


def make_games(tag):
    """Return the entry point for the compiler over many games; `tag` is in its closure, which the cache key covers."""

    def games(states, streams, interval, preferences, memory, mask, weights, obs, log, totals, broken):
        tag  # noqa: B018
        for row in range(len(states)):
            broken[row] = play_recounted(
                states[row], streams[row], interval, preferences, memory, mask, weights, obs, log, totals[row]
            )

    return games
