"""The bot that answers anything legal, each with equal odds."""

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Opinion
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table.backend_switch import Answer


class RandomAgent(Agent):
    """Uniformly random over the legal answers."""

    tells = "odds"

    def choose(self, view: View) -> int:
        """Choose a uniformly random legal action."""
        return view.legal[int(self.generator.integers(len(view.legal)))]

    def weigh(self, view: View) -> Opinion:
        """Tell equal odds."""
        chosen = self.choose(view)
        return Opinion(chosen, dict.fromkeys(view.legal, 1 / len(view.legal)), is_drawn=True)

    def quick_answer(self) -> Answer:
        """The same for one row."""
        return self._answer

    def _answer(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        legal = masks[0].nonzero()[0]
        action: int = legal[self.generator.integers(len(legal))].item()
        return action

    def choose_many(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose for many tables: the legal action with the greatest random number."""
        keys = self.generator.random(masks.shape, np.float32)
        chosen: NDArray[np.int64] = np.where(masks > 0, keys, -1.0).argmax(axis=1)
        return chosen
