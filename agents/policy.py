"""A trained network as a bot; it needs NumPy and safetensors, and no torch."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.base import Agent, Opinion
from wd_env.agents.checkpoint import load_bot
from wd_env.agents.network import Network
from wd_env.core.ahead import Answer
from wd_env.core.errors import blaming
from wd_env.core.spec import GameSpec
from wd_env.core.view import View


class PolicyAgent(Agent):
    """Answers by the probabilities of its network, or always by the greatest of them when `greedy`."""

    tells = "odds and value"

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

    def choose(self, view: View) -> int:
        """Choose an action by the network."""
        return int(self.choose_many(view.game, *view.arrays)[0])

    def weigh(self, view: View) -> Opinion:
        """Tell the probabilities of the network and its value of the seat; Diverged as `choose_many`."""
        obs, masks = view.arrays
        with blaming(self):
            odds = self.network.probabilities(obs, masks.astype(np.bool_))[0]
            value = self.network.evaluate(obs, masks.astype(np.bool_))[1][0]
        chosen = self.choose(view)
        return Opinion(chosen, {action: float(odds[action]) for action in view.legal}, float(value),
                       is_drawn=not self.greedy)  # fmt: skip

    def quick_answer(self) -> Answer:
        """The same for one row of arrays."""
        return self._answer

    def _answer(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        return int(self.choose_many(game, obs, masks)[0])

    def choose_many(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose for many tables in one pass; Diverged, with the bot's name, for numbers that are not finite."""
        legal = masks.astype(np.bool_)
        with blaming(self):
            answers = self.network.best(obs, legal) if self.greedy else self.network.sample(obs, legal, self.generator)
        return np.asarray(answers, np.int64)
