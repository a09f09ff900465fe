"""A random game from the first throw to the end, recounted after every action, in the language of the rules.

A policy follows its preferences in nine of ten decisions, so that games see full and empty hands, and are long and
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
    LOWEST,
    MEMORY,
    SOMETHING_IS_OFFERED,
    TURN_ENDS,
    WHOLE,
)
from tests.games.world_dominance.players import PREFERENCES
from tests.games.world_dominance.recount import recount, recount_frames, recount_view
from tests.games.world_dominance.recount_ends import remember_kept
from tests.games.world_dominance.recount_things import recount_soldiers
from wd_env.games.world_dominance.definitions.actions import ACTIONS
from wd_env.games.world_dominance.definitions.decision_codes import OVER, SETTLE
from wd_env.games.world_dominance.definitions.names import DECK, NO_REGION
from wd_env.games.world_dominance.definitions.rule_constants import BEFORE_SECOND_DRAW, LAID_ASIDE
from wd_env.games.world_dominance.rules.engine import apply, chance_weights, legal
from wd_env.kernels.philox import bounded_draw, weighted_draw

ANSWERS_GIVEN, DECISIONS_MADE, TALLY = range(3)
MOST_ANSWERS = 60000  # maximum number of actions in one game, to detect an endless turn
IMPOSSIBLE = 1000  # an action if nothing is legal
TENTHS = 10


def favour_of(policy):
    """Return the preference of a policy for each action, 0 or more."""
    words = PREFERENCES[policy]
    ranks = []
    for text in ACTIONS:
        liked = [len(words) - i for i, word in enumerate(words) if text.startswith(word)]
        ranks.append(max(liked, default=0))
    return ranks


def play_recounted(s, stream, every, favour, memory, mask, weights, view, log, tally):
    """Play to the end or to the first broken invariant, and return it; the log keeps every action."""
    begin(s, memory, tally)
    broken = recount(s, memory)
    while broken == WHOLE and s.node != OVER:
        number = choose(s, stream, favour, mask, weights)
        broken = carry_out(s, number, every, memory, view, log, tally)
    return broken


def begin(s, memory, tally):
    """Clear everything remembered of an earlier game."""
    for i in range(MEMORY):
        memory[i] = 0
    for i in range(GROWING):
        memory[i] = LOWEST
    memory[AT_CLOSURE] = NO_REGION
    for card in range(DECK):
        memory[AT_DECK] |= 0 if s.manoeuvre_place[card] == LAID_ASIDE else 1 << card
    tally[ANSWERS_GIVEN] = 0
    tally[DECISIONS_MADE] = 0


def choose(s, stream, favour, mask, weights):
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
        keep_liked(favour, mask)
    return draw(stream, mask)


def keep_liked(favour, mask):
    """Keep only the most preferred of the legal actions in the mask."""
    best = 0
    for action in range(len(mask)):
        if mask[action] == 1:
            best = max(best, favour[action])
    for action in range(len(mask)):
        if favour[action] < best:
            mask[action] = 0


def draw(stream, weights):
    """Return a random index by its weight, or IMPOSSIBLE if all weights are 0."""
    total = 0
    for i in range(len(weights)):
        total += weights[i]
    return weighted_draw(stream, weights, len(weights)) if total > 0 else IMPOSSIBLE


def carry_out(s, number, every, memory, view, log, tally):
    """Play one action with the automatic nodes after it, and recount after every `every` actions and at the end."""
    if number == IMPOSSIBLE:
        return SOMETHING_IS_OFFERED
    if tally[ANSWERS_GIVEN] == MOST_ANSWERS:
        return TURN_ENDS
    log[tally[ANSWERS_GIVEN]] = number
    tally[ANSWERS_GIVEN] += 1
    tally[DECISIONS_MADE] += KIND_OF[s.node] == IS_DECISION
    apply(s, number)
    broken = recount_frames(s) or recount_soldiers(s)
    while broken == WHOLE and KIND_OF[s.node] == IS_AUTOMATIC:
        if s.node == SETTLE:
            memory[AT_BONUS] = s.note == BEFORE_SECOND_DRAW
        apply(s, 0)
        broken = recount_frames(s) or recount_soldiers(s)
    remember_kept(s, memory)
    if tally[ANSWERS_GIVEN] % every > 0 and s.node != OVER:
        return broken
    return broken or recount(s, memory) or recount_view(s, tally[ANSWERS_GIVEN] % s.seats, view)


def make_games(tag):
    """Return the entry point for the compiler over many games; `tag` is in its closure, which the cache key covers."""

    def games(states, streams, every, favour, memory, mask, weights, view, log, tallies, broken):
        tag  # noqa: B018
        for row in range(len(states)):
            broken[row] = play_recounted(
                states[row], streams[row], every, favour, memory, mask, weights, view, log, tallies[row]
            )

    return games
