"""Options are converted to parameters of OpenSpiel and back, without the library."""

import pytest

from wd_env.envs.openspiel.openspiel_parameters import options_from, parameters_from, parameters_of
from wd_env.errors import ConfigError
from wd_env.registry import GAMES, get_game

CASES = [
    ("world_dominance", "num_players", 3, "players", 3),
    ("world_dominance", "max_turns", 90, "max_turns", 90),
    ("world_dominance", "start_soldiers", None, "start_soldiers", -1),
    ("world_dominance", "stacking", None, "stacking", -1),
    ("world_dominance", "death_penalty", False, "death_penalty", False),
    ("world_dominance", "purgadies", None, "purgadies", ""),
    ("domination", "continue_after_win", "true", "continue_after_win", "'true'"),
    ("domination", "continue_after_win", "ask", "continue_after_win", "ask"),
    ("domination", "cards", None, "cards", ""),
    ("domination", "map", "classic", "map", "classic"),
    ("superpowers", "teams", "0,2/1,3", "teams", "0;2/1;3"),
]


def of_type(value):
    return type(value), value


@pytest.mark.parametrize(("name", "option", "value", "parameter", "converted"), CASES)
def test_an_option_is_converted_and_back(name, option, value, parameter, converted):
    entry = get_game(name)
    config = entry.config(**{option: value})
    parameters = parameters_from(entry, config)
    assert of_type(parameters[parameter]) == of_type(converted)
    options = options_from(entry, parameters)
    assert of_type(options[option]) == of_type(getattr(config, option))
    assert entry.config(**options) == config


@pytest.mark.parametrize("value", [True, False])
def test_a_switch_that_can_be_unset_is_a_number(value):
    entry = get_game("world_dominance")
    config = entry.config(variant="multi_five", stacking=value)
    parameters = parameters_from(entry, config)
    assert of_type(parameters["stacking"]) == (int, int(value))
    assert of_type(options_from(entry, parameters)["stacking"]) == (bool, value)


@pytest.mark.parametrize("text", ["true", "12", "a b"])
def test_a_text_in_quotes_is_read_without_them(text):
    assert options_from(get_game("domination"), {"map": f"'{text}'"})["map"] == text


@pytest.mark.parametrize("text", ["'", "", "'a", "a'", "aba"])
def test_a_text_without_two_quotes_is_taken_as_it_is(text):
    assert options_from(get_game("domination"), {"map": text})["map"] == text


def test_parameters_that_are_no_options_are_passed_on():
    assert options_from(get_game("domination"), {"colour": "red"})["colour"] == "red"


@pytest.mark.parametrize("name", GAMES)
def test_missing_parameters_have_their_defaults(name):
    entry = GAMES[name]
    parameters = parameters_of(entry)
    assert next(iter(parameters)) == "players"
    assert options_from(entry, {}) == options_from(entry, parameters)


def test_a_path_with_a_separator_is_rejected(tmp_path):
    from tests.games.domination.map_texts import generated, write

    path = write(tmp_path, generated(12, 20, 3), deck=None)
    entry = get_game("domination")
    config = entry.config(map=str(path.rename(tmp_path / "a,b.map")))
    with pytest.raises(ConfigError, match=r"map: expected a text without any of \(\),=, got '.*a,b.map'"):
        parameters_from(entry, config)
