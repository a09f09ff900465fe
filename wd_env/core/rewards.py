"""Rewards of a game: decided by its end; shaping terms are options, off by default."""

import math
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from wd_env.core.errors import ConfigError

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Shaping:
    """Potential-based terms, added as weight x (standing after - standing before); the end of a game stands at 0.

    Over a whole game they add up to minus the standing at its start, whatever was played, so they
    change how soon a seat learns and not what is best. ConfigError for a weight that is no finite number.
    """

    soldiers: float = 0.0  # for each soldier, as the game's `standing` counts them
    set_progress: float = 0.0  # for each step towards what wins, as the game's `standing` counts them

    def __post_init__(self) -> None:
        for name, weight in asdict(self).items():
            if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight):
                raise ConfigError(f"shaping_{name} is {weight!r}; allowed are finite numbers")

    @property
    def weights(self) -> tuple[float, float]:
        """In the order of the standings of a game."""
        return (self.soldiers, self.set_progress)

    @property
    def is_off(self) -> bool:
        """No term has a weight."""
        return not any(self.weights)


def outcome_rewards(won: NDArray[np.uint8], players: NDArray[np.int64]) -> Floats:
    """+1 to the winner and -1/(n-1) to each other player; 0 to all when nobody won. Rows are games, columns players."""
    seats = np.arange(won.shape[1])
    present = seats < players[:, None]
    decided = won.any(axis=1, keepdims=True)
    losers = np.where(present, -1.0 / (players[:, None] - 1), 0.0)
    rewards: Floats = np.where(decided, np.where(won > 0, 1.0, losers), 0.0).astype(np.float32)
    return rewards
