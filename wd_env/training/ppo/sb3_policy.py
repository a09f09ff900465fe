"""The network as a policy of MaskablePPO: the same computation, on legal actions only."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor

from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import IllegalAction
from wd_env.spec.observation_layout import Pointer
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.ppo.pointer_logits import PolicyInputs
from wd_env.training.ppo.torch_network import PolicyValueNet, make_adam

Masks = np.ndarray | Tensor | None


class SeatPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy for observations int8[O] from the acting seat; see `policy_kwargs`."""

    def __init__(
        self, *args: Any, architecture: Architecture, pointers: Sequence[Pointer], columns: Sequence[int], **kwargs: Any
    ) -> None:
        self._shape = (architecture, tuple(pointers), tuple(columns))
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        assert isinstance(self.observation_space, spaces.Box)
        assert isinstance(self.action_space, spaces.Discrete)
        architecture, pointers, columns = self._shape
        box, actions = self.observation_space, int(self.action_space.n)
        self.network = PolicyValueNet(architecture, box.low, box.high, actions, pointers, columns)
        self.optimizer = make_adam(self.parameters(), lr_schedule(1))

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Masks = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Sample actions int64[k]; return them with values float32[k, 1] and log-probabilities float32[k]."""
        distribution, values = self.network(self._inputs(obs, action_masks))
        actions = distribution.mode() if deterministic else distribution.sample()
        return actions, values[:, None], distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Masks = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Compute values float32[k, 1], log-probabilities and entropies float32[k]."""
        distribution, values = self.network(self._inputs(obs, action_masks))
        return values[:, None], distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: Any, action_masks: Masks = None) -> MaskedCategorical:  # type: ignore[override]
        """Compute the distribution over legal actions."""
        return self.network.distribution(self._inputs(obs, action_masks))

    def predict_values(self, obs: Any) -> Tensor:
        """Compute values float32[k, 1]."""
        return self.network.values(obs)[:, None]

    def _predict(self, observation: Any, deterministic: bool = False, action_masks: Masks = None) -> Tensor:
        distribution = self.get_distribution(observation, action_masks)
        return distribution.mode() if deterministic else distribution.sample()

    def _inputs(self, obs: Tensor, masks: Masks) -> PolicyInputs:
        if masks is None:
            raise IllegalAction("action masks: expected an array, got none")
        return self.network.inputs(obs, torch.as_tensor(masks, device=obs.device).reshape(len(obs), -1))


def policy_kwargs(
    architecture: Architecture, pointers: Sequence[Pointer] = (), columns: Sequence[int] = ()
) -> dict[str, Any]:
    """Return the `policy_kwargs` of SeatPolicy.

    Args:
        architecture: The shape of the network.
        pointers: The pointers of the game.
        columns: Indices of the observation that the first layer reads; empty for all.
    """
    return {"architecture": architecture, "pointers": tuple(pointers), "columns": tuple(columns)}
