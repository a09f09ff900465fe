"""Generated tables and their placeholders in a page."""

import pytest

from wd_env.errors import DataError
from wd_env.text import markdown

PAGE = "before\n<!-- generated: one -->\nold\n<!-- end -->\nbetween\n<!-- generated: two -->\n<!-- end -->\n"


def test_a_table_has_a_head_and_escapes_bars():
    assert markdown.render_table(("a", "b"), [("x|y", "z")]) == "| a | b |\n| --- | --- |\n| x\\|y | z |\n"


def test_a_place_is_filled_and_the_others_stay():
    filled = markdown.fill_placeholders(PAGE, {"one": "new\n"})
    assert filled == PAGE.replace("old\n", "new\n")
    assert markdown.fill_placeholders(filled, {"one": "old\n"}) == PAGE


def test_places_are_listed_in_order():
    assert markdown.placeholders(PAGE) == ["one", "two"]


def test_a_text_without_a_place_is_refused():
    with pytest.raises(DataError, match=r"'three' occurs 0 times; expected one of \['one', 'two'\]"):
        markdown.fill_placeholders(PAGE, {"three": ""})


def test_a_duplicate_placeholder_is_rejected():
    with pytest.raises(DataError, match="'one' occurs 2 times"):
        markdown.fill_placeholders(PAGE + PAGE, {"one": ""})
