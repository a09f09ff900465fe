"""Options in the name of a bot, such as `search:samples=64,rollout=8`."""

from dataclasses import fields
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.options import from_strings, options
from wd_env.spec.game_spec import PLAYER, GameSpec
from wd_env.text.comma_lists import split_list

EXCEPT_PREFIX = "-"  # before the names of decisions that are excluded


@options
class BotOptions:
    """Options of a bot by name; each is an integer, a number or a text, as its default in the subclass."""

    bot_name: ClassVar[str]
    """Name of the bot in error messages."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read comma-separated `name=value` pairs; a value with commas is in double quotes (`net="a,b"`).

        Raises:
            ConfigError: If a name or a value is invalid.
        """
        values: dict[str, str] = {}
        known = [field.name for field in fields(cls)]
        for pair in split_list(text) if text else ():
            name, is_set, value = pair.partition("=")
            if not is_set or name not in known or name in values:
                allowed = f"{', '.join(known)}, each once as name=value"
                hint = did_you_mean(name, known)
                raise ConfigError(f"unknown option {quoted(pair)} of {cls.bot_name}; expected {allowed}{hint}")
            values[name] = value
        return from_strings(cls, values)


def check_decisions(game: GameSpec, decisions: str) -> None:
    """Raise ConfigError if `decisions` is invalid for `is_at_decision`."""
    _decision_indices(game, decisions)


def is_at_decision(game: GameSpec, decisions: str, obs: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return in which observations one of the named decisions is to be made.

    Args:
        game: The game.
        decisions: Names with `+` between them; with the prefix `-` all except these; an empty text means all.
        obs: int8[k, size], observations.

    Returns:
        bool[k].

    Raises:
        ConfigError: If the game has no decision of a name.
    """
    if not decisions:
        return np.ones(len(obs), np.bool_)
    current_decision = obs[:, game.layout.slice("decision")]
    is_named = (current_decision[:, _decision_indices(game, decisions)] == 1).any(axis=1)
    is_at: NDArray[np.bool_] = is_named != decisions.startswith(EXCEPT_PREFIX)
    return is_at


def _decision_indices(game: GameSpec, decisions: str) -> list[int]:
    """Return the indices of the named decisions; ConfigError if one is unknown."""
    known = [node.name for node in game.nodes if node.kind == PLAYER]
    names = decisions.removeprefix(EXCEPT_PREFIX).split("+") if decisions else []
    for name in names:
        if name not in known:
            text = f"decisions: expected decisions of {game.name} ({', '.join(known)}), got {quoted(name)}"
            raise ConfigError(f"{text}{did_you_mean(name, known)}")
    return [known.index(name) for name in names]
