"""Figures with intervals of 95 % from numbers that were counted in games, one row of numbers a game."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.core.stats import interval, resampled_means, wilson

QUANTILES = (0.05, 0.5, 0.95)


@dataclass(frozen=True)
class Figure:
    """A mean, ratio or share with its interval of 95 %."""

    value: float
    low: float
    high: float


def as_json(figures: Mapping[str, Figure]) -> dict[str, dict[str, float]]:
    """Return each figure by its name as JSON data."""
    return {name: asdict(figure) for name, figure in figures.items()}


@dataclass(frozen=True)
class Length:
    """How long games are: the mean, and how they spread."""

    mean: Figure
    quantiles: tuple[float, ...]  # 5 %, median, 95 %


class Sample:
    """Numbers of every game, by name, each an array [games] or [games, columns].

    All of them are drawn again together, game by game, so that a ratio of two is one of the same games.
    """

    def __init__(self, parts: Mapping[str, NDArray[Any]], seed: int) -> None:
        self.parts = parts
        self.games = len(next(iter(parts.values())))
        columns = [part.reshape(self.games, -1).astype(np.float64) for part in parts.values()]
        ends = np.cumsum([part.shape[1] for part in columns])
        self._starts = dict(zip(parts, (0, *ends), strict=False))
        self._means = np.concatenate(columns, axis=1).mean(axis=0)
        self._drawn = resampled_means(np.concatenate(columns, axis=1), np.random.default_rng(seed))

    def plain(self, part: str, column: int = 0) -> float:
        """Return the mean of one column alone."""
        return float(self._means[self._starts[part] + column])

    def mean(self, part: str, column: int = 0) -> Figure:
        """Return the mean of one column with its interval."""
        return Figure(self.plain(part, column), *interval(self._drawn[:, self._starts[part] + column]))

    def ratio(self, part: str, of: str, column: int = 0, of_column: int = 0) -> Figure:
        """Return one mean in units of another; draws without any such unit say nothing, and 0 of 0 is 0."""
        above, below = self._starts[part] + column, self._starts[of] + of_column
        drawn = self._drawn[self._drawn[:, below] > 0]
        if not len(drawn):
            return Figure(0.0, 0.0, 0.0)
        return Figure(float(self._means[above] / self._means[below]), *interval(drawn[:, above] / drawn[:, below]))

    def length(self, part: str) -> Length:
        """Return the mean of a part with one column, and its quantiles over the games."""
        return Length(self.mean(part), tuple(np.quantile(self.parts[part], QUANTILES).tolist()))

    def share(self, games: NDArray[Any]) -> Figure:
        """Return the share of the games for which `games` [games] is 1, parts of 1 included, with Wilson's interval."""
        return Figure(float(games.mean()), *wilson(float(games.sum()), self.games))
