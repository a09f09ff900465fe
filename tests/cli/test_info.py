"""`wd info`: its tables are those of the code."""

import json
from dataclasses import fields
from typing import get_args

import pytest

from wd_env import __version__
from wd_env.agents.agent_registry import builtin_bots
from wd_env.cli.commands.lookup.info import Section
from wd_env.cli.info_tables import TABLES
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.text.line_width import WIDTH


def looked_up(wd, section):
    ended = wd("info", section, "--json")
    assert ended.code == 0
    return json.loads(ended.out)


def test_every_section_has_a_table():
    assert set(get_args(Section)) == set(TABLES)


@pytest.mark.parametrize("section", TABLES)
def test_a_table_says_what_its_json_says(wd, section):
    found = looked_up(wd, section)
    rows = [list(pair) for pair in found.items()] if isinstance(found, dict) else [list(row.values()) for row in found]
    printed = " ".join(wd("info", section).out.split())
    for row in rows:
        assert " ".join(str(cell) for cell in row[:-1]).strip() in printed
    assert max(map(len, wd("info", section).out.splitlines())) <= WIDTH


def test_spaces_tell_sizes_versions_and_hashes(wd):
    found = looked_up(wd, "spaces")
    assert found["package"] == f"wd-env {__version__}"
    assert (found["game"], found["version"]) == (GAME.name, GAME.version)
    assert found["actions"] == f"Discrete({len(GAME.actions)})"
    assert found["observation"].startswith(f"int8[{GAME.layout.size}]")
    assert found["actions_hash"] == GAME.actions_hash
    assert found["layout_hash"] == GAME.layout_hash
    assert found["rules_hash"] == GAME.rules_hash


def test_spaces_are_what_is_told_first(wd):
    assert wd("info").out == wd("info", "spaces").out


def test_every_action_has_its_number(wd):
    assert [(row["number"], row["action"]) for row in looked_up(wd, "actions")] == list(enumerate(GAME.actions))


def test_the_pieces_cover_the_observation(wd):
    rows = looked_up(wd, "observation")
    assert [row["start"] for row in rows] == [0, *(row["stop"] for row in rows[:-1])]
    assert rows[-1]["stop"] == GAME.layout.size
    for row, piece in zip(rows, GAME.layout.features, strict=True):
        assert (row["feature"], row["low"], row["high"], row["description"]) == (
            piece.name, piece.low, piece.high, piece.description,
        )  # fmt: skip
        assert row["shape"] == ("x".join(map(str, piece.shape)) if piece.shape else "1")


def test_every_question_is_listed_with_its_kind(wd):
    rows = looked_up(wd, "nodes")
    assert [(row["node"], row["kind"]) for row in rows] == [(q.name, q.kind) for q in GAME.nodes]
    words = {row["node"]: row["text"] for row in rows}
    assert words["decimate"] == "WHO decimates: who is named?"
    assert all(words[q.name] for q in GAME.nodes if q.kind in ("player", "chance"))


def test_every_house_rule_has_its_default_and_meaning(wd):
    rows = looked_up(wd, "rules")
    assert [(row["option"], row["default"]) for row in rows] == [(f.name, f.default) for f in fields(Config)]
    meanings = {row["option"]: row["description"] for row in rows}
    assert meanings["six_rule"].endswith("Allowed: no_extra, extra_turn, skip_next")
    assert (
        meanings["death_penalty_two_players"]
        == "Whether Life/Death also ejects in a game of two (WD-167). Allowed: True or False"
    )
    assert all(meanings.values())


def test_every_bot_of_the_roster_is_listed(wd):
    assert {row["bot"] for row in looked_up(wd, "bots")} == {*builtin_bots("world_dominance"), "FILE or FOLDER"}
