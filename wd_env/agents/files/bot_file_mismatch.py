"""Describe why a trained network does not fit a game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wd_env.errors import quoted
from wd_env.options import options_of
from wd_env.spec.custom_files import SAVED_KEYS, encode_options
from wd_env.spec.rule_options import state_options

DIGEST_CHARS = 12  # of a digest, shown if two files have the same name
NUM_PLAYERS = "num_players"  # no size depends on it


def describe_mismatch(
    actual: Mapping[str, Any], expected: Mapping[str, Any], rules: Mapping[str, Any], game: Any
) -> str:
    """Describe how the header of a network differs from that of a game.

    Args:
        actual: Header fields of the network.
        expected: Header fields of the game.
        rules: Options that the network was trained with, as `packed` saves them.
        game: The game.

    Returns:
        The differences: name, version, options or sizes; empty if the network fits.
    """
    for name in ("game", "version"):
        if actual[name] != expected[name]:
            return _mismatch_text([f"{name} {quoted(actual[name])}"], [f"{name} {expected[name]!r}"])
    if all(actual[name] == expected[name] for name in expected if name != "rules_hash"):
        return ""
    file_options, game_options = _differing_options(rules, game)
    for name, subject in (("actions", "actions"), ("observation_size", "numbers in an observation")):
        if actual[name] != expected[name]:
            file_options.append(f"{quoted(actual[name])} {subject}")
            game_options.append(f"{expected[name]} {subject}")
    if actual["actions_hash"] != expected["actions_hash"] and actual["actions"] == expected["actions"]:
        file_options.append("other actions")
    if actual["layout_hash"] != expected["layout_hash"] and actual["observation_size"] == expected["observation_size"]:
        file_options.append("observations of other pieces")
    return _mismatch_text(file_options, game_options)


def _mismatch_text(file_options: list[str], game_options: list[str]) -> str:
    return f"was made for {', '.join(file_options)}; this game has {', '.join(game_options) or 'its own'}"


def _differing_options(rules: Mapping[str, Any], game: Any) -> tuple[list[str], list[str]]:
    """Return the options that differ and that may change sizes, as texts of the network and of the game."""
    factory = getattr(game, "factory", None)
    if not factory:
        return [], []
    config, defaults = factory[1], type(factory[1])()
    game_values, ruling = encode_options(config), state_options(config)
    names = [n for n, option in options_of(type(config)).items() if n != NUM_PLAYERS and option.kind != "text"]
    sizing = [name for name in names if name not in ruling or game_values[name] != getattr(defaults, name)]
    differing = [n for n in sizing if n in rules and rules[n] != game_values[n]]
    file_options, game_options = list[str](), list[str]()
    for name in differing:
        file_value, game_value = _display_value(rules[name]), _display_value(game_values[name])
        if file_value == game_value:  # two files of one name
            file_value, game_value = (
                f"{file_value} ({_digest(rules[name])})",
                f"{game_value} ({_digest(game_values[name])})",
            )
        title = name.replace("_", " ")
        file_options.append(f"{title} {file_value}")
        game_options.append(f"{title} {game_value}")
    return file_options, game_options


def _display_value(value: Any) -> str:
    """Return the text of an option; a file is shown by its name."""
    return quoted(Path(str(value[SAVED_KEYS[0]])).name if isinstance(value, dict) and SAVED_KEYS[0] in value else value)


def _digest(value: Any) -> str:
    return quoted(str(value.get(SAVED_KEYS[1], ""))[:DIGEST_CHARS]) if isinstance(value, dict) else "shipped"
