"""Checks of saved batches: compiled code uses the values of these arrays as indices and does not check them.

Everything that follows from the states is recomputed and must be equal.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.initial_states import InitialStates
from wd_env.batch.kernel_arrays import BY_NAME, Arrays, zeros
from wd_env.errors import ConfigError, StateError
from wd_env.kernels.game_loop import EPISODE_COLUMN
from wd_env.kernels.philox import WORD, game_key
from wd_env.spec.game_spec import PLAYER, GameSpec
from wd_env.spec.rewards import RewardShaping
from wd_env.spec.state_schema import GameState

MAX_COUNT = 1 << 62  # of 64-bit counters, so that they can continue
MAX_POTENTIAL = 1 << 15  # of any shaping term of a player
REFRESHED = ("legal_bits", "potentials", "masks", "obs", "seat", "player")  # written by looking at a state
DERIVED = ("seat", "player", "obs", "terminal", "penalizes", "legal_bits", "potentials")  # saved, and recomputed


def copy_arrays(arrays: Mapping[str, Any], like: Mapping[str, NDArray[Any]]) -> Arrays:
    """Return copies of the arrays named in `like`.

    Raises:
        StateError: If an array is missing or has another shape or dtype, a boolean is not 0 or 1, or a float is not
            finite.
    """
    results: Arrays = {}
    for name, template in like.items():
        array = arrays.get(name)
        if not isinstance(array, np.ndarray) or (array.shape, array.dtype) != (template.shape, template.dtype):
            actual_type = f"{array.dtype}{array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
            text = actual_type if name in arrays else "nothing"
            raise StateError(f"saved {name}: expected {template.dtype}{template.shape}, got {text}")
        results[name] = np.array(array, order="C")
        if template.dtype.kind == "b" and (results[name].view(np.uint8) > 1).any():
            raise StateError(f"saved {name}: expected bytes 0 or 1, got others")
        if template.dtype.kind == "f" and not np.isfinite(results[name]).all():
            raise StateError(f"saved {name}: expected finite numbers, got others")
    return results


def check_range(name: str, array: NDArray[Any], low: float, high: float | NDArray[Any]) -> None:
    """Raise StateError if a value is not from `low` to `high`; `high` may be an array of equal length."""
    invalid = (array < low) | (array > high)
    if invalid.any():
        maximum = np.broadcast_to(high, array.shape)[invalid][0]
        raise StateError(f"saved {name}: expected {low} to {maximum}, got {array[invalid][0]}")


def check_same(name: str, array: NDArray[Any], expected: NDArray[Any]) -> None:
    """Raise StateError if a row does not follow from the state of its game."""
    invalid = np.flatnonzero((array != expected).any(axis=tuple(range(1, array.ndim))))
    if len(invalid):
        raise StateError(f"saved {name} of row {invalid[0]}: expected the value that follows from the state")


def recompute(templates: InitialStates, saved: Arrays, dims: Mapping[str, int], refresh: Callable[..., Any]) -> Arrays:
    """Return what follows from saved states and players, by the names of the kernel.

    Args:
        templates: Initial states of the batch.
        saved: Saved arrays.
        dims: Lengths of the dimensions.
        refresh: Function that recomputes the arrays of all games from their states.

    Raises:
        StateError: If a state is invalid, or other values were saved than follow from it.
    """
    check_streams(saved["seeds"], saved["streams"])
    check_range("nodes_opened", saved["nodes_opened"], 0, MAX_COUNT)
    kind = template_ids_of(templates, saved["num_players"])
    states = check_states(templates.game, saved["states"], templates.bytes[kind])
    recomputed = zeros(templates.game, dims, (BY_NAME[name] for name in REFRESHED))
    recomputed |= {"templates": templates.records, "template_ids": kind, "penalizes": templates.penalizes[kind]}
    recomputed["states"] = saved["states"].view(templates.game.schema.dtype)[:, 0]
    recomputed["terminal"] = np.array([bool(templates.game.engine.is_terminal(state)) for state in states])
    refresh(replaced=recomputed)
    for name in DERIVED:
        check_same(name, saved[name], recomputed[name])
    return recomputed


def check_ends(saved: Arrays, autoreset: bool) -> None:
    """Raise StateError if a batch with autoreset has finished games, or an end of a game is invalid."""
    if not autoreset:
        check_same("done", saved["done"], saved["terminal"])
        check_same("truncated", saved["truncated"], saved["states"]["truncated"] == 1)
    elif saved["terminal"].any() or (saved["truncated"] & ~saved["done"]).any():
        raise StateError("saved games: expected none that is over with autoreset, got some")


def check_rewards(rewards: NDArray[np.float32], shaping: RewardShaping) -> None:
    """Raise StateError if rewards exceed those of a game and its shaping."""
    maximum = 1 + MAX_POTENTIAL * sum(map(abs, shaping.weights))
    check_range("rewards", rewards, -maximum, maximum)


def check_streams(seeds: NDArray[np.int64], streams: NDArray[np.int64]) -> None:
    """Raise StateError if seeds int64[n, 4] are invalid, or streams int64[n, 3] do not follow from them."""
    check_range("seeds", seeds[:, :EPISODE_COLUMN], 0, WORD)
    check_range("seeds", seeds[:, EPISODE_COLUMN], 0, MAX_COUNT)
    check_range("streams", streams[:, 2], 0, MAX_COUNT)
    low, high, row, episode = seeds.T
    keys = [game_key(low, high, row, episode, word) for word in range(2)]
    check_same("streams", streams[:, :2], np.stack(keys, axis=1))


def template_ids_of(templates: InitialStates, num_players: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the template of each row with these numbers of players, int64[n]; StateError if one is not allowed."""
    game = templates.game
    check_range("num_players", num_players, game.min_players, game.max_players)
    try:
        return templates.template_ids(np.arange(len(num_players)), num_players)
    except ConfigError as exc:
        raise StateError(f"saved num_players: {exc}") from exc


def check_states(game: GameSpec, records: NDArray[np.uint8], initial: NDArray[np.uint8]) -> list[GameState]:
    """Return the states of these bytes, uint8[n, size], after the game's own check and that of rule constants.

    Raises:
        StateError: If a row is invalid; the message names the first one.
    """
    constant = game.schema.constant_bytes
    check_same("rules", records[:, constant], initial[:, constant])
    fields = records.view(game.schema.dtype)[:, 0]
    for field in game.schema.fields:
        if (fields[field.name] < 0).any():
            raise StateError(f"saved states: expected {field.name} of 0 or more, got a negative value")
    states = list(game.schema.from_records(fields))
    for row, state in enumerate(states):
        try:
            game.check_state(state)
        except StateError as exc:
            raise StateError(f"saved state of row {row}: {exc}") from exc
        node = game.nodes[state.node]  # type: ignore[attr-defined]  # fields are the game's
        if node.kind != PLAYER and not game.engine.is_terminal(state):
            raise StateError(f"saved state of row {row}: expected a decision or chance node, got {node.name}")
    return states
