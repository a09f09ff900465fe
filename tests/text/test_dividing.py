"""Texts of several parts: commas separate, and double quotes protect a comma."""

import pytest

from wd_env.errors import ConfigError
from wd_env.text.comma_lists import split_list


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("me,scripted", ["me", "scripted"]),
        (" me , my run/bot.wdbot ", ["me", "my run/bot.wdbot"]),
        ('me,"runs/a, b",random', ["me", "runs/a, b", "random"]),
        ('search:value_net="a,b",samples=3', ["search:value_net=a,b", "samples=3"]),
        ('"search:value_net=""a,b"",samples=3",me', ['search:value_net="a,b",samples=3', "me"]),
        ('" a "', [" a "]),
        ("", [""]),
        ("a,,b,", ["a", "", "b", ""]),
        ("Rob's bot", ["Rob's bot"]),
    ],
)
def test_commas_divide_but_in_double_quotes(text, parts):
    assert split_list(text) == parts


@pytest.mark.parametrize("text", ['"a,b', 'a",b', 'a"'])
def test_a_quote_that_is_not_closed_is_refused(text):
    with pytest.raises(ConfigError, match="expected pairs of double quotes"):
        split_list(text)
