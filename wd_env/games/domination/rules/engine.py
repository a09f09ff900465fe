"""The interface of the rules: legal actions, chance weights, and the effect of an action."""

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
    "turn_index",
]


def step(s, a):
    """Carry out an action or a chance outcome, and run the automatic nodes that follow."""
    step_node(s, s.node, a)
    run_automatic(s)


def run_automatic(s):
    """Run automatic nodes until a decision or a chance node."""
    while FIRST_AUTOMATIC <= s.node <= LAST_AUTOMATIC:
        step_node(s, s.node, 0)


def chance_weights(s, weights):
    """Write the integer weight of each outcome of the current chance node; dice are fair (DOM-146)."""
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
    """Mark outcomes that are possible from public information, without regard to hidden missions or cards."""
    if s.node == DRAW_MISSION:
        mark_missions(s, weights)
    elif s.node == DRAW_CARD:
        mark_draw(s, weights)
    else:
        chance_weights(s, weights)


def weigh_throws(weights, more):
    """Give all throws of `more` + 1 dice equal weight (DOM-146)."""
    throws = FACES
    for _ in range(more):
        throws *= FACES
    for throw in range(throws):
        weights[throw] = 1


def is_terminal(s):
    return s.node == OVER


def turn_index(s):
    """Return a number that changes when a turn ends; each army placed during the setup counts as a turn."""
    return s.round * s.seats + s.turn


def potential(s, counts):
    """Write the number of countries of each player, for reward shaping."""
    for player in range(s.players):
        counts[player] = s.country_counts[s.home_seat[player]]


def final_rewards(s, rewards):
    """Write rewards by rank, if the option is set (DOM-201)."""
    if s.reward == BY_RANK:
        write_rank_rewards(s, rewards)
