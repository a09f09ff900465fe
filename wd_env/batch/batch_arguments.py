"""Checks of the arguments of batches, on the CPU and on a GPU."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.kernel_arrays import as_int64
from wd_env.batch.mask_bits import illegal_action_error
from wd_env.errors import ConfigError, IllegalAction, range_text
from wd_env.spec.game_names import game_spec_of
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping

Ints = NDArray[np.int64]
MAX_THREADS = 256


def is_int(value: object) -> bool:
    """Return whether this is an integer of Python or NumPy, and not a boolean."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def batch_spec(game: Any, options: Any) -> GameSpec:
    """Return the `GameSpec` of a game given by name, registry entry or `GameSpec`.

    The sizes of a game given by name follow from the options, or from the first of a list of them.
    """
    first = options[0] if isinstance(options, Sequence) and options else options
    is_by_name = isinstance(first, Mapping) and all(isinstance(name, str) for name in first)
    return game_spec_of(game, **(first if is_by_name else {}))  # others raise ConfigError in `InitialStates`


def player_counts(
    game: GameSpec, num_games: int, num_players: int | Sequence[int] | None, max_games: int
) -> Sequence[int]:
    """Return the numbers of players through which rows cycle; by default that of the game.

    Raises:
        ConfigError: If `num_games` is not in the range 1 to `max_games`, or a number of players
            is not allowed.
    """
    if not is_int(num_games) or not 1 <= num_games <= max_games:
        raise ConfigError(f"num_games: expected {range_text(1, max_games)}, got {num_games!r}")
    if num_players is None:
        return (game.config_class().num_players,)
    players: Any = (num_players,) if is_int(num_players) else num_players
    listed = (
        isinstance(players, Sequence | np.ndarray) and not isinstance(players, str | bytes) and np.ndim(players) == 1
    )
    if not listed or len(players) == 0 or not all(is_int(value) for value in players):
        raise ConfigError(f"num_players: expected an integer or a list of integers, got {num_players!r}")
    low, high = game.min_players, game.max_players
    if not all(low <= value <= high for value in players):
        raise ConfigError(f"num_players: expected {range_text(low, high)}, got {num_players!r}")
    return tuple(players)


def check_settings(game: GameSpec, shaping: RewardShaping | None, threads: int, **switches: bool) -> None:
    """Raise ConfigError if threads, switches or shaping weights are invalid."""
    if not is_int(threads) or not 1 <= threads <= MAX_THREADS:
        raise ConfigError(f"threads: expected 1 to {MAX_THREADS}, got {threads!r}")
    for name, value in switches.items():
        if not isinstance(value, bool | np.bool_):
            raise ConfigError(f"{name}: expected True or False, got {value!r}")
    if shaping is not None and not isinstance(shaping, RewardShaping):
        raise ConfigError(f"shaping: expected None or a RewardShaping, got {shaping!r}")
    weights = shaping.weights if shaping else ()
    if len(weights) not in (0, len(game.shaping_terms)) or not all(math.isfinite(weight) for weight in weights):
        raise ConfigError(
            f"shaping: expected a finite weight for each of {len(game.shaping_terms)} terms, got {weights}"
        )


def check_legal(game: GameSpec, actions: object, rows: Ints, masks: NDArray[np.int8]) -> Ints:
    """Return actions int64[k] as an array; IllegalAction if one is illegal by its mask, int8[k, actions]."""
    result = as_int64(actions, "actions", IllegalAction)
    if result.shape != rows.shape:
        raise IllegalAction(f"actions: expected shape ({len(rows)},), got {result.shape}")
    inside = (result >= 0) & (result < masks.shape[1])
    legal = inside.copy()
    legal[inside] = masks[inside, result[inside]] != 0
    if not legal.all():
        index = int(legal.argmin())
        raise illegal_action_error(game, int(rows[index]), int(result[index]), masks[index])
    return result
