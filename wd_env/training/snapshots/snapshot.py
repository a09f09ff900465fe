"""A training run on disk, so whole that a run killed at any moment goes on as if nothing had been.

A snapshot holds policy, optimiser, the state of every global generator, and what the caller adds (counters,
settings, the states of games). It is a container (`wd_env/storage/tensor_file.py`): tensors and JSON, no pickle. Take
one between two updates only. The same bits follow on the same platform with the same versions.
"""

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from wd_env.errors import CheckpointError
from wd_env.storage import tensor_file
from wd_env.training.snapshots.optimizer_state import check_optimizer, flatten_optimizer
from wd_env.training.snapshots.rng_state import check_global_rng_state, global_rng_state, set_global_rng_state
from wd_env.training.snapshots.snapshot_checks import (
    check_arrays,
    check_count,
    check_keys,
    check_weights,
    name_file_in_errors,
)

KIND = "wd_env snapshot"
VERSION = 2
MAX_BYTES = 8 * 2**30
NUM_RETAINED = 3  # the newest, and two to fall back on
FILE_NAME = re.compile(r"snapshot-(\d{12})\.wdsnap")
HEADER_KEYS = ("kind", "kind_version", "decisions", "state", "optimizer", "rng")
TENSOR_GROUPS = ("policy", "optimizer", "rng", "arrays")

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Snapshot:
    """What was read back; `apply` brings policy, optimiser and generators to where they were."""

    decisions: int  # the caller's count at saving, usually decisions
    state: dict[str, Any]  # the caller's JSON data
    arrays: Arrays  # the caller's arrays
    path: Path
    _groups: dict[str, Arrays]
    _header: dict[str, Any]

    def apply(self, policy: torch.nn.Module, optimizer: torch.optim.Optimizer) -> None:
        """Sets policy, optimiser and the global generators of Python, NumPy and torch.

        Raises CheckpointError, before anything is set, for a policy of other tensors than the one that was saved, for
        an optimiser of other settings (its step size is taken over), and for whatever could not have been saved.
        """
        with name_file_in_errors(self.path):
            self._check_network(policy)
            check_weights(self._groups["policy"], "policy")
            optimizer_state = check_optimizer(self._groups["optimizer"], self._header["optimizer"], policy, optimizer)
            check_global_rng_state(self._groups["rng"], self._header["rng"])
        policy.load_state_dict({name: torch.from_numpy(array) for name, array in self._groups["policy"].items()})
        optimizer.load_state_dict(optimizer_state)
        set_global_rng_state(self._groups["rng"], self._header["rng"])

    def _check_network(self, policy: torch.nn.Module) -> None:
        try:
            check_arrays(self._groups["policy"], _tensors(policy), "policy")
        except CheckpointError as problem:
            raise CheckpointError(f"expected the network of this run, got another one: {problem}") from None


def save_snapshot(
    folder: str | Path,
    decisions: int,
    policy: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    state: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
) -> Path:
    """Writes `snapshot-<number>.wdsnap`, reads it back, and only then drops all but the newest three.

    `state` is JSON data, `arrays` of any shape, both the caller's. Raises CheckpointError if a number is not
    finite, a weight is beyond 1e6 or the disk refuses; what was there before is then untouched.
    """
    optimizer_arrays, optimizer_header = flatten_optimizer(optimizer.state_dict())
    rng_arrays, rng_header = global_rng_state()
    items = {
        "policy": _tensors(policy),
        "optimizer": optimizer_arrays,
        "rng": rng_arrays,
        "arrays": dict(arrays),
    }
    header = {"kind": KIND, "kind_version": VERSION, "decisions": decisions, "state": dict(state)}
    path = Path(folder) / f"snapshot-{decisions:012d}.wdsnap"
    with name_file_in_errors(path):
        check_weights(items["policy"], "policy")
    path.parent.mkdir(parents=True, exist_ok=True)
    tensor_file.write_tensor_file(
        path,
        header | {"optimizer": optimizer_header, "rng": rng_header},
        {f"{item}/{name}": array for item, tensors in items.items() for name, array in tensors.items()},
    )
    _read(path)
    _drop_old(path.parent)
    return path


def load_latest_snapshot(folder: str | Path, decisions: int | None = None) -> Snapshot:
    """The newest sound snapshot, or the one of this number; a damaged one is passed over with a warning.

    Raises CheckpointError if there is none.
    """
    for path in reversed(list_snapshots(folder)):
        try:
            result = _read(path)
        except CheckpointError as error:
            warnings.warn(f"passed over a snapshot: {error}", stacklevel=2)
            continue
        if decisions in (None, result.decisions):
            return result
    raise CheckpointError(f"{folder}: expected a valid snapshot (snapshot-<number>.wdsnap) to resume, got none")


def list_snapshots(folder: str | Path) -> list[Path]:
    """The snapshots in a folder, oldest first, sound or not."""
    return sorted(path for path in Path(folder).glob("*.wdsnap") if FILE_NAME.fullmatch(path.name))


def drop_leftovers(folder: str | Path) -> None:
    """Remove what a run that was killed while it saved has left half written; no other run may be saving here."""
    for half in Path(folder).glob(".snapshot-*.tmp"):
        half.unlink(missing_ok=True)


def _read(path: Path) -> Snapshot:
    header, tensors = tensor_file.read_tensor_file(path, MAX_BYTES)
    results = header.get("kind"), header.get("kind_version")
    if results != (KIND, VERSION):
        raise CheckpointError(
            f"{path}: expected {KIND!r} of format {VERSION}, got {results[0]!r} of format {results[1]!r}"
        )
    items: dict[str, Arrays] = {item: {} for item in TENSOR_GROUPS}
    with name_file_in_errors(path):
        _check_header(header, path)
        for key, array in tensors.items():
            item, _, name = key.partition("/")
            if item not in items:
                raise CheckpointError(f"tensor {key!r}: expected one of {', '.join(items)}")
            items[item][name] = array
    return Snapshot(header["decisions"], header["state"], items.pop("arrays"), path, items, header)


def _check_header(header: Mapping[str, Any], path: Path) -> None:
    check_keys(header, HEADER_KEYS, "header")
    number = check_count(header["decisions"], "decisions")
    named = FILE_NAME.fullmatch(path.name)
    if named and int(named[1]) != number:
        raise CheckpointError(f"number: expected {int(named[1])}, as in the name of the file, got {number}")
    if not isinstance(header["state"], dict):
        raise CheckpointError(f"state: expected an object, got a {type(header['state']).__name__}")


def _drop_old(folder: Path) -> None:
    for path in list_snapshots(folder)[:-NUM_RETAINED]:
        path.unlink()
    drop_leftovers(folder)


def _tensors(policy: torch.nn.Module) -> Arrays:
    return {name: _to_numpy(tensor) for name, tensor in policy.state_dict().items()}


def _to_numpy(tensor: Tensor) -> np.ndarray:
    return np.asarray(tensor.detach().cpu().numpy())
