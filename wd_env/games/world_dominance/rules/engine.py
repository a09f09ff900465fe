"""Entry points of the game: step, legal actions, chance weights, the end of the game and shaped rewards."""

from wd_env.games.world_dominance.definitions.decision_codes import (
    ANTARCTICA_ANSWER,
    BLUFF_ANSWER,
    CONCEDE_DICE,
    DECIMATE_THROW,
    EXTRA_SIX,
    FACE_DOWN_DRAW,
    FIRST_AUTOMATIC,
    KNOWLEDGE,
    LAST_AUTOMATIC,
    MANOEUVRE_DRAW,
    NO_NODE,
    OVER,
    PARADIES_DRAW,
    PURGATORY_DRAW,
    THEME_DRAW,
)
from wd_env.games.world_dominance.definitions.names import ANTARCTICA, QUIZ, REGIONS, SEATS
from wd_env.games.world_dominance.definitions.rule_constants import FIVE, IN_STACK, OVER_PROGRESS, RESERVES, TEN
from wd_env.games.world_dominance.rules.continent_dice import weigh_continent_dice
from wd_env.games.world_dominance.rules.draws import weigh_face_down_draw
from wd_env.games.world_dominance.rules.flow import advance
from wd_env.games.world_dominance.rules.holdings import count_cards
from wd_env.games.world_dominance.rules.legal_dispatch import legal
from wd_env.games.world_dominance.rules.manoeuvres import weigh_manoeuvre_draw
from wd_env.games.world_dominance.rules.purgatory import weigh_purgadies
from wd_env.games.world_dominance.rules.step_dispatch import step_node
from wd_env.games.world_dominance.rules.zone import mark_answers, weigh_answer, weigh_theme_draw

__all__ = [
    "apply",
    "chance_weights",
    "is_terminal",
    "judged_externally",
    "legal",
    "legal_outcomes",
    "potential",
    "run_automatic",
    "set_progress",
    "step",
    "turn_index",
]


def is_terminal(s):
    """Return whether the game is over."""
    return s.node == OVER


def turn_index(s):
    """Return the number of turns begun, missed ones included, so that each turn has its own."""
    return s.turn_number


def step(s, a):
    """Play an action at the current node, and run automatic nodes up to the next decision or chance node."""
    apply(s, a)
    run_automatic(s)


def run_automatic(s):
    """Run automatic nodes until a decision or a chance node."""
    while FIRST_AUTOMATIC <= s.node <= LAST_AUTOMATIC:
        apply(s, 0)


def apply(s, a):
    """Play one action; if it opens no node, open the waiting one."""
    question = s.node
    s.node = NO_NODE
    step_node(s, question, a)
    if s.node == NO_NODE:
        advance(s)


def chance_weights(s, weights):
    """Write the integer weight of each outcome of the current chance node; `weights` is zeroed."""
    question = s.node
    if question <= EXTRA_SIX:
        weigh_evenly(weights, 6)
    elif question <= DECIMATE_THROW:
        weigh_evenly(weights, 3)
    elif question <= CONCEDE_DICE:
        weigh_continent_dice(s, weights)
    elif question == FACE_DOWN_DRAW:
        weigh_face_down_draw(s, weights)
    elif question == MANOEUVRE_DRAW:
        weigh_manoeuvre_draw(s, weights)
    elif question == THEME_DRAW:
        weigh_theme_draw(s, weights)
    elif question == PURGATORY_DRAW or question == PARADIES_DRAW:
        weigh_purgadies(s, weights)
    elif question == KNOWLEDGE:
        weigh_evenly(weights, 2)
    else:
        weigh_answer(s, weights)


def legal_outcomes(s, weights):
    """Mark outcomes that are possible from public information: knowledge of a title limits no answer."""
    if s.node == BLUFF_ANSWER or s.node == ANTARCTICA_ANSWER:
        mark_answers(s, weights)
    else:
        chance_weights(s, weights)


def judged_externally(s, question):
    """Return whether people report the outcome, as answers of a quiz are given aloud (RULINGS 6)."""
    return s.knowledge_model == QUIZ and (question == BLUFF_ANSWER or question == ANTARCTICA_ANSWER)


def weigh_evenly(weights, faces):
    """Write equal weights: two sides of a coin, the Playing Dice, or the Soldier Dice with each score on two faces."""
    for face in range(faces):
        weights[face] = 1


def potential(s, out):
    """Write the shaping terms of each player: soldiers, and cards towards a win; 0 for a player who is out.

    Reinforcements that are still due count as soldiers; otherwise the term would reward taking them at once.
    """
    for player in range(s.players):
        seat = s.home_seat[player]
        out[player] = s.army[seat] + RESERVES * s.reinforcements[seat] * s.in_play[seat]
        out[SEATS + player] = set_progress(s, seat)


def set_progress(s, seat):
    """Return the cards towards a win, of as many continents as a win needs (see `progress_in`)."""
    total = 0
    counted = 0
    for _ in range(s.sets_to_win):
        best = 0
        where = REGIONS
        for region in range(REGIONS):
            progress = progress_in(s, seat, region)
            if progress > best and (counted >> region) & 1 == 0:
                best = progress
                where = region
        total += best
        counted |= 1 << where
    return total


def progress_in(s, seat, region):
    """Return the cards held towards five or ten.

    Towards five, a continent without its Strategic Point counts one less, and one with more than five cards counts two.
    """
    held = count_cards(s, seat, region)
    if region == ANTARCTICA:
        return held * s.antarctica_counts
    if s.set_cards == TEN:
        return held
    point = s.strategic_point[region]
    if s.card_at[point] == seat:
        return FIVE if s.in_set[point] == IN_STACK else held if held <= FIVE else OVER_PROGRESS
    return max(held - 1, 0) if held < FIVE else OVER_PROGRESS
