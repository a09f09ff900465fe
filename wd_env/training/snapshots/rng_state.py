"""Convert the states of random generators to JSON data and arrays, and back: global ones and those of the caller.

Some libraries accept a position beyond the end of the state and read other memory there; so states from files are
checked here first.
"""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from wd_env.errors import CheckpointError
from wd_env.training.snapshots.snapshot_checks import check_arrays, check_keys, check_range, check_same_structure

Arrays = dict[str, np.ndarray]

TWISTER_WORDS = 624  # words of a Mersenne Twister
MAX_VALUES = {
    "pos": TWISTER_WORDS,
    "buffer_pos": 4,
    "has_gauss": 1,
    "has_uint32": 1,
}  # maxima of positions and flags by NumPy's names
MAX_WORD = 2**32 - 1
# The start of torch's state: `left` words of the twister remain, and `next` is the index of the next one.
TORCH_DTYPE = np.dtype(
    [("seed", "<u8"), ("left", "<i4"), ("seeded", "<i4"), ("next", "<u8"), ("words", "<u8", (TWISTER_WORDS,))]
)


def generator_state(generator: np.random.Generator) -> dict[str, Any]:
    """Return the state of a NumPy generator as JSON data."""
    state: dict[str, Any] = _to_json_data(generator.bit_generator.state)
    return state


def set_generator_state(generator: np.random.Generator, state: object, key_path: str = "generator") -> None:
    """Set the state of a NumPy generator; raise CheckpointError if it is not a state of the same type."""
    bit_generator = generator.bit_generator
    bit_generator.state = _with_arrays(
        _check_state(state, bit_generator.state, type(bit_generator)(0), key_path), bit_generator.state
    )


def global_rng_state() -> tuple[Arrays, dict[str, Any]]:
    """Return the states of the generators of Python, NumPy and torch, as arrays and JSON data."""
    version, words, gauss = random.getstate()
    arrays = {"python": np.array(words, dtype=np.uint64), "torch": torch.get_rng_state().numpy()}
    for device in range(torch.cuda.device_count()):
        arrays[f"cuda.{device}"] = torch.cuda.get_rng_state(device).cpu().numpy()
    return arrays, {"python": [version, gauss], "numpy": _to_json_data(_numpy_state())}


def check_global_rng_state(arrays: Mapping[str, np.ndarray], header: object) -> None:
    """Raise CheckpointError if `set_global_rng_state` cannot use the states."""
    current, current_header = global_rng_state()
    result = check_keys(header, current_header, "rng")
    expected = {name: array for name, array in current.items() if not name.startswith("cuda.") or name in arrays}
    others = {name: array for name, array in arrays.items() if name.startswith("cuda.")}  # may be from another machine
    check_arrays(arrays, {**others, **expected}, "rng")
    _check_python(arrays["python"], result["python"])
    _check_state(result["numpy"], _numpy_state(), np.random.RandomState(0), "rng.numpy")
    _check_torch(arrays["torch"])


def set_global_rng_state(arrays: Mapping[str, np.ndarray], header: Mapping[str, Any]) -> None:
    """Set the generators of Python, NumPy and torch to checked states."""
    version, gauss = header["python"]
    random.setstate((version, tuple(int(word) for word in arrays["python"]), gauss))
    np.random.set_state(header["numpy"])  # noqa: NPY002 - SB3 draws its minibatches from it
    torch.set_rng_state(torch.from_numpy(arrays["torch"]))
    for device in range(torch.cuda.device_count()):
        if f"cuda.{device}" in arrays:
            torch.cuda.set_rng_state(torch.from_numpy(arrays[f"cuda.{device}"]), device)


def _numpy_state() -> dict[str, Any]:
    state = np.random.get_state(legacy=False)  # noqa: NPY002 - SB3 draws its minibatches from it
    assert isinstance(state, dict)
    return state


def _check_python(words: np.ndarray, header: object) -> None:
    version, _, _ = random.getstate()
    if not isinstance(header, list) or len(header) != 2 or header[0] != version:  # noqa: PLR2004 - version and gauss
        raise CheckpointError(f"rng.python: expected {version} and a number or null, got {header!r}")
    if header[1] is not None and not isinstance(header[1], float):
        raise CheckpointError(f"rng.python[1]: expected a number or null, got {header[1]!r}")
    check_range(words[:-1], 0, MAX_WORD, "rng/python")
    check_range(words[-1:], 0, TWISTER_WORDS, "rng/python")


def _check_torch(state: np.ndarray) -> None:
    try:
        torch.Generator().set_state(torch.from_numpy(state))
    except RuntimeError as exc:
        raise CheckpointError(f"rng/torch: expected a state of the generator of torch, got an error: {exc}") from None
    if len(state) < TORCH_DTYPE.itemsize:  # of a device, or of a version of torch with another generator
        return
    retained = state[: TORCH_DTYPE.itemsize].view(TORCH_DTYPE)[0]
    check_range(retained["words"], 0, MAX_WORD, "rng/torch")
    remaining, index = int(retained["left"]), int(retained["next"])
    # torch would use it and read past the last word
    if remaining + index != TWISTER_WORDS + 1 and (remaining, index) != (1, 0):
        raise CheckpointError(
            f"rng/torch: expected a position within {TWISTER_WORDS} words, got {index} with {remaining} left"
        )


def _check_state(state: object, current: Mapping[str, Any], scratch: Any, key_path: str) -> dict[str, Any]:
    """Return the state in NumPy's form, after a test on an unused generator; raise CheckpointError if it is invalid."""
    check_same_structure(state, _to_json_data(current), key_path)
    assert isinstance(state, dict)
    for nested in (state, state["state"]):
        for name, last in MAX_VALUES.items():
            if nested.get(name, 0) > last:
                raise CheckpointError(f"{key_path}.{name}: expected 0 to {last}, got {nested[name]}")
    try:
        taken = _state_after_set(state, scratch)
    except (ValueError, OverflowError, TypeError) as exc:
        raise CheckpointError(
            f"{key_path}: expected a state of {current['bit_generator']}, got an error: {exc}"
        ) from None
    if _to_json_data(taken) != state:
        raise CheckpointError(f"{key_path}: expected a state of {current['bit_generator']}, got numbers out of range")
    return state


def _state_after_set(state: dict[str, Any], scratch: Any) -> Any:
    """Return the state of a generator after it was set to this one."""
    if isinstance(scratch, np.random.RandomState):
        scratch.set_state(state)
        return scratch.get_state(legacy=False)
    scratch.state = _with_arrays(state, scratch.state)
    return scratch.state


def _with_arrays(state: Any, current: Any) -> Any:
    """Return the state with arrays instead of lists if NumPy has arrays."""
    if isinstance(current, dict):
        return {name: _with_arrays(state[name], nested) for name, nested in current.items()}
    return np.array(state, current.dtype) if isinstance(current, np.ndarray) else state


def _to_json_data(value: Any) -> Any:
    """Convert NumPy data to JSON data."""
    if isinstance(value, dict):
        return {name: _to_json_data(nested) for name, nested in value.items()}
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value
