"""Checks of the data of a snapshot against the current run, before any of them is used."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import CheckpointError, StateError

MAX_WEIGHT = 1e6  # absolute value; beyond it training has diverged, and gradients may overflow float32
MAX_COUNT = 2**53  # of decisions or updates; every JSON reader represents integers exactly up to here


@contextmanager
def name_file_in_errors(path: Path) -> Iterator[None]:
    """Add the name of this file to errors raised inside, as a CheckpointError."""
    try:
        yield
    except (CheckpointError, StateError) as exc:
        raise CheckpointError(f"{path}: {exc}") from None


def check_keys(value: object, expected: Iterable[str], key_path: str) -> Mapping[str, Any]:
    """Return `value` if it is an object with exactly these keys; raise CheckpointError otherwise."""
    names = set(expected)
    if not isinstance(value, Mapping):
        raise CheckpointError(f"{key_path}: expected an object, got a {type(value).__name__}")
    if missing := names - value.keys():
        raise CheckpointError(f"{key_path}: expected {min(missing)!r}, got nothing")
    if unknown := value.keys() - names:
        raise CheckpointError(f"{key_path}: unknown key {min(unknown)!r}")
    return value


def check_count(value: object, key_path: str) -> int:
    """Return `value` if it is an integer from 0 to 2**53; raise CheckpointError otherwise."""
    if type(value) is not int or not 0 <= value <= MAX_COUNT:
        raise CheckpointError(f"{key_path}: expected an integer from 0 to {MAX_COUNT}, got {value!r}")
    return value


def check_arrays(arrays: Mapping[str, NDArray[Any]], expected: Mapping[str, NDArray[Any]], key_path: str) -> None:
    """Raise CheckpointError if arrays differ from the expected ones in name, shape or dtype."""
    check_keys(arrays, expected, key_path)
    for name, expected_array in expected.items():
        array = arrays[name]
        if (array.shape, array.dtype) != (expected_array.shape, expected_array.dtype):
            raise CheckpointError(
                f"{key_path}/{name}: expected {expected_array.dtype}{list(expected_array.shape)}, got "
                f"{array.dtype}{list(array.shape)}"
            )
        if array.dtype == np.bool_ and (array.view(np.uint8) > 1).any():
            raise CheckpointError(f"{key_path}/{name}: expected bytes 0 or 1, got others")


def check_range(array: NDArray[Any], low: float, high: float, key_path: str) -> None:
    """Raise CheckpointError if a number is outside low..high."""
    invalid = (array < low) | (array > high)
    if invalid.any():
        raise CheckpointError(f"{key_path}: expected values from {low:g} to {high:g}, got {array[invalid].flat[0]}")


def check_weights(tensors: Mapping[str, NDArray[Any]], key_path: str) -> None:
    """Raise CheckpointError if weights are not finite or too large."""
    for name, tensor in tensors.items():
        check_range(tensor, -MAX_WEIGHT, MAX_WEIGHT, f"{key_path}/{name}")


def check_same_structure(value: object, expected: object, key_path: str) -> None:
    """Raise CheckpointError if JSON data differ from `expected` in keys, lengths or types, or an integer is below 0."""
    if isinstance(expected, dict):
        check_keys(value, expected, key_path)
        assert isinstance(value, Mapping)
        for name, expected_item in expected.items():
            check_same_structure(value[name], expected_item, f"{key_path}.{name}")
    elif type(value) is not type(expected):
        raise CheckpointError(f"{key_path}: expected a {type(expected).__name__}, got a {type(value).__name__}")
    elif isinstance(expected, list):
        assert isinstance(value, list)
        if len(value) != len(expected):
            raise CheckpointError(f"{key_path}: expected {len(expected)} entries, got {len(value)}")
        for index, (item, expected_item) in enumerate(zip(value, expected, strict=True)):
            check_same_structure(item, expected_item, f"{key_path}[{index}]")
    elif isinstance(expected, int) and isinstance(value, int) and value < 0:
        raise CheckpointError(f"{key_path}: expected an integer from 0, got {value}")
