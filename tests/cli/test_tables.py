"""Tables of commands: plain text, at most as wide as the terminal, without truncated numbers."""

import os
import sys

import pytest

pytest.importorskip("rich")

from wd_env.cli import text_tables
from wd_env.cli.text_tables import format_columns
from wd_env.text.line_width import WIDTH

WORDS = "a sentence of many short words that goes on and on until it no longer fits beside the others in one line " * 2


def test_rows_are_below_the_column_titles_and_a_rule():
    assert format_columns(("bot", "wins"), [("random", 7), ("me", 1234)], right_aligned=(1,)).splitlines() == [
        "bot     wins",
        "------------",
        "random     7",
        "me      1234",
    ]


def test_a_title_is_above_its_table():
    assert format_columns(("n",), [(1,)], title="All of it").splitlines() == ["All of it", "", "n", "-", "1"]


def test_text_is_wrapped_and_numbers_are_not():
    lines = format_columns(("name", "much", "what"), [(WORDS, 10**20, WORDS)], right_aligned=(1,)).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert str(10**20) in lines[2]
    said = " ".join(" ".join(line.replace(str(10**20), "") for line in lines[2:]).split())
    assert sorted(said.split()) == sorted((WORDS * 2).split())


def test_a_table_grows_where_numbers_and_words_do_not_fit():
    path, numbers = "runs/" + "x" * 70, [10**9 + number for number in range(9)]
    table = format_columns(("bot", *"abcdefghi"), [(path, *numbers)], right_aligned=range(1, 10))
    assert table.splitlines()[2].split() == [path, *map(str, numbers)]


def test_a_column_of_text_gets_narrower_than_usual_beside_a_long_word(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = format_columns(("name", "value"), [("neighbours of a country", "x" * 64)]).splitlines()
    assert lines[2:] == [f"neighbours of   {'x' * 64}", "a country"]


def test_the_width_is_that_of_the_terminal(monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(text_tables.shutil, "get_terminal_size", lambda *_, **__: os.terminal_size((60, 24)))
    assert 40 < max(map(len, format_columns(("what",), [(WORDS,)]).splitlines())) <= 60


def test_cells_are_printed_unchanged_without_escape_codes(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert format_columns(("what",), [("[red]:smile:[/red]",), ("",)]).splitlines()[2] == "[red]:smile:[/red]"
    assert "\x1b" not in format_columns(("what",), [("x",)], title="T")


def test_a_table_without_rows_has_its_column_titles():
    assert format_columns(("what", "how"), []).splitlines() == ["what  how", "---------"]
