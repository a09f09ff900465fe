"""What a batch can be made with and given, on the processor and on a GPU."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.kernel_arrays import as_int64
from wd_env.batch.mask_bits import illegal_action_error
from wd_env.errors import ConfigError, IllegalAction
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping

Ints = NDArray[np.int64]
MAX_THREADS = 256


def is_int(number: object) -> bool:
    """A whole number, of Python's or of NumPy's; True and False are none."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def player_counts(
    game: GameSpec, num_games: int, num_players: int | Sequence[int] | None, max_games: int
) -> Sequence[int]:
    """Return the numbers of players, the game's usual one for None.

    ConfigError for what is no game, for no tables or more than `max_games`, and for numbers of players it has not.
    """
    if not isinstance(game, GameSpec):
        raise ConfigError(f"game {game!r}; allowed is a GameSpec")
    if not is_int(num_games) or not 1 <= num_games <= max_games:
        raise ConfigError(f"{num_games!r} tables; a batch has at least one and at most {max_games}")
    if num_players is None:
        return (game.config_class().num_players,)
    players: Any = (num_players,) if is_int(num_players) else num_players
    listed = (
        isinstance(players, Sequence | np.ndarray) and not isinstance(players, str | bytes) and np.ndim(players) == 1
    )
    if not listed or len(players) == 0 or not all(is_int(number) for number in players):
        raise ConfigError(f"num_players is {num_players!r}; allowed are a number of players and a list of some")
    low, high = game.min_players, game.max_players
    if not all(low <= number <= high for number in players):
        raise ConfigError(f"num_players is {num_players!r}; allowed are {low}..{high}")
    return tuple(players)


def check_settings(game: GameSpec, shaping: RewardShaping | None, threads: int, **switches: bool) -> None:
    """ConfigError for threads, switches or weights of shaping that cannot be."""
    if not is_int(threads) or not 1 <= threads <= MAX_THREADS:
        raise ConfigError(f"{threads!r} threads; allowed are 1..{MAX_THREADS}")
    for name, value in switches.items():
        if not isinstance(value, bool | np.bool_):
            raise ConfigError(f"{name} is {value!r}; allowed are True and False")
    if shaping is not None and not isinstance(shaping, RewardShaping):
        raise ConfigError(f"shaping is {shaping!r}; allowed are None and a RewardShaping")
    weights = shaping.weights if shaping else ()
    if len(weights) not in (0, len(game.shaping_terms)) or not all(math.isfinite(weight) for weight in weights):
        raise ConfigError(
            f"shaping weighs {weights}; allowed is a finite number for each of {len(game.shaping_terms)} terms"
        )


def check_legal(game: GameSpec, actions: object, rows: Ints, masks: NDArray[np.int8]) -> Ints:
    """Return actions int64[k] as an array if each is legal by its mask, int8[k, actions]; IllegalAction otherwise."""
    found = as_int64(actions, "actions", IllegalAction)
    if found.shape != rows.shape:
        raise IllegalAction(f"{found.shape} answers for {len(rows)} rows; allowed is one for each")
    inside = (found >= 0) & (found < masks.shape[1])
    legal = inside.copy()
    legal[inside] = masks[inside, found[inside]] != 0
    if not legal.all():
        place = int(legal.argmin())
        raise illegal_action_error(game, int(rows[place]), int(found[place]), masks[place])
    return found
