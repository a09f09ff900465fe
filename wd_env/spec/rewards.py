"""Rewards of a game: decided by its end; shaping terms are options, off by default."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from wd_env.errors import ConfigError, UnknownOption
from wd_env.kernels.game_loop import RETURNS_WIDTH
from wd_env.options import to_python_scalar

MANTISSA_BITS = 24  # of a float32
TOLERANCE = 1e-9  # what returns add up to that should be 0
SHAPING_PREFIX = "shaping_"  # of the weights among the options of an environment


def split_weights(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of an environment: those of the game, and the weights of shaping terms by the names of the terms."""
    weights = {
        name.removeprefix(SHAPING_PREFIX): value for name, value in options.items() if name.startswith(SHAPING_PREFIX)
    }
    return {name: value for name, value in options.items() if not name.startswith(SHAPING_PREFIX)}, weights


Returns = Callable[[int, int], tuple[float, float]]


class ShapingTerm(NamedTuple):
    """What a game counts of each player's standing, for rewards that are shaped by it."""

    name: str
    description: str


def shared_returns(winners: int, players: int) -> tuple[float, float]:
    """Return what each of `winners` winners and what each other of `players` players gets, summing to 0.

    Whoever has not won pays 1/(n-1) and the winners share it: +1 for a single one, 0 for all where everybody wins.
    """
    share = 1.0 / (players - 1)
    return (players - winners) * share / winners, -share


def returns_table(returns: Returns, max_players: int) -> tuple[float, ...]:
    """Write down a game's returns for every number of winners and players, flat, as the compiled rules read them.

    At place RETURNS * (winners * (max_players + 1) + players) is what those get who have not won, then what a winner
    gets, then what the last of those who have not won gets beside; all 0 where nobody has won and where winners and
    players cannot be.
    """
    table = [0.0] * (RETURNS_WIDTH * (max_players + 1) ** 2)
    for players in range(2, max_players + 1):
        for winners in range(1, players + 1):
            place = RETURNS_WIDTH * (winners * (max_players + 1) + players)
            table[place : place + RETURNS_WIDTH] = _exact_returns(
                *returns(winners, players), winners, players - winners
            )
    return tuple(table)


def _exact_returns(won: float, lost: float, winners: int, losers: int) -> tuple[float, float, float]:
    """What loses, what wins and the rest, as numbers of 24 bits: returns that should add up to 0 do so exactly.

    A third has no such number: thirds are rounded, and the last who pays one pays what is left.
    """
    if losers == 0 or abs(winners * won + losers * lost) > TOLERANCE:
        return lost, won, 0.0
    step = 2.0 ** (math.ceil(math.log2(abs(winners * won) or 1.0)) - MANTISSA_BITS)
    won, lost = round(won / step) * step, round(lost / step) * step
    return lost, won, -(winners * won + losers * lost)


@dataclass(frozen=True)
class RewardShaping:
    """Potential-based terms, added as weight x (standing after - standing before); the end of a game stands at 0.

    Over a whole game they add up to minus the standing at its start, whatever was played, so they
    change how soon a seat learns and not what is best.
    """

    weights: tuple[float, ...] = ()  # one for each term of the game, in its order

    @classmethod
    def of(cls, terms: Iterable[ShapingTerm], **weights: Any) -> Self:
        """From weights by the names of the game's terms; a term that is not named weighs 0.

        UnknownOption for a name that is no term, ConfigError for a weight that is no finite number.
        """
        names = [term.name for term in terms]
        weights = {name: to_python_scalar(weight) for name, weight in weights.items()}
        for name, weight in weights.items():
            if name not in names:
                allowed = ", ".join(SHAPING_PREFIX + known for known in names)
                raise UnknownOption(f"{SHAPING_PREFIX}{name} is no term of the game; allowed are {allowed}")
            if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight):
                raise ConfigError(f"{SHAPING_PREFIX}{name} is {weight!r}; allowed are finite numbers")
        return cls(tuple(weights.get(name, 0.0) for name in names))

    @property
    def is_off(self) -> bool:
        """No term has a weight."""
        return not any(self.weights)
