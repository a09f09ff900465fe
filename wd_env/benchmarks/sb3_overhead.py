"""The time of Stable-Baselines3's update per decision, by component, and that of our replacements."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategorical
from torch import Tensor, nn

from wd_env.batch.batch import Batch
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.ppo.torch_network import make_adam
from wd_env.training.settings.training_settings import TrainSettings

MINIBATCH = 1024  # decisions per minibatch
ROLLOUT = 16_384  # decisions per rollout


@dataclass(frozen=True)
class OverheadCase:
    """The same work by both, for `ROLLOUT` decisions."""

    title: str
    stock: Callable[[], Any]
    optimized: Callable[[], Any]


def overhead_cases(settings: TrainSettings) -> tuple[OverheadCase, ...]:
    """Return every component, over decisions with at least two options from random games of these settings."""
    observations, masks = _sample_decisions(settings)
    columns = len(settings.net.feature_columns(settings.game.spec.layout)) or observations.shape[1]
    sizes = columns, masks.shape[1]
    logits = torch.randn(MINIBATCH, masks.shape[1], requires_grad=True)
    legal_masks = torch.from_numpy(masks[:MINIBATCH])
    actions = legal_masks.int().argmax(dim=1)
    stock = partial(MaskableCategorical, masks=masks[:MINIBATCH])
    masked = partial(MaskedCategorical.of, masks=legal_masks)
    rows = np.random.default_rng(1).permutation(ROLLOUT)[:MINIBATCH]
    read, mask_tensor = torch.from_numpy(observations[:, :columns].copy()), torch.from_numpy(masks)
    scale, indices = torch.rand(columns), torch.from_numpy(rows)
    return (
        OverheadCase(
            "policy: logits to log-probability and entropy, with gradients",
            lambda: _forward_and_backward(stock(logits=logits), actions),
            lambda: _forward_and_backward(masked(logits), actions),
        ),
        OverheadCase("sampling an action", stock(logits=logits.detach()).sample, masked(logits.detach()).sample),
        OverheadCase(
            "selecting a minibatch of observations and masks from the rollout, as inputs of the first layer",
            lambda: (torch.as_tensor(observations[rows]).float(), torch.as_tensor(masks[rows])),
            lambda: (read.index_select(0, indices).float().mul_(scale), mask_tensor.index_select(0, indices)),
        ),
        OverheadCase("a step of Adam", _step(torch.optim.Adam, *sizes), _step(make_adam, *sizes)),
    )


def _forward_and_backward(distribution: Any, actions: Tensor) -> None:
    torch.autograd.backward(distribution.log_prob(actions).mean() + 0.01 * distribution.entropy().mean())


def _step(make: Callable[..., torch.optim.Optimizer], columns: int, actions: int) -> Callable[[], Any]:
    network = nn.Sequential(nn.Linear(columns, 128), nn.Linear(128, 64), nn.Linear(64, actions))
    optimizer = make(network.parameters(), 1e-6)
    network(torch.zeros(1, columns)).sum().backward()
    return optimizer.step


def _sample_decisions(settings: TrainSettings) -> tuple[np.ndarray, np.ndarray]:
    """Return observations int8[MEMORY, O] and masks bool[MEMORY, A] of decisions with at least two options."""
    games = Batch(settings.game.spec, 1024, 1, settings.game.players, settings.game.options)
    observations, masks, count = [], [], 0
    while count < ROLLOUT:
        games.step(games.random_actions())
        games.reset(np.flatnonzero(games.done))
        rows = np.flatnonzero(games.masks.sum(axis=1, dtype=np.int64) > 1)
        observations.append(games.obs[rows])
        masks.append(games.masks[rows] == 1)
        count += len(rows)
    return np.concatenate(observations)[:ROLLOUT], np.concatenate(masks)[:ROLLOUT]
