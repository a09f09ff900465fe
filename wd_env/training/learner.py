"""Learners: each owns games, network and optimiser, and alternates between collecting rollouts and updating."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.envs.spaces import observation_box
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.spec.rewards import RewardShaping
from wd_env.training.distributed.process_group import SINGLE_PROCESS, ProcessGroup
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.torch_network import PolicyValueNet
from wd_env.training.settings.training_settings import TrainSettings

Arrays = dict[str, NDArray[Any]]
LEARNERS = {
    "maskable": "wd_env.training.ppo.maskable_ppo_learner:MaskablePPOLearner",
    "fast": "wd_env.training.ppo.batch_ppo:BatchPPO",
}
RECURRENT_LEARNER = "wd_env.training.ppo.recurrent_ppo:RecurrentPPO"  # `fast` with a recurrent network
STANDARD_GAMES = 256  # random games over which inputs are standardised
STANDARD_STEPS = 4  # actions in each game between two observations
STANDARD_SAMPLES = 64  # observations of each game at most
Callback = Callable[[dict[str, float]], bool]  # metrics of the last update -> whether to continue


class Learner(Protocol):
    """A learning algorithm, as a run uses it."""

    network: PolicyValueNet
    optimizer: torch.optim.Optimizer
    games: MultiSeatEnv

    @property
    def bot_network(self) -> PolicyValueNet:
        """Return the network of the bot: the policy, or the mean of its weights."""
        ...

    @property
    def decisions(self) -> int:
        """Return the number of the learner's decisions in updates so far."""
        ...

    def learn(self, callback: Callback) -> None:
        """Alternate between rollouts and updates until the end of the run, or until `callback` returns False."""
        ...

    def save(self) -> tuple[dict[str, Any], Arrays]:
        """Return games and counters between two updates, as JSON data and arrays, without network and optimiser."""
        ...

    def load(self, decisions: int, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore the result of `save`.

        Args:
            decisions: Decisions in updates when it was saved.
            state: The JSON data.
            arrays: The arrays, of the shapes and dtypes that `save` returns.

        Raises:
            CheckpointError: If the data are invalid.
            StateError: If a game state is invalid.
        """
        ...


def make_learner(settings: TrainSettings, pool: OpponentPool, process_group: ProcessGroup = SINGLE_PROCESS) -> Learner:
    """Make the learner of the settings; only its libraries are imported.

    Args:
        settings: The part of this process in the settings of the run.
        pool: The opponents.
        process_group: The processes that train together.
    """
    module, name = (RECURRENT_LEARNER if settings.net.is_recurrent else LEARNERS[settings.learner]).split(":")
    kind = getattr(import_module(module), name)
    learner: Learner = (
        kind.of(settings, pool) if process_group is SINGLE_PROCESS else kind.of(settings, pool, process_group)
    )
    return learner


def make_batch(settings: TrainSettings, num_games: int, seed: int) -> Batch:
    """Make a batch of games with the rules and rewards of the run; its rows cycle through the sets of options."""
    game, num_players_by_set = settings.game.spec, settings.game.num_players_by_set
    num_players_by_row = [num_players_by_set[row % len(num_players_by_set)] for row in range(num_games)]
    return Batch(
        game,
        num_games,
        seed=seed,
        num_players=[
            allowed[row // len(num_players_by_set) % len(allowed)] for row, allowed in enumerate(num_players_by_row)
        ],
        options=settings.game.options_by_set,
        shaping=RewardShaping.of(game.shaping_terms, **settings.shaping),
        threads=settings.run.torch_threads,
    )


def standardise_inputs(settings: TrainSettings, network: PolicyValueNet) -> None:
    """Standardise the inputs of a new network over random games; see `net.standardise_inputs`.

    Most features of an observation are never negative. With the usual initial biases of 0, a third of the first units
    of World Dominance have the same sign in nearly all positions.
    """
    batch = make_batch(settings, STANDARD_GAMES, settings.run.seed)
    observed: list[NDArray[np.int8]] = []
    while not batch.done.all() and len(observed) < STANDARD_SAMPLES:
        observed.append(batch.obs[~batch.done])
        batch.play(STANDARD_STEPS)
    network.standardise_inputs(torch.from_numpy(np.concatenate(observed)))


def make_network(settings: TrainSettings) -> PolicyValueNet:
    """Make the network that the settings describe, with new random weights."""
    game = settings.game.spec
    box, columns = observation_box(game), settings.net.feature_columns(game.layout)
    architecture = settings.net.architecture(game.pointers)
    return PolicyValueNet(architecture, box.low, box.high, len(game.actions), game.pointers, columns)
