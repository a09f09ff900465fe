"""A type checker knows the options: it rejects a wrong name or value, and accepts a right one, in every game."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from wd_env.registry import GAMES

ROOT = Path(__file__).parents[1]
OPTIONS = {  # for each game a correct option, one with a wrong name and one with a wrong value
    "world_dominance": ("max_turns=50", "max_turn=50", "max_turns='many'"),
    "domination": ("max_rounds=4", "max_round=4", "max_rounds='few'"),
    "superpowers": ("max_rounds=4", "max_round=4", "max_rounds='few'"),
}
ENV_OPTIONS = ("bots={1: 'random'}", "bot={1: 'random'}", "bots='random'")
HEADER = """\
from wd_env import Batch, Table, make_bot, {game}_v0
from wd_env.agents.search.search_options import SearchOptions
from wd_env.games.{game}.config import Config
from wd_env.games.{game}.option_types import {options} as Options
from wd_env.games.{game}.table import {table}
"""
CALLS = (  # calls whose options are checked
    "{game}_v0.env({option})",
    "{game}_v0.raw_env({option})",
    "{game}_v0.parallel_env({option})",
    "{game}_v0.batch_env(4, {option})",
    "{table}(Config({option}))",
    "Table('{game}', Config({option}))",
)
OPTION_DICTS = (  # a dict is checked where it is declared
    "{name}: Options = {mapping}; Table('{game}', {name})",
    "{name}: Options = {mapping}; Batch('{game}', 4, options={name})",
)
OTHER_CALLS = (  # correct, wrong name, wrong value
    ("make_bot('random', seed=1)", "make_bot('random', sed=1)", "make_bot('random', seed='one')"),
    ("Batch('{game}', 4, threads=1)", "Batch('{game}', 4, thread=1)", "Batch('{game}', 4, threads='one')"),
    ("Table('{game}', chance='explicit')", "Table('{game}', chances='explicit')", "Table('{game}', chance=1)"),
    ("SearchOptions(samples=8)", "SearchOptions(sample=8)", "SearchOptions(samples='few')"),
)


def lines_of(game: str) -> list[tuple[str, bool]]:
    """Return each line of code, and whether it is correct."""
    lines = []
    table = "".join(word.capitalize() for word in game.split("_"))
    for number, option in enumerate((*OPTIONS[game], *ENV_OPTIONS)):
        is_right = number % 3 == 0
        calls = CALLS if number < 3 else CALLS[:4]
        name, _, value = option.partition("=")
        mapping = f"{{{name!r}: {value}}}"
        lines += [(call.format(game=game, table=table, option=option), is_right) for call in calls]
        lines += [
            (text.format(game=game, name=f"options_{number}_{at}", mapping=mapping), is_right)
            for at, text in enumerate(OPTION_DICTS if number < 3 else ())
        ]
    for versions in OTHER_CALLS:
        lines += [(call.format(game=game), number == 0) for number, call in enumerate(versions)]
    return lines


@pytest.fixture(scope="module")
def refused(tmp_path_factory) -> dict[str, set[int]]:
    """Return the lines of each game that mypy rejects."""
    folder = tmp_path_factory.mktemp("typed")
    for game in OPTIONS:
        table = "".join(word.capitalize() for word in game.split("_"))
        header = HEADER.format(game=game, options=f"{table}Options", table=table)
        (folder / f"use_{game}.py").write_text(header + "\n".join(line for line, _ in lines_of(game)) + "\n", "utf-8")
    paths = sorted(folder.glob("*.py"))
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", *paths]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = re.findall(r"use_(\w+)\.py:(\d+): error", done.stdout)
    assert found, done.stdout + done.stderr
    return {game: {int(line) for name, line in found if name == game} for game in OPTIONS}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_wrong_options_are_errors_of_the_type_checker_and_right_ones_are_not(game, refused):
    first = len(HEADER.splitlines()) + 1
    lines = lines_of(game)
    wrong = {line for number, (line, is_right) in enumerate(lines) if not is_right}
    assert {line for number, (line, _) in enumerate(lines) if number + first in refused[game]} == wrong
    assert not {number for number in refused[game] if number < first}
