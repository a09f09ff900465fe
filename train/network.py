"""The network that is trained, in plain torch; `agents/network.py` is its twin in NumPy.

Only offered actions get a logit. So an action that is not offered has probability 0 whatever the network says, and
nothing is spent on the many that are not: of some hundred actions a question offers four on average.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from wd_env.agents.network import Architecture
from wd_env.core.layout import Pointer
from wd_env.train.answers import OfferedActions, demand_finite

ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}
ROOT_OF_2 = 2**0.5


class Questions(NamedTuple):
    """Questions as the network reads them: k of the N that were looked at."""

    read: Tensor  # int8[k, F]: the columns of the view that the first layer reads
    offered: Tensor  # bool[k, A]
    views: Tensor  # int8[N, O]: whole views, for what is pointed at
    rows: Tensor  # int64[k]: the views of these questions

    def part(self, rows: slice) -> "Questions":
        """Some of the questions in a row, without a copy."""
        return Questions(self.read[rows], self.offered[rows], self.views, self.rows[rows])

    def take(self, rows: Tensor) -> "Questions":
        """Some of the questions, int64[j]."""
        # index_select is twelve times as fast as [] here
        read, offered = self.read.index_select(0, rows), self.offered.index_select(0, rows)
        return Questions(read, offered, self.views, self.rows.index_select(0, rows))


class PointingHead(nn.Module):
    """Logits of actions; those that name a thing also get the appeal of that thing.

    The appeal is one small function of what the observation says of the thing and of the latent, the same for all
    things of a sort: what holds for one Continent Card is learned for all of them.
    """

    def __init__(
        self, latent: int, actions: int, pointers: Sequence[Pointer], units: int, activation: str, scale: Tensor
    ) -> None:
        super().__init__()
        self.pointers = tuple(pointers)
        self.action = nn.Linear(latent, actions)
        self.pointed = nn.ModuleList(nn.Linear(len(pointer.places), units) for pointer in pointers)
        self.context = nn.ModuleList(nn.Linear(latent, units) for _ in pointers)
        self.appeal = nn.ModuleList(nn.Linear(units, 1) for _ in pointers)
        self.activation = ACTIVATIONS[activation]()
        for number, pointer in enumerate(pointers):
            places = torch.as_tensor(np.array(pointer.places).T.copy())  # [things, planes]
            self.register_buffer(f"places_{number}", places, persistent=False)
            self.register_buffer(f"scale_{number}", scale[places[0]], persistent=False)

    def forward(self, latent: Tensor) -> Tensor:
        """Logits float32[k, A] without the appeals."""
        logits: Tensor = self.action(latent)
        return logits

    def point(self, logits: Tensor, latent: Tensor, questions: Questions, rows: Tensor, actions: Tensor) -> Tensor:
        """Logits float32[M] of the actions offered in the rows, int64[M] both, with the appeals of what they name."""
        for number, pointer in enumerate(self.pointers):
            things = actions - pointer.first_action
            naming = ((things >= 0) & (things < pointer.things)).nonzero()[:, 0]
            if len(naming) > 0:
                theirs = rows.index_select(0, naming)
                planes = self._planes(number, questions, theirs, things.index_select(0, naming))
                context = self.context[number](latent).index_select(0, theirs)
                appeals = self.appeal[number](self.activation(self.pointed[number](planes) + context))[:, 0]
                logits = logits.index_add(0, naming, appeals)
        return logits

    def _planes(self, number: int, questions: Questions, rows: Tensor, things: Tensor) -> Tensor:
        """What the views say of the things, float32[m, planes]."""
        places: Tensor = getattr(self, f"places_{number}").index_select(0, things)
        views = questions.rows.index_select(0, rows)[:, None] * questions.views.shape[1]
        scale: Tensor = getattr(self, f"scale_{number}")
        return questions.views.view(-1).take(views + places).float().mul_(scale)


class SeatNetwork(nn.Module):
    """Answers and values of a seat from its view int8[O]; `low` and `high` int8[O] are what a view can hold.

    `columns` of the view are all that the first layer reads; none named: everything. Layers begin orthogonal, as
    Stable-Baselines3 has them.
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
        scale = scale_of(low, high)
        read = torch.as_tensor(columns or range(len(scale)))
        self.architecture = architecture
        self.view_size, self.actions, self.reads_all = len(scale), actions, not columns
        shared, own = architecture.hidden[: architecture.shared], architecture.hidden[architecture.shared :]
        latent = [len(read), *architecture.hidden][-1]
        self.shared = _layers([len(read), *shared], architecture.activation)
        self.policy = _layers([[len(read), *shared][-1], *own], architecture.activation)
        self.value = _layers([[len(read), *shared][-1], *own], architecture.activation)
        self.action: nn.Linear | PointingHead
        if architecture.pointed:
            self.action = PointingHead(latent, actions, pointers, architecture.pointed, architecture.activation, scale)
        else:
            self.action = nn.Linear(latent, actions)
        self.worth = nn.Linear(latent, 1)
        self.columns: Tensor
        self.scale: Tensor
        self.register_buffer("columns", read, persistent=False)
        self.register_buffer("scale", scale[read], persistent=False)
        for room, gain in (
            (self.shared, ROOT_OF_2), (self.policy, ROOT_OF_2), (self.value, ROOT_OF_2),
            (self.action, 0.01), (self.worth, 1.0),
        ):  # fmt: skip
            _begin_orthogonal(room, gain)

    def room(self, questions: int) -> Questions:
        """Room for so many questions, to be filled by `look`."""
        views = torch.empty((questions, self.view_size), dtype=torch.int8)
        read = views if self.reads_all else torch.empty((questions, len(self.columns)), dtype=torch.int8)
        offered = torch.empty((questions, self.actions), dtype=torch.bool)
        return Questions(read, offered, views, torch.arange(questions))

    def look(self, room: Questions, places: slice, views: Tensor, offered: Tensor, rows: Tensor) -> Questions:
        """Fill these places with rows int64[k] of views int8[n, O] and offers bool[n, A], and read them."""
        found = room.part(places)
        torch.index_select(views, 0, rows, out=room.views[places])
        if not self.reads_all:
            torch.index_select(room.views[places], 1, self.columns, out=found.read)
        torch.index_select(offered, 0, rows, out=found.offered)
        return found

    def questions(self, views: Tensor, offered: Tensor) -> Questions:
        """Views int8[k, O] of the seats that are asked, and what they are offered, bool or int8[k, A]."""
        return Questions(
            self._read(views), offered.bool(), views.contiguous(), torch.arange(len(views), device=views.device)
        )

    def forward(self, questions: Questions) -> tuple[OfferedActions, Tensor]:
        """The answers over the offered actions, and values float32[k]."""
        shared = self._shared(questions.read)
        return self._answers(questions, shared), self.worth(self.value(shared))[:, 0]

    def answers(self, questions: Questions) -> OfferedActions:
        """The answers alone."""
        return self._answers(questions, self._shared(questions.read))

    def values(self, views: Tensor) -> Tensor:
        """The values float32[k] of views int8[k, O] alone."""
        values: Tensor = self.worth(self.value(self._shared(self._read(views))))
        return values[:, 0]

    def _read(self, views: Tensor) -> Tensor:
        return views if self.reads_all else views.index_select(1, self.columns)

    def _shared(self, read: Tensor) -> Tensor:
        features: Tensor = self.shared(read.float().mul_(self.scale))
        return features

    def _answers(self, questions: Questions, shared: Tensor) -> OfferedActions:
        latent = self.policy(shared)
        rows, actions = questions.offered.nonzero(as_tuple=True)
        every = self.action(latent)
        demand_finite(every)
        logits = every[rows, actions]
        if isinstance(self.action, PointingHead):
            logits = self.action.point(logits, latent, questions, rows, actions)
        return OfferedActions(logits, rows, actions, (len(latent), questions.offered.shape[1]))


def adam(network: nn.Module, rate: float) -> torch.optim.Adam:
    """The optimiser of every lane, with Stable-Baselines3's eps; fused, it is one call and not one for each tensor."""
    return torch.optim.Adam(network.parameters(), rate, eps=1e-5, fused=True)


def scale_of(low: np.ndarray, high: np.ndarray) -> Tensor:
    """What each number of the observation is multiplied by, float32[O].

    Soldiers count to a hundred where flags count to one; a root keeps one soldier more or less visible.
    """
    reach = np.maximum(np.abs(low.astype(np.float64)), np.abs(high.astype(np.float64)))
    return torch.as_tensor(1.0 / np.sqrt(np.maximum(reach, 1)), dtype=torch.float32)


def export_weights(network: SeatNetwork) -> dict[str, np.ndarray]:
    """The network's tensors float32 under the names that `agents/network.py` gives them."""
    head = network.action
    linear: dict[str, nn.Module] = {
        "action": head.action if isinstance(head, PointingHead) else head,
        "worth": network.worth,
    }
    pointers = head.pointers if isinstance(head, PointingHead) else ()
    for number in range(len(pointers)):
        for part in ("pointed", "context", "appeal"):
            linear[f"{part}.{number}"] = getattr(head, part)[number]
    for trunk in ("shared", "policy", "value"):
        # a layer and its activation take turns
        linear |= dict(zip(network.architecture.layers(trunk), list(getattr(network, trunk))[::2], strict=True))
    weights = {
        f"{name}.{part}": getattr(layer, part).detach().cpu().numpy().copy()
        for name, layer in linear.items()
        for part in ("weight", "bias")
    }
    for name in network.architecture.first_layers():  # what reads the view takes its scale in, and 0 for the rest
        read = weights[f"{name}.weight"] * network.scale.cpu().numpy()
        weights[f"{name}.weight"] = np.zeros((len(read), network.view_size), np.float32)
        weights[f"{name}.weight"][:, network.columns.cpu().numpy()] = read
    for number in range(len(pointers)):
        weights[f"pointed.{number}.weight"] *= getattr(head, f"scale_{number}").cpu().numpy()
    return weights


def _layers(sizes: Sequence[int], activation: str) -> nn.Sequential:
    layers: list[nn.Module] = []
    for inputs, units in pairwise(sizes):
        layers += [nn.Linear(inputs, units), ACTIVATIONS[activation]()]
    return nn.Sequential(*layers)


def _begin_orthogonal(room: nn.Module, gain: float) -> None:
    for layer in room.modules():
        if isinstance(layer, nn.Linear):
            nn.init.orthogonal_(layer.weight, gain=gain)
            nn.init.zeros_(layer.bias)
