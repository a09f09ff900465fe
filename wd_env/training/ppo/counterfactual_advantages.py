"""Credit by branches: what every legal action of a decision would bring, instead of what the one that was taken did.

At some of the learner's decisions a search plays each legal action on for a few answers, with common random numbers,
and values the end. That says what the decision itself was worth; the result of the game, which GAE waits for, says it
amid the chance of everything that follows.
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
from wd_env.training.snapshots.rng_state import generator_state, set_generator_state
from wd_env.training.training_settings import TrainSettings


class CounterfactualAdvantages(NamedTuple):
    """What was found of k decisions, a row each and a column for each action.

    `advantages` float32[k, A] are in equal shares of a win; 0 in a decision that was not looked at, as for an illegal
    action. `log_probs` float32[k, A] are those of the policy that played; 0 for illegal actions.
    """

    advantages: Tensor
    log_probs: Tensor

    def scaled(self) -> "CounterfactualAdvantages":
        """Scale advantages to a root mean square of 1 over all options of the decisions that were looked at."""
        result = self.advantages[self.advantages != 0]
        looked_at = self.advantages.any(dim=1).float().mean()
        if len(result) == 0:
            return self
        return self._replace(advantages=self.advantages / (result.square().mean().sqrt() * looked_at))

    def take(self, rows: Tensor, distribution: MaskedCategorical) -> tuple[Tensor, Tensor]:
        """Select advantages and log-probabilities float32[M] of the legal actions of a distribution over these rows."""
        of = distribution.rows, distribution.actions
        return self.advantages.index_select(0, rows)[of], self.log_probs.index_select(0, rows)[of]


class CounterfactualEstimator:
    """A search that looks at a share of the learner's decisions, drawn from a generator of its own."""

    def __init__(self, search: SearchAgent, fraction: float) -> None:
        self._search, self._fraction = search, fraction

    @classmethod
    def of(cls, settings: TrainSettings, seed: tuple[int, ...]) -> "CounterfactualEstimator | None":
        """Make those of a run, None where it wants none; ConfigError for a bot that does not search."""
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
        """Return what is found of the decisions in these rows of the batch, for which the policy has these odds."""
        chances = distribution.probabilities()
        advantages = torch.zeros_like(chances)
        looked_at = np.flatnonzero(self._search.generator.random(len(rows)) < self._fraction)
        if len(looked_at):
            own = distribution.mode().numpy()[looked_at]
            result = self._search.evaluate_actions(batch.game, batch.resampled_states(rows[looked_at]), own)
            gains = np.nan_to_num(result.gains) * batch.num_players[rows[looked_at], None]
            value = torch.from_numpy(gains.astype(np.float32))
            odds = chances[looked_at]
            advantages[looked_at] = torch.where(odds > 0, value - (odds * value).sum(dim=1, keepdim=True), 0)
        log_probs = torch.zeros_like(chances)
        log_probs[distribution.rows, distribution.actions] = distribution.log_probs
        return CounterfactualAdvantages(advantages, log_probs)

    def save(self) -> dict[str, object]:
        """Return where the generator stands, as JSON data."""
        return generator_state(self._search.generator)

    def load(self, state: object) -> None:
        """Restore what `save` gave; CheckpointError for what it cannot have given."""
        set_generator_state(self._search.generator, state, "learner.counterfactual")


def concatenate_and_scale(advantages: list[CounterfactualAdvantages]) -> CounterfactualAdvantages:
    """Join what was found step by step, and scale it."""
    return CounterfactualAdvantages(*(torch.cat(column) for column in zip(*advantages, strict=True))).scaled()
