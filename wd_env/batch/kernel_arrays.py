"""What the compiled entry is called with, declared once: every array's place, name, type and sides.

Compiled code checks nothing. From the declaration follow the arrays that a batch makes, what is asked of an array that
comes from a caller, and the order of the call; tests hold the parameters of `kernel.make_run` and of
`cuda_kernel.make_play` to it.
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

RECORD = "record"  # the type of a game's state; the others are NumPy's names
CALL_ROWS, TEMPLATES, ONE = "called", "kinds", "one"  # sides: rows of a call and templates are as many as there are


class Parameter(NamedTuple):
    """An array that the entry takes: its type, and what each of its dimensions counts (see `dims_of`)."""

    name: str
    dtype: str
    dims: tuple[str, ...]


def _parameter(name: str, dtype: str, *sides: str) -> Parameter:
    return Parameter(name, dtype, sides)


SCALARS = ("op", "num_steps", "autoreset")
CALL = (_parameter("rows", "int64", CALL_ROWS), _parameter("actions", "int64", CALL_ROWS))
SPEC_ARRAYS = (_parameter("outcome_counts", "int64", "nodes"), _parameter("returns", "float32", "returns"))
SCRATCH = (_parameter("weights", "int64", "outcomes"), _parameter("nodes_opened", "int64", "nodes"))
BUFFERS = (  # by a batch
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
OUTPUTS = ("masks", "obs", "seat", "player", "rewards", "done", "truncated")  # arrays that every call rewrites


def dims_of(game: GameSpec, num_games: int, *, shaped: bool = False, observed: bool = True) -> dict[str, int]:
    """Return how long each side is for so many games, `CALLED` and `KINDS` left out; without `shaped` no standings
    are noted, without `viewed` no views are written."""
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
    """Return new arrays for these parameters by name, in their order; sides that are not known are 0 long."""
    return {
        parameter.name: np.zeros([dims.get(side, 0) for side in parameter.dims], _dtype(game, parameter), order)
        for parameter in parameters
    }


def check_array(name: str, array: object, like: NDArray[Any]) -> NDArray[Any]:
    """Return the array if compiled code can be given it in place of the one that is `like` it, ConfigError else: for
    another type or shape, or for one that is read-only, not aligned or not in C order."""
    if not isinstance(array, np.ndarray) or array.shape != like.shape or array.dtype != like.dtype:
        told = f"{array.dtype}{array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        raise ConfigError(f"{name} is {told}; allowed is {like.dtype}{like.shape}")
    if not array.flags.carray:
        raise ConfigError(f"{name} is read-only or not in C order; allowed is a C-ordered array to write to")
    return array


def check_no_overlap(name: str, array: NDArray[Any], others: Mapping[str, NDArray[Any]]) -> None:
    """ConfigError where the array lies in the memory of another one; the compiler counts on their being apart."""
    for other, found in others.items():
        if other != name and np.may_share_memory(array, found):
            raise ConfigError(f"{name} and {other} lie in the same memory; allowed are arrays apart from each other")


def as_int64(values: Any, subject: str, error: type[WdError]) -> Ints:
    """Return a copy of whole numbers, int64 in C order, that nobody else can change meanwhile; `error` for others."""
    if type(values) is np.ndarray and values.dtype == np.int64:
        return values.copy()
    try:
        found = np.array(values, order="C")
    except (ValueError, TypeError, OverflowError) as problem:
        raise error(f"{subject} cannot be read as an array: {problem}; allowed are whole numbers") from None
    if found.size and found.dtype.kind not in "iu":
        raise error(f"{subject} of type {found.dtype}; allowed are whole numbers")
    return found.astype(np.int64, copy=False)


def as_int8_rows(subject: str, rows: Any, width: int) -> NDArray[np.int8]:
    """Return rows int8[k, width] in C order that compiled code can be given: the same array where it can be, a copy of
    one that is read-only or strided; ConfigError for another type or shape."""
    if not isinstance(rows, np.ndarray) or rows.dtype != np.int8 or rows.shape[1:] != (width,):
        told = f"{rows.dtype}{rows.shape}" if isinstance(rows, np.ndarray) else type(rows).__name__
        raise ConfigError(f"the {subject} are {told}; allowed is int8(rows, {width})")
    return rows.view(np.ndarray) if rows.flags.carray else np.array(rows, order="C")


def _dtype(game: GameSpec, parameter: Parameter) -> np.dtype[Any]:
    return game.schema.dtype if parameter.dtype == RECORD else np.dtype(parameter.dtype)
