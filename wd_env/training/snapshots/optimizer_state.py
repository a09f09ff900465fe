"""Convert the state of an optimiser to arrays and JSON data, and back."""

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from wd_env.errors import CheckpointError
from wd_env.training.snapshots.snapshot_checks import (
    MAX_COUNT,
    check_arrays,
    check_keys,
    check_range,
    check_same_structure,
)

Arrays = dict[str, np.ndarray]

LEARNING_RATE = "lr"  # the only setting that changes during a run
ROUNDING_FACTOR = 1.01  # of averages in float32
UNDERFLOW = 1e-18  # squares of smaller numbers are 0 in float32
BETAS = "betas"  # the only setting that is a tuple, which JSON does not have


def flatten_optimizer(state: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
    """Flatten the state: tensors by `<parameter>.<name>`; numbers and the settings of the groups for the header."""
    arrays: Arrays = {}
    scalars: dict[str, Any] = {}
    for parameter, entries in state["state"].items():
        for name, value in entries.items():
            key = f"{parameter}.{name}"
            if isinstance(value, Tensor):
                arrays[key] = np.asarray(value.detach().cpu().numpy())
            else:
                scalars[key] = value
    # JSON has no tuples; only `betas` is one
    groups = [{k: list(v) if k == BETAS else v for k, v in group.items()} for group in state["param_groups"]]
    return arrays, {"plain": scalars, "groups": groups}


def check_optimizer(
    arrays: Arrays, header: object, policy: torch.nn.Module, optimizer: torch.optim.Optimizer
) -> dict[str, Any]:
    """Return the state in the form of the optimiser; raise CheckpointError if it is invalid."""
    expected, expected_header = flatten_optimizer(_state_after_update(policy, optimizer))
    result = check_keys(header, expected_header, "optimizer")
    touched = {key.split(".")[0] for key in arrays}  # a parameter without gradients so far has no state
    check_arrays(arrays, {key: array for key, array in expected.items() if key.split(".")[0] in touched}, "optimizer")
    check_same_structure(result["plain"], expected_header["plain"], "optimizer.plain")
    for key, array in arrays.items():
        _check_optimizer_values(array, f"optimizer/{key}")
    _check_groups(result["groups"], expected_header["groups"])
    for group in expected_header["groups"]:
        _check_averages(arrays, group)
    return _optimizer_state(arrays, result)


def _state_after_update(policy: torch.nn.Module, optimizer: torch.optim.Optimizer) -> dict[str, Any]:
    """Return the state of a copy of the optimiser after an update, which shows its structure."""
    _, other = copy.deepcopy((policy, optimizer))
    for group in other.param_groups:
        for parameter in group["params"]:
            parameter.grad = torch.zeros_like(parameter)
    other.step()
    return other.state_dict()


def _check_optimizer_values(array: np.ndarray, key_path: str) -> None:
    if key_path.endswith(".step"):
        check_range(array, 1, MAX_COUNT, key_path)
        check_range(array % 1, 0, 0, f"the fraction of {key_path}")
    elif key_path.endswith("_sq"):  # averages of squares, of which the optimiser computes roots
        check_range(array, 0, np.inf, key_path)


def _check_averages(arrays: Arrays, group: dict[str, Any]) -> None:
    """Raise CheckpointError if an average of gradients is too large for the average of their squares."""
    first, second = group.get(BETAS, (1.0, 0.0))
    if first > second:  # another optimiser than Adam, or averages without such a bound
        return
    for parameter in group["params"]:
        if f"{parameter}.exp_avg" in arrays:
            mean, squares = (arrays[f"{parameter}.{name}"].astype(np.float64) for name in ("exp_avg", "exp_avg_sq"))
            maximum = (
                ROUNDING_FACTOR * np.sqrt(squares * (1 - first) / (1 - second)) + UNDERFLOW
            )  # the inequality of Cauchy and Schwarz
            check_range(np.abs(mean) / maximum, 0, 1, f"the share of its bound in optimizer/{parameter}.exp_avg")


def _check_groups(groups: object, expected: list[dict[str, Any]]) -> None:
    """Raise CheckpointError if a setting except the learning rate differs."""
    if not isinstance(groups, list) or len(groups) != len(expected):
        raise CheckpointError(f"optimizer.groups: expected a list of length {len(expected)}")
    for group, expected_group in zip(groups, expected, strict=True):
        check_keys(group, expected_group, "optimizer.groups")
        for name, value in expected_group.items():
            if name == LEARNING_RATE:
                if type(group[name]) not in (int, float) or not 0 <= group[name] < np.inf:
                    raise CheckpointError(f"optimizer.groups.{name}: expected a number from 0, got {group[name]!r}")
            elif (type(group[name]), group[name]) != (type(value), value):
                raise CheckpointError(f"optimizer.groups.{name}: expected {value!r}, got {group[name]!r}")


def _optimizer_state(arrays: Arrays, header: Mapping[str, Any]) -> dict[str, Any]:
    state: dict[int, dict[str, Any]] = {}
    tensors = {key: torch.from_numpy(array) for key, array in arrays.items()}
    for key, value in (tensors | header["plain"]).items():
        parameter, name = key.split(".", 1)
        state.setdefault(int(parameter), {})[name] = value
    groups = [{k: tuple(v) if k == BETAS else v for k, v in group.items()} for group in header["groups"]]
    return {"state": state, "param_groups": groups}
