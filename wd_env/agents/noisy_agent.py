"""A bot that plays as another bot but sometimes takes a random legal action, for weaker opponents."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Analysis, heuristics_of
from wd_env.agents.agent_options import BotOptions, check_decisions, check_range, is_at_decision
from wd_env.agents.random_agent import RandomAgent
from wd_env.errors import ConfigError
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View


@dataclass(frozen=True)
class NoisyOptions(BotOptions):
    """Who plays, and how badly."""

    bot_name = "noisy"

    rate: float = 0.3
    """Share of the answers, 0..1, that are any legal action."""
    bot: str = ""
    """The bot that gives the others: of the roster, without options of its own, or a file; nothing for the first that
    is written by hand."""
    decisions: str = ""
    """Decisions at which it blunders, by name with `+` between them, or behind `-` all but these; nothing for all."""

    def __post_init__(self) -> None:
        check_range("rate", self.rate, 0.0, 1.0)


class NoisyAgent(Agent):
    """Answers as another bot does, but a share of the time by any legal action; `options` are `NoisyOptions`."""

    analysis_level = "probabilities"

    def __init__(self, generator: np.random.Generator, options: NoisyOptions | str = "") -> None:
        super().__init__(generator)
        self.options = NoisyOptions.parse(options) if isinstance(options, str) else options
        self._random = RandomAgent(generator)
        self._inner_bots: dict[GameSpec, Agent] = {}

    @staticmethod
    def option_files(options: str) -> tuple[Path, ...]:
        """Return the files of the bot that plays where it does not blunder."""
        from wd_env.agents.agent_registry import bot_files  # which knows this bot

        plays = NoisyOptions.parse(options).bot
        return bot_files(plays) if plays else ()

    def check_game(self, game: GameSpec) -> None:
        """Refuse by ConfigError a game that the bot which plays does not know, or that lacks one of the decisions."""
        check_decisions(game, self.options.decisions)
        self._inner_bot(game)

    def choose(self, view: View) -> int:
        """Choose an action."""
        blunders = self.generator.random() < self._rate(view)
        return self._random.choose(view) if blunders else self._inner_bot(view.game).choose(view)

    def analyse(self, view: View) -> Analysis:
        """Tell the odds of the other bot, and the share of answers that are any legal action."""
        chosen, share = self.choose(view), self._rate(view)
        inner = self._inner_bot(view.game).analyse(view).probabilities
        odds = {action: share / len(view.legal_indices) + (1 - share) * inner[action] for action in view.legal_indices}
        return Analysis(chosen, odds, is_sampled=True)

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose for many tables: the other bot is asked for all, and a share of the answers replaced."""
        blunders = self.generator.random(len(masks)) < self.options.rate
        blunders &= is_at_decision(game, self.options.decisions, obs)
        answers = self._inner_bot(game).choose_batch(game, obs, masks)
        return np.where(blunders, self._random.choose_batch(game, obs, masks), answers)

    def _rate(self, view: View) -> float:
        """How often it blunders at this decision."""
        return self.options.rate if is_at_decision(view.game, self.options.decisions, view.arrays[0])[0] else 0.0

    def _inner_bot(self, game: GameSpec) -> Agent:
        if game not in self._inner_bots:
            from wd_env.agents.agent_registry import make_bot  # which knows this bot

            name = self.options.bot or next(iter(heuristics_of(game).styles), "random")
            bot = make_bot(name, game, self.generator)
            if bot.uses_states:
                raise ConfigError(f"noisy plays {bot.name}, which takes states; allowed are bots that see views alone")
            self._inner_bots[game] = bot
        return self._inner_bots[game]
