"""Rewards of a game: decided by its end; shaping terms are options, off by default."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from wd_env.core.errors import ConfigError, UnknownOption
from wd_env.core.options import plain

PREFIX = "shaping_"  # of the weights among the options of an environment


def split_weights(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of an environment: those of the game, and the weights of shaping terms by the names of the terms."""
    weights = {name.removeprefix(PREFIX): value for name, value in options.items() if name.startswith(PREFIX)}
    return {name: value for name, value in options.items() if not name.startswith(PREFIX)}, weights


Returns = Callable[[int, int], tuple[float, float]]


class Term(NamedTuple):
    """What a game counts of each player's standing, for rewards that are shaped by it."""

    name: str
    meaning: str


def shared_returns(winners: int, players: int) -> tuple[float, float]:
    """Return what each of `winners` winners and what each other of `players` players gets, summing to 0.

    Whoever has not won pays 1/(n-1) and the winners share it: +1 for a single one, 0 for all where everybody wins.
    """
    share = 1.0 / (players - 1)
    return (players - winners) * share / winners, -share


def returns_table(returns: Returns, most_players: int) -> tuple[float, ...]:
    """Write down a game's returns for every number of winners and players, flat, as the compiled rules read them.

    At place 2 * (winners * (most_players + 1) + players) is what those get who have not won, next to it what a winner
    gets; all 0 where nobody has won and where winners and players cannot be.
    """
    table = [0.0] * (2 * (most_players + 1) ** 2)
    for players in range(2, most_players + 1):
        for winners in range(1, players + 1):
            won, lost = returns(winners, players)
            place = 2 * (winners * (most_players + 1) + players)
            table[place : place + 2] = lost, won
    return tuple(table)


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

        UnknownOption for a name that is no term, ConfigError for a weight that is no finite number.
        """
        names = [term.name for term in terms]
        weights = {name: plain(weight) for name, weight in weights.items()}
        for name, weight in weights.items():
            if name not in names:
                allowed = ", ".join(PREFIX + known for known in names)
                raise UnknownOption(f"{PREFIX}{name} is no term of the game; allowed are {allowed}")
            if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight):
                raise ConfigError(f"{PREFIX}{name} is {weight!r}; allowed are finite numbers")
        return cls(tuple(weights.get(name, 0.0) for name in names))

    @property
    def is_off(self) -> bool:
        """No term has a weight."""
        return not any(self.weights)
