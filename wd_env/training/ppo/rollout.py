"""The decisions and steps that a learner collects between two updates."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from wd_env.training.ppo.counterfactual_advantages import (
    CounterfactualAdvantages,
)
from wd_env.training.ppo.pointer_logits import PolicyInputs


class Decisions(NamedTuple):
    """The learner's decisions in k games of a step, or in all of a rollout."""

    inputs: PolicyInputs
    actions: Tensor  # int64[k]
    log_probs: Tensor  # float32[k]
    values: Tensor  # float32[k]
    scales: Tensor  # float32[k], factors of advantages and value errors, of `player_scales` or 1


class Steps(NamedTuple):
    """One action in each of n games, in the form that `seat_advantages` takes."""

    rewards: NDArray[np.float32]  # [n, seats]
    seats: NDArray[np.int64]  # [n]
    values: NDArray[np.float32]  # [n]
    done: NDArray[np.bool_]  # [n]
    final_values: NDArray[np.float32]  # [n, seats]


class Rollout(NamedTuple):
    """The decisions between two updates with their advantages and returns."""

    decisions: Decisions
    advantages: Tensor  # float32[k]
    returns: Tensor  # float32[k]
    counterfactual: CounterfactualAdvantages | None = None  # which replaces the advantages


def explained_variance(values: Tensor, returns: Tensor) -> float:
    """Compute the fraction of the variance of the returns that values explain, at most 1; NaN for constant returns."""
    variance = returns.var()
    return float("nan") if variance == 0 else float(1 - (returns - values).var() / variance)
