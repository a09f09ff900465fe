"""Seeds: any whole number of 64 bits; without one, entropy of the operating system."""

import secrets
from collections.abc import Sequence
from operator import index
from typing import cast

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError
from wd_env.kernels.philox import WORD, game_key

SEED_BITS = 64
Seeds = int | Sequence[int | None] | NDArray[np.int64] | None  # for the rows of a batch, see `row_seeds`
OPPONENT_WORDS = (2, 3)  # words 0 and 1 are the key of the game itself


def check_seed(seed: int | None) -> int:
    """The seed itself as a plain int, or a fresh one for None; ConfigError outside 0..2**64 - 1."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    try:
        number = None if isinstance(seed, bool) else index(seed)
    except TypeError:
        number = None
    if number is None or not 0 <= number < 1 << SEED_BITS:
        raise ConfigError(f"seed {seed!r}; allowed are whole numbers 0..{(1 << SEED_BITS) - 1}")
    return number


def split_seed(seed: int | None) -> tuple[int, int]:
    """Its low and high 32 bits."""
    number = check_seed(seed)
    return number & WORD, number >> 32


def row_seeds(seed: Seeds, num_rows: int) -> list[int | None]:
    """A seed for each row of a batch: of one number seed, seed + 1 ..., or as listed; None where none is given.

    ConfigError for what is no seed, and for a list of another length.
    """
    if seed is None:
        return [None] * num_rows
    seeds: object = seed.tolist() if isinstance(seed, np.ndarray) else seed
    if isinstance(seeds, list | tuple):
        if len(seeds) != num_rows:
            raise ConfigError(f"{len(seeds)} seeds for {num_rows} rows; allowed is one, or one for each")
        return [None if one is None else check_seed(one) for one in seeds]
    first = check_seed(cast("int", seeds))
    return [check_seed(first + row) for row in range(num_rows)]


def opponent_streams(seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Make streams int64[k, 3] for opponents that act at random, apart from the streams of their games.

    `seeds` int64[k, 4]: low and high half of the seed, row and episode of each game.
    """
    low, high, row, episode = seeds.T
    key = [game_key(low, high, row, episode, word) for word in OPPONENT_WORDS]
    return np.stack([*key, np.zeros_like(low)], axis=1)


def seed_table(seed: int | Sequence[int], num_games: int) -> NDArray[np.int64]:
    """A row for each game: the halves of its seed, its number among games with one seed, and no episode yet."""
    if isinstance(seed, list | tuple | np.ndarray):
        if len(seed) != num_games:
            raise ConfigError(f"{len(seed)} seeds for {num_games} tables; allowed is one, or one for each")
        return np.array([(*split_seed(one), 0, -1) for one in seed], np.int64)
    low, high = split_seed(cast("int", seed))  # which refuses what is none
    return np.array([(low, high, row, -1) for row in range(num_games)], np.int64)
