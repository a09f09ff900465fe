"""Codes, dispatch and offsets are generated from the tables of a game; the stored files are up to date."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import toy_game
from wd_env.games.domination.definitions import generated_code as domination
from wd_env.games.superpowers.definitions import generated_code as superpowers
from wd_env.games.world_dominance.definitions import generated_code as world_dominance
from wd_env.spec.codegen.decision_rows import (
    codes_source,
    legal_dispatch_source,
    node_row,
    offsets_source,
    step_dispatch_source,
    write_stale,
)
from wd_env.spec.game_spec import AUTOMATIC, CHANCE, PLAYER, NodeType

ROOT = Path(__file__).parents[2]
ROWS = (
    node_row(NodeType("pledge", PLAYER), "free", "pledging"),
    node_row(NodeType("roll", PLAYER), "bound", "rolling", legal_rule="flow.can_any"),
    node_row(NodeType("die", CHANCE), "chance", "rolling"),
    node_row(NodeType("settle", AUTOMATIC), "automatic", "settling"),
)
GROUPS = {"free": "Free.", "bound": "Bound.", "chance": "Chance.", "automatic": "Automatic."}


PACKAGE = ROOT / "wd_env"
TABLES = (world_dominance, domination, superpowers)


@pytest.mark.parametrize("tables", TABLES, ids=lambda tables: tables.HERE.name)
def test_generated_code_follows_from_the_tables(tables):
    for path, text in tables.texts().items():
        assert path.read_text("utf-8") == text, f"{path.relative_to(PACKAGE)}: run `make codegen`"


def test_files_are_generated_even_if_none_can_be_imported(tmp_path):
    tree = tmp_path / "wd_env"
    games = ("world_dominance", "domination", "superpowers")
    for path in (
        path
        for folder in ("spec", "spec/codegen", "storage", "kernels", "options", "games", ".")
        for path in (PACKAGE / folder).glob("*.py")
    ):
        (tree / path.relative_to(PACKAGE)).parent.mkdir(parents=True, exist_ok=True)
        (tree / path.relative_to(PACKAGE)).write_bytes(path.read_bytes())
    for game in games:
        shutil.copytree(PACKAGE / "games" / game, tree / "games" / game)
    made = {tree / path.relative_to(PACKAGE): text for tables in TABLES for path, text in tables.texts().items()}
    for path in made:
        path.unlink()
    command = [sys.executable, "-P", str(tree / "spec" / "codegen" / "generate_code.py"), *games]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.count(" is new") == len(made)
    for path, text in made.items():
        assert path.read_text("utf-8") == text


def test_only_files_whose_content_differs_are_written(tmp_path):
    new, stale, current = paths = [tmp_path / name for name in ("new.py", "stale.py", "current.py")]
    stale.write_text("old")
    current.write_text("text")
    os.utime(current, (0, 0))
    assert write_stale(dict.fromkeys(paths, "text")) == [new, stale]
    assert [path.read_text() for path in paths] == ["text"] * 3
    assert current.stat().st_mtime == 0


def test_a_row_makes_its_constant_and_its_branches():
    assert codes_source(ROWS, "OVER").endswith(
        "(\n    PLEDGE,\n    ROLL,\n    DIE,\n    SETTLE,\n    OVER,\n) = range(5)\n\n"
        "FIRST_CHANCE, LAST_CHANCE = DIE, DIE\nFIRST_AUTOMATIC, LAST_AUTOMATIC = SETTLE, SETTLE\n"
        "DECISIONS = 2\nNO_NODE = 127  # while an action or outcome is being carried out\n"
    )
    offering = legal_dispatch_source(ROWS, GROUPS, "game")
    assert "from game.rules.flow import can_any\nfrom game.rules.pledging import can_pledge\n" in offering
    assert "    if node <= PLEDGE:\n        legal_free(s, node, mask)\n    elif node < FIRST_CHANCE:\n" in offering
    assert "    if node == ROLL:\n        can_any(s, mask)\n" in offering
    answering = step_dispatch_source(ROWS, GROUPS, "game")
    assert "    if node == ROLL:\n        do_roll(s, a)\n" in answering
    assert "    if node == SETTLE:\n        do_settle(s, 0)\n" in answering


def test_the_dispatch_that_is_made_reaches_the_rule_of_every_question():
    space = {"FIRST_CHANCE": 2, "LAST_CHANCE": 2, "PLEDGE": 0, "ROLL": 1, "DIE": 2, "SETTLE": 3}
    called = []
    for name in ("can_pledge", "can_any", "do_pledge", "do_roll", "do_die", "do_settle"):
        space[name] = lambda s, a, name=name: called.append((name, a))
    for text in (legal_dispatch_source(ROWS, GROUPS, "game"), step_dispatch_source(ROWS, GROUPS, "game")):
        exec("\n".join(line for line in text.splitlines() if not line.startswith("from ")), space)  # noqa: S102
    for question in range(4):
        space["step_node"](None, question, 7)
    assert called == [("do_pledge", 7), ("do_roll", 7), ("do_die", 7), ("do_settle", 0)]


def test_an_unknown_or_divided_group_is_rejected():
    with pytest.raises(ValueError, match="group of roll: expected free, got 'bound'"):
        legal_dispatch_source(ROWS, {"free": "Free."}, "game")
    apart = (ROWS[0], ROWS[1], node_row(NodeType("again", PLAYER), "free", "pledging"))
    with pytest.raises(ValueError, match="again is apart from the others of its group 'free'"):
        legal_dispatch_source(apart, GROUPS, "game")


def test_offsets_are_where_the_pieces_begin():
    assert offsets_source(toy_game.LAYOUT).endswith(
        "AT_DECISION = 0\nAT_TO_MOVE = 2\nAT_CARD = 3\nAT_PLEDGE = 7\nAT_POINTS = 9\nAT_IN_PLAY = 12\nAT_IS_EVEN = 15\n"
    )
