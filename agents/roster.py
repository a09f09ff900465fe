"""Every bot by name, one row each; a path stands for a trained bot."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np

from wd_env.agents.base import Agent
from wd_env.core.errors import ConfigError
from wd_env.core.spec import GameSpec

GREEDY = "greedy:"  # before a path: always the likeliest answer


@dataclass(frozen=True)
class Row:
    """A bot that is made from a generator alone."""

    name: str
    where: str  # module:class, imported when the bot is first wanted
    about: str

    def make(self, generator: np.random.Generator) -> Agent:
        """A bot with this generator."""
        module, name = self.where.split(":")
        kind: Callable[[np.random.Generator], Agent] = getattr(import_module(module), name)
        return kind(generator)


ROSTER = {
    row.name: row
    for row in (
        Row("random", "wd_env.agents.random:RandomAgent", "any legal answer, each with equal odds"),
        Row("scripted", "wd_env.agents.scripted:ScriptedAgent", "sensible habits written by hand"),
    )
}


def make_bot(name: str, game: GameSpec, generator: np.random.Generator) -> Agent:
    """The bot of the roster with this name, or the trained bot in this file or run folder (`greedy:` before the path
    makes it take its likeliest answer). ConfigError for an unknown name, CheckpointError for a bad file.
    """
    if name in ROSTER:
        bot = ROSTER[name].make(generator)
        bot.name = name
        return bot
    path = name.removeprefix(GREEDY)
    if not path or not Path(path).exists():
        known = ", ".join(ROSTER)
        raise ConfigError(f"{name!r} is no bot and no file; allowed are {known} and paths of trained bots")
    from wd_env.agents.policy import PolicyAgent

    return PolicyAgent.load(path, game, generator, greedy=name.startswith(GREEDY))
