"""The arguments of the compiled kernel, declared once: order, name, dtype and dimensions of every array.

Compiled code checks nothing. The declaration determines the arrays that a batch makes, the checks of arrays from
callers, and the order of the call; tests compare it with the parameters of `game_loop.make_run` and
`cuda_kernel.make_play`.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.mask_bits import num_words
from wd_env.errors import ConfigError, WdError
from wd_env.kernels.game_loop import STREAM_WORDS
from wd_env.spec.game_spec import GameSpec

Arrays = dict[str, NDArray[Any]]
Ints = NDArray[np.int64]
Order = Literal["F", "C"]

RECORD = "record"  # dtype of a game's state; the others are NumPy's names
CALL_ROWS, TEMPLATES, ONE = "called", "kinds", "one"  # dimensions: rows of a call, templates (of any length), one


class Parameter(NamedTuple):
    """An array argument of the kernel: its dtype, and what each of its dimensions counts (see `dims_of`)."""

    name: str
    dtype: str
    dims: tuple[str, ...]


def _parameter(name: str, dtype: str, *dims: str) -> Parameter:
    return Parameter(name, dtype, dims)


SCALARS = ("op", "num_steps", "autoreset")
CALL = (_parameter("rows", "int64", CALL_ROWS), _parameter("actions", "int64", CALL_ROWS))
SPEC_ARRAYS = (_parameter("outcome_counts", "int64", "nodes"), _parameter("returns", "float32", "returns"))
SCRATCH = (_parameter("weights", "int64", "outcomes"), _parameter("nodes_opened", "int64", "nodes"))
BUFFERS = (  # of a batch
    _parameter("templates", RECORD, TEMPLATES),
    _parameter("template_ids", "int64", "games"),
    _parameter("states", RECORD, "games"),
    _parameter("seeds", "int64", "games", "seed"),
    _parameter("streams", "int64", "games", "stream"),
    _parameter("penalizes", "bool", "games"),
    _parameter("legal_bits", "int64", "games", "words"),
    _parameter("terminal", "bool", "games"),
    _parameter("potentials", "int64", "shaped", "potential"),
    _parameter("masks", "int8", "games", "actions"),
    _parameter("obs", "int8", "observed", "numbers"),
    _parameter("seat", "int64", "games"),
    _parameter("player", "int64", "games"),
    _parameter("rewards", "float32", "games", "players"),
    _parameter("done", "bool", "games"),
    _parameter("truncated", "bool", "games"),
)
LOOP_PARAMETERS = (*CALL, *SPEC_ARRAYS, *SCRATCH, *BUFFERS)
CUDA_PARAMETERS = (
    _parameter("illegal_row", "int64", ONE),
    _parameter("actions", "int64", "games"),
    *SPEC_ARRAYS,
    *BUFFERS,
)  # on a GPU
BY_NAME = {parameter.name: parameter for parameter in (*LOOP_PARAMETERS, *CUDA_PARAMETERS)}
OUTPUTS = ("masks", "obs", "seat", "player", "rewards", "done", "truncated")  # rewritten by every call


def dims_of(game: GameSpec, num_games: int, *, shaped: bool = False, observed: bool = True) -> dict[str, int]:
    """Return the length of each dimension except `CALL_ROWS` and `TEMPLATES`.

    Args:
        game: The game.
        num_games: Number of games.
        shaped: Whether potentials are stored for reward shaping.
        observed: Whether observations are written.
    """
    return {
        ONE: 1,
        "games": num_games,
        "shaped": num_games if shaped else 0,
        "observed": num_games if observed else 0,
        "nodes": len(game.nodes),
        "outcomes": game.chance_width,
        "returns": len(game.returns_table),
        "seed": 4,  # low and high half, number of the game, episode
        "stream": STREAM_WORDS,
        "words": num_words(len(game.actions)),
        "potential": len(game.shaping_terms) * game.max_players,
        "actions": len(game.actions),
        "numbers": game.layout.size,
        "players": game.max_players,
    }


def zeros(game: GameSpec, dims: Mapping[str, int], parameters: Iterable[Parameter], order: Order = "C") -> Arrays:
    """Return new arrays for these parameters by name, in their order; unknown dimensions have length 0."""
    return {
        parameter.name: np.zeros([dims.get(dim, 0) for dim in parameter.dims], _dtype(game, parameter), order)
        for parameter in parameters
    }


def check_array(name: str, array: object, like: NDArray[Any]) -> NDArray[Any]:
    """Return the array if compiled code can use it instead of the array `like`.

    Raises:
        ConfigError: If it has another dtype or shape, or is read-only, not aligned or not in C order.
    """
    if not isinstance(array, np.ndarray) or array.shape != like.shape or array.dtype != like.dtype:
        text = f"{array.dtype}{array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        raise ConfigError(f"{name}: expected {like.dtype}{like.shape}, got {text}")
    if not array.flags.carray:
        raise ConfigError(f"{name}: expected a writable array in C order, got another one")
    return array


def check_no_overlap(name: str, array: NDArray[Any], others: Mapping[str, NDArray[Any]]) -> None:
    """Raise ConfigError if the array overlaps another one; compiled code relies on separate arrays."""
    for other, result in others.items():
        if other != name and np.may_share_memory(array, result):
            raise ConfigError(f"{name}: expected memory that no other array uses, got that of {other}")


def as_int64(values: Any, subject: str, error: type[WdError]) -> Ints:
    """Return a copy of integers as int64 in C order; raise `error` for other values."""
    if type(values) is np.ndarray and values.dtype == np.int64:
        return values.copy()
    try:
        result = np.array(values, order="C")
    except (ValueError, TypeError, OverflowError) as exc:
        raise error(f"{subject}: expected integers, got an error: {exc}") from None
    if result.size and result.dtype.kind not in "iu":
        raise error(f"{subject}: expected integers, got {result.dtype}")
    return result.astype(np.int64, copy=False)


def as_int8_rows(subject: str, rows: Any, width: int) -> NDArray[np.int8]:
    """Return rows int8[k, width] in C order for compiled code, copied only if the array is read-only or strided.

    Raises:
        ConfigError: If the array has another dtype or shape.
    """
    if not isinstance(rows, np.ndarray) or rows.dtype != np.int8 or rows.shape[1:] != (width,):
        text = f"{rows.dtype}{rows.shape}" if isinstance(rows, np.ndarray) else type(rows).__name__
        raise ConfigError(f"{subject}: expected int8(rows, {width}), got {text}")
    return rows.view(np.ndarray) if rows.flags.carray else np.array(rows, order="C")


def _dtype(game: GameSpec, parameter: Parameter) -> np.dtype[Any]:
    return game.schema.dtype if parameter.dtype == RECORD else np.dtype(parameter.dtype)
