"""Figures with intervals of 95 % from what was counted in blocks of games: a row of sums for each block."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.statistics.intervals import bootstrap_means, interval, wilson

QUANTILES = (0.05, 0.5, 0.95)

Floats = NDArray[np.float64]
Histogram = Mapping[int, int]  # a whole number -> how many games have it


@dataclass(frozen=True)
class Estimate:
    """A mean, ratio or share with its interval of 95 %."""

    value: float
    low: float
    high: float


def to_json(estimates: Mapping[str, Estimate]) -> dict[str, dict[str, float]]:
    """Return each figure by its name as JSON data."""
    return {name: asdict(figure) for name, figure in estimates.items()}


@dataclass(frozen=True)
class LengthEstimate:
    """How long games are: the mean, and how they spread."""

    mean: Estimate
    quantiles: tuple[float, ...]  # 5 %, median, 95 %


@dataclass(frozen=True)
class BlockCounts:
    """What one block of games has counted: sums over its games float64[columns], and how often each length came."""

    games: int
    sums: Floats
    histograms: Mapping[str, Histogram]


def count_block(columns: Mapping[str, NDArray[Any]], lengths: Iterable[str]) -> BlockCounts:
    """Add up numbers of the games of a block: by name arrays [games] or [games, columns], of which some are lengths."""
    games = len(next(iter(columns.values())))
    sums = np.concatenate([part.reshape(games, -1).sum(axis=0, dtype=np.float64) for part in columns.values()])
    often = {name: dict(zip(*map(np.ndarray.tolist, np.unique_counts(columns[name])), strict=True)) for name in lengths}
    return BlockCounts(games, sums, often)


def widths_of(columns: Mapping[str, NDArray[Any]]) -> dict[str, int]:
    """Return how many columns each part has."""
    return {name: int(np.prod(part.shape[1:], dtype=np.int64)) for name, part in columns.items()}


class BlockSample:
    """Sums of the blocks of a survey, by name: parts of so many columns as `widths` says.

    All of them are drawn again together, block by block, so that a ratio of two is one of the same games.
    """

    def __init__(self, widths: Mapping[str, int], blocks: int, seed: int) -> None:
        *starts, end = np.cumsum([0, *widths.values()]).tolist()
        self._starts, self._widths = dict(zip(widths, starts, strict=True)), dict(widths)
        self._games = end  # the column behind the others
        self._rows = np.zeros((blocks, end + 1))
        self._histograms: dict[str, Counter[int]] = {}
        self._seed = seed

    def add(self, block: int, counts: BlockCounts) -> None:
        """Take what the block of this number has counted; the order in which blocks come does not matter."""
        self._rows[block, : self._games], self._rows[block, self._games] = counts.sums, counts.games
        for name, often in counts.histograms.items():
            self._histograms.setdefault(name, Counter()).update(often)

    def bootstrap(self) -> None:
        """Add the blocks up and draw them again, once all are there and before any figure is asked for."""
        self._sums = self._rows.sum(axis=0)
        self._bootstrap_draws = bootstrap_means(self._rows, np.random.default_rng(self._seed))

    @property
    def games(self) -> int:
        """Games of all blocks."""
        return int(self._sums[self._games])

    def point_mean(self, column_group: str, column: int = 0) -> float:
        """Return the mean of one column alone."""
        return float(self._sums[self._starts[column_group] + column] / self._sums[self._games])

    def mean(self, column_group: str, column: int = 0) -> Estimate:
        """Return the mean of one column with its interval."""
        return self._ratio(self._starts[column_group] + column, self._games)

    def ratio(self, column_group: str, of: str, column: int = 0, of_column: int = 0) -> Estimate:
        """Return one mean in units of another; draws without any such unit say nothing, and 0 of 0 is 0."""
        return self._ratio(self._starts[column_group] + column, self._starts[of] + of_column)

    def length(self, column_group: str) -> LengthEstimate:
        """Return the mean of a part that is a length, and its quantiles over the games."""
        return LengthEstimate(self.mean(column_group), quantiles(self._histograms[column_group], QUANTILES))

    def fraction(self, column_group: str, column: int = 0) -> Estimate:
        """Return the share of the games that a column of parts of 1 adds up to, with Wilson's interval."""
        total = min(
            float(self._sums[self._starts[column_group] + column]), float(self.games)
        )  # thirds add up with a hair more
        return Estimate(total / self.games, *wilson(total, self.games))

    def fraction_within(self, column_group: str, column: int = 0) -> Estimate:
        """Return the share of a column in a part whose columns add up to games that count, with Wilson's interval.

        Without any such game nothing is known: 0, within 0 and 1.
        """
        start = self._starts[column_group]
        games = round(float(self._sums[start : start + self._widths[column_group]].sum()))
        total = min(float(self._sums[start + column]), float(games))  # thirds add up with a hair more
        return Estimate(total / games if games else 0.0, *wilson(total, games))

    def _ratio(self, above: int, below: int) -> Estimate:
        drawn = self._bootstrap_draws[self._bootstrap_draws[:, below] > 0]
        if not len(drawn):
            return Estimate(0.0, 0.0, 0.0)
        return Estimate(float(self._sums[above] / self._sums[below]), *interval(drawn[:, above] / drawn[:, below]))


def quantiles(histogram: Histogram, probabilities: Sequence[float]) -> tuple[float, ...]:
    """Return the quantiles at these shares, as `numpy.quantile` finds them in one number a game."""
    values = np.array(sorted(histogram))
    ends = np.cumsum([histogram[value] for value in values.tolist()])  # how many games have this number or a lower one
    places = np.array(probabilities) * (ends[-1] - 1)
    low = values[np.searchsorted(ends, np.floor(places), side="right")]
    high = values[np.searchsorted(ends, np.ceil(places), side="right")]
    found: list[float] = (low + (high - low) * (places - np.floor(places))).tolist()
    return tuple(found)
