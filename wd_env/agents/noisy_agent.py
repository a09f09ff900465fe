"""A bot that plays as another bot but sometimes takes a random legal action, for weaker opponents."""

from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Analysis, heuristics_of
from wd_env.agents.agent_options import BotOptions, check_decisions, is_at_decision
from wd_env.agents.random_agent import RandomAgent
from wd_env.errors import ConfigError
from wd_env.options import Interval, options
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View


@options
class NoisyOptions(BotOptions):
    """The bot that plays, and how often it is replaced by a random action."""

    bot_name: ClassVar[str] = "noisy"

    rate: Annotated[float, Interval(ge=0, le=1)] = 0.3
    """Probability, 0..1, of a random legal action."""
    bot: str = ""
    """The bot that plays otherwise: a name without options or a bot file; by default the first hand-written bot."""
    decisions: str = ""
    """Decisions with random actions: names with `+` between them, with the prefix `-` all except these; empty: all."""


class NoisyAgent(Agent):
    """A bot that plays as another bot, but takes a random legal action with a fixed probability.

    Args:
        generator: Source of the random choices.
        options: Options, or their text.

    Raises:
        ConfigError: If an option is invalid.
    """

    analysis_level = "probabilities"

    def __init__(self, generator: np.random.Generator, options: NoisyOptions | str = "") -> None:
        super().__init__(generator)
        self.options = NoisyOptions.parse(options) if isinstance(options, str) else options
        self._random = RandomAgent(generator)
        self._base_bots: dict[GameSpec, Agent] = {}

    @staticmethod
    def option_files(options: str, game: str) -> tuple[Path, ...]:
        """Return the files of the bot that plays between the random actions."""
        from wd_env.agents.agent_registry import bot_files  # the registry imports this module

        plays = NoisyOptions.parse(options).bot
        return bot_files(plays, game) if plays else ()

    def check_game(self, game: GameSpec) -> None:
        """Raise ConfigError if the bot does not play this game, or the game lacks one of the decisions."""
        check_decisions(game, self.options.decisions)
        self._base_bot(game)

    def choose(self, view: View) -> int:
        """Choose an action."""
        blunders = self.generator.random() < self._rate(view)
        return self._random.choose(view) if blunders else self._base_bot(view.game).choose(view)

    def analyse(self, view: View) -> Analysis:
        """Choose an action, and return the probabilities of the other bot mixed with those of random actions."""
        chosen, fraction = self.choose(view), self._rate(view)
        nested = self._base_bot(view.game).analyse(view).probabilities
        odds = {
            action: fraction / len(view.legal_indices) + (1 - fraction) * nested[action]
            for action in view.legal_indices
        }
        return Analysis(chosen, odds, is_sampled=True)

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose actions for many games; the other bot chooses for all, and some of its actions are replaced."""
        blunders = self.generator.random(len(masks)) < self.options.rate
        blunders &= is_at_decision(game, self.options.decisions, obs)
        actions = self._base_bot(game).choose_batch(game, obs, masks)
        return np.where(blunders, self._random.choose_batch(game, obs, masks), actions)

    def _rate(self, view: View) -> float:
        """Return the probability of a random action at this decision."""
        return self.options.rate if is_at_decision(view.game, self.options.decisions, view.arrays[0])[0] else 0.0

    def _base_bot(self, game: GameSpec) -> Agent:
        if game not in self._base_bots:
            from wd_env.agents.agent_registry import make_bot  # the registry imports this module

            name = self.options.bot or next(iter(heuristics_of(game).styles), "random")
            bot = make_bot(name, game, self.generator)
            if bot.uses_states or bot.hidden_size:
                needs = "states" if bot.uses_states else "the earlier decisions of a game"
                raise ConfigError(f"bot: expected a bot that needs only views, got {bot.name}, which needs {needs}")
            self._base_bots[game] = bot
        return self._base_bots[game]
