"""Seeds, which are unsigned 64-bit integers. Without one, the operating system provides entropy."""

import secrets
from collections.abc import Sequence
from operator import index
from typing import cast

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError
from wd_env.kernels.philox import WORD, game_key

SEED_BITS = 64
Seeds = int | Sequence[int | None] | NDArray[np.int64] | None  # of the rows of a batch, see `row_seeds`
OPPONENT_WORDS = (2, 3)  # words 0 and 1 are the key of the stream of the game


def check_seed(seed: int | None) -> int:
    """Return a seed as an int, or a random one for None.

    Raises:
        ConfigError: If the seed is not an integer in the range 0 to 2**64 - 1.
    """
    if seed is None:
        return secrets.randbits(SEED_BITS)
    try:
        as_int = None if isinstance(seed, bool) else index(seed)
    except TypeError:
        as_int = None
    if as_int is None or not 0 <= as_int < 1 << SEED_BITS:
        raise ConfigError(f"seed: expected an integer from 0 to {(1 << SEED_BITS) - 1}, got {seed!r}")
    return as_int


def split_seed(seed: int | None) -> tuple[int, int]:
    """Return the low and the high 32 bits of a seed.

    Raises:
        ConfigError: If the seed is invalid.
    """
    as_int = check_seed(seed)
    return as_int & WORD, as_int >> 32


def row_seeds(seed: Seeds, num_rows: int) -> list[int | None]:
    """Return a seed for each row of a batch.

    Args:
        seed: One seed, for the seeds seed, seed + 1 and so on; one seed per row, each an int or None; or None for no
            seeds.
        num_rows: Number of rows.

    Raises:
        ConfigError: If a seed is invalid, or a list has another length than `num_rows`.
    """
    if seed is None:
        return [None] * num_rows
    seeds: object = seed.tolist() if isinstance(seed, np.ndarray) else seed
    if isinstance(seeds, list | tuple):
        if len(seeds) != num_rows:
            raise ConfigError(f"seed: expected one, or one for each of {num_rows} rows, got {len(seeds)}")
        return [None if one is None else check_seed(one) for one in seeds]
    first = check_seed(cast("int", seeds))
    return [check_seed(first + row) for row in range(num_rows)]


def opponent_streams(seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Create random streams for opponents, which differ from the streams of their games.

    Args:
        seeds: int64[k, 4], low and high half of the seed, row and episode of each game.

    Returns:
        int64[k, 3], the two words of the key of each stream, and its counter 0.
    """
    low, high, row, episode = seeds.T
    key = [game_key(low, high, row, episode, word) for word in OPPONENT_WORDS]
    return np.stack([*key, np.zeros_like(low)], axis=1)


def seed_table(seed: int | Sequence[int] | None, num_games: int) -> NDArray[np.int64]:
    """Return the seeds of games as an array.

    Args:
        seed: One seed for all games, one per game, or None for a random one.
        num_games: Number of games.

    Returns:
        int64[num_games, 4], low and high half of the seed, index of the game among those with one seed, and episode -1.

    Raises:
        ConfigError: If a seed is invalid, or a list has another length than `num_games`.
    """
    if isinstance(seed, list | tuple | np.ndarray):
        if len(seed) != num_games:
            raise ConfigError(f"seed: expected one, or one for each of {num_games} games, got {len(seed)}")
        return np.array([(*split_seed(one), 0, -1) for one in seed], np.int64)
    low, high = split_seed(cast("int", seed))  # `split_seed` rejects all other types
    return np.array([(low, high, row, -1) for row in range(num_games)], np.int64)
