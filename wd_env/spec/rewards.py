"""Rewards of a game: decided by its end; shaping terms are options, off by default."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

from wd_env.errors import ConfigError, UnknownOption, did_you_mean, quoted
from wd_env.kernels.game_loop import RETURNS_WIDTH
from wd_env.options import to_python_scalar

MANTISSA_BITS = 24  # of a float32
TOLERANCE = 1e-9  # what returns add up to that should be 0
SHAPING_PREFIX = "shaping_"  # of the weights among the options of an environment


def split_weights(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the options of an environment into those of the game and the weights of shaping terms by term."""
    weights = {
        name.removeprefix(SHAPING_PREFIX): value for name, value in options.items() if name.startswith(SHAPING_PREFIX)
    }
    return {name: value for name, value in options.items() if not name.startswith(SHAPING_PREFIX)}, weights


Returns = Callable[[int, int], tuple[float, float]]


class ShapingTerm(NamedTuple):
    """A potential of each player that a game computes for shaped rewards."""

    name: str
    description: str


def shared_returns(winners: int, players: int) -> tuple[float, float]:
    """Return the return of each winner and of each other player; all returns add up to 0.

    Each other player pays 1/(n-1), and the winners share it: +1 for a single winner, 0 for all if all players win.
    """
    fraction = 1.0 / (players - 1)
    return (players - winners) * fraction / winners, -fraction


def returns_table(returns: Returns, max_players: int) -> tuple[float, ...]:
    """Return the returns of a game for each number of winners and players, as a flat table for compiled rules.

    From index RETURNS_WIDTH * (winners * (max_players + 1) + players) it contains the return of a loser, that of a
    winner, and what the last loser gets in addition. All three are 0 without a winner, and for impossible numbers.
    """
    table = [0.0] * (RETURNS_WIDTH * (max_players + 1) ** 2)
    for players in range(2, max_players + 1):
        for winners in range(1, players + 1):
            index = RETURNS_WIDTH * (winners * (max_players + 1) + players)
            table[index : index + RETURNS_WIDTH] = _exact_returns(
                *returns(winners, players), winners, players - winners
            )
    return tuple(table)


def is_zero_sum(returns: Returns, max_players: int) -> bool:
    """Return whether the returns of every end of a game add up to 0, for each number of players and winners."""
    counts = [(winners, players) for players in range(2, max_players + 1) for winners in range(1, players + 1)]
    outcomes = [(returns(winners, players), winners, players - winners) for winners, players in counts]
    return all(abs(winners * won + losers * lost) <= TOLERANCE for (won, lost), winners, losers in outcomes)


def _exact_returns(won: float, lost: float, winners: int, losers: int) -> tuple[float, float, float]:
    """Return the returns of losers and winners and the remainder, in 24 bits, so that they add up to exactly 0.

    A third has no such representation. It is rounded, and the last loser pays the remainder.
    """
    if losers == 0 or abs(winners * won + losers * lost) > TOLERANCE:
        return lost, won, 0.0
    step = 2.0 ** (math.ceil(math.log2(abs(winners * won) or 1.0)) - MANTISSA_BITS)
    won, lost = round(won / step) * step, round(lost / step) * step
    return lost, won, -(winners * won + losers * lost)


@dataclass(frozen=True)
class RewardShaping:
    """Potential-based rewards: weight * (potential after - potential before), with potential 0 at the end of a game.

    Over a game they add up to minus the potential at its start, whatever is played, so they do not change which policy
    is best.
    """

    weights: tuple[float, ...] = ()  # one per term of the game, in the same order

    @classmethod
    def of(cls, shaping_terms: Iterable[ShapingTerm], **weights: Any) -> Self:
        """Return the shaping with these weights by term; other terms have weight 0.

        Raises:
            UnknownOption: If the game has no term of a name.
            ConfigError: If a weight is not a finite number.
        """
        names = [term.name for term in shaping_terms]
        weights = {name: to_python_scalar(weight) for name, weight in weights.items()}
        for name, weight in weights.items():
            if name not in names:
                allowed = ", ".join(SHAPING_PREFIX + known for known in names)
                raise UnknownOption(
                    f"unknown option {quoted(SHAPING_PREFIX + name)}; expected {allowed}{did_you_mean(name, names)}"
                )
            if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight):
                raise ConfigError(f"{SHAPING_PREFIX}{name}: expected a finite number, got {weight!r}")
        return cls(tuple(weights.get(name, 0.0) for name in names))

    @cached_property
    def is_off(self) -> bool:
        """Whether all weights are 0."""
        return not any(self.weights)
