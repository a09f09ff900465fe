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
from wd_env.games.domination.rules.cards import mark_draw, weigh_cards
from wd_env.games.domination.rules.holdings import own_countries
from wd_env.games.domination.rules.legal_dispatch import legal
from wd_env.games.domination.rules.ranks import write_rank_rewards
from wd_env.games.domination.rules.setup import mark_missions, weigh_deal, weigh_missions, weigh_places, weigh_seats
from wd_env.games.domination.rules.step_dispatch import step_node

__all__ = [
    "chance_weights",
    "final_rewards",
    "is_terminal",
    "legal",
    "legal_outcomes",
    "potential",
    "run_automatic",
    "step",
]


def step(s, a):
    """Carry out an answer of a seat or of chance, and all that follows from it by itself."""
    step_node(s, s.node, a)
    run_automatic(s)


def run_automatic(s):
    """What nobody answers is carried out until somebody must."""
    while FIRST_AUTOMATIC <= s.node <= LAST_AUTOMATIC:
        step_node(s, s.node, 0)


def chance_weights(s, weights):
    """How likely each outcome is; dice are even (DOM-146)."""
    if s.node == FIRST_SEAT:
        weigh_seats(s, weights)
    elif s.node == TAKE_SEAT:
        weigh_places(s, weights)
    elif s.node == DRAW_MISSION:
        weigh_missions(s, weights)
    elif s.node == DEAL:
        weigh_deal(s, weights)
    elif s.node == SCATTER:
        own_countries(s, weights)
    elif s.node == DRAW_CARD:
        weigh_cards(s, weights)
    else:
        first = ATTACK_THROW_1 if s.node < DEFENCE_THROW_1 else DEFENCE_THROW_1
        weigh_throws(weights, s.node - first)


def legal_outcomes(s, weights):
    """Mark what chance may give as far as everybody knows: a hidden mission or card is offered like any other."""
    if s.node == DRAW_MISSION:
        mark_missions(s, weights)
    elif s.node == DRAW_CARD:
        mark_draw(s, weights)
    else:
        chance_weights(s, weights)


def weigh_throws(weights, more):
    """Every fall of one die, and of so many more, is as likely (DOM-146)."""
    throws = FACES
    for _ in range(more):
        throws *= FACES
    for throw in range(throws):
        weights[throw] = 1


def is_terminal(s):
    return s.node == OVER


def potential(s, counts):
    """Countries of each player, for shaped rewards."""
    for player in range(s.players):
        counts[player] = s.country_counts[s.home_seat[player]]


def final_rewards(s, rewards):
    """Where agreed, ranks are paid instead of a win (DOM-201)."""
    if s.reward == BY_RANK:
        write_rank_rewards(s, rewards)
