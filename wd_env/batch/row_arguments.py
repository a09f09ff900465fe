"""Checks of arguments that have one value for each of some rows of a batch."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.kernel_arrays import as_int64
from wd_env.errors import ConfigError, WrongSeat, range_text
from wd_env.spec.game_spec import GameSpec

Ints = NDArray[np.int64]


def check_rows(rows: Ints, num_games: int, repeated: bool = False) -> Ints:
    """Return a copy of these rows; ConfigError if one does not exist, or occurs twice unless `repeated`."""
    result = as_int64(rows, "rows", ConfigError)
    if result.ndim != 1:
        raise ConfigError(f"rows: expected a list of integers, got shape {result.shape}")
    if len(result) == 0:
        return result
    maximum = result.view(np.uint64).max()  # a negative row becomes a number above every row
    if maximum >= num_games or not (repeated or np.bincount(result).max() == 1):
        suffix = "" if repeated else ", each once"
        raise ConfigError(f"rows: expected {range_text(0, num_games - 1)}{suffix}, got {result.tolist()}")
    return result


def check_player_counts(game: GameSpec, num_players: Ints, rows: Ints) -> Ints:
    """Return numbers of players as an array; ConfigError unless there is an allowed one for each row."""
    counts = as_int64(num_players, "num_players", ConfigError)
    low, high = game.min_players, game.max_players
    if counts.shape != rows.shape or ((counts < low) | (counts > high)).any():
        raise ConfigError(
            f"num_players: expected {range_text(low, high)} for each of {len(rows)} rows, got {counts.tolist()}"
        )
    return counts


def check_seeds(seeds: Sequence[int] | None, rows: Ints) -> None:
    """Raise ConfigError unless there is one seed for each row, or None."""
    if seeds is None:
        return
    count = len(seeds) if isinstance(seeds, Sequence | np.ndarray) else repr(seeds)
    if count != len(rows):
        raise ConfigError(f"seeds: expected one for each of {len(rows)} rows, got {count}")


def check_present(rows: Ints, subject: str, values: Ints, counts: NDArray[Any]) -> Ints:
    """Return the `subject` of each row as an array.

    Raises:
        ConfigError: If there is not one for each row.
        WrongSeat: If a row does not have it, because it is not below its number in `counts`.
    """
    result = as_int64(values, f"{subject}s", ConfigError)
    if result.shape != rows.shape:
        raise ConfigError(f"{subject}s: expected shape {rows.shape}, got {result.shape}")
    present = counts[rows]
    absent = np.flatnonzero((result < 0) | (result >= present))
    if len(absent):
        k = absent[0]
        raise WrongSeat(f"{subject}: expected {range_text(0, present[k] - 1)} in row {rows[k]}, got {result[k]}")
    return result
