"""Rewards of a game: decided by its end; shaping terms are options, off by default."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from wd_env.core.errors import ConfigError
from wd_env.core.spec import Term

PREFIX = "shaping_"  # of the weights among the options of an environment

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Shaping:
    """Potential-based terms, added as weight x (standing after - standing before); the end of a game stands at 0.

    Over a whole game they add up to minus the standing at its start, whatever was played, so they
    change how soon a seat learns and not what is best.
    """

    weights: tuple[float, ...] = ()  # one for each term of the game, in its order

    @classmethod
    def of(cls, terms: Iterable[Term], **weights: Any) -> Self:
        """From weights by the names of the game's terms; a term that is not named weighs 0.

        ConfigError for a name that is no term and for a weight that is no finite number.
        """
        names = [term.name for term in terms]
        for name, weight in weights.items():
            if name not in names:
                allowed = ", ".join(PREFIX + known for known in names)
                raise ConfigError(f"{PREFIX}{name} is no term of the game; allowed are {allowed}")
            if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight):
                raise ConfigError(f"{PREFIX}{name} is {weight!r}; allowed are finite numbers")
        return cls(tuple(weights.get(name, 0.0) for name in names))

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
