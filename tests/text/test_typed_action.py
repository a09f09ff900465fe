"""Typed text that is not a legal action."""

import pytest

from wd_env.text.typed_action import parse_action

CARDS = ["card Rome", "card New York", "card New Delhi"]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("york", "'york' is not a legal action here; did you mean card New York?; expected 1 to 3 or "),
        ("", "'' is not a legal action here; expected 1 to 3 or "),
        ("Oslo", "'Oslo' is not a legal action here; expected 1 to 3 or "),
        ("new", "'new' may mean card New York, card New Delhi."),
    ],
)
def test_the_error_suggests_actions_with_a_word_that_begins_with_the_text(typed, message):
    action, error = parse_action(typed, CARDS)
    assert (action, error.startswith(message)) == ("", True)
