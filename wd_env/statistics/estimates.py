"""Figures with intervals of 95 % from what was counted in blocks of games: a row of sums for each block."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.statistics.intervals import interval, resampled_means, wilson

QUANTILES = (0.05, 0.5, 0.95)

Floats = NDArray[np.float64]
Often = Mapping[int, int]  # a whole number -> how many games have it


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


@dataclass(frozen=True)
class Counted:
    """What one block of games has counted: sums over its games float64[columns], and how often each length came."""

    games: int
    sums: Floats
    lengths: Mapping[str, Often]


def count(parts: Mapping[str, NDArray[Any]], lengths: Iterable[str]) -> Counted:
    """Add up numbers of the games of a block: by name arrays [games] or [games, columns], of which some are lengths."""
    games = len(next(iter(parts.values())))
    sums = np.concatenate([part.reshape(games, -1).sum(axis=0, dtype=np.float64) for part in parts.values()])
    often = {name: dict(zip(*map(np.ndarray.tolist, np.unique_counts(parts[name])), strict=True)) for name in lengths}
    return Counted(games, sums, often)


def widths_of(parts: Mapping[str, NDArray[Any]]) -> dict[str, int]:
    """Return how many columns each part has."""
    return {name: int(np.prod(part.shape[1:], dtype=np.int64)) for name, part in parts.items()}


class Sample:
    """Sums of the blocks of a survey, by name: parts of so many columns as `widths` says.

    All of them are drawn again together, block by block, so that a ratio of two is one of the same games.
    """

    def __init__(self, widths: Mapping[str, int], blocks: int, seed: int) -> None:
        *starts, end = np.cumsum([0, *widths.values()]).tolist()
        self._starts, self._widths = dict(zip(widths, starts, strict=True)), dict(widths)
        self._games = end  # the column behind the others
        self._rows = np.zeros((blocks, end + 1))
        self._often: dict[str, Counter[int]] = {}
        self._seed = seed

    def add(self, number: int, counted: Counted) -> None:
        """Take what the block of this number has counted; the order in which blocks come does not matter."""
        self._rows[number, : self._games], self._rows[number, self._games] = counted.sums, counted.games
        for name, often in counted.lengths.items():
            self._often.setdefault(name, Counter()).update(often)

    def draw(self) -> None:
        """Add the blocks up and draw them again, once all are there and before any figure is asked for."""
        self._sums = self._rows.sum(axis=0)
        self._drawn = resampled_means(self._rows, np.random.default_rng(self._seed))

    @property
    def games(self) -> int:
        """Games of all blocks."""
        return int(self._sums[self._games])

    def plain(self, part: str, column: int = 0) -> float:
        """Return the mean of one column alone."""
        return float(self._sums[self._starts[part] + column] / self._sums[self._games])

    def mean(self, part: str, column: int = 0) -> Figure:
        """Return the mean of one column with its interval."""
        return self._ratio(self._starts[part] + column, self._games)

    def ratio(self, part: str, of: str, column: int = 0, of_column: int = 0) -> Figure:
        """Return one mean in units of another; draws without any such unit say nothing, and 0 of 0 is 0."""
        return self._ratio(self._starts[part] + column, self._starts[of] + of_column)

    def length(self, part: str) -> Length:
        """Return the mean of a part that is a length, and its quantiles over the games."""
        return Length(self.mean(part), quantiles(self._often[part], QUANTILES))

    def share(self, part: str, column: int = 0) -> Figure:
        """Return the share of the games that a column of parts of 1 adds up to, with Wilson's interval."""
        total = min(float(self._sums[self._starts[part] + column]), float(self.games))  # thirds add up with a hair more
        return Figure(total / self.games, *wilson(total, self.games))

    def share_of_part(self, part: str, column: int = 0) -> Figure:
        """Return the share of a column in a part whose columns add up to games that count, with Wilson's interval.

        Without any such game nothing is known: 0, within 0 and 1.
        """
        start = self._starts[part]
        games = round(float(self._sums[start : start + self._widths[part]].sum()))
        total = min(float(self._sums[start + column]), float(games))  # thirds add up with a hair more
        return Figure(total / games if games else 0.0, *wilson(total, games))

    def _ratio(self, above: int, below: int) -> Figure:
        drawn = self._drawn[self._drawn[:, below] > 0]
        if not len(drawn):
            return Figure(0.0, 0.0, 0.0)
        return Figure(float(self._sums[above] / self._sums[below]), *interval(drawn[:, above] / drawn[:, below]))


def quantiles(often: Often, shares: Sequence[float]) -> tuple[float, ...]:
    """Return the quantiles at these shares, as `numpy.quantile` finds them in one number a game."""
    values = np.array(sorted(often))
    ends = np.cumsum([often[value] for value in values.tolist()])  # how many games have this number or a lower one
    places = np.array(shares) * (ends[-1] - 1)
    low = values[np.searchsorted(ends, np.floor(places), side="right")]
    high = values[np.searchsorted(ends, np.ceil(places), side="right")]
    found: list[float] = (low + (high - low) * (places - np.floor(places))).tolist()
    return tuple(found)
