"""The trained network in plain torch; `wd_env/agents/networks/numpy_network.py` computes the same in NumPy.

Only legal actions get a logit. So illegal actions have probability 0 and need no computation: of some hundred actions
four are legal on average.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence

from wd_env.agents.networks.architecture import Architecture
from wd_env.errors import ConfigError
from wd_env.spec.observation_layout import Pointer
from wd_env.training.ppo.masked_distribution import MaskedCategorical, require_finite
from wd_env.training.ppo.pointer_logits import ACTIVATIONS, PointerHead, PolicyInputs

ROOT_OF_2 = 2**0.5
MIN_DEVIATION = 0.1  # of a scaled input; bounds the weights of rare features


class Sequences(NamedTuple):
    """Sequences of decisions, each of one player in one game, for a recurrent network.

    Decisions are ordered as in PyTorch's PackedSequence: the first of every sequence, then the second of those that
    have one, and so on. So sequences are sorted by length in descending order.
    """

    hidden: Tensor  # float32[sequences, units]: the hidden state before each sequence
    batch_sizes: Tensor  # int64[longest]: how many sequences have a first, a second, ... decision


class PolicyValueNet(nn.Module):
    """Policy and value of a seat from its observation int8[O], which lies within `low` and `high` int8[O].

    The first layer reads `columns` of the observation, all of them if it is empty. Weights are initialised
    orthogonally, as in Stable-Baselines3.

    With `recurrent_units` a gated recurrent unit follows the shared layers, and `forward_sequences` replaces `forward`.
    Policy and value read the outputs of the shared layers, followed by the hidden state.
    """

    def __init__(
        self,
        architecture: Architecture,
        low: np.ndarray,
        high: np.ndarray,
        actions: int,
        pointers: Sequence[Pointer] = (),
        columns: Sequence[int] = (),
    ) -> None:
        super().__init__()
        scale = observation_scale(low, high)
        read = torch.as_tensor(columns or range(len(scale)))
        self.architecture = architecture
        self.observation_size, self.actions, self.uses_all_features = len(scale), actions, not columns
        shared, separate = architecture.hidden[: architecture.shared], architecture.hidden[architecture.shared :]
        first = [len(read), *shared][-1] + architecture.recurrent_units
        latent = [first, *separate][-1]
        self.shared = _layers([len(read), *shared], architecture.activation)
        self.policy = _layers([first, *separate], architecture.activation)
        self.value = _layers([first, *separate], architecture.activation)
        self.action: nn.Linear | PointerHead
        if architecture.pointer_units:
            self.action = PointerHead(latent, actions, pointers, architecture, scale)
        else:
            self.action = nn.Linear(latent, actions)
        self.value_head = nn.Linear(latent, 1)
        self.columns: Tensor
        self.scale: Tensor
        self.register_buffer("columns", read, persistent=False)
        self.register_buffer("scale", scale[read], persistent=False)
        for module, gain in (
            (self.shared, ROOT_OF_2), (self.policy, ROOT_OF_2), (self.value, ROOT_OF_2),
            (self.action, 0.01), (self.value_head, 1.0),
        ):  # fmt: skip
            _init_orthogonal(module, gain)
        self.recurrent: nn.GRU | None = None
        if architecture.recurrent_units:
            self.recurrent = nn.GRU(shared[-1], architecture.recurrent_units)
            for parameter in self.recurrent.parameters():
                nn.init.orthogonal_(parameter) if parameter.dim() > 1 else nn.init.zeros_(parameter)

    @torch.no_grad()
    def standardise_inputs(self, observations: Tensor) -> None:
        """Change the first layers as if their inputs had mean 0 and standard deviation 1 in observations int8[k, O].

        The norm of their weights stays the same. Inputs that hardly vary count as having MIN_DEVIATION.
        """
        inputs = self._select_features(observations).float().mul_(self.scale)
        mean, deviation = inputs.mean(dim=0), inputs.std(dim=0).clamp_min(MIN_DEVIATION)
        for layers in [self.shared] if len(self.shared) else [self.policy, self.value]:
            if len(layers):  # a network without hidden layers has none
                first = layers[0]
                assert isinstance(first, nn.Linear)
                weight = first.weight / deviation
                first.weight.copy_(weight * (first.weight.norm() / weight.norm()))
                first.bias.copy_(-first.weight @ mean)

    def make_buffer(self, decisions: int) -> PolicyInputs:
        """Allocate inputs for this number of decisions, which `fill` sets."""
        observations = torch.empty((decisions, self.observation_size), dtype=torch.int8)
        narrow = torch.empty((decisions, 0 if self.uses_all_features else len(self.columns)), dtype=torch.int8)
        masks = torch.empty((decisions, self.actions), dtype=torch.bool)
        return PolicyInputs(
            observations if self.uses_all_features else narrow, masks, observations, torch.arange(decisions)
        )

    def fill(
        self, buffer: PolicyInputs, slots: slice, observations: Tensor, masks: Tensor, rows: Tensor
    ) -> PolicyInputs:
        """Copy rows int64[k] of observations int8[n, O] and masks bool[n, A] to `slots`, and return these inputs."""
        result = buffer.slice_rows(slots)
        torch.index_select(observations, 0, rows, out=buffer.observations[slots])
        if not self.uses_all_features:
            torch.index_select(buffer.observations[slots], 1, self.columns, out=result.features)
        torch.index_select(masks, 0, rows, out=result.masks)
        return result

    def inputs(self, observations: Tensor, masks: Tensor) -> PolicyInputs:
        """Make inputs of observations int8[k, O] of the acting seats and their action masks, bool or int8[k, A]."""
        rows = torch.arange(len(observations), device=observations.device)
        return PolicyInputs(self._select_features(observations), masks.bool(), observations.contiguous(), rows)

    def forward(self, inputs: PolicyInputs) -> tuple[MaskedCategorical, Tensor]:
        """Compute the distribution over legal actions and the values float32[k].

        Raises:
            ConfigError: If the network is recurrent.
        """
        self._require_feed_forward()
        shared = self._shared(inputs.features)
        return self._distribution(inputs, shared), self.value_head(self.value(shared))[:, 0]

    def forward_sequences(self, inputs: PolicyInputs, sequences: Sequences) -> tuple[MaskedCategorical, Tensor, Tensor]:
        """Compute the same as `forward` for sequences of decisions, with inputs in the order of the sequences.

        Returns:
            Distribution, values float32[k], and hidden states after each sequence, float32[sequences, units].
        """
        latent, hidden = self._recur(inputs.features, sequences)
        return self._distribution(inputs, latent), self.value_head(self.value(latent))[:, 0], hidden

    def distribution(self, inputs: PolicyInputs) -> MaskedCategorical:
        """Compute only the distribution over legal actions; raise ConfigError if the network is recurrent."""
        self._require_feed_forward()
        return self._distribution(inputs, self._shared(inputs.features))

    def values(self, observations: Tensor, hidden: Tensor | None = None) -> Tensor:
        """Compute only the values float32[k] of observations int8[k, O].

        `hidden` float32[k, units] are the hidden states before these decisions; None for a feed-forward network.
        """
        features = self._select_features(observations)
        if hidden is None:
            self._require_feed_forward()
            latent = self._shared(features)
        else:
            latent, _ = self._recur(features, Sequences(hidden, torch.tensor([len(hidden)])))
        values: Tensor = self.value_head(self.value(latent))
        return values[:, 0]

    def _recur(self, features: Tensor, sequences: Sequences) -> tuple[Tensor, Tensor]:
        """Compute inputs of policy and value, float32[k, latent + units], and the hidden states after each sequence."""
        if self.recurrent is None:
            raise ConfigError("the network is not recurrent; expected a call of `forward`, got one with sequences")
        latent = self._shared(features)
        outputs, hidden = self.recurrent(PackedSequence(latent, sequences.batch_sizes), sequences.hidden[None])
        return torch.cat([latent, outputs.data], dim=1), hidden[0]

    def _select_features(self, observations: Tensor) -> Tensor:
        return observations if self.uses_all_features else observations.index_select(1, self.columns)

    def _require_feed_forward(self) -> None:
        if self.recurrent is not None:
            raise ConfigError("the network is recurrent: expected sequences with hidden states, got single decisions")

    def _shared(self, features: Tensor) -> Tensor:
        latent: Tensor = self.shared(features.float().mul_(self.scale))
        return latent

    def _distribution(self, inputs: PolicyInputs, shared: Tensor) -> MaskedCategorical:
        latent = self.policy(shared)
        rows, actions = inputs.masks.nonzero(as_tuple=True)
        all_logits = self.action(latent)
        require_finite(all_logits)
        logits = all_logits[rows, actions]
        if isinstance(self.action, PointerHead):
            logits = self.action.add_pointer_logits(logits, latent, inputs, rows, actions)
        return MaskedCategorical(logits, rows, actions, (len(latent), inputs.masks.shape[1]))


def make_adam(parameters: Iterable[nn.Parameter], learning_rate: float) -> torch.optim.Adam:
    """Make the optimiser of every learner, with Stable-Baselines3's eps; a fused step is one call for all tensors."""
    return torch.optim.Adam(parameters, learning_rate, eps=1e-5, fused=True)


def observation_scale(low: np.ndarray, high: np.ndarray) -> Tensor:
    """Compute the factors float32[O] by which observations are scaled.

    Soldiers count to a hundred but flags to one; with a square root one soldier more or less stays visible.
    """
    reach = np.maximum(np.abs(low.astype(np.float64)), np.abs(high.astype(np.float64)))
    return torch.as_tensor(1.0 / np.sqrt(np.maximum(reach, 1)), dtype=torch.float32)


def _layers(sizes: Sequence[int], activation: str) -> nn.Sequential:
    layers: list[nn.Module] = []
    for inputs, units in pairwise(sizes):
        layers += [nn.Linear(inputs, units), ACTIVATIONS[activation]()]
    return nn.Sequential(*layers)


def _init_orthogonal(module: nn.Module, gain: float) -> None:
    for layer in module.modules():
        if isinstance(layer, nn.Linear):
            nn.init.orthogonal_(layer.weight, gain=gain)
            nn.init.zeros_(layer.bias)
