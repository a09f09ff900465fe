"""How sure a result is: intervals around win shares and means."""

import math

import numpy as np
from numpy.typing import NDArray

from wd_env.core.errors import ConfigError

Floats = NDArray[np.float64]

DRAWN_TOGETHER = 1 << 14  # deals that are drawn at once; many more are slower, since they fit into no cache


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Compute the Wilson score interval of a win share; `z` 1.96 covers 95 %. No games say nothing: (0, 1)."""
    if games < 0 or not 0 <= wins <= games:
        raise ConfigError(f"{wins} wins in {games} games cannot be, wins must be within 0..games")
    if games == 0:
        return 0.0, 1.0
    share, weight = wins / games, z * z / games
    centre = share + weight / 2
    spread = z * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    # rounding may leave 0 or 1 by a hair at the ends
    return max(0.0, (centre - spread) / (1 + weight)), min(1.0, (centre + spread) / (1 + weight))


def bootstrap_mean(values: np.ndarray, rng: np.random.Generator, resamples: int = 1000) -> tuple[float, float, float]:
    """Compute the mean of `values` float[deals] and its 95 % interval by bootstrap over deals.

    A deal is one start played from every seat, so its games are not independent: give one value a deal.
    Raises ConfigError for fewer than two deals, which say nothing about how they vary.
    """
    values = np.asarray(values, dtype=np.float64)
    if values.ndim != 1 or len(values) <= 1:
        raise ConfigError(f"values of shape {values.shape} are not at least two deals in one row")
    low, high = interval(resampled_means(values[:, None], rng, resamples)[:, 0])
    return float(values.mean()), low, high


def resampled_means(values: Floats, rng: np.random.Generator, resamples: int = 1000) -> Floats:
    """Compute bootstrap means float[resamples, columns] of `values` float[deals, columns] over deals.

    All columns are drawn together, so a ratio of two of them can be taken row by row.
    """
    deals = len(values)
    rows = max(1, DRAWN_TOGETHER // deals)
    parts = [_how_often(deals, min(rows, resamples - begun), rng) @ values for begun in range(0, resamples, rows)]
    means: Floats = np.concatenate(parts) / deals
    return means


def _how_often(deals: int, rows: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw as many deals as there are, so many times; how often each came, int64[rows, deals]."""
    drawn = rng.integers(0, deals, (rows, deals)) + deals * np.arange(rows)[:, None]
    return np.bincount(drawn.ravel(), minlength=rows * deals).reshape(rows, deals)


def interval(means: Floats) -> tuple[float, float]:
    """Return the middle 95 % of bootstrap means float[resamples]."""
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)
