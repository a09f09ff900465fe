"""The moves of planes: borders crossed in a turn, and moves left (SP-178, SP-183)."""

from wd_env.games.superpowers.definitions.board_constants import AIR_DISTANCE
from wd_env.games.superpowers.definitions.rule_constants import BOMBER_RANGE, FIGHTER_RANGE, SPACES
from wd_env.games.superpowers.rules.technology import extra_range


def flight_moves(s, is_bomber):
    """Return the number of borders that a plane can cross in a turn (SP-178, SP-183, SP-281)."""
    return (BOMBER_RANGE if is_bomber else FIGHTER_RANGE) + extra_range(s)


def air_distance(space, other):
    return AIR_DISTANCE[space * SPACES + other]


def moves_left(s, space, target, is_bomber):
    """Return the moves that a plane has left after flying from a space to a target."""
    return flight_moves(s, is_bomber) - air_distance(space, target)
