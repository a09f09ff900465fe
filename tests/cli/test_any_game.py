"""Commands that count and measure take any registered game: here one that is only a file and a registry entry."""

import hashlib
import json
import os
import re
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("rich")

from tests.evaluation.ladder import bots as foreign_bots
from tests.toy_game import PLEDGE
from wd_env import __version__, registry
from wd_env.spec.game_spec import CHANCE, PLAYER

ROOT = Path(__file__).parents[2]
ROW = registry.GameEntry("pledge", "Pledge", "tests.toy_game:PLEDGE")
HOLDS = "tests.evaluation.ladder.bots:Last"  # a custom bot in a module that is quick to import


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(registry.GAMES, ROW.name, ROW)


def test_a_match_of_a_game_that_is_only_a_registry_entry(wd, tmp_path):
    ended = wd("evaluate", "random", HOLDS, "random", "--game", "pledge", "--games", 90, "--out", "out.json")
    assert (ended.code, ended.err.count("\n")) == (0, 1)
    result = json.loads((tmp_path / "out.json").read_text())
    assert (result["game"], result["rules_hash"]) == ("pledge", PLEDGE.rules_hash)
    assert result["options"] == {"limit": 12, "max_throws": None}
    assert "Rules" not in ended.out  # they are the game's own
    assert sum(share["wins"] for share in result["win_rates"]) + result["without_winner"] == pytest.approx(90)


def test_house_rules_of_the_game_are_options(wd, tmp_path):
    ended = wd("evaluate", "random", "random", "--game", "pledge", "--games", 4, "--limit", 20, "--out", "out.json")
    assert json.loads((tmp_path / "out.json").read_text())["options"]["limit"] == 20
    assert "Rules: limit 20." in ended.out
    assert wd("stats", "--game", "pledge", "--help-rules").out.count("--limit") == 1
    refused = wd("stats", "random", "random", "--game", "pledge", "--limit", 70)
    assert refused.error_line.startswith("--limit: expected an integer from 6 to 60, got 70")
    assert "--max-turns" in wd("stats", "random", "random", "--game", "pledge", "--max-turns", 70).error_line


def test_a_match_names_package_date_and_the_digest_of_each_file(wd, tmp_path):
    wd("evaluate", "random", HOLDS, "--game", "pledge", "--games", 4, "--out", "out.json")
    result = json.loads((tmp_path / "out.json").read_text())
    assert result["package"] == f"wd-env {__version__}"
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", result["date"])
    digest = hashlib.sha256(Path(foreign_bots.__file__).read_bytes()).hexdigest()
    assert result["bots"] == [{"name": "random", "sha256": None}, {"name": HOLDS, "sha256": digest}]


def test_a_ladder_of_a_game_that_is_only_a_registry_entry(wd, tmp_path):
    """Play a game that several players can win, so that the file has fractional wins."""
    pytest.importorskip("choix")
    words = ("ladder", "random", HOLDS, "--game", "pledge", "--players", 2, 3, "--games", 30, "--block-size", 8,
             "--seed", 2, "--out", "out.json")  # fmt: skip
    ended = wd(*words)
    assert (ended.code, wd(*words).out) == (0, ended.out)
    result = json.loads((tmp_path / "out.json").read_text())
    assert (result["game"], result["options"]) == ("pledge", {"limit": 12, "max_throws": None})
    assert "0.5" in (tmp_path / "ladder.jsonl").read_text()
    assert not any(row["forfeited"] for row in result["lineups"])
    ended = wd("sprt", HOLDS, "random", "--game", "pledge", "--players", 3, "--max-games", 64)
    assert (ended.code, "192 games" in ended.out) == (0, True)


def test_a_skill_report_of_a_game_that_is_only_a_registry_entry(wd, tmp_path):
    """Measure a game without heuristics and network: samples continue at random, to the end."""
    ended = wd("skill", "--game", "pledge", "--players", 3, "--games", 6, "--decisions", 20, "--samples", 2,
               "--out", "out.json", "--min-choices", 0.1)  # fmt: skip
    assert ended.code == 0
    found = json.loads((tmp_path / "out.json").read_text())
    assert (found["baseline"], found["value_metrics"]) == ("random", {})
    assert (
        "Against random in all other seats, 3 players, an even share is 33.3% of the games with a winner." in ended.out
    )


def test_statistics_of_a_game_that_is_only_a_registry_entry(wd, tmp_path):
    pytest.importorskip("matplotlib")
    ended = wd("stats", "random", HOLDS, "random", "--game", "pledge", "--games", 60, "--seed", 2,
               "--out", "out.json", "--plots", "plots")  # fmt: skip
    assert (ended.code, ended.err.count("\n")) == (0, 1), "expected one line about the games"
    assert max(map(len, ended.out.splitlines())) <= 100
    for words in ("60 games, seed 2", "the player of the first turn won", "ended by several winners", "pledge", "die"):
        assert words in ended.out, words
    result = json.loads((tmp_path / "out.json").read_text())
    assert (result["game"], result["version"], result["rules_hash"]) == ("pledge", 0, PLEDGE.rules_hash)
    assert set(result["decisions_by_node"]) == {q.name for q in PLEDGE.nodes if q.kind == PLAYER}
    assert set(result["chance_by_node"]) == {q.name for q in PLEDGE.nodes if q.kind == CHANCE}
    assert result["decisions_by_node"]["pledge"]["value"] == result["chance_by_node"]["deal"]["value"] == 3
    assert result["branching"]["value"] == 2
    assert sum(figure["value"] for figure in result["endings"].values()) == pytest.approx(1)
    assert result["endings"]["several winners"]["value"] > 0
    assert sum(figure["value"] for figure in result["wins_by_turn_order"]) == pytest.approx(1)
    plots = {"lengths", "endings", "turn_order", "decisions"}
    assert {path.name for path in (tmp_path / "plots").iterdir()} == {f"{name}.png" for name in plots}


def test_a_game_that_is_only_a_registry_entry_is_benchmarked(wd, monkeypatch):
    pytest.importorskip("torch")
    from wd_env.benchmarks import component_speed, engine_speed

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setattr(component_speed, "MATCH_GAMES", 8)
    ended = wd("bench", "--game", "pledge", "--rounds", 1, "--seconds", 0.001, "--json")
    assert (ended.code, ended.err) == (0, "")
    data = json.loads(ended.out)
    assert data["game"] == "pledge"
    assert data["per_second"].keys() == {case.name for case in (*engine_speed.DECISIONS, *engine_speed.COMPONENTS)}
    assert all(speed["median"] > 0 for speed in data["per_second"].values())
    assert data["bytes_per_game"]["state"] == PLEDGE.schema.size


@pytest.mark.parametrize("words", [("evaluate", "random", "random"), ("stats", "random", "random"), ("bench",)])
def test_an_unknown_game_is_rejected_with_the_known_ones(wd, tmp_path, words):
    more = ("--out", "out.json") if words != ("bench",) else ()
    ended = wd(*words, "--game", "pledg", *more)
    assert ended.code == 2
    known = "world_dominance, domination, superpowers, pledge"
    refusal = f"unknown game 'pledg'; expected one of {known}; did you mean pledge?"
    assert refusal in ended.error_line
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["evaluate", "stats"])
def test_bots_that_cannot_play_the_game_are_refused_in_one_line(wd, tmp_path, command):
    for bots, message in (
        (("random", "scripted"), "bot scripted plays world_dominance, not pledge; expected search"),
        (("random",) * 4, "number of bots: expected 2, 3 with these rules, got 4"),
        ((), "bots: expected 2 to 3 names, got none"),
    ):
        ended = wd(command, *bots, "--game", "pledge", "--out", "out.json")
        assert ended.code in (1, 2)
        assert message in ended.error_line
    assert not list(tmp_path.iterdir())
