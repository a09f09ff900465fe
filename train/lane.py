"""A lane is a way to learn: it owns games, network and optimiser, and alternates between playing and updating."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

import torch
from numpy.typing import NDArray

from wd_env.core.batch import Batch
from wd_env.core.rewards import Shaping
from wd_env.faces.seats import SeatGames
from wd_env.faces.spaces import observation_box
from wd_env.train.network import SeatNetwork
from wd_env.train.opponents import Pool
from wd_env.train.settings import TrainSettings

Arrays = dict[str, NDArray[Any]]
LANES = {"maskable": "wd_env.train.ppo:MaskableLane", "fast": "wd_env.train.fast_ppo:FastLane"}
Visit = Callable[[dict[str, float]], bool]  # what the last update said of itself -> whether to go on


class Lane(Protocol):
    """What a run asks of the way it learns."""

    network: SeatNetwork
    optimizer: torch.optim.Optimizer
    games: SeatGames

    @property
    def decisions(self) -> int:
        """The learner's decisions so far, those that no update has seen yet left out."""
        ...

    def learn(self, visit: Visit) -> None:
        """Play and update in turn until the last decision of the run, or until `visit` says no after an update."""
        ...

    def save(self) -> tuple[dict[str, Any], Arrays]:
        """Games and counters between two updates, as JSON data and arrays; network and optimiser are not in them."""
        ...

    def load(self, decisions: int, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Bring back what `save` gave after so many decisions, arrays of the shapes and dtypes that `save` gives.

        CheckpointError or StateError for what could not have been saved.
        """
        ...


def make_lane(settings: TrainSettings, pool: Pool) -> Lane:
    """The lane that the settings name; only its own libraries are imported."""
    module, name = LANES[settings.lane].split(":")
    lane: Lane = getattr(import_module(module), name).of(settings, pool)
    return lane


def make_batch(settings: TrainSettings, tables: int, seed: int) -> Batch:
    """Games side by side, under the rules and with the rewards of the run."""
    game = settings.game.spec
    return Batch(
        game,
        tables,
        seed=seed,
        players=settings.game.players,
        options=settings.game.options,
        shaping=Shaping.of(game.terms, **settings.shaping),
        threads=settings.run.torch_threads,
    )


def make_network(settings: TrainSettings) -> SeatNetwork:
    """The network that the settings want, with weights drawn anew."""
    game = settings.game.spec
    box, columns = observation_box(game), settings.net.columns(game.layout)
    architecture = settings.net.architecture(game.pointers)
    return SeatNetwork(architecture, box.low, box.high, len(game.actions), game.pointers, columns)
