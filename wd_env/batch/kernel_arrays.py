"""What the compiled entry is called with, declared once: every array's place, name, type and sides.

Compiled code checks nothing. From the declaration follow the arrays that a batch makes, what is asked of an array that
comes from a caller, and the order of the call; tests hold the parameters of `kernel.make_run` and of
`cuda_kernel.make_play` to it.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.mask_bits import words_for
from wd_env.errors import ConfigError, WdError
from wd_env.kernels.game_loop import STREAM_WORDS
from wd_env.spec.game_spec import GameSpec

Arrays = dict[str, NDArray[Any]]
Ints = NDArray[np.int64]
Order = Literal["F", "C"]

RECORD = "record"  # the type of a game's state; the others are NumPy's names
CALLED, KINDS, ONE = "called", "kinds", "one"  # sides: rows of a call and templates are as many as there are


class Parameter(NamedTuple):
    """An array that the entry takes: its type, and what each of its dimensions counts (see `sides_of`)."""

    name: str
    dtype: str
    sides: tuple[str, ...]


def _parameter(name: str, dtype: str, *sides: str) -> Parameter:
    return Parameter(name, dtype, sides)


NUMBERS = ("op", "rounds", "restarts")
CALL = (_parameter("rows", "int64", CALLED), _parameter("actions", "int64", CALLED))
TABLES = (_parameter("outcomes", "int64", "questions"), _parameter("returns", "float32", "returns"))
SCRATCH = (_parameter("weights", "int64", "outcomes"), _parameter("used", "int64", "questions"))
HELD = (  # by a batch
    _parameter("templates", RECORD, KINDS),
    _parameter("kind", "int64", "games"),
    _parameter("states", RECORD, "games"),
    _parameter("seeds", "int64", "games", "seed"),
    _parameter("streams", "int64", "games", "stream"),
    _parameter("punishes", "bool", "games"),
    _parameter("offered", "int64", "games", "words"),
    _parameter("over", "bool", "games"),
    _parameter("standings", "int64", "shaped", "standing"),
    _parameter("masks", "int8", "games", "actions"),
    _parameter("obs", "int8", "viewed", "numbers"),
    _parameter("seat", "int64", "games"),
    _parameter("player", "int64", "games"),
    _parameter("rewards", "float32", "games", "players"),
    _parameter("done", "bool", "games"),
    _parameter("truncated", "bool", "games"),
)
ENTRY = (*CALL, *TABLES, *SCRATCH, *HELD)
KERNEL = (_parameter("refused", "int64", ONE), _parameter("answers", "int64", "games"), *TABLES, *HELD)  # on a GPU
BY_NAME = {parameter.name: parameter for parameter in (*ENTRY, *KERNEL)}
WRITTEN = ("masks", "obs", "seat", "player", "rewards", "done", "truncated")  # arrays that every call rewrites


def sides_of(game: GameSpec, games: int, *, shaped: bool = False, viewed: bool = True) -> dict[str, int]:
    """Return how long each side is for so many games, `CALLED` and `KINDS` left out; without `shaped` no standings
    are noted, without `viewed` no views are written."""
    return {
        ONE: 1,
        "games": games,
        "shaped": games if shaped else 0,
        "viewed": games if viewed else 0,
        "questions": len(game.questions),
        "outcomes": game.chance_width,
        "returns": len(game.returns_table),
        "seed": 4,  # low and high half, number of the game, episode
        "stream": STREAM_WORDS,
        "words": words_for(len(game.actions)),
        "standing": len(game.terms) * game.max_players,
        "actions": len(game.actions),
        "numbers": game.layout.size,
        "players": game.max_players,
    }


def zeros(game: GameSpec, sides: Mapping[str, int], parameters: Iterable[Parameter], order: Order = "C") -> Arrays:
    """Return new arrays for these parameters by name, in their order; sides that are not known are 0 long."""
    return {
        parameter.name: np.zeros([sides.get(side, 0) for side in parameter.sides], _dtype(game, parameter), order)
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


def check_apart(name: str, array: NDArray[Any], others: Mapping[str, NDArray[Any]]) -> None:
    """ConfigError where the array lies in the memory of another one; the compiler counts on their being apart."""
    for other, found in others.items():
        if other != name and np.may_share_memory(array, found):
            raise ConfigError(f"{name} and {other} lie in the same memory; allowed are arrays apart from each other")


def whole_numbers(values: Any, what: str, error: type[WdError]) -> Ints:
    """Return a copy of whole numbers, int64 in C order, that nobody else can change meanwhile; `error` for others."""
    if type(values) is np.ndarray and values.dtype == np.int64:
        return values.copy()
    try:
        found = np.array(values, order="C")
    except (ValueError, TypeError, OverflowError) as problem:
        raise error(f"{what} cannot be read as an array: {problem}; allowed are whole numbers") from None
    if found.size and found.dtype.kind not in "iu":
        raise error(f"{what} of type {found.dtype}; allowed are whole numbers")
    return found.astype(np.int64, copy=False)


def bytes_in_rows(what: str, rows: Any, width: int) -> NDArray[np.int8]:
    """Return rows int8[k, width] in C order that compiled code can be given: the same array where it can be, a copy of
    one that is read-only or strided; ConfigError for another type or shape."""
    if not isinstance(rows, np.ndarray) or rows.dtype != np.int8 or rows.shape[1:] != (width,):
        told = f"{rows.dtype}{rows.shape}" if isinstance(rows, np.ndarray) else type(rows).__name__
        raise ConfigError(f"the {what} are {told}; allowed is int8(rows, {width})")
    return rows.view(np.ndarray) if rows.flags.carray else np.array(rows, order="C")


def _dtype(game: GameSpec, parameter: Parameter) -> np.dtype[Any]:
    return game.schema.dtype if parameter.dtype == RECORD else np.dtype(parameter.dtype)
