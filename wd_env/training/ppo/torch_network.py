"""The trained network in plain torch; `wd_env/agents/numpy_network.py` computes the same in NumPy.

Only legal actions get a logit. So illegal actions have probability 0 and need no computation: of some hundred actions
four are legal on average.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence

from wd_env.agents.numpy_network import Architecture
from wd_env.errors import ConfigError
from wd_env.spec.observation_layout import Pointer
from wd_env.training.ppo.masked_distribution import MaskedCategorical, require_finite

ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}
ROOT_OF_2 = 2**0.5
LINEAR_TENSORS = ("weight", "bias")
RECURRENT_TENSORS = {
    "recurrent.input.weight": "weight_ih_l0",
    "recurrent.hidden.weight": "weight_hh_l0",
    "recurrent.input.bias": "bias_ih_l0",
    "recurrent.hidden.bias": "bias_hh_l0",
}  # names in bot files and in torch


class PolicyInputs(NamedTuple):
    """Inputs of k decisions, whose observations are among the N observations of a buffer."""

    features: Tensor  # int8[k, F]: the columns of the observation that the first layer reads
    masks: Tensor  # bool[k, A]: legal actions
    observations: Tensor  # int8[N, O]: full observations, which the pointer head reads
    rows: Tensor  # int64[k]: indices of the observations of these decisions

    def slice_rows(self, rows: slice) -> "PolicyInputs":
        """Select consecutive decisions without a copy."""
        return PolicyInputs(self.features[rows], self.masks[rows], self.observations, self.rows[rows])

    def select(self, rows: Tensor) -> "PolicyInputs":
        """Select decisions by their indices, int64[j]."""
        # index_select is twelve times as fast as [] here
        features, masks = self.features.index_select(0, rows), self.masks.index_select(0, rows)
        return PolicyInputs(features, masks, self.observations, self.rows.index_select(0, rows))


class Sequences(NamedTuple):
    """Sequences of decisions, each of one player in one game, for a recurrent network.

    Decisions are ordered as in PyTorch's PackedSequence: the first of every sequence, then the second of those that
    have one, and so on. So sequences are sorted by length in descending order.
    """

    hidden: Tensor  # float32[sequences, units]: the hidden state before each sequence
    batch_sizes: Tensor  # int64[longest]: how many sequences have a first, a second, ... decision


class PointerHead(nn.Module):
    """Logits of actions, with an additional logit for actions that name an item, such as a card or a country.

    The additional logit is a small function of the features of the item and of the latent units, the same for all items
    of a pointer: what is learned for one Continent Card applies to all of them. With item embeddings each item adds
    learned units for what its features do not show, such as that a card is the Strategic Point.
    """

    def __init__(
        self, latent: int, actions: int, pointers: Sequence[Pointer], architecture: Architecture, scale: Tensor
    ) -> None:
        super().__init__()
        self.pointers, units = tuple(pointers), architecture.pointer_units
        self.action = nn.Linear(latent, actions)
        self.pointed = nn.ModuleList(nn.Linear(len(pointer.feature_indices), units) for pointer in pointers)
        self.context = nn.ModuleList(nn.Linear(latent, units) for _ in pointers)
        self.appeal = nn.ModuleList(nn.Linear(units, 1) for _ in pointers)
        self.item_embeddings = nn.ParameterList(
            torch.zeros(item_indices, units) for item_indices in architecture.item_counts
        )
        self.activation = ACTIVATIONS[architecture.activation]()
        for index, pointer in enumerate(pointers):
            indices = torch.as_tensor(np.array(pointer.feature_indices).T.copy())  # [items, planes]
            self.register_buffer(f"places_{index}", indices, persistent=False)
            self.register_buffer(f"scale_{index}", scale[indices[0]], persistent=False)

    def forward(self, latent: Tensor) -> Tensor:
        """Compute logits float32[k, A] without those of items."""
        logits: Tensor = self.action(latent)
        return logits

    def add_pointer_logits(
        self, logits: Tensor, latent: Tensor, inputs: PolicyInputs, rows: Tensor, actions: Tensor
    ) -> Tensor:
        """Add the logits of items to logits float32[M] of `actions` int64[M] in the decisions `rows` int64[M]."""
        for index, pointer in enumerate(self.pointers):
            item_indices = actions - pointer.first_action
            naming = ((item_indices >= 0) & (item_indices < pointer.num_items)).nonzero()[:, 0]
            if len(naming) > 0:
                naming_rows = rows.index_select(0, naming)
                named = item_indices.index_select(0, naming)
                units = self.pointed[index](self._planes(index, inputs, naming_rows, named))
                units = units + self.context[index](latent).index_select(0, naming_rows)
                if len(self.item_embeddings):
                    units = units + self.item_embeddings[index].index_select(0, named)
                item_logits = self.appeal[index](self.activation(units))[:, 0]
                logits = logits.index_add(0, naming, item_logits)
        return logits

    def _planes(self, pointer_index: int, inputs: PolicyInputs, rows: Tensor, items: Tensor) -> Tensor:
        """Gather the features of the items, float32[m, planes]."""
        indices: Tensor = getattr(self, f"places_{pointer_index}").index_select(0, items)
        offsets = inputs.rows.index_select(0, rows)[:, None] * inputs.observations.shape[1]
        scale: Tensor = getattr(self, f"scale_{pointer_index}")
        return inputs.observations.view(-1).take(offsets + indices).float().mul_(scale)


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


def export_weights(network: PolicyValueNet) -> dict[str, np.ndarray]:
    """Export the tensors float32 under the names that `wd_env/agents/numpy_network.py` gives them."""
    header = network.action
    weights = {
        f"{name}.{item}": getattr(layer, item).detach().cpu().numpy().copy()
        for name, layer in _linear_layers(network).items()
        for item in LINEAR_TENSORS
    }
    for name in network.architecture.first_layers():
        # the scale is part of the weights of the first layer, which are 0 for features that it does not read
        read = weights[f"{name}.weight"] * network.scale.cpu().numpy()
        weights[f"{name}.weight"] = np.zeros((len(read), network.observation_size), np.float32)
        weights[f"{name}.weight"][:, network.columns.cpu().numpy()] = read
    if network.recurrent is not None:
        for name, tensor in RECURRENT_TENSORS.items():
            weights[name] = getattr(network.recurrent, tensor).detach().cpu().numpy().copy()
    for index, scale in enumerate(_scales(header)):
        weights[f"pointed.{index}.weight"] *= scale.cpu().numpy()
        if isinstance(header, PointerHead) and len(header.item_embeddings):
            weights[f"own.{index}"] = header.item_embeddings[index].detach().cpu().numpy().T.copy()
    return weights


@torch.no_grad()
def import_weights(network: PolicyValueNet, weights: Mapping[str, np.ndarray]) -> None:
    """Set all weights to those exported by a network of the same architecture, up to rounding of the scales.

    Raises:
        ConfigError: If they read columns of the observation that this network does not read.
    """
    tensors = {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
    for name in network.architecture.first_layers():
        full = tensors[f"{name}.weight"]
        tensors[f"{name}.weight"] = full[:, network.columns] / network.scale
        if full.count_nonzero() != tensors[f"{name}.weight"].count_nonzero():
            raise ConfigError(
                "net.input_features: expected all features that the bot of net.init_from reads, got fewer"
            )
    for index, scale in enumerate(_scales(network.action)):
        tensors[f"pointed.{index}.weight"] /= scale
        if isinstance(network.action, PointerHead) and len(network.action.item_embeddings):
            network.action.item_embeddings[index].copy_(tensors[f"own.{index}"].T)
    if network.recurrent is not None:
        for name, tensor in RECURRENT_TENSORS.items():
            getattr(network.recurrent, tensor).copy_(tensors[name])
    for name, layer in _linear_layers(network).items():
        for item in LINEAR_TENSORS:
            getattr(layer, item).copy_(tensors[f"{name}.{item}"])


def fits_widened(weights: Mapping[str, np.ndarray], network: PolicyValueNet) -> bool:
    """Return whether the network has the layers of exported weights, each at least as wide.

    A recurrent network must be equally wide, because its hidden state follows the units of the shared layers.
    """
    shapes = {name: array.shape for name, array in export_weights(network).items()}
    if network.recurrent is not None:
        return shapes == {name: array.shape for name, array in weights.items()}
    return set(shapes) == set(weights) and all(
        (np.array(shapes[name]) >= array.shape).all() for name, array in weights.items()
    )


def widen_weights(weights: Mapping[str, np.ndarray], network: PolicyValueNet) -> dict[str, np.ndarray]:
    """Return exported weights for a network with the same or wider layers (see `fits_widened`), which acts the same.

    Existing units get no input from the additional units, which keep the initial weights of the network.
    """
    widened = export_weights(network)
    for name, array in weights.items():
        was = tuple(map(slice, array.shape))
        widened[name][was[0]] = 0.0
        widened[name][was] = array
    return widened


def _scales(header: nn.Module) -> list[Tensor]:
    """Return the scales of the planes of each pointer; none without a pointer head."""
    pointers = header.pointers if isinstance(header, PointerHead) else ()
    return [getattr(header, f"scale_{pointer_index}") for pointer_index in range(len(pointers))]


def _linear_layers(network: PolicyValueNet) -> dict[str, nn.Module]:
    """Return the linear layers by their names in `wd_env/agents/numpy_network.py`."""
    header = network.action
    linear: dict[str, nn.Module] = {
        "action": header.action if isinstance(header, PointerHead) else header,
        "worth": network.value_head,
    }
    for pointer_index in range(len(_scales(header))):
        for item in ("pointed", "context", "appeal"):
            linear[f"{item}.{pointer_index}"] = getattr(header, item)[pointer_index]
    for trunk in ("shared", "policy", "value"):
        # layers and activations alternate
        linear |= dict(zip(network.architecture.layers(trunk), list(getattr(network, trunk))[::2], strict=True))
    return linear


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
