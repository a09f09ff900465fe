"""What can be said of a bot by its name: `search:samples=64,rollout=8`."""

from dataclasses import dataclass, fields
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.spec.game_spec import PLAYER, GameSpec
from wd_env.text.comma_lists import split_list

EXCEPT_PREFIX = "-"  # before the names of decisions that are left out


@dataclass(frozen=True)
class BotOptions:
    """Options of a bot, by name: whole numbers, numbers and texts, as the defaults of a subclass are."""

    bot_name: ClassVar[str]
    """The bot's name, for errors."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `name=value` pairs with commas between them; a value with commas is in double quotes (`net="a,b"`).

        ConfigError for a name or a value that cannot be.
        """
        given: dict[str, object] = {}
        known = [entry.name for entry in fields(cls)]
        for pair in split_list(text) if text else ():
            name, is_set, value = pair.partition("=")
            if not is_set or name not in known or name in given:
                allowed = f"{', '.join(known)}, each once as name=value{did_you_mean(name, known)}"
                raise ConfigError(f"{quoted(pair)} is no option of {cls.bot_name}; allowed are {allowed}")
            given[name] = cls.parse_value(name, value)
        return cls(**given)

    @classmethod
    def parse_value(cls, name: str, text: str) -> object:
        """Read the value of an option; ConfigError for one that is not of its kind."""
        convert = type(getattr(cls, name))
        try:
            return convert(text)
        except ValueError:
            wanted = "a whole number" if convert is int else "a number"
            raise ConfigError(f"{name} is {quoted(text)}; allowed is {wanted}") from None


def check_range(name: str, value: float, low: float, high: float) -> None:
    """Refuse a value beyond a range by ConfigError; NaN is beyond any."""
    if not low <= value <= high:
        raise ConfigError(f"{name} is {value!r}; allowed are {low:g}..{high:g}")


def check_decisions(game: GameSpec, decisions: str) -> None:
    """Refuse by ConfigError what names no decisions of the game; allowed is what `is_at_decision` takes."""
    _decision_indices(game, decisions)


def is_at_decision(game: GameSpec, decisions: str, obs: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Tell in which observations, int8[k, size], one of the named decisions is open, bool[k].

    `at` are names with `+` between them; behind `-` they are those that are left out, and no name at all means all.
    """
    if not decisions:
        return np.ones(len(obs), np.bool_)
    asked = obs[:, game.layout.slice("decision")]
    is_named = (asked[:, _decision_indices(game, decisions)] == 1).any(axis=1)
    is_at: NDArray[np.bool_] = is_named != decisions.startswith(EXCEPT_PREFIX)
    return is_at


def _decision_indices(game: GameSpec, decisions: str) -> list[int]:
    """Where the named decisions stand among those of the game."""
    known = [question.name for question in game.nodes if question.kind == PLAYER]
    names = decisions.removeprefix(EXCEPT_PREFIX).split("+") if decisions else []
    for name in names:
        if name not in known:
            allowed = f"{', '.join(known)}{did_you_mean(name, known)}"
            raise ConfigError(f"decisions is {quoted(name)}, no decision of {game.name}; allowed are {allowed}")
    return [known.index(name) for name in names]
