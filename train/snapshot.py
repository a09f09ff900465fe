"""A training run on disk, so whole that a run killed at any moment goes on as if nothing had been.

A snapshot holds policy, optimiser, the state of every global generator, and what the caller adds (counters,
settings, the states of games). It is a container (`agents/container.py`): tensors and JSON, no pickle. Take
one between two updates only. The same bits follow on the same platform with the same versions.
"""

import random
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from wd_env.agents import container
from wd_env.core.errors import CheckpointError

KIND = "wd_env snapshot"
VERSION = 1
MAX_BYTES = 8 * 2**30
KEPT = 3  # the newest, and two to fall back on
NAME = re.compile(r"snapshot-(\d{12})\.wdsnap")

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Snapshot:
    """What was read back; `apply` brings policy, optimiser and generators to where they were."""

    number: int  # the caller's count at saving, usually decisions
    state: dict[str, Any]  # the caller's JSON data
    arrays: Arrays  # the caller's arrays
    path: Path
    _parts: dict[str, Arrays]
    _header: dict[str, Any]

    def apply(self, policy: torch.nn.Module, optimizer: torch.optim.Optimizer) -> None:
        """Sets policy, optimiser and the global generators of Python, NumPy and torch.

        Raises CheckpointError if the policy has other tensors than the one that was saved.
        """
        weights = {name: torch.from_numpy(array) for name, array in self._parts["policy"].items()}
        try:
            policy.load_state_dict(weights)
            optimizer.load_state_dict(_optimizer_state(self._parts["optimizer"], self._header["optimizer"]))
        except (RuntimeError, ValueError, KeyError, TypeError) as error:
            text = " ".join(str(error).split())
            raise CheckpointError(f"{self.path}: is of another network: {text}") from None
        _set_generators(self._parts["rng"], self._header["rng"])


def save_snapshot(
    folder: str | Path,
    number: int,
    policy: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    state: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
) -> Path:
    """Writes `snapshot-<number>.wdsnap`, reads it back, and only then drops all but the newest three.

    `state` is JSON data, `arrays` of any shape, both the caller's. Raises CheckpointError if a number is not
    finite or the disk refuses; what was there before is then untouched.
    """
    optimizer_arrays, optimizer_header = _flat_optimizer(optimizer.state_dict())
    rng_arrays, rng_header = _generators()
    parts = {
        "policy": {name: _to_numpy(tensor) for name, tensor in policy.state_dict().items()},
        "optimizer": optimizer_arrays,
        "rng": rng_arrays,
        "arrays": dict(arrays),
    }
    header = {"kind": KIND, "kind_version": VERSION, "number": number, "state": dict(state)}
    path = Path(folder) / f"snapshot-{number:012d}.wdsnap"
    path.parent.mkdir(parents=True, exist_ok=True)
    container.write(
        path,
        header | {"optimizer": optimizer_header, "rng": rng_header},
        {f"{part}/{name}": array for part, tensors in parts.items() for name, array in tensors.items()},
    )
    _read(path)
    _drop_old(path.parent)
    return path


def load_latest(folder: str | Path) -> Snapshot:
    """The newest sound snapshot; a damaged one is passed over with a warning.

    Raises CheckpointError if there is none.
    """
    for path in reversed(snapshots(folder)):
        try:
            return _read(path)
        except CheckpointError as error:
            warnings.warn(f"passed over a snapshot: {error}", stacklevel=2)
    raise CheckpointError(f"{folder}: holds no sound snapshot (snapshot-<number>.wdsnap) to resume from")


def snapshots(folder: str | Path) -> list[Path]:
    """The snapshots in a folder, oldest first, sound or not."""
    return sorted(path for path in Path(folder).glob("*.wdsnap") if NAME.fullmatch(path.name))


def generator_state(generator: np.random.Generator) -> dict[str, Any]:
    """The state of a NumPy generator as JSON data, for the caller's `state`."""
    plain: dict[str, Any] = _plain(generator.bit_generator.state)
    return plain


def set_generator_state(generator: np.random.Generator, state: Mapping[str, Any]) -> None:
    """Brings a NumPy generator of the same kind to where another was."""
    generator.bit_generator.state = state


def _read(path: Path) -> Snapshot:
    header, tensors = container.read(path, MAX_BYTES)
    found = header.get("kind"), header.get("kind_version")
    if found != (KIND, VERSION):
        raise CheckpointError(f"{path}: is {found[0]!r} of format {found[1]!r}, not {KIND!r} of {VERSION}")
    if not isinstance(header.get("number"), int) or not isinstance(header.get("state"), dict):
        raise CheckpointError(f"{path}: has no number or no state in its header")
    parts: dict[str, Arrays] = {"policy": {}, "optimizer": {}, "rng": {}, "arrays": {}}
    for key, array in tensors.items():
        part, _, name = key.partition("/")
        parts.setdefault(part, {})[name] = array
    return Snapshot(header["number"], header["state"], parts.pop("arrays"), path, parts, header)


def _drop_old(folder: Path) -> None:
    for path in snapshots(folder)[:-KEPT]:
        path.unlink()
    for leftover in folder.glob(".snapshot-*.tmp"):  # of a run that was killed while it saved
        leftover.unlink()


def _to_numpy(tensor: Tensor) -> np.ndarray:
    return np.asarray(tensor.detach().cpu().numpy())


def _flat_optimizer(state: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
    """Tensors by `<parameter>.<name>`; plain numbers and the groups' settings for the header."""
    arrays: Arrays = {}
    plain: dict[str, Any] = {}
    for parameter, entries in state["state"].items():
        for name, value in entries.items():
            key = f"{parameter}.{name}"
            if isinstance(value, Tensor):
                arrays[key] = _to_numpy(value)
            else:
                plain[key] = value
    return arrays, {"plain": plain, "groups": state["param_groups"]}


def _optimizer_state(arrays: Arrays, header: dict[str, Any]) -> dict[str, Any]:
    state: dict[int, dict[str, Any]] = {}
    tensors = {key: torch.from_numpy(array) for key, array in arrays.items()}
    for key, value in (tensors | header["plain"]).items():
        parameter, name = key.split(".", 1)
        state.setdefault(int(parameter), {})[name] = value
    # JSON has no tuples; `betas` is the one setting that is one
    groups = [{k: tuple(v) if k == "betas" else v for k, v in group.items()} for group in header["groups"]]
    return {"state": state, "param_groups": groups}


def _generators() -> tuple[Arrays, dict[str, Any]]:
    version, words, gauss = random.getstate()
    numpy_state = np.random.get_state(legacy=False)  # noqa: NPY002 - SB3 draws its minibatches from it
    arrays = {"python": np.array(words, dtype=np.uint64), "torch": _to_numpy(torch.get_rng_state())}
    for device in range(torch.cuda.device_count()):
        arrays[f"cuda.{device}"] = _to_numpy(torch.cuda.get_rng_state(device))
    return arrays, {"python": [version, gauss], "numpy": _plain(numpy_state)}


def _set_generators(arrays: Arrays, header: dict[str, Any]) -> None:
    version, gauss = header["python"]
    random.setstate((version, tuple(int(word) for word in arrays["python"]), gauss))
    np.random.set_state(header["numpy"])  # noqa: NPY002 - SB3 draws its minibatches from it
    torch.set_rng_state(torch.from_numpy(arrays["torch"]))
    for device in range(torch.cuda.device_count()):
        if f"cuda.{device}" in arrays:
            torch.cuda.set_rng_state(torch.from_numpy(arrays[f"cuda.{device}"]), device)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value
