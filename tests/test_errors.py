"""Errors list what is allowed, and suggest what was probably meant."""

import pytest

from wd_env.errors import ConfigError, did_you_mean, exception_text, quoted
from wd_env.games.world_dominance.config import Config
from wd_env.registry import get_game


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("scriptd", "; did you mean scripted?"),
        ("RANDOM", "; did you mean random?"),
        ("chess", ""),
        ("", ""),
        (7, ""),
        ("scripted" + "d" * 10**6, ""),
    ],
)
def test_a_word_that_is_nearly_a_known_one_gets_that_one_as_a_hint(word, hint):
    assert did_you_mean(word, ("random", "scripted")) == hint


def test_nothing_known_gives_no_hint():
    assert did_you_mean("scripted", ()) == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"max_turn": 3}, "; did you mean max_turns?"),
        ({"variant": "ten_cards"}, "ally, got 'ten_cards'; did you mean ten_card?"),
        ({"variant": 3}, "four_set, ally, got 3"),
    ],
)
def test_options_and_their_values_are_hinted_at(options, words):
    with pytest.raises(ConfigError) as refused:
        Config.of(**options)
    assert str(refused.value).endswith(words)


def test_the_name_of_a_game_is_hinted_at():
    with pytest.raises(ConfigError, match=r"; did you mean world_dominance\?$"):
        get_game("world-dominance")


def test_an_exception_in_a_log_is_one_line_of_at_most_200_characters():
    assert exception_text(KeyError("a")) == "KeyError: 'a'"
    text = exception_text(ValueError("first\nsecond" + 300 * "x" + "last"))
    assert (len(text), text[:20], text[-4:]) == (200, "ValueError: first se", "last")


def test_a_value_is_quoted_to_its_sixth_element_and_its_fifth_level():
    assert quoted([[[[[[1]]]]]]) == "[[[[[...]]]]]"
    assert quoted(list(range(9))) == "[0, 1, 2, 3, 4, 5, ...]"
