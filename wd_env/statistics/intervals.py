"""Confidence intervals of win rates, means and ratios."""

import math

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError

Floats = NDArray[np.float64]

Z = 1.96  # quantile of the standard normal distribution for 95%
MIN_BOOTSTRAP_DEALS = 20  # fewer resampled deals show too little spread
TOLERANCE = 1e-9  # of sums of fractions
CHUNK_SIZE = 1 << 14  # deals drawn at once; many more are slower, because they do not fit into the CPU cache


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Compute the 95% Wilson score interval of a win rate.

    Args:
        wins: Number of wins, 0 to `games`; a win shared by k players counts 1/k.
        games: Number of games.

    Returns:
        The ends of the interval; (0, 1) for 0 games.

    Raises:
        ConfigError: If `wins` is not in the range 0 to `games`.
    """
    if games < 0 or not 0 <= wins <= games:
        raise ConfigError(f"wins: expected 0 to {games} in {games} games, got {wins}")
    if games == 0:
        return 0.0, 1.0
    win_rate, weight = wins / games, Z * Z / games
    centre = win_rate + weight / 2
    half_width = Z * math.sqrt(win_rate * (1 - win_rate) / games + weight / (4 * games))
    # rounding errors may put an end slightly outside 0 to 1
    return max(0.0, (centre - half_width) / (1 + weight)), min(1.0, (centre + half_width) / (1 + weight))


def bootstrap_ratio(
    numerators: Floats, denominators: Floats, rng: np.random.Generator, resamples: int = 1000
) -> tuple[float, float, float]:
    """Compute the ratio of two sums over deals and its 95% confidence interval by bootstrap over deals.

    Args:
        numerators: float64[deals], such as the number of games won in each deal. A deal is one start played from every
            seat, so its games are not independent: pass one value per deal.
        denominators: float64[deals], not negative, such as the number of games with a winner.
        rng: Random generator of the bootstrap.
        resamples: Number of bootstrap samples.

    Returns:
        The ratio, and the ends of its interval; (0, 0, 1) if the sum of `denominators` is 0. If all deals have the
        same ratio from 0 to 1, the interval is Wilson's over the deals, because resampling them shows no spread. If
        fewer than `MIN_BOOTSTRAP_DEALS` deals have a denominator, the interval contains Wilson's as well.

    Raises:
        ConfigError: If there are fewer than two deals.
    """
    values = np.stack([numerators, denominators], axis=1).astype(np.float64)
    if len(values) <= 1:
        raise ConfigError(f"deals: expected at least 2, got values of shape {np.shape(numerators)}")
    if not denominators.sum() > 0:
        return 0.0, 0.0, 1.0
    ratio = float(numerators.sum() / denominators.sum())
    num_deals = int(np.count_nonzero(denominators))
    is_fraction = bool(np.all((numerators >= 0) & (numerators <= denominators + TOLERANCE)))
    if 0 <= ratio <= 1 and np.allclose(numerators, ratio * denominators):
        return ratio, *wilson(ratio * num_deals, num_deals)
    samples = bootstrap_means(values, rng, resamples)
    samples = samples[samples[:, 1] > 0]  # the ratio of a sample whose denominator is 0 is undefined
    low, high = interval(samples[:, 0] / samples[:, 1])
    if is_fraction and num_deals < MIN_BOOTSTRAP_DEALS:
        wide_low, wide_high = wilson(ratio * num_deals, num_deals)
        return ratio, min(low, wide_low), max(high, wide_high)
    return ratio, low, high


def bootstrap_means(values: Floats, rng: np.random.Generator, resamples: int = 1000) -> Floats:
    """Compute bootstrap means over deals.

    All columns are resampled together, so that ratios of columns can be computed for each bootstrap sample.

    Args:
        values: float[deals, columns].
        rng: Random generator of the bootstrap.
        resamples: Number of bootstrap samples.

    Returns:
        float64[resamples, columns], the mean of each column in each bootstrap sample.
    """
    num_deals = len(values)
    chunk = max(1, CHUNK_SIZE // num_deals)
    sums = [_sample_weights(num_deals, min(chunk, resamples - i), rng) @ values for i in range(0, resamples, chunk)]
    means: Floats = np.concatenate(sums) / num_deals
    return means


def _sample_weights(num_deals: int, num_samples: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw bootstrap samples and return how often each deal is in each sample, int64[num_samples, num_deals]."""
    samples = rng.integers(0, num_deals, (num_samples, num_deals)) + num_deals * np.arange(num_samples)[:, None]
    return np.bincount(samples.ravel(), minlength=num_samples * num_deals).reshape(num_samples, num_deals)


def interval(means: Floats) -> tuple[float, float]:
    """Return the 2.5% and 97.5% quantiles of bootstrap means float[resamples]."""
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)
