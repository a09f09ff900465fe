"""The interface of the rules: legal actions, chance weights, and the effect of an action."""

from wd_env.games.superpowers.definitions.board_constants import CAPITAL
from wd_env.games.superpowers.definitions.decision_codes import (
    DEAL_NATION,
    FIRST_AUTOMATIC,
    FIRST_POWER,
    LAST_AUTOMATIC,
    OVER,
    PICK_FIRST,
    RESEARCH_DIE,
)
from wd_env.games.superpowers.definitions.rule_constants import FACES, NEUTRAL, POWERS
from wd_env.games.superpowers.rules.legal_dispatch import legal
from wd_env.games.superpowers.rules.setup import weigh_first, weigh_nations, weigh_players
from wd_env.games.superpowers.rules.step_dispatch import step_node
from wd_env.games.superpowers.rules.technology import weigh_research

__all__ = ["chance_weights", "is_terminal", "legal", "potential", "run_automatic", "step", "turn_index"]


def step(s, a):
    """Carry out an action or a chance outcome, and run the automatic nodes that follow."""
    step_node(s, s.node, a)
    run_automatic(s)


def run_automatic(s):
    """Run automatic nodes until a decision or a chance node."""
    while FIRST_AUTOMATIC <= s.node <= LAST_AUTOMATIC:
        step_node(s, s.node, 0)


def chance_weights(s, weights):
    """Write the integer weight of each outcome of the current chance node; dice are fair (SP-042)."""
    if s.node == PICK_FIRST:
        weigh_players(s, weights)
    elif s.node == DEAL_NATION:
        weigh_nations(s, weights)
    elif s.node == FIRST_POWER:
        weigh_first(s, weights)
    elif s.node == RESEARCH_DIE:
        weigh_research(s, weights)
    else:
        for face in range(FACES):
            weights[face] = 1


def is_terminal(s):
    return s.node == OVER


def turn_index(s):
    """Return a number that changes when a turn ends; a joint purchase at the start of a round counts as a turn."""
    return s.round * (POWERS + 1) + (0 if s.joint_buying == 1 else 1 + s.turn)


def potential(s, counts):
    """Write the number of capitals of each player, for reward shaping."""
    for power in range(POWERS):
        holder = s.holder[CAPITAL[power]]
        if holder != NEUTRAL:
            counts[s.owner[holder]] += 1
