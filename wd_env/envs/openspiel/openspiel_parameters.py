"""Options of a game as parameters of OpenSpiel, whose texts are read back by what they look like.

A parameter is a bool, an int or a text, of the type of its default. OpenSpiel reads `true` as a bool and `12` as an
int, and has no None. So None is -1 where an option is a number or a switch (which is 0 or 1 then) and an empty text
where it is a file; a text that looks like something else stands in single quotes: `continue_after_win='true'`.
"""

from collections.abc import Mapping
from typing import Any

from wd_env.errors import ConfigError, quoted
from wd_env.registry import GameEntry
from wd_env.spec.rule_options import BoolOption, PathOption, options_of

PLAYERS, NUM_PLAYERS = "players", "num_players"  # the parameter of OpenSpiel, and our option
UNSET = -1
QUOTE = "'"
BOOLS = ("true", "false")
UNSUPPORTED_CHARS = "(),="  # OpenSpiel takes a text with one of these apart

Parameters = dict[str, Any]


def parameters_of(entry: GameEntry) -> Parameters:
    """Return the parameters of a game with their defaults: those of environments, or of matches if it has no others.

    OpenSpiel plays random games to their end, so that a default game must end.
    """
    return parameters_from(entry, entry.config(**(entry.env_options or entry.match_options)))


def parameters_from(entry: GameEntry, config: Any) -> Parameters:
    """Return the parameters that mean this configuration; ConfigError for a path that OpenSpiel cannot read back."""
    declared = options_of(entry.game.config_class)
    found = {name: _parameter(name, value, declared[name]) for name, value in config.as_dict().items()}
    return {PLAYERS: found.pop(NUM_PLAYERS), **found}


def options_from(entry: GameEntry, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that parameters mean; a parameter that is missing has its default."""
    declared = options_of(entry.game.config_class)
    given = {**parameters_of(entry), **parameters}
    found = {NUM_PLAYERS: given.pop(PLAYERS), **given}
    return {name: _option(value, declared.get(name)) for name, value in found.items()}


def _parameter(name: str, value: Any, option: Any) -> bool | int | str:
    if isinstance(option, PathOption):
        return _text(name, value or "")
    if value is None:
        return UNSET
    if isinstance(option, BoolOption) and option.allows_none:
        return int(value)
    return _text(name, value) if isinstance(value, str) else value


def _text(name: str, text: str) -> str:
    if any(sign in text for sign in UNSUPPORTED_CHARS):
        raise ConfigError(f"{name} is {quoted(text)}; OpenSpiel reads no text with one of {UNSUPPORTED_CHARS}")
    is_misread = text.lower() in BOOLS or text.lstrip("-").replace(".", "", 1).isdecimal()
    return f"{QUOTE}{text}{QUOTE}" if is_misread else text


def _option(value: Any, option: Any) -> Any:
    if isinstance(value, str) and len(value) > 1 and value[0] == value[-1] == QUOTE:
        value = value[1:-1]
    if isinstance(option, PathOption):
        return value or (None if option.allows_none else value)
    if getattr(option, "allows_none", False) and type(value) is int and value == UNSET:
        return None
    return bool(value) if isinstance(option, BoolOption) and option.allows_none and value in (0, 1) else value
