"""Bots that play by a recurrent network: their action depends on the earlier decisions of the player in the game.

The bot stores nothing between calls. Batches keep the hidden states of their games (`choose_recurrent`). A table has
the earlier decisions in its record, and the bot computes the hidden state from them (`choose`). So a bot that is
copied, pickled or made again continues a game as before, and one game never affects another.
"""

from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Analysis
from wd_env.agents.networks.numpy_network import Network
from wd_env.agents.networks.policy_agent import PolicyAgent
from wd_env.errors import ConfigError, attribute_errors_to
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View

Floats = NDArray[np.float32]


class RecurrentPolicyAgent(PolicyAgent):
    """A bot that samples from a recurrent network, or takes the most probable action if `greedy`.

    Decisions with a single legal action leave the hidden state unchanged, as in training, where they are skipped.

    Args:
        generator: Source of the samples.
        network: Recurrent network of the bot.
        greedy: Whether to take the most probable action.
    """

    def __init__(self, generator: np.random.Generator, network: Network, greedy: bool = False) -> None:
        super().__init__(generator, network, greedy)
        self.hidden_size = network.architecture.recurrent_units

    def choose(self, view: View) -> int:
        """Choose an action from a view of a table, whose record has the earlier decisions of the player.

        Raises:
            StateError: If the view was made without a table.
        """
        return int(self.choose_recurrent(view.game, *view.arrays, self._hidden_before(view))[0])

    def analyse(self, view: View) -> Analysis:
        """Choose an action as `choose` does, and return the probabilities of the network and its value of the seat."""
        (obs, masks), hidden = view.arrays, self._hidden_before(view)
        with attribute_errors_to(self):
            odds = self.network.probabilities(obs, masks, hidden.copy())[0]
            value = self.network.evaluate(obs, masks, hidden.copy())[1][0]
        chosen = int(self.choose_recurrent(view.game, obs, masks, hidden)[0])
        return Analysis(chosen, {action: float(odds[action]) for action in view.legal_indices}, float(value),
                       is_sampled=not self.greedy)  # fmt: skip

    def array_policy(self) -> None:
        """Return None: one row of arrays does not determine the action."""

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NoReturn:
        """Raise ConfigError: observations alone do not determine the actions; see `choose_recurrent`."""
        raise ConfigError(
            f"bot {self.name or type(self).__name__} is recurrent: expected a table, a batch or a record, which have "
            "the earlier decisions of the game, got single observations"
        )

    def choose_recurrent(
        self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8], hidden: Floats
    ) -> NDArray[np.int64]:
        """Choose actions for many games, and replace their hidden states; see `Agent.choose_recurrent`."""
        after, legal = hidden.copy(), masks.astype(np.bool_)
        with attribute_errors_to(self):
            if self.greedy:
                actions = self.network.best(obs, legal, after)
            else:
                actions = self.network.sample(obs, legal, self.generator, after)
        is_choice = legal.sum(axis=1) > 1
        hidden[is_choice] = after[is_choice]
        return np.asarray(actions)

    def _hidden_before(self, view: View) -> Floats:
        """Return the hidden state before a decision, float32[1, units]."""
        hidden = np.zeros(self.hidden_size, np.float32)
        obs, masks = view.past_decisions()
        return self.network.advance(obs, masks, hidden)[None] if len(obs) else hidden[None]
