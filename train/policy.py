"""The policy that is trained: the mathematics of MaskablePPO's, with masks that hold and a fast draw.

Masked logits are -inf, so an action that is not offered has probability 0 whatever the network says.
Nothing here takes `exp` of a masked log-probability: on a CPU that is many times slower than a softmax.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from torch import Tensor, nn

from wd_env.agents.network import Architecture, Diverged
from wd_env.core.errors import IllegalAction
from wd_env.core.layout import Pointer

NO_MASKS = "the policy needs the masks of the offered actions, it got none"
ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}


class OfferedActions(MaskableDistribution):
    """What the policy would answer, over the offered actions only: logits float32[k, A], masks bool[k, A]."""

    def __init__(self, actions: int) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # SB3's is bare
        self.actions = actions
        self.head: nn.Module | None = None  # where it is more than a layer
        self._is_masked = False

    def proba_distribution_net(self, latent_dim: int) -> nn.Module:
        """The head that gives the logits."""
        return nn.Linear(latent_dim, self.actions) if self.head is None else self.head

    def proba_distribution(self, action_logits: Tensor) -> "OfferedActions":
        """Takes the logits of the next question; masks must follow. Raises Diverged unless all are finite."""
        if not torch.isfinite(action_logits).all():
            raise Diverged("the policy answers with logits that are not finite")
        self._logits, self._is_masked = action_logits, False
        return self

    def apply_masking(self, masks: Tensor | np.ndarray | None) -> None:
        """Takes what is offered, 1 or True each; IllegalAction if a row offers nothing."""
        if masks is None:
            raise IllegalAction(NO_MASKS)
        offered = torch.as_tensor(masks, device=self._logits.device).bool().reshape(self._logits.shape)
        if not offered.any(dim=1).all():
            raise IllegalAction("a row of the masks offers no action, each must offer one")
        self._is_masked = True
        self._masked = self._logits.masked_fill(~offered, -torch.inf)
        self._scores = torch.log_softmax(self._masked, dim=1)

    def probabilities(self) -> Tensor:
        """Probabilities float32[k, A], exactly 0 for what is not offered."""
        self._demand_masks()
        return torch.softmax(self._masked, dim=1)

    def log_prob(self, actions: Tensor) -> Tensor:
        """Log-probability float32[k] of actions int64[k]."""
        self._demand_masks()
        return self._scores.gather(1, actions.long().reshape(-1, 1)).squeeze(1)

    def entropy(self) -> Tensor:
        """Entropy float32[k] in nats, over the offered actions."""
        probabilities = self.probabilities()
        # 0 * -inf would be NaN, and so would its gradient: the -inf goes before the product
        scores = self._scores.masked_fill(self._scores == -torch.inf, 0.0)
        return -(probabilities * scores).sum(dim=1)

    def sample(self) -> Tensor:
        """One action int64[k] a row, drawn by inverse CDF.

        With 220 actions 0.5 us a row on one core, where `torch.multinomial` takes 4.1 us.
        """
        rising = self.probabilities().cumsum(dim=1)
        drawn = torch.rand((len(rising), 1), device=rising.device) * rising[:, -1:]
        # the first sum above the draw belongs to an action that raised it, hence to an offered one
        return (rising <= drawn).sum(dim=1)

    def mode(self) -> Tensor:
        """The likeliest offered action int64[k] of each row."""
        self._demand_masks()
        return self._masked.argmax(dim=1)

    def actions_from_params(self, action_logits: Tensor, masks: Tensor, deterministic: bool = False) -> Tensor:
        """Actions int64[k] straight from logits and masks."""
        self.proba_distribution(action_logits).apply_masking(masks)
        return self.get_actions(deterministic)

    def log_prob_from_params(self, action_logits: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Sampled actions int64[k] and their log-probabilities."""
        actions = self.actions_from_params(action_logits, masks)
        return actions, self.log_prob(actions)

    def _demand_masks(self) -> None:
        if not self._is_masked:
            raise IllegalAction(NO_MASKS)


class SharedLayers(BaseFeaturesExtractor):
    """The first hidden layers, which serve policy and value alike; none of them leaves the observation.

    With `keep` the scaled observation follows behind the features, for a head that points at things in it.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        sizes: tuple[int, ...],
        activation_fn: type[nn.Module],
        keep: bool = False,
    ) -> None:
        inputs = int(np.prod(observation_space.shape))
        super().__init__(observation_space, (sizes[-1] if sizes else inputs) + inputs * keep)
        self.keep = keep
        layers: list[nn.Module] = []
        for size in sizes:
            layers += [nn.Linear(inputs, size), activation_fn()]
            inputs = size
        self.layers = nn.Sequential(*layers)
        # soldiers count to a hundred where flags count to one; a root keeps one soldier more or less visible
        reach = np.maximum(np.abs(observation_space.low), np.abs(observation_space.high)).astype(np.float64)
        self.scale: Tensor
        share = torch.as_tensor(1.0 / np.sqrt(np.maximum(reach, 1)), dtype=torch.float32)
        self.register_buffer("scale", share, persistent=False)

    def forward(self, observations: Tensor) -> Tensor:
        """Features float32[k, F] of observations float32[k, O]."""
        scaled = observations * self.scale
        features: Tensor = self.layers(scaled)
        return torch.cat([features, scaled], dim=1) if self.keep else features


class Trunks(nn.Module):
    """The trunks of policy and value over the features; the observation behind them goes on to the policy's head."""

    def __init__(self, trunks: MlpExtractor, features: int, behind: int) -> None:
        super().__init__()
        self.policy_net, self.value_net = trunks.policy_net, trunks.value_net
        self.features = features
        self.latent_dim_pi, self.latent_dim_vf = trunks.latent_dim_pi + behind, trunks.latent_dim_vf

    def forward(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Latents of policy and value."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: Tensor) -> Tensor:
        """The policy's latent, the observation behind it."""
        return torch.cat([self.policy_net(features[:, : self.features]), features[:, self.features :]], dim=1)

    def forward_critic(self, features: Tensor) -> Tensor:
        """The value's latent."""
        latent: Tensor = self.value_net(features[:, : self.features])
        return latent


class PointingHead(nn.Module):
    """Logits of all actions; those that name a thing also get the appeal of that thing.

    The appeal is one small function of what the observation says of the thing and of the latent, the same for all
    things of a sort: what holds for one Continent Card is learned for all of them.
    """

    def __init__(
        self, latent: int, actions: int, pointers: Sequence[Pointer], units: int, activation_fn: type[nn.Module]
    ) -> None:
        super().__init__()
        self.latent = latent
        self.pointers = tuple(pointers)
        self.action = nn.Linear(latent, actions)
        self.pointed = nn.ModuleList(nn.Linear(len(pointer.places), units) for pointer in pointers)
        self.context = nn.ModuleList(nn.Linear(latent, units) for _ in pointers)
        self.appeal = nn.ModuleList(nn.Linear(units, 1) for _ in pointers)
        self.activation = activation_fn()
        for number, pointer in enumerate(pointers):
            # [things x planes], so that each thing's planes lie side by side
            places = torch.as_tensor(np.array(pointer.places).T.reshape(-1).copy())
            self.register_buffer(f"places_{number}", places, persistent=False)

    def forward(self, latent_and_observation: Tensor) -> Tensor:
        """Logits float32[k, A]."""
        latent = latent_and_observation[:, : self.latent]
        observation = latent_and_observation[:, self.latent :].detach()  # nothing before it learns
        logits: Tensor = self.action(latent)
        appeals = []
        for number, pointer in enumerate(self.pointers):
            planes = observation.index_select(1, getattr(self, f"places_{number}"))
            planes = planes.view(len(planes), pointer.things, len(pointer.places))
            units = self.activation(self.pointed[number](planes) + self.context[number](latent)[:, None, :])
            start, end = pointer.first_action, pointer.first_action + pointer.things
            appeals.append((start, end, self.appeal[number](units)[:, :, 0]))
        widened = torch.zeros_like(logits)
        for start, end, appeal in appeals:
            widened[:, start:end] = appeal
        return logits + widened


class SeatPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy for observations int8[O] from the acting seat; see `policy_kwargs`."""

    @property
    def shared_layers(self) -> nn.Sequential:
        """The layers that policy and value have in common."""
        assert isinstance(self.features_extractor, SharedLayers)
        return self.features_extractor.layers

    def __init__(self, *args: Any, pointers: Sequence[Pointer] = (), pointed: int = 0, **kwargs: Any) -> None:
        self.pointers = tuple(pointers) if pointed else ()
        self.pointed = pointed
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        assert isinstance(self.action_space, spaces.Discrete)
        self.action_dist = OfferedActions(int(self.action_space.n))
        if self.pointers:
            behind = int(np.prod(self.observation_space.shape or ()))
            self.action_dist.head = PointingHead(
                self.features_dim - behind if not self._policy_layers() else self._policy_layers()[-1],
                self.action_dist.actions,
                self.pointers,
                self.pointed,
                self.activation_fn,
            )
        super()._build(lr_schedule)

    def _policy_layers(self) -> list[int]:
        assert isinstance(self.net_arch, dict)
        return list(self.net_arch["pi"])

    def _build_mlp_extractor(self) -> None:
        if not self.pointers:
            super()._build_mlp_extractor()
            return
        behind = int(np.prod(self.observation_space.shape or ()))
        features = self.features_dim - behind
        trunks = MlpExtractor(features, self.net_arch, self.activation_fn, self.device)
        self.mlp_extractor = Trunks(trunks, features, behind)  # type: ignore[assignment]  # the same calls


def policy_kwargs(architecture: Architecture, pointers: Sequence[Pointer] = ()) -> dict[str, Any]:
    """What MaskablePPO hands to SeatPolicy for a network of this shape, in a game with these pointers."""
    activation_fn = ACTIVATIONS[architecture.activation]
    shared, own = architecture.hidden[: architecture.shared], list(architecture.hidden[architecture.shared :])
    return {
        "features_extractor_class": SharedLayers,
        "features_extractor_kwargs": {
            "sizes": shared,
            "activation_fn": activation_fn,
            "keep": architecture.pointed > 0,
        },
        "pointers": tuple(pointers),
        "pointed": architecture.pointed,
        "net_arch": {"pi": own, "vf": own},
        "activation_fn": activation_fn,
    }


def export_weights(policy: SeatPolicy, architecture: Architecture) -> dict[str, np.ndarray]:
    """The policy's tensors float32 under the names that `agents/network.py` gives them."""
    rooms: dict[str, nn.Sequential] = {
        "shared": policy.shared_layers,
        "policy": policy.mlp_extractor.policy_net,
        "value": policy.mlp_extractor.value_net,
    }
    head = policy.action_net
    linear = {"action": head.action if isinstance(head, PointingHead) else head, "worth": policy.value_net}
    if isinstance(head, PointingHead):
        for number in range(len(head.pointers)):
            linear |= {
                f"pointed.{number}": head.pointed[number],
                f"context.{number}": head.context[number],
                f"appeal.{number}": head.appeal[number],
            }
    for trunk, layers in rooms.items():
        # a layer and its activation take turns
        linear |= dict(zip(architecture.layers(trunk), list(layers)[::2], strict=True))
    weights = {
        f"{name}.{part}": getattr(layer, part).detach().cpu().numpy().copy()
        for name, layer in linear.items()
        for part in ("weight", "bias")
    }
    assert isinstance(policy.features_extractor, SharedLayers)
    scale = policy.features_extractor.scale.cpu().numpy()
    for name in architecture.first_layers():  # what reads the observation takes its scale in
        weights[f"{name}.weight"] *= scale
    for number, pointer in enumerate(head.pointers if isinstance(head, PointingHead) else ()):
        weights[f"pointed.{number}.weight"] *= scale[[plane[0] for plane in pointer.places]]
    return weights
