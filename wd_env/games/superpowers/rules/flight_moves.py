"""How many borders planes cross, and what they have left (SP-178, SP-183)."""

from wd_env.games.superpowers.definitions.board_constants import AIR_DISTANCE
from wd_env.games.superpowers.definitions.rule_constants import BOMBER_RANGE, FIGHTER_RANGE, SPACES


def flight_moves(kind_is_bomber):
    """Borders that a plane crosses in a turn (SP-178, SP-183)."""
    return BOMBER_RANGE if kind_is_bomber else FIGHTER_RANGE


def air_distance(space, other):
    return AIR_DISTANCE[space * SPACES + other]


def moves_left(space, target, is_bomber):
    """What a plane has left when it has flown from a space to a target."""
    return flight_moves(is_bomber) - air_distance(space, target)
