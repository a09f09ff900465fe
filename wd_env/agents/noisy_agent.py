"""A bot that plays as another but blunders: at times it gives any legal action, so that weaker opponents can be had."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Opinion, habits_of
from wd_env.agents.agent_options import BotOptions, check_decisions, check_range, is_asked_at
from wd_env.agents.random_agent import RandomAgent
from wd_env.errors import ConfigError
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View


@dataclass(frozen=True)
class BlunderOptions(BotOptions):
    """Who plays, and how badly."""

    bot = "blunders"

    share: float = 0.3
    """Share of the answers, 0..1, that are any legal action."""
    plays: str = ""
    """The bot that gives the others: of the roster, without options of its own, or a file; nothing for the first that
    is written by hand."""
    at: str = ""
    """Decisions at which it blunders, by name with `+` between them, or behind `-` all but these; nothing for all."""

    def __post_init__(self) -> None:
        check_range("share", self.share, 0.0, 1.0)


class BlunderAgent(Agent):
    """Answers as another bot does, but a share of the time by any legal action; `options` are `BlunderOptions`."""

    tells = "odds"

    def __init__(self, generator: np.random.Generator, options: BlunderOptions | str = "") -> None:
        super().__init__(generator)
        self.options = BlunderOptions.parse(options) if isinstance(options, str) else options
        self._random = RandomAgent(generator)
        self._inner: dict[GameSpec, Agent] = {}

    @staticmethod
    def files_of(options: str) -> tuple[Path, ...]:
        """Return the files of the bot that plays where it does not blunder."""
        from wd_env.agents.agent_registry import bot_files  # which knows this bot

        plays = BlunderOptions.parse(options).plays
        return bot_files(plays) if plays else ()

    def check_game(self, game: GameSpec) -> None:
        """Refuse by ConfigError a game that the bot which plays does not know, or that lacks one of the decisions."""
        check_decisions(game, self.options.at)
        self._bot(game)

    def choose(self, view: View) -> int:
        """Choose an action."""
        blunders = self.generator.random() < self._share(view)
        return self._random.choose(view) if blunders else self._bot(view.game).choose(view)

    def weigh(self, view: View) -> Opinion:
        """Tell the odds of the other bot, and the share of answers that are any legal action."""
        chosen, share = self.choose(view), self._share(view)
        inner = self._bot(view.game).weigh(view).odds
        odds = {action: share / len(view.legal) + (1 - share) * inner[action] for action in view.legal}
        return Opinion(chosen, odds, is_drawn=True)

    def choose_many(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose for many tables: the other bot is asked for all, and a share of the answers replaced."""
        blunders = self.generator.random(len(masks)) < self.options.share
        blunders &= is_asked_at(game, self.options.at, obs)
        answers = self._bot(game).choose_many(game, obs, masks)
        return np.where(blunders, self._random.choose_many(game, obs, masks), answers)

    def _share(self, view: View) -> float:
        """How often it blunders at this decision."""
        return self.options.share if is_asked_at(view.game, self.options.at, view.arrays[0])[0] else 0.0

    def _bot(self, game: GameSpec) -> Agent:
        if game not in self._inner:
            from wd_env.agents.agent_registry import make_bot  # which knows this bot

            name = self.options.plays or next(iter(habits_of(game).styles), "random")
            bot = make_bot(name, game, self.generator)
            if bot.takes_states:
                raise ConfigError(
                    f"blunders plays {bot.name}, which takes states; allowed are bots that see views alone"
                )
            self._inner[game] = bot
        return self._inner[game]
