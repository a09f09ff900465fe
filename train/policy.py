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
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
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

    def mean_log_prob(self) -> Tensor:
        """Mean log-probability float32[k] of the offered actions."""
        self._demand_masks()
        offered = self._masked > -torch.inf
        return self._scores.masked_fill(~offered, 0.0).sum(dim=1) / offered.sum(dim=1)

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
    """The first hidden layers, which serve policy and value alike, over what they read of the observation."""

    def __init__(
        self,
        observation_space: spaces.Box,
        sizes: tuple[int, ...],
        activation_fn: type[nn.Module],
        columns: Sequence[int] = (),
    ) -> None:
        read = torch.as_tensor(columns or range(int(np.prod(observation_space.shape))))
        super().__init__(observation_space, sizes[-1] if sizes else len(read))
        layers: list[nn.Module] = []
        inputs = len(read)
        for size in sizes:
            layers += [nn.Linear(inputs, size), activation_fn()]
            inputs = size
        self.layers = nn.Sequential(*layers)
        self.columns: Tensor
        self.scale: Tensor
        self.register_buffer("columns", read, persistent=False)
        self.register_buffer("scale", scale_of(observation_space)[read], persistent=False)

    def forward(self, observations: Tensor) -> Tensor:
        """Features float32[k, F] of observations int8[k, O]."""
        features: Tensor = self.layers(observations.index_select(1, self.columns).float() * self.scale)
        return features


def scale_of(space: spaces.Box) -> Tensor:
    """What each number of the observation is multiplied by, float32[O].

    Soldiers count to a hundred where flags count to one; a root keeps one soldier more or less visible.
    """
    reach = np.maximum(np.abs(space.low), np.abs(space.high)).astype(np.float64)
    return torch.as_tensor(1.0 / np.sqrt(np.maximum(reach, 1)), dtype=torch.float32)


class PointingHead(nn.Module):
    """Logits of all actions; those that name a thing also get the appeal of that thing.

    The appeal is one small function of what the observation says of the thing and of the latent, the same for all
    things of a sort: what holds for one Continent Card is learned for all of them. It is reckoned only where a
    thing of the sort is offered, which is seldom.
    """

    def __init__(
        self,
        latent: int,
        actions: int,
        pointers: Sequence[Pointer],
        units: int,
        activation_fn: type[nn.Module],
        scale: Tensor,
    ) -> None:
        super().__init__()
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
            self.register_buffer(f"scale_{number}", scale[places], persistent=False)

    def forward(self, latent: Tensor) -> Tensor:
        """Logits float32[k, A] without the appeals."""
        logits: Tensor = self.action(latent)
        return logits

    def point(self, logits: Tensor, latent: Tensor, observations: Tensor, offered: Tensor) -> Tensor:
        """The logits with the appeals where bool[k, A] offers the things; the rest is masked anyway."""
        for number, pointer in enumerate(self.pointers):
            end = pointer.first_action + pointer.things
            rows = offered[:, pointer.first_action : end].any(dim=1).nonzero()[:, 0]
            if len(rows) > 0:
                appeal = self._appeals(number, latent[rows], observations[rows])
                wide = nn.functional.pad(appeal, (pointer.first_action, logits.shape[1] - end))
                logits = logits.index_add(0, rows, wide)
        return logits

    def _appeals(self, number: int, latent: Tensor, observations: Tensor) -> Tensor:
        pointer = self.pointers[number]
        planes = observations.index_select(1, getattr(self, f"places_{number}")).float()
        planes = (planes * getattr(self, f"scale_{number}")).view(len(planes), pointer.things, len(pointer.places))
        units = self.activation(self.pointed[number](planes) + self.context[number](latent)[:, None, :])
        appeals: Tensor = self.appeal[number](units)[:, :, 0]
        return appeals


class SeatPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy for observations int8[O] from the acting seat; see `policy_kwargs`."""

    @property
    def shared_layers(self) -> nn.Sequential:
        """The layers that policy and value have in common."""
        return self._first.layers

    @property
    def _first(self) -> SharedLayers:
        assert isinstance(self.features_extractor, SharedLayers)
        return self.features_extractor

    def __init__(self, *args: Any, pointers: Sequence[Pointer] = (), pointed: int = 0, **kwargs: Any) -> None:
        self.pointers = tuple(pointers) if pointed else ()
        self.pointed = pointed
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        assert isinstance(self.action_space, spaces.Discrete)
        self.action_dist = OfferedActions(int(self.action_space.n))
        if self.pointers:
            assert isinstance(self.observation_space, spaces.Box)
            assert isinstance(self.net_arch, dict)
            self.action_dist.head = PointingHead(
                [self.features_dim, *self.net_arch["pi"]][-1],
                self.action_dist.actions,
                self.pointers,
                self.pointed,
                self.activation_fn,
                scale_of(self.observation_space),
            )
        super()._build(lr_schedule)

    def extract_features(self, obs: Any, features_extractor: BaseFeaturesExtractor | None = None) -> Tensor:
        """Features float32[k, F]; SB3's would first make floats of numbers that nobody reads."""
        features: Tensor = self._first(obs)
        return features

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions int64[k], values float32[k, 1] and log-probabilities float32[k]."""
        answers, values = self.answers_and_values(obs, action_masks)
        actions = answers.get_actions(deterministic=deterministic)
        return actions, values, answers.log_prob(actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Values float32[k, 1], log-probabilities and entropies float32[k]."""
        answers, values = self.answers_and_values(obs, action_masks)
        return values, answers.log_prob(actions), answers.entropy()

    def answers_and_values(
        self, obs: Tensor, action_masks: np.ndarray | Tensor | None
    ) -> tuple[OfferedActions, Tensor]:
        """The answers over the offered actions, and values float32[k, 1]."""
        latent, latent_value = self.mlp_extractor(self.extract_features(obs))
        return self._answers(obs, latent, action_masks), self.value_net(latent_value)

    def get_distribution(self, obs: Any, action_masks: np.ndarray | None = None) -> OfferedActions:
        """The answers over the offered actions."""
        return self._answers(obs, self.mlp_extractor.forward_actor(self.extract_features(obs)), action_masks)

    def _answers(self, obs: Tensor, latent: Tensor, masks: np.ndarray | Tensor | None) -> OfferedActions:
        assert isinstance(self.action_dist, OfferedActions)
        logits = self.action_net(latent)
        if masks is not None and isinstance(self.action_net, PointingHead):
            offered = torch.as_tensor(masks, device=logits.device).bool().reshape(logits.shape)
            logits = self.action_net.point(logits, latent, obs, offered)
        answers = self.action_dist.proba_distribution(logits)
        answers.apply_masking(masks)
        return answers


def policy_kwargs(
    architecture: Architecture, pointers: Sequence[Pointer] = (), columns: Sequence[int] = ()
) -> dict[str, Any]:
    """What MaskablePPO hands to SeatPolicy for a network of this shape, in a game with these pointers.

    `columns` of the observation are all that its first layer reads; none named: everything.
    """
    activation_fn = ACTIVATIONS[architecture.activation]
    shared, own = architecture.hidden[: architecture.shared], list(architecture.hidden[architecture.shared :])
    return {
        "features_extractor_class": SharedLayers,
        "features_extractor_kwargs": {
            "sizes": shared,
            "activation_fn": activation_fn,
            "columns": tuple(columns),
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
    first = policy._first
    for name in architecture.first_layers():  # what reads the observation takes its scale in, and 0 for the rest
        read = weights[f"{name}.weight"] * first.scale.cpu().numpy()
        weights[f"{name}.weight"] = np.zeros(
            (len(read), int(np.prod(policy.observation_space.shape or ()))), np.float32
        )
        weights[f"{name}.weight"][:, first.columns.cpu().numpy()] = read
    for number, pointer in enumerate(head.pointers if isinstance(head, PointingHead) else ()):
        weights[f"pointed.{number}.weight"] *= getattr(head, f"scale_{number}").cpu().numpy()[: len(pointer.places)]
    return weights
