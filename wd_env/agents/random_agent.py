"""The bot that takes uniformly random legal actions."""

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Analysis
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table.state_backend import ArrayPolicy


class RandomAgent(Agent):
    """A bot that takes uniformly random legal actions."""

    analysis_level = "probabilities"

    def choose(self, view: View) -> int:
        """Choose a uniformly random legal action."""
        return view.legal_indices[int(self.generator.integers(len(view.legal_indices)))]

    def analyse(self, view: View) -> Analysis:
        """Choose an action, and return equal probabilities."""
        chosen = self.choose(view)
        return Analysis(chosen, dict.fromkeys(view.legal_indices, 1 / len(view.legal_indices)), is_sampled=True)

    def array_policy(self) -> ArrayPolicy:
        """Return the choice for one row of arrays."""
        return self._act

    def _act(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        legal = masks[0].nonzero()[0]
        action: int = legal[self.generator.integers(len(legal))].item()
        return action

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose for many games: the legal action with the greatest random number."""
        keys = self.generator.random(masks.shape, np.float32)
        chosen: NDArray[np.int64] = np.where(masks > 0, keys, -1.0).argmax(axis=1)
        return chosen
