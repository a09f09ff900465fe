"""Options of a game as parameters of OpenSpiel.

A parameter is a bool, an int or a text, and has the type of its default. OpenSpiel infers the type from the text:
`true` is a bool, `12` an int. It has no None. So None is -1 for numbers and switches (otherwise 0 or 1), and empty for
files. A text that looks like another type is in single quotes: `continue_after_win='true'`. Commas separate parameters,
so lists in texts have semicolons instead: `teams=0;2/1;3`.
"""

from collections.abc import Mapping
from typing import Any

from wd_env.errors import ConfigError, quoted
from wd_env.options import Option, options_of
from wd_env.registry import GameEntry

PLAYERS, NUM_PLAYERS = "players", "num_players"  # the parameter of OpenSpiel and the option of the game
UNSET = -1
QUOTE = "'"
BOOLS = ("true", "false")
UNSUPPORTED_CHARS = "(),="  # separators in the parameter syntax of OpenSpiel
COMMA, SEMICOLON = ",", ";"  # of a list in a text, as an option and as a parameter

Parameters = dict[str, Any]


def parameters_of(entry: GameEntry) -> Parameters:
    """Return the parameters of a game with their defaults, which are those of environments or else of matches.

    OpenSpiel plays random games to their end, so a game with the defaults must end.
    """
    return parameters_from(entry, entry.config(**(entry.env_options or entry.match_options)))


def parameters_from(entry: GameEntry, config: Any) -> Parameters:
    """Convert a configuration to parameters.

    Args:
        entry: Entry of the game.
        config: Configuration of the game.

    Raises:
        ConfigError: If a path contains a separator of OpenSpiel.
    """
    declared = options_of(entry.game.config_class)
    parameters = {name: _parameter(name, value, declared[name]) for name, value in config.as_dict().items()}
    return {PLAYERS: parameters.pop(NUM_PLAYERS), **parameters}


def options_from(entry: GameEntry, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Convert parameters to options; missing parameters have their defaults."""
    declared = options_of(entry.game.config_class)
    values = {**parameters_of(entry), **parameters}
    values = {NUM_PLAYERS: values.pop(PLAYERS), **values}
    return {name: _option(value, declared.get(name)) for name, value in values.items()}


def _parameter(name: str, value: Any, option: Option) -> bool | int | str:
    if option.kind == "file":
        return _text(name, value or "")
    if value is None:
        return UNSET
    if option.kind == "boolean" and option.nullable:
        return int(value)
    if option.kind == "text":
        value = value.replace(COMMA, SEMICOLON)
    return _text(name, value) if isinstance(value, str) else value


def _text(name: str, text: str) -> str:
    if any(char in text for char in UNSUPPORTED_CHARS):
        raise ConfigError(f"{name}: expected a text without any of {UNSUPPORTED_CHARS}, got {quoted(text)}")
    is_misread = text.lower() in BOOLS or text.lstrip("-").replace(".", "", 1).isdecimal()
    return f"{QUOTE}{text}{QUOTE}" if is_misread else text


def _option(value: Any, option: Option | None) -> Any:
    if isinstance(value, str) and len(value) > 1 and value[0] == value[-1] == QUOTE:
        value = value[1:-1]
    if option is None:
        return value
    if option.kind == "file":
        return value or (None if option.nullable else value)
    if option.kind == "text" and isinstance(value, str):
        return value.replace(SEMICOLON, COMMA)
    if option.nullable and type(value) is int and value == UNSET:
        return None
    return bool(value) if option.kind == "boolean" and option.nullable and value in (0, 1) else value
