"""How sure a result is: intervals around win shares and means."""

import math

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError

Floats = NDArray[np.float64]

DRAWS_PER_CHUNK = 1 << 14  # deals that are drawn at once; many more are slower, since they fit into no cache


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


def bootstrap_ratio(
    numerators: Floats, denominators: Floats, rng: np.random.Generator, resamples: int = 1000
) -> tuple[float, float, float]:
    """Compute the ratio of two sums over deals and its 95 % interval by bootstrap over deals.

    Args:
        above: float64[deals], such as games won in each deal. A deal is one start played from every seat, so its games
            are not independent: give one value a deal.
        below: float64[deals], such as games that somebody won; not negative.
        rng: Generator of the draws.
        resamples: Number of draws.

    Returns:
        The ratio, and the ends of its interval; (0, 0, 1) if `below` adds up to nothing.

    Raises:
        ConfigError: If there are fewer than two deals, which say nothing about how they vary.
    """
    values = np.stack([numerators, denominators], axis=1).astype(np.float64)
    if len(values) <= 1:
        raise ConfigError(f"values of shape {np.shape(numerators)} are not at least two deals in one row")
    if not denominators.sum() > 0:
        return 0.0, 0.0, 1.0
    drawn = bootstrap_means(values, rng, resamples)
    drawn = drawn[drawn[:, 1] > 0]  # a draw without such a game says nothing
    return float(numerators.sum() / denominators.sum()), *interval(drawn[:, 0] / drawn[:, 1])


def bootstrap_means(values: Floats, rng: np.random.Generator, resamples: int = 1000) -> Floats:
    """Compute bootstrap means float[resamples, columns] of `values` float[deals, columns] over deals.

    All columns are drawn together, so a ratio of two of them can be taken row by row.
    """
    deals = len(values)
    rows = max(1, DRAWS_PER_CHUNK // deals)
    parts = [_draw_counts(deals, min(rows, resamples - begun), rng) @ values for begun in range(0, resamples, rows)]
    means: Floats = np.concatenate(parts) / deals
    return means


def _draw_counts(deals: int, rows: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw as many deals as there are, so many times; how often each came, int64[rows, deals]."""
    drawn = rng.integers(0, deals, (rows, deals)) + deals * np.arange(rows)[:, None]
    return np.bincount(drawn.ravel(), minlength=rows * deals).reshape(rows, deals)


def interval(means: Floats) -> tuple[float, float]:
    """Return the middle 95 % of bootstrap means float[resamples]."""
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)
