"""The policy head that scores the items which actions name."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from wd_env.agents.networks.architecture import Architecture
from wd_env.spec.observation_layout import Pointer

ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}


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
        self.pointer_units = nn.ModuleList(nn.Linear(len(pointer.feature_indices), units) for pointer in pointers)
        self.context = nn.ModuleList(nn.Linear(latent, units) for _ in pointers)
        self.pointer_logits = nn.ModuleList(nn.Linear(units, 1) for _ in pointers)
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
                units = self.pointer_units[index](self._planes(index, inputs, naming_rows, named))
                units = units + self.context[index](latent).index_select(0, naming_rows)
                if len(self.item_embeddings):
                    units = units + self.item_embeddings[index].index_select(0, named)
                item_logits = self.pointer_logits[index](self.activation(units))[:, 0]
                logits = logits.index_add(0, naming, item_logits)
        return logits

    def _planes(self, pointer_index: int, inputs: PolicyInputs, rows: Tensor, items: Tensor) -> Tensor:
        """Gather the features of the items, float32[m, planes]."""
        indices: Tensor = getattr(self, f"places_{pointer_index}").index_select(0, items)
        offsets = inputs.rows.index_select(0, rows)[:, None] * inputs.observations.shape[1]
        scale: Tensor = getattr(self, f"scale_{pointer_index}")
        return inputs.observations.view(-1).take(offsets + indices).float().mul_(scale)
