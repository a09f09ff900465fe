"""Bots that play by a trained network. They need NumPy and safetensors, but not torch."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Analysis
from wd_env.agents.files.bot_file import load_bot
from wd_env.agents.files.bundled_models import VARIANT_POLICIES
from wd_env.agents.networks.numpy_network import Network
from wd_env.errors import attribute_errors_to
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table.state_backend import ArrayPolicy

Rows = NDArray[np.int64] | slice


class PolicyAgent(Agent):
    """A bot that samples from the probabilities of its network, or takes the most probable action if `greedy`.

    Args:
        generator: Source of the samples.
        network: Network of the bot.
        greedy: Whether to take the most probable action.
    """

    analysis_level = "probabilities and value"

    def __init__(self, generator: np.random.Generator, network: Network, greedy: bool = False) -> None:
        super().__init__(generator)
        self.network = network
        self.greedy = greedy

    @classmethod
    def load(
        cls, path: str | Path, game: GameSpec, generator: np.random.Generator, greedy: bool = False
    ) -> "PolicyAgent":
        """Load a bot file.

        Args:
            path: Bot file or run folder.
            game: Game that the bot plays.
            generator: Source of the samples.
            greedy: Whether to take the most probable action.

        Returns:
            The bot.

        Raises:
            CheckpointError: If the file is not a valid bot file of this game.
        """
        from wd_env.agents.networks.recurrent_policy_agent import RecurrentPolicyAgent  # it derives from this class

        network, _ = load_bot(path, game)
        kind = RecurrentPolicyAgent if network.architecture.recurrent_units else cls
        bot = kind(generator, network, greedy)
        bot.name = str(path)
        return bot

    def networks_for(self, game: GameSpec, obs: NDArray[np.int8]) -> list[tuple[Network, Rows]]:
        """Return the network that chooses in each row of observations int8[k, size]; each row occurs once."""
        return [(self.network, slice(None))]

    def choose(self, view: View) -> int:
        """Sample an action from the network, or take the most probable one."""
        return int(self.choose_batch(view.game, *view.arrays)[0])

    def analyse(self, view: View) -> Analysis:
        """Choose an action, and return the probabilities of the network and its value of the seat."""
        obs, masks = view.arrays
        ((network, _),) = self.networks_for(view.game, obs)
        with attribute_errors_to(self):
            odds = network.probabilities(obs, masks.astype(np.bool_))[0]
            value = network.evaluate(obs, masks.astype(np.bool_))[1][0]
        chosen = self.choose(view)
        return Analysis(chosen, {action: float(odds[action]) for action in view.legal_indices}, float(value),
                       is_sampled=not self.greedy)  # fmt: skip

    def array_policy(self) -> ArrayPolicy | None:
        """Return the choice for one row of arrays."""
        return self._act

    def _act(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        return int(self.choose_batch(game, obs, masks)[0])

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose actions for many games in one pass; Diverged, with the bot's name, if a number is not finite."""
        legal = masks.astype(np.bool_)
        actions = np.zeros(len(obs), np.int64)
        with attribute_errors_to(self):
            for network, rows in self.networks_for(game, obs):
                to_move = obs[rows], legal[rows]
                actions[rows] = network.best(*to_move) if self.greedy else network.sample(*to_move, self.generator)
        return actions


class BundledPolicyAgent(PolicyAgent):
    """A bot that plays greedily by the bundled policies of a game, each in the variants that it was trained for."""

    def __init__(self, generator: np.random.Generator, networks: Sequence[Network]) -> None:
        super().__init__(generator, networks[0], greedy=True)
        self.networks = networks

    @classmethod
    def from_files(cls, game: GameSpec, paths: Sequence[Path], generator: np.random.Generator) -> "BundledPolicyAgent":
        """Load the bundled policies of a game, the default one first; CheckpointError if a file is invalid."""
        return cls(generator, [load_bot(path, game)[0] for path in paths])

    def networks_for(self, game: GameSpec, obs: NDArray[np.int8]) -> list[tuple[Network, Rows]]:
        """Return the default network with the rows of its variant, and the second one with the other rows."""
        if len(self.networks) == 1:
            return super().networks_for(game, obs)
        is_default = np.ones(len(obs), np.bool_)
        for name, value in VARIANT_POLICIES[game.name].default_features.items():
            is_default &= (obs[:, game.layout.slice(name)] == value).all(axis=1)
        items = zip(self.networks, (np.flatnonzero(is_default), np.flatnonzero(~is_default)), strict=True)
        return [(network, rows) for network, rows in items if len(rows)]
