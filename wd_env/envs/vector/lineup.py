"""Assignment of seats in new games."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
LEARNER = -1  # in a line-up: the learner plays this seat
FORCED = -2  # as an actor: there is only one legal action
RANDOM_POLICY = -3  # in a line-up: uniformly random legal actions, from a separate random stream
# From the numbers of players int64[rows] of new games to int64[rows, seats]: LEARNER, RANDOM_POLICY or an index of
# `opponents`. int64[rows, 1] seats the same one everywhere.
Lineup = Callable[[Ints], Ints]


def all_learn(players: Ints) -> Ints:
    """Return a line-up with learners in all seats.

    Args:
        players: int64[rows], numbers of players of the games.

    Returns:
        int64[rows, 1], LEARNER in each row, which is broadcast to all seats.
    """
    return np.full((len(players), 1), LEARNER)


def is_invalid(lineup: Ints, num_opponents: int) -> NDArray[np.bool_]:
    """Return which entries of a line-up are invalid, in its shape."""
    invalid: NDArray[np.bool_] = (lineup < RANDOM_POLICY) | (lineup == FORCED) | (lineup >= num_opponents)
    return invalid


def allowed_text(num_opponents: int) -> str:
    """Return what an entry of a line-up may be, for errors."""
    bots = f"the index of one of {num_opponents} bots"
    return f"LEARNER ({LEARNER}), RANDOM_POLICY ({RANDOM_POLICY}) or {bots}"
