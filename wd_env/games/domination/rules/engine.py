"""The rules behind one door: what is offered, what chance may give, and what an answer does."""

from wd_env.games.domination.definitions.decision_codes import (
    ATTACK_THROW_1,
    DEAL,
    DEFENCE_THROW_1,
    DRAW_CARD,
    DRAW_MISSION,
    FIRST_AUTOMATIC,
    FIRST_SEAT,
    LAST_AUTOMATIC,
    OVER,
    SCATTER,
    TAKE_SEAT,
)
from wd_env.games.domination.definitions.rule_constants import BY_RANK, FACES
from wd_env.games.domination.rules.cards import offer_draw, weigh_cards
from wd_env.games.domination.rules.holdings import own_countries
from wd_env.games.domination.rules.legal_dispatch import legal
from wd_env.games.domination.rules.ranks import pay_ranks
from wd_env.games.domination.rules.setup import offer_missions, weigh_deal, weigh_missions, weigh_places, weigh_seats
from wd_env.games.domination.rules.step_dispatch import answer_question

__all__ = ["chances", "is_over", "legal", "offer_chance", "run_automatic", "settle", "standing", "step"]


def step(s, a):
    """Carry out an answer of a seat or of chance, and all that follows from it by itself."""
    answer_question(s, s.question, a)
    run_automatic(s)


def run_automatic(s):
    """What nobody answers is carried out until somebody must."""
    while FIRST_AUTOMATIC <= s.question <= LAST_AUTOMATIC:
        answer_question(s, s.question, 0)


def chances(s, weights):
    """How likely each outcome is; dice are even (DOM-146)."""
    if s.question == FIRST_SEAT:
        weigh_seats(s, weights)
    elif s.question == TAKE_SEAT:
        weigh_places(s, weights)
    elif s.question == DRAW_MISSION:
        weigh_missions(s, weights)
    elif s.question == DEAL:
        weigh_deal(s, weights)
    elif s.question == SCATTER:
        own_countries(s, weights)
    elif s.question == DRAW_CARD:
        weigh_cards(s, weights)
    else:
        first = ATTACK_THROW_1 if s.question < DEFENCE_THROW_1 else DEFENCE_THROW_1
        weigh_throws(weights, s.question - first)


def offer_chance(s, weights):
    """Mark what chance may give as far as everybody knows: a hidden mission or card is offered like any other."""
    if s.question == DRAW_MISSION:
        offer_missions(s, weights)
    elif s.question == DRAW_CARD:
        offer_draw(s, weights)
    else:
        chances(s, weights)


def weigh_throws(weights, more):
    """Every fall of one die, and of so many more, is as likely (DOM-146)."""
    throws = FACES
    for _ in range(more):
        throws *= FACES
    for throw in range(throws):
        weights[throw] = 1


def is_over(s):
    return s.question == OVER


def standing(s, counts):
    """Countries of each player, for shaped rewards."""
    for player in range(s.players):
        counts[player] = s.held[s.home[player]]


def settle(s, rewards):
    """Where agreed, ranks are paid instead of a win (DOM-201)."""
    if s.reward == BY_RANK:
        pay_ranks(s, rewards)
