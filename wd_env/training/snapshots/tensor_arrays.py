"""Weights of further networks of a learner in a snapshot: the initial policy of self-play, and the mean weights."""

from collections.abc import Mapping
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor

from wd_env.errors import CheckpointError
from wd_env.training.snapshots.snapshot_checks import check_weights

ANCHOR_PREFIX = "anchor."  # prefix of the initial weights of self-play
MEAN_PREFIX, AVERAGE_COUNT = "mean.", "n_averaged"  # prefix of the mean, and torch's name of the number of its terms


def to_arrays(prefix: str, tensors: Mapping[str, Tensor]) -> dict[str, NDArray[Any]]:
    """Return tensors as arrays of a snapshot, with a prefix before their names."""
    return {prefix + name: tensor.numpy() for name, tensor in tensors.items()}


def to_tensors(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, Tensor]:
    """Return the tensors of `to_arrays`; raise CheckpointError if a weight is not finite."""
    results = {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
    check_weights(results, f"arrays/{prefix.removesuffix('.')}")
    return {name: torch.from_numpy(array) for name, array in results.items()}


def check_average(mean: Mapping[str, Tensor], updates: int) -> None:
    """Raise CheckpointError if a mean is not over the policies before the first and after each update."""
    expected = updates + 1 if updates else 0  # the first one is added when learning starts
    if mean and int(mean[AVERAGE_COUNT]) != expected:
        raise CheckpointError(
            f"arrays/{MEAN_PREFIX}{AVERAGE_COUNT}: expected {expected} after {updates} updates, got "
            f"{int(mean[AVERAGE_COUNT])}"
        )
