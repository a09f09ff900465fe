"""A trained network as a bot; it needs NumPy and safetensors, and no torch."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Analysis
from wd_env.agents.bot_file import load_bot
from wd_env.agents.bundled_models import VARIANT_POLICIES
from wd_env.agents.numpy_network import Network
from wd_env.errors import attribute_errors_to
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table.backend_switch import ArrayPolicy

Rows = NDArray[np.int64] | slice


class PolicyAgent(Agent):
    """Answers by the probabilities of its network, or always by the greatest of them when `greedy`."""

    analysis_level = "probabilities and value"

    def __init__(self, generator: np.random.Generator, network: Network, greedy: bool = False) -> None:
        super().__init__(generator)
        self.network = network
        self.greedy = greedy

    @classmethod
    def load(
        cls, path: str | Path, game: GameSpec, generator: np.random.Generator, greedy: bool = False
    ) -> "PolicyAgent":
        """Load a checkpoint, or that of a run's folder; CheckpointError for a damaged one or one of another game."""
        network, _ = load_bot(path, game)
        bot = cls(generator, network, greedy)
        bot.name = str(path)
        return bot

    def networks_for(self, game: GameSpec, obs: NDArray[np.int8]) -> list[tuple[Network, Rows]]:
        """Return which network answers which rows of observations int8[k, size], each row once."""
        return [(self.network, slice(None))]

    def choose(self, view: View) -> int:
        """Choose an action by the network."""
        return int(self.choose_batch(view.game, *view.arrays)[0])

    def analyse(self, view: View) -> Analysis:
        """Tell the probabilities of the network and its value of the seat; Diverged as `choose_batch`."""
        obs, masks = view.arrays
        ((network, _),) = self.networks_for(view.game, obs)
        with attribute_errors_to(self):
            odds = network.probabilities(obs, masks.astype(np.bool_))[0]
            value = network.evaluate(obs, masks.astype(np.bool_))[1][0]
        chosen = self.choose(view)
        return Analysis(chosen, {action: float(odds[action]) for action in view.legal_indices}, float(value),
                       is_sampled=not self.greedy)  # fmt: skip

    def array_policy(self) -> ArrayPolicy:
        """The same for one row of arrays."""
        return self._act

    def _act(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        return int(self.choose_batch(game, obs, masks)[0])

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose for many tables in one pass; Diverged, with the bot's name, for numbers that are not finite."""
        legal = masks.astype(np.bool_)
        answers = np.zeros(len(obs), np.int64)
        with attribute_errors_to(self):
            for network, rows in self.networks_for(game, obs):
                asked = obs[rows], legal[rows]
                answers[rows] = network.best(*asked) if self.greedy else network.sample(*asked, self.generator)
        return answers


class BundledPolicyAgent(PolicyAgent):
    """Answers by the policy that comes with a game, or by its further one where a view shows another variant."""

    def __init__(self, generator: np.random.Generator, networks: Sequence[Network]) -> None:
        super().__init__(generator, networks[0], greedy=True)
        self.networks = networks

    @classmethod
    def from_files(cls, game: GameSpec, paths: Sequence[Path], generator: np.random.Generator) -> "BundledPolicyAgent":
        """Load the policies of a game from these files, the usual one first; CheckpointError for a damaged one."""
        return cls(generator, [load_bot(path, game)[0] for path in paths])

    def networks_for(self, game: GameSpec, obs: NDArray[np.int8]) -> list[tuple[Network, Rows]]:
        """Return the usual network with the rows that show its variant, and the further one with the others."""
        if len(self.networks) == 1:
            return super().networks_for(game, obs)
        is_usual = np.ones(len(obs), np.bool_)
        for name, shown in VARIANT_POLICIES[game.name].default_features.items():
            is_usual &= (obs[:, game.layout.slice(name)] == shown).all(axis=1)
        parts = zip(self.networks, (np.flatnonzero(is_usual), np.flatnonzero(~is_usual)), strict=True)
        return [(network, rows) for network, rows in parts if len(rows)]
