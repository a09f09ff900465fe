"""Terms of the loss of PPO."""

import torch
from torch import Tensor

from wd_env.training.ppo.counterfactual_advantages import CounterfactualAdvantages
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.ppo.pointer_logits import PolicyInputs
from wd_env.training.ppo.torch_network import PolicyValueNet


def clipped_surrogate(advantages: Tensor, ratio: Tensor, clip_range: float) -> Tensor:
    """Compute PPO's clipped surrogate of these advantages, at these ratios of new to old probability."""
    return torch.min(advantages * ratio, advantages * ratio.clamp(1 - clip_range, 1 + clip_range))


def counterfactual_loss(
    counterfactual: CounterfactualAdvantages, rows: Tensor, distribution: MaskedCategorical, clip_range: float
) -> Tensor:
    """Compute the mean loss of these rows: the expected surrogate over all legal actions, not of a sampled one."""
    advantages, old = counterfactual.select(rows, distribution)
    surrogate = clipped_surrogate(advantages, (distribution.log_probs - old).exp(), clip_range)
    return -(old.exp() * surrogate).sum() / len(rows)


def mean_divergence(distribution: MaskedCategorical, anchor: PolicyValueNet, inputs: PolicyInputs) -> Tensor:
    """Compute the mean divergence (nats) of the policy from another network in these decisions."""
    with torch.no_grad():
        before = anchor.distribution(inputs)
    return distribution.divergence(before).mean()
