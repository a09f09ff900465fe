"""The network that is trained, in plain torch; `wd_env/agents/numpy_network.py` is its twin in NumPy.

Only legal actions get a logit. So an illegal action has probability 0 whatever the network says, and nothing is spent
on it: of some hundred actions four are legal on average.
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
LINEAR_PARTS = ("weight", "bias")
RECURRENT_TENSORS = {
    "recurrent.input.weight": "weight_ih_l0",
    "recurrent.hidden.weight": "weight_hh_l0",
    "recurrent.input.bias": "bias_ih_l0",
    "recurrent.hidden.bias": "bias_hh_l0",
}  # exported names and those of torch


class PolicyInputs(NamedTuple):
    """Inputs of k decisions, which lie among the N observations of a buffer."""

    features: Tensor  # int8[k, F]: the columns of the observation that the first layer reads
    masks: Tensor  # bool[k, A]: legal actions
    observations: Tensor  # int8[N, O]: whole observations, which the pointing head reads
    rows: Tensor  # int64[k]: the observations of these decisions

    def slice_rows(self, rows: slice) -> "PolicyInputs":
        """Slice some decisions in a row, without a copy."""
        return PolicyInputs(self.features[rows], self.masks[rows], self.observations, self.rows[rows])

    def take(self, rows: Tensor) -> "PolicyInputs":
        """Select decisions by their numbers, int64[j]."""
        # index_select is twelve times as fast as [] here
        features, masks = self.features.index_select(0, rows), self.masks.index_select(0, rows)
        return PolicyInputs(features, masks, self.observations, self.rows.index_select(0, rows))


class Sequences(NamedTuple):
    """Sequences of decisions, each of one player in one game, for a recurrent network.

    Decisions are ordered as in PyTorch's PackedSequence: the first of every sequence, then the second of those that
    have one, and so on. So sequences are sorted by length, the longest first.
    """

    hidden: Tensor  # float32[sequences, units]: the hidden state before each sequence
    batch_sizes: Tensor  # int64[longest]: how many sequences have a first, a second, ... decision


class PointerHead(nn.Module):
    """Logits of actions; those that name a thing also get the appeal of that thing.

    The appeal is one small function of what the observation says of the thing and of the latent, the same for all
    things of a sort: what holds for one Continent Card is learned for all of them. With `own` numbers each thing adds
    some to its units, which tell what no observation says of it, as that a card is the Strategic Point.
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
            indices = torch.as_tensor(np.array(pointer.feature_indices).T.copy())  # [things, planes]
            self.register_buffer(f"places_{index}", indices, persistent=False)
            self.register_buffer(f"scale_{index}", scale[indices[0]], persistent=False)

    def forward(self, latent: Tensor) -> Tensor:
        """Compute logits float32[k, A] without the pointed part."""
        logits: Tensor = self.action(latent)
        return logits

    def add_pointer_logits(
        self, logits: Tensor, latent: Tensor, inputs: PolicyInputs, rows: Tensor, actions: Tensor
    ) -> Tensor:
        """Add the pointed part to logits float32[M] of `actions` in `rows`, int64[M] both."""
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
                appeals = self.appeal[index](self.activation(units))[:, 0]
                logits = logits.index_add(0, naming, appeals)
        return logits

    def _planes(self, number: int, inputs: PolicyInputs, rows: Tensor, items: Tensor) -> Tensor:
        """Gather what the observations say of the things, float32[m, planes]."""
        indices: Tensor = getattr(self, f"places_{number}").index_select(0, items)
        starts = inputs.rows.index_select(0, rows)[:, None] * inputs.observations.shape[1]
        scale: Tensor = getattr(self, f"scale_{number}")
        return inputs.observations.view(-1).take(starts + indices).float().mul_(scale)


class PolicyValueNet(nn.Module):
    """Policy and value of a seat from its observation int8[O], which lies within `low` and `high` int8[O].

    `columns` of the observation are all that the first layer reads; none named: everything. Weights are initialised
    orthogonally, as Stable-Baselines3 does.

    With `recurrent_units` a gated recurrent unit follows the shared layers; `forward_sequences` takes the place of
    `forward`. Policy and value read the output of the shared layers and, after it, the hidden state.
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
        shared, own = architecture.hidden[: architecture.shared], architecture.hidden[architecture.shared :]
        first = [len(read), *shared][-1] + architecture.recurrent_units
        latent = [first, *own][-1]
        self.shared = _layers([len(read), *shared], architecture.activation)
        self.policy = _layers([first, *own], architecture.activation)
        self.value = _layers([first, *own], architecture.activation)
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
        """Allocate inputs for so many decisions, to be filled by `fill`."""
        observations = torch.empty((decisions, self.observation_size), dtype=torch.int8)
        narrow = torch.empty((decisions, 0 if self.uses_all_features else len(self.columns)), dtype=torch.int8)
        masks = torch.empty((decisions, self.actions), dtype=torch.bool)
        return PolicyInputs(
            observations if self.uses_all_features else narrow, masks, observations, torch.arange(decisions)
        )

    def fill(
        self, buffer: PolicyInputs, slots: slice, observations: Tensor, masks: Tensor, rows: Tensor
    ) -> PolicyInputs:
        """Copy rows int64[k] of observations int8[n, O] and masks bool[n, A] to these places, and return them."""
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
        """Compute the distribution over legal actions and the values float32[k]; ConfigError if it is recurrent."""
        self._require_feed_forward()
        shared = self._shared(inputs.features)
        return self._distribution(inputs, shared), self.value_head(self.value(shared))[:, 0]

    def forward_sequences(self, inputs: PolicyInputs, sequences: Sequences) -> tuple[MaskedCategorical, Tensor, Tensor]:
        """Compute what `forward` does for sequences of decisions, whose order `inputs` have.

        Returns:
            Distribution, values float32[k], and hidden states after each sequence, float32[sequences, units].
        """
        latent, hidden = self._recur(inputs.features, sequences)
        return self._distribution(inputs, latent), self.value_head(self.value(latent))[:, 0], hidden

    def distribution(self, inputs: PolicyInputs) -> MaskedCategorical:
        """Compute the distribution over legal actions alone; ConfigError if the network is recurrent."""
        self._require_feed_forward()
        return self._distribution(inputs, self._shared(inputs.features))

    def values(self, observations: Tensor, hidden: Tensor | None = None) -> Tensor:
        """Compute the values float32[k] of observations int8[k, O] alone.

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
        """Compute what policy and value read, float32[k, latent + units], and the hidden states after each sequence."""
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
        every = self.action(latent)
        require_finite(every)
        logits = every[rows, actions]
        if isinstance(self.action, PointerHead):
            logits = self.action.add_pointer_logits(logits, latent, inputs, rows, actions)
        return MaskedCategorical(logits, rows, actions, (len(latent), inputs.masks.shape[1]))


def make_adam(parameters: Iterable[nn.Parameter], learning_rate: float) -> torch.optim.Adam:
    """Make the optimiser of every learner, with Stable-Baselines3's eps; fused, a step is one call for all tensors."""
    return torch.optim.Adam(parameters, learning_rate, eps=1e-5, fused=True)


def observation_scale(low: np.ndarray, high: np.ndarray) -> Tensor:
    """Compute the factors float32[O] by which observations are scaled.

    Soldiers count to a hundred where flags count to one; a root keeps one soldier more or less visible.
    """
    reach = np.maximum(np.abs(low.astype(np.float64)), np.abs(high.astype(np.float64)))
    return torch.as_tensor(1.0 / np.sqrt(np.maximum(reach, 1)), dtype=torch.float32)


def export_weights(network: PolicyValueNet) -> dict[str, np.ndarray]:
    """Export the tensors float32 under the names that `wd_env/agents/numpy_network.py` gives them."""
    header = network.action
    weights = {
        f"{name}.{item}": getattr(layer, item).detach().cpu().numpy().copy()
        for name, layer in _linear_layers(network).items()
        for item in LINEAR_PARTS
    }
    for name in network.architecture.first_layers():
        # what reads the observation takes its scale in, and 0 for what is not read
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
    """Set all weights to those that a network of the same architecture exported, but for the rounding of scales.

    ConfigError where they read an observation's columns that this network does not.
    """
    tensors = {name: torch.from_numpy(array.copy()) for name, array in weights.items()}
    for name in network.architecture.first_layers():
        full = tensors[f"{name}.weight"]
        tensors[f"{name}.weight"] = full[:, network.columns] / network.scale
        if full.count_nonzero() != tensors[f"{name}.weight"].count_nonzero():
            raise ConfigError(
                "net.input_features leaves out pieces of the observation that the bot of net.init_from reads"
            )
    for index, scale in enumerate(_scales(network.action)):
        tensors[f"pointed.{index}.weight"] /= scale
        if isinstance(network.action, PointerHead) and len(network.action.item_embeddings):
            network.action.item_embeddings[index].copy_(tensors[f"own.{index}"].T)
    if network.recurrent is not None:
        for name, tensor in RECURRENT_TENSORS.items():
            getattr(network.recurrent, tensor).copy_(tensors[name])
    for name, layer in _linear_layers(network).items():
        for item in LINEAR_PARTS:
            getattr(layer, item).copy_(tensors[f"{name}.{item}"])


def fits_widened(weights: Mapping[str, np.ndarray], network: PolicyValueNet) -> bool:
    """Tell whether the network has the layers that exported weights are of, with as many units or more in each.

    A recurrent network needs as many: its hidden state follows the units of the shared layers.
    """
    mine = {name: array.shape for name, array in export_weights(network).items()}
    if network.recurrent is not None:
        return mine == {name: array.shape for name, array in weights.items()}
    return set(mine) == set(weights) and all(
        (np.array(mine[name]) >= array.shape).all() for name, array in weights.items()
    )


def widen_weights(weights: Mapping[str, np.ndarray], network: PolicyValueNet) -> dict[str, np.ndarray]:
    """Return exported weights as the network needs them, whose layers may have more units; it answers as before.

    What was there has no connection from the new units, which begin with the network's own weights; the network
    `fits_widened`.
    """
    mine = export_weights(network)
    for name, array in weights.items():
        was = tuple(map(slice, array.shape))
        mine[name][was[0]] = 0.0
        mine[name][was] = array
    return mine


def _scales(header: nn.Module) -> list[Tensor]:
    """By what the pointing head scales the planes of each pointer; of another head none."""
    pointers = header.pointers if isinstance(header, PointerHead) else ()
    return [getattr(header, f"scale_{number}") for number in range(len(pointers))]


def _linear_layers(network: PolicyValueNet) -> dict[str, nn.Module]:
    """The linear layers by the names that `wd_env/agents/numpy_network.py` gives them."""
    header = network.action
    linear: dict[str, nn.Module] = {
        "action": header.action if isinstance(header, PointerHead) else header,
        "worth": network.value_head,
    }
    for number in range(len(_scales(header))):
        for item in ("pointed", "context", "appeal"):
            linear[f"{item}.{number}"] = getattr(header, item)[number]
    for trunk in ("shared", "policy", "value"):
        # a layer and its activation take turns
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
