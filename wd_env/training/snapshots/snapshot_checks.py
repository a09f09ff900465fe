"""What a snapshot claims, held to what the run at hand can use, before anything of it is used."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import CheckpointError, StateError

MOST_WEIGHT = 1e6  # in size; no sound training gets there, and from there on gradients leave what float32 holds
MOST_COUNTED = 2**53  # of decisions or updates; every JSON reader keeps whole numbers up to here exactly


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Turn every refusal within into a CheckpointError that names this file."""
    try:
        yield
    except (CheckpointError, StateError) as problem:
        raise CheckpointError(f"{path}: {problem}") from None


def check_keys(found: object, wanted: Iterable[str], part: str) -> Mapping[str, Any]:
    """Return `found` if it is an object with exactly these keys; CheckpointError that names the part otherwise."""
    names = set(wanted)
    if not isinstance(found, Mapping):
        raise CheckpointError(f"{part} is a {type(found).__name__}, it must be an object")
    if missing := names - found.keys():
        raise CheckpointError(f"{part} has no {min(missing)!r}")
    if unknown := found.keys() - names:
        raise CheckpointError(f"{part} has {min(unknown)!r}, which is not known")
    return found


def check_count(found: object, part: str, least: int = 0) -> int:
    """Return a whole number from `least` to 2**53; CheckpointError otherwise."""
    if type(found) is not int or not least <= found <= MOST_COUNTED:
        raise CheckpointError(f"{part} is {found!r}, it must be a whole number {least}..{MOST_COUNTED}")
    return found


def check_arrays(found: Mapping[str, NDArray[Any]], wanted: Mapping[str, NDArray[Any]], part: str) -> None:
    """Refuse other arrays than the wanted ones, by name, shape and dtype, by CheckpointError."""
    check_keys(found, wanted, part)
    for name, mine in wanted.items():
        array = found[name]
        if (array.shape, array.dtype) != (mine.shape, mine.dtype):
            raise CheckpointError(
                f"{part}/{name} is {array.dtype}{list(array.shape)}, it must be {mine.dtype}{list(mine.shape)}"
            )
        if array.dtype == np.bool_ and (array.view(np.uint8) > 1).any():
            raise CheckpointError(f"{part}/{name} holds bytes that are neither false nor true")


def check_range(found: NDArray[Any], low: float, high: float, part: str) -> None:
    """Refuse numbers outside low..high by CheckpointError."""
    wrong = (found < low) | (found > high)
    if wrong.any():
        raise CheckpointError(f"{part} holds {found[wrong].flat[0]}, allowed are {low:g}..{high:g}")


def check_weights(tensors: Mapping[str, NDArray[Any]], part: str) -> None:
    """Refuse the weights of a network that has diverged by CheckpointError."""
    for name, tensor in tensors.items():
        check_range(tensor, -MOST_WEIGHT, MOST_WEIGHT, f"{part}/{name}")


def check_alike(found: object, mine: object, part: str) -> None:
    """Refuse JSON data of another form than `mine` by CheckpointError: keys, lengths, types, whole numbers from 0."""
    if isinstance(mine, dict):
        check_keys(found, mine, part)
        assert isinstance(found, Mapping)
        for name, inner in mine.items():
            check_alike(found[name], inner, f"{part}.{name}")
    elif type(found) is not type(mine):
        raise CheckpointError(f"{part} is a {type(found).__name__}, it must be a {type(mine).__name__}")
    elif isinstance(mine, list):
        assert isinstance(found, list)
        if len(found) != len(mine):
            raise CheckpointError(f"{part} has {len(found)} entries, it must have {len(mine)}")
        for place, (theirs, inner) in enumerate(zip(found, mine, strict=True)):
            check_alike(theirs, inner, f"{part}[{place}]")
    elif isinstance(mine, int) and isinstance(found, int) and found < 0:
        raise CheckpointError(f"{part} is {found}, allowed are 0 and more")
