"""Complete snapshots of a training run on disk: a run killed at any time continues with identical results.

A snapshot has the policy, the optimiser, the states of all global generators, and data of the caller (counters,
settings, states of games). It is a file of tensors and JSON without pickle (`wd_env/storage/tensor_file.py`). Save it
only between two updates. Results are bit-identical on the same platform with the same versions.
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
NUM_RETAINED = 3  # the newest one, and two more in case it is corrupt
FILE_NAME = re.compile(r"snapshot-(\d{12})\.wdsnap")
HEADER_KEYS = ("kind", "kind_version", "decisions", "state", "optimizer", "rng")
TENSOR_GROUPS = ("policy", "optimizer", "rng", "arrays")

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Snapshot:
    """A loaded snapshot; `apply` restores policy, optimiser and generators."""

    decisions: int  # the counter of the caller at saving
    state: dict[str, Any]  # the caller's JSON data
    arrays: Arrays  # the caller's arrays
    path: Path
    _groups: dict[str, Arrays]
    _header: dict[str, Any]

    def apply(self, policy: torch.nn.Module, optimizer: torch.optim.Optimizer) -> None:
        """Set policy, optimiser and the global generators of Python, NumPy and torch.

        Raises:
            CheckpointError: If the policy has other tensors, the optimiser has other settings except the learning rate,
                or the snapshot is invalid; nothing is set then.
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
        except CheckpointError as exc:
            raise CheckpointError(f"expected the network of this run, got another one: {exc}") from None


def save_snapshot(
    folder: str | Path,
    decisions: int,
    policy: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    state: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
) -> Path:
    """Write `snapshot-<decisions>.wdsnap`, check it, and then delete all except the newest three.

    Args:
        folder: The folder of the snapshots.
        decisions: A counter, which is part of the name of the file.
        policy: The network.
        optimizer: The optimiser of the network.
        state: JSON data of the caller.
        arrays: Arrays of any shape of the caller.

    Returns:
        The path of the file.

    Raises:
        CheckpointError: If a number is not finite, a weight is beyond 1e6 or the file cannot be written; earlier
            snapshots are unchanged then.
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
    """Load the newest valid snapshot, or the one after this number of decisions; skip corrupt ones with a warning.

    Raises:
        CheckpointError: If there is none.
    """
    for path in reversed(list_snapshots(folder)):
        try:
            result = _read(path)
        except CheckpointError as error:
            warnings.warn(f"skipped a snapshot: {error}", stacklevel=2)
            continue
        if decisions in (None, result.decisions):
            return result
    raise CheckpointError(f"{folder}: expected a valid snapshot (snapshot-<number>.wdsnap) to resume, got none")


def list_snapshots(folder: str | Path) -> list[Path]:
    """Return the files of snapshots in a folder, the oldest first, valid or not."""
    return sorted(path for path in Path(folder).glob("*.wdsnap") if FILE_NAME.fullmatch(path.name))


def drop_leftovers(folder: str | Path) -> None:
    """Remove incomplete files of a run that was killed; no other run may be saving in this folder."""
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
    decisions = check_count(header["decisions"], "decisions")
    named = FILE_NAME.fullmatch(path.name)
    if named and int(named[1]) != decisions:
        raise CheckpointError(f"number: expected {int(named[1])}, as in the name of the file, got {decisions}")
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
