"""docs/reference/map_files.md: its files load, its example prints the text shown, its limits match the code."""

import contextlib
import io
import re
from pathlib import Path

from wd_env.games.domination.maps.border_sets import BORDER_SETS
from wd_env.games.domination.maps.deck_file import MAX_CARDS, MAX_MISSIONS
from wd_env.games.domination.maps.file_sections import MAX_LINE_CHARS
from wd_env.games.domination.maps.map_catalogue import load_map
from wd_env.games.domination.maps.map_file import MAX_COUNTRIES
from wd_env.storage.toml_rows import MAX_BYTES

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "map_files.md").read_text("utf-8")


def test_the_files_of_the_page_are_a_map_and_its_deck(tmp_path):
    drawn, deck = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "two_islands.map").write_text(drawn)
    (tmp_path / "two_islands.cards").write_text(deck)
    found = load_map(tmp_path / "two_islands.map", strict=True)
    assert (found.name, found.warnings, len(found.deck.missions)) == ("Two islands", (), 3)


def test_the_example_prints_83_borders():
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(example, {})  # noqa: S102 our own page
    assert printed.getvalue() == "42 6 83 (14, 14, 14, 2)\n"


def test_the_limits_are_those_of_the_code():
    limits = f"""
A file has at most {MAX_BYTES:,} bytes and {MAX_LINE_CHARS:,} characters in a line, {MAX_COUNTRIES} countries,
{MAX_COUNTRIES} groups, {MAX_CARDS:,} cards and {MAX_MISSIONS} missions."""
    assert " ".join(limits.split()) in " ".join(PAGE.split())


def test_the_page_lists_all_border_sets():
    assert all(f"`{name}`" in PAGE for name in BORDER_SETS)
