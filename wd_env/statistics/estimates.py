"""Estimates with 95% confidence intervals, from the sums of blocks of games."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.statistics.intervals import bootstrap_means, interval, wilson

QUANTILES = (0.05, 0.5, 0.95)

Floats = NDArray[np.float64]
Histogram = Mapping[int, int]  # number of games by length


@dataclass(frozen=True)
class Estimate:
    """A mean, ratio or fraction with its 95% confidence interval.

    Attributes:
        value: The estimate.
        low: Lower end of the interval.
        high: Upper end of the interval.
    """

    value: float
    low: float
    high: float


def to_json(estimates: Mapping[str, Estimate]) -> dict[str, dict[str, float]]:
    """Return estimates by name as JSON data."""
    return {name: asdict(estimate) for name, estimate in estimates.items()}


@dataclass(frozen=True)
class LengthEstimate:
    """The distribution of the lengths of games.

    Attributes:
        mean: Mean length.
        quantiles: The 5%, 50% and 95% quantiles of the length.
    """

    mean: Estimate
    quantiles: tuple[float, ...]


@dataclass(frozen=True)
class BlockCounts:
    """The counts of one block of games.

    Attributes:
        games: Number of games.
        sums: float64[columns], sums over the games.
        histograms: Number of games by length, for each column that is a length.
    """

    games: int
    sums: Floats
    histograms: Mapping[str, Histogram]


def count_block(columns: Mapping[str, NDArray[Any]], lengths: Iterable[str]) -> BlockCounts:
    """Add up the columns of a block of games.

    Args:
        columns: Arrays[games] or arrays[games, columns] by name.
        lengths: Names of the arrays that are lengths of games.
    """
    games = len(next(iter(columns.values())))
    sums = np.concatenate([array.reshape(games, -1).sum(axis=0, dtype=np.float64) for array in columns.values()])
    histograms = {
        name: dict(zip(*map(np.ndarray.tolist, np.unique_counts(columns[name])), strict=True)) for name in lengths
    }
    return BlockCounts(games, sums, histograms)


def widths_of(columns: Mapping[str, NDArray[Any]]) -> dict[str, int]:
    """Return the number of columns of each array."""
    return {name: int(np.prod(array.shape[1:], dtype=np.int64)) for name, array in columns.items()}


class BlockSample:
    """The sums of the blocks of a survey, and estimates from them.

    The bootstrap resamples complete blocks, so numerator and denominator of a ratio come from the same games.

    Args:
        widths: Number of columns of each column group, by name.
        blocks: Number of blocks.
        seed: Seed of the bootstrap.
    """

    def __init__(self, widths: Mapping[str, int], blocks: int, seed: int) -> None:
        *offsets, end = np.cumsum([0, *widths.values()]).tolist()
        self._offsets, self._widths = dict(zip(widths, offsets, strict=True)), dict(widths)
        self._games = end  # index of the last column, the number of games
        self._block_sums = np.zeros((blocks, end + 1))
        self._histograms: dict[str, Counter[int]] = {}
        self._seed = seed

    def add(self, block: int, counts: BlockCounts) -> None:
        """Add the counts of the block with this index; the order of the blocks does not matter."""
        self._block_sums[block, : self._games], self._block_sums[block, self._games] = counts.sums, counts.games
        for name, histogram in counts.histograms.items():
            self._histograms.setdefault(name, Counter()).update(histogram)

    def bootstrap(self) -> None:
        """Add up and resample the blocks. Call it after the last `add` and before any estimate."""
        self._sums = self._block_sums.sum(axis=0)
        self._bootstrap_means = bootstrap_means(self._block_sums, np.random.default_rng(self._seed))

    @property
    def games(self) -> int:
        """Number of games in all blocks."""
        return int(self._sums[self._games])

    def point_mean(self, column_group: str, column: int = 0) -> float:
        """Return the mean of one column, without an interval."""
        return float(self._sums[self._offsets[column_group] + column] / self._sums[self._games])

    def mean(self, column_group: str, column: int = 0) -> Estimate:
        """Return the mean of one column with its interval."""
        return self._ratio(self._offsets[column_group] + column, self._games)

    def ratio(self, column_group: str, of: str, column: int = 0, of_column: int = 0) -> Estimate:
        """Return the ratio of two columns.

        Resamples whose denominator is 0 are left out. If the denominator is 0 in all of them, the ratio is 0.
        """
        return self._ratio(self._offsets[column_group] + column, self._offsets[of] + of_column)

    def length(self, column_group: str) -> LengthEstimate:
        """Return the mean of a column that is a length, and its quantiles over the games."""
        return LengthEstimate(self.mean(column_group), quantiles(self._histograms[column_group], QUANTILES))

    def fraction(self, column_group: str, column: int = 0) -> Estimate:
        """Return the sum of a column as a fraction of all games, with Wilson's interval.

        Each game contributes at most 1 to the column.
        """
        column_sum = float(self._sums[self._offsets[column_group] + column])
        total = min(column_sum, float(self.games))  # rounding can make a sum of thirds too large
        return Estimate(total / self.games, *wilson(total, self.games))

    def fraction_within(self, column_group: str, column: int = 0) -> Estimate:
        """Return the sum of a column as a fraction of the sum of its group, with Wilson's interval.

        The columns of the group add up to a number of games. If that is 0, the estimate is 0 with interval 0 to 1.
        """
        start = self._offsets[column_group]
        games = round(float(self._sums[start : start + self._widths[column_group]].sum()))
        total = min(float(self._sums[start + column]), float(games))  # rounding can make a sum of thirds too large
        return Estimate(total / games if games else 0.0, *wilson(total, games))

    def _ratio(self, numerator: int, denominator: int) -> Estimate:
        means = self._bootstrap_means[self._bootstrap_means[:, denominator] > 0]
        if not len(means):
            return Estimate(0.0, 0.0, 0.0)
        value = float(self._sums[numerator] / self._sums[denominator])
        return Estimate(value, *interval(means[:, numerator] / means[:, denominator]))


def quantiles(histogram: Histogram, probabilities: Sequence[float]) -> tuple[float, ...]:
    """Compute the quantiles of a histogram at these probabilities, as `numpy.quantile` does for the list of values."""
    values = np.array(sorted(histogram))
    cumulative = np.cumsum([histogram[value] for value in values.tolist()])
    positions = np.array(probabilities) * (cumulative[-1] - 1)
    low = values[np.searchsorted(cumulative, np.floor(positions), side="right")]
    high = values[np.searchsorted(cumulative, np.ceil(positions), side="right")]
    result: list[float] = (low + (high - low) * (positions - np.floor(positions))).tolist()
    return tuple(result)
