"""Counterfactual advantages: the estimated gain of every legal action of a decision, not only of the action taken.

At some decisions of the learner a search plays a short rollout after each legal action, with common random numbers, and
values its end. This measures the decision alone, whereas GAE uses rewards that depend on all chance that follows.
"""

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from wd_env.agents.agent_registry import make_bot
from wd_env.agents.search.search_agent import SearchAgent
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError, quoted
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.settings.training_settings import TrainSettings
from wd_env.training.snapshots.rng_state import generator_state, set_generator_state


class CounterfactualAdvantages(NamedTuple):
    """Counterfactual advantages of k decisions, with a row per decision and a column per action.

    Attributes:
        advantages: float32[k, A] in even shares of a win (1/n); 0 in decisions without an estimate and for illegal
            actions.
        log_probs: float32[k, A] of the policy that played; 0 for illegal actions.
    """

    advantages: Tensor
    log_probs: Tensor

    def scaled(self) -> "CounterfactualAdvantages":
        """Scale advantages to a root mean square of 1 over all legal actions of the estimated decisions."""
        result = self.advantages[self.advantages != 0]
        estimated_fraction = self.advantages.any(dim=1).float().mean()
        if len(result) == 0:
            return self
        return self._replace(advantages=self.advantages / (result.square().mean().sqrt() * estimated_fraction))

    def select(self, rows: Tensor, distribution: MaskedCategorical) -> tuple[Tensor, Tensor]:
        """Select advantages and log-probabilities float32[M] of the legal actions of a distribution over these rows."""
        of = distribution.rows, distribution.actions
        return self.advantages.index_select(0, rows)[of], self.log_probs.index_select(0, rows)[of]


class CounterfactualEstimator:
    """A search that estimates the actions of a random fraction of the learner's decisions."""

    def __init__(self, search: SearchAgent, fraction: float) -> None:
        self._search, self._fraction = search, fraction

    @classmethod
    def of(cls, settings: TrainSettings, seed: tuple[int, ...]) -> "CounterfactualEstimator | None":
        """Make the estimator of a run.

        Returns:
            The estimator; None if `ppo.counterfactual_bot` is empty.

        Raises:
            ConfigError: If the bot does not search.
        """
        name = settings.ppo.counterfactual_bot
        if not name:
            return None
        bot = make_bot(name, settings.game.spec, np.random.default_rng(seed))
        if not isinstance(bot, SearchAgent):
            raise ConfigError(f"ppo.counterfactual_bot: expected search with options, got {quoted(name)}")
        bot.threads = settings.run.torch_threads
        return cls(bot, settings.ppo.counterfactual_fraction)

    def estimate(
        self, batch: Batch, rows: NDArray[np.int64], distribution: MaskedCategorical
    ) -> CounterfactualAdvantages:
        """Estimate the decisions in these rows of the batch, in which the policy has this distribution."""
        probabilities = distribution.probabilities()
        advantages = torch.zeros_like(probabilities)
        estimated = np.flatnonzero(self._search.generator.random(len(rows)) < self._fraction)
        if len(estimated):
            policy_actions = distribution.mode().numpy()[estimated]
            result = self._search.evaluate_actions(batch.game, batch.resampled_states(rows[estimated]), policy_actions)
            gains = np.nan_to_num(result.gains) * batch.num_players[rows[estimated], None]
            value = torch.from_numpy(gains.astype(np.float32))
            policy = probabilities[estimated]
            advantages[estimated] = torch.where(policy > 0, value - (policy * value).sum(dim=1, keepdim=True), 0)
        log_probs = torch.zeros_like(probabilities)
        log_probs[distribution.rows, distribution.actions] = distribution.log_probs
        return CounterfactualAdvantages(advantages, log_probs)

    def save(self) -> dict[str, object]:
        """Return the state of the generator as JSON data."""
        return generator_state(self._search.generator)

    def load(self, state: object) -> None:
        """Restore the result of `save`; raise CheckpointError if it is invalid."""
        set_generator_state(self._search.generator, state, "learner.counterfactual")


def concatenate_and_scale(advantages: list[CounterfactualAdvantages]) -> CounterfactualAdvantages:
    """Concatenate the advantages of several steps, and scale them."""
    return CounterfactualAdvantages(*(torch.cat(column) for column in zip(*advantages, strict=True))).scaled()
