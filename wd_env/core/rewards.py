"""Rewards of a game: decided by its end; shaping terms are options, off by default."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from wd_env.core.errors import ConfigError
from wd_env.core.spec import Term

PREFIX = "shaping_"  # of the weights among the options of an environment


def split_weights(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of an environment: those of the game, and the weights of shaping terms by the names of the terms."""
    weights = {name.removeprefix(PREFIX): value for name, value in options.items() if name.startswith(PREFIX)}
    return {name: value for name, value in options.items() if not name.startswith(PREFIX)}, weights


def prizes_of(most_players: int) -> tuple[float, ...]:
    """Nothing, +1 for the winner, and from place n=2 on what each other of n players pays for it: -1/(n-1)."""
    return (0.0, 1.0, *(-1.0 / (players - 1) for players in range(2, most_players + 1)))


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
