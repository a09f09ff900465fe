"""`wd stats`: statistics of games, as tables, as JSON and as plots."""

import json
import sys

import pytest

pytest.importorskip("numba")
pytest.importorskip("rich")

from wd_env.dependencies import not_installed_error
from wd_env.games.world_dominance.game import GAME


def test_a_run_prints_every_table_and_writes_json_and_plots(wd, tmp_path):
    pytest.importorskip("matplotlib")
    ended = wd("stats", "random", "random", "random", "--games", 30, "--seed", 5, "--max-turns", 80,
               "--out", "out.json", "--plots", "plots")  # fmt: skip
    assert ended.code == 0
    assert max(map(len, ended.out.splitlines())) <= 100
    for word in ("turns", "the player of the third turn won", "ended by five cards", "S10 Resurrected", 'M08 "Take one',
                 "start_menu", "movement_throw", "Garrison", "30 games, seed 5"):  # fmt: skip
        assert word in ended.out, word
    result = json.loads((tmp_path / "out.json").read_text())
    assert (result["games"], result["seed"], result["bots"]) == (30, 5, ["random"] * 3)
    assert (result["version"], result["rules_hash"]) == (GAME.version, GAME.rules_hash)
    assert result["options"]["max_turns"] == 80
    shown = next(line for line in ended.out.splitlines() if "ended by last survivor" in line)
    assert f"{result['endings']['last survivor']['value']:.1%}" in shown
    names = {"lengths", "endings", "turn_order", "spaces", "manoeuvres", "decisions", "soldiers"}
    assert {path.name for path in (tmp_path / "plots").iterdir()} == {f"{name}.png" for name in names}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in (tmp_path / "plots").iterdir())


def test_without_bots_the_error_lists_what_to_name(wd):
    ended = wd("stats")
    assert ended.code == 2
    assert "bots: expected" in ended.error_line


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("random", "--games", 10), "number of bots: expected"),
        (("random", "random", "--games", 1), "games: expected at least 2 for a survey, got 1"),
        (("random", "random", "--plots", "file.txt"), "file.txt: expected a folder, got a file"),
        (("random", "random", "--plots", "no/such"), "no/such cannot be written"),
        (("random", "random", "--out", "no/such.json"), "no/such.json cannot be written"),
    ],
)
def test_an_error_is_one_line(wd, tmp_path, words, refusal):
    (tmp_path / "file.txt").write_text("")
    ended = wd("stats", *words)
    assert ended.code == 2
    assert refusal in ended.error_line


def test_plots_without_their_library_are_refused_before_a_game_is_played(wd, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ended = wd("stats", "random", "random", "--games", 4, "--plots", "plots", "--out", "out.json")
    assert ended.code == 1
    assert ended.error_line == str(not_installed_error("matplotlib"))
    assert "wd-env[plots]" in ended.error_line
    assert not list(tmp_path.iterdir())
