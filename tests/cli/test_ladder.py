"""`wd ladder`: blocks saved in a file, ratings, kills, errors and bots that fail."""

import contextlib
import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("choix")
pytest.importorskip("rich")

from tests.cli import dying
from wd_env.cli.main import main
from wd_env.dependencies import not_installed_error
from wd_env.evaluation.ladder import ratings
from wd_env.evaluation.ladder.ladder_file import LadderFile
from wd_env.games.world_dominance.game import GAME

ROOT = Path(__file__).parents[2]
SHORT = ("--max-turns", 30, "--block-size", 4)
SMALL = ("random", "scripted", "--players", 2, 3, "--games", 12, *SHORT)
LINES = 1 + 2 + 2 * 1  # the header, two blocks of the pair, one of each line-up of three
FORKED = multiprocessing.get_context("fork")
BOTS = "tests.evaluation.ladder.bots"
DRAWS = 20  # for an interval, here and in other processes; tests of the ratings check the width of intervals


@pytest.fixture(scope="module", autouse=True)
def few_draws():
    """Use few bootstrap draws, because ratings take most of the time of a ladder this small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratings, "BOOTSTRAP_DRAWS", DRAWS)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the lines of an uninterrupted small ladder, and its output."""
    file, printed = tmp_path_factory.mktemp("whole") / "ladder.jsonl", io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert main(["ladder", *map(str, SMALL), "--file", str(file)]) == 0
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == LINES
    return lines, printed.getvalue()


def test_one_vs_rest_plays_against_the_baseline_and_reports_the_win_rates(wd, tmp_path):
    words = ("random", "scripted_v1", "scripted", "--one-vs-rest", "--players", 2, 3, "--games", 12, *SHORT)
    ended = wd("ladder", *words, "--out", "out.json")
    assert ended.code == 0
    found = json.loads((tmp_path / "out.json").read_text())
    assert [row["lineup"] for row in found["lineups"]] == [
        [bot, *["scripted_v1"] * (players - 1)] for players in (2, 3) for bot in ("random", "scripted")
    ]
    lines = [line for line in ended.out.splitlines() if line.strip("-")]
    at = lines.index("One bot against scripted_v1 in all other seats, with 95% intervals")
    assert lines[at + 1].split("  ")[0] == "win rate"
    for line, bot in zip(lines[at + 2 :], ("random", "scripted"), strict=False):
        two, three = (share for share in found["one_vs_rest"] if share["bot"] == bot)
        assert line.split()[0] == bot
        for share in (two, three):
            assert f"{share['win_rate']:.1%} ({share['low']:.1%} to {share['high']:.1%})" in line
    assert lines[at + 4].split() == ["even", "share", "50.0%", "33.3%"]


def run_wd(folder, module, *words):
    """Run a program until it and every process that it has started have ended: all of them hold its output open."""
    command = [sys.executable, "-c", START.format(module=module), *map(str, words)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


START = (
    f"import runpy, sys; sys.path.insert(0, {str(ROOT)!r}); from wd_env.evaluation.ladder import ratings; "
    f"ratings.BOOTSTRAP_DRAWS = {DRAWS}; runpy.run_module({{module!r}}, run_name='__main__')"
)


def test_a_ladder_prints_its_tables_and_writes_json_and_plots(wd, tmp_path):
    pytest.importorskip("matplotlib")
    ended = wd("ladder", *SMALL, "--out", "out.json", "--plots", "plots", "--seed", 3)
    assert ended.code == 0
    for words in ("2 players: 16 games, an even share is 50.0%", "3 players: 24 games, an even share is 33.3%",
                  "All numbers of players: 40 games", "Two-player games", "Ratings are in Elo, random has 0; 40 games",
                  "Seed 3, blocks of 4 deals"):  # fmt: skip
        assert words in ended.out
    found = json.loads((tmp_path / "out.json").read_text())
    assert (found["rules_hash"], found["seed"], found["block_size"]) == (GAME.rules_hash, 3, 4)
    assert found["bots"] == [{"name": "random", "sha256": None}, {"name": "scripted", "sha256": None}]
    assert found["options"]["max_turns"] == 30
    assert [ranking["players"] for ranking in found["rankings"]] == [2, 3, None]
    assert [row["lineup"] for row in found["lineups"]] == [
        ["random", "scripted"],
        ["random", "scripted", "scripted"],
        ["scripted", "random", "random"],
    ]
    for row in found["lineups"]:
        assert sum(row["wins"].values()) + row["truncated"] <= row["games"]
    names = {path.name for path in (tmp_path / "plots").iterdir()}
    assert names == {"ratings_2_players.png", "ratings_3_players.png", "ratings_all.png", "payoffs.png"}


def test_two_processes_give_the_result_of_one(whole, tmp_path):
    lines, result = whole
    done = run_wd(tmp_path, "wd_env.cli.main", "ladder", *SMALL, "--processes", 2)
    assert (done.returncode, done.stdout) == (0, result)
    assert sorted((tmp_path / "ladder.jsonl").read_bytes().splitlines(keepends=True)) == sorted(lines)


def ladder_dies(folder, line, moment, words):
    """Run in a process forked from this one, where the rules are loaded, and kill it at this line of its file."""
    os.chdir(folder)
    dying.run(line, moment, ["ladder", *map(str, words)])


@pytest.mark.parametrize(
    ("line", "processes", "moment"),
    [(1, 1, "middle"), *((2, 1, moment) for moment in dying.MOMENTS), (LINES, 1, "after"), (2, 2, "before")],
)
def test_a_kill_loses_no_finished_block(wd, whole, tmp_path, line, processes, moment):
    """Kill it at the header, at the first block or at the last one; the same call then gives the same tables."""
    lines, result = whole
    words = (*SMALL, "--processes", processes, "--file", "ladder.jsonl")
    if processes == 1:
        process = FORKED.Process(target=ladder_dies, args=(tmp_path, line, moment, words))
        process.start()
        process.join()
        ended_by = process.exitcode
    else:
        ended_by = run_wd(tmp_path, "tests.cli.dying", line, moment, "ladder", *words).returncode
    assert ended_by == -signal.SIGKILL
    kept = (tmp_path / "ladder.jsonl").read_bytes().splitlines(keepends=True)
    finished = [each for each in kept if each.endswith(b"\n")]
    assert len(finished) == (line if moment == "after" else line - 1)
    assert (len(kept) > len(finished)) == (moment == "middle")
    ended = wd("ladder", *SMALL)
    assert (ended.code, ended.out) == (0, result)
    assert ("the last line is incomplete" in ended.err) == (moment == "middle")
    after = (tmp_path / "ladder.jsonl").read_bytes().splitlines(keepends=True)
    assert after[: len(finished)] == finished
    assert sorted(after) == sorted(lines)


@pytest.fixture
def ladder(whole, tmp_path):
    """Write the file of the small ladder to the folder of the test."""
    path = tmp_path / "ladder.jsonl"
    path.write_bytes(b"".join(whole[0]))
    return path


def test_a_finished_ladder_plays_nothing_and_prints_the_same(wd, whole, ladder):
    before = ladder.read_bytes()
    assert wd("ladder", *SMALL).out == whole[1]
    assert ladder.read_bytes() == before


def test_a_ladder_goes_on_with_more_games_and_players(wd, whole, ladder):
    before = ladder.read_bytes()
    ended = wd("ladder", "random", "scripted", "--players", 2, 4, "--games", 20, *SHORT)
    assert ended.code == 0
    assert ladder.read_bytes().startswith(before)
    assert ladder.read_bytes().count(b"\n") == LINES + 1 + 2 * 2
    assert "4 players: 64 games" in ended.out
    assert "3 players: 24 games" in ended.out


def test_the_order_of_lines_does_not_count(wd, whole, ladder):
    header, *blocks = whole[0]
    ladder.write_bytes(b"".join([header, *blocks[::-1]]))
    assert wd("ladder", *SMALL).out == whole[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*SMALL, "--seed", 2), "is a ladder with seed 1, not 2"),
        ((*SMALL[:-1], 8), "is a ladder with block_size 4, not 8"),
        ((*SMALL, "--max-turns", 31), "is a ladder with options max_turns 30, not 31"),
        ((*SMALL, "--variant", "ten_card"), "is a ladder with options variant 'five_card', not 'ten_card'"),
        (("scripted", "random", *SHORT), "is a ladder with bots {'name': 'random'"),
        (("random", f"{BOTS}:First", *SHORT), "is a ladder with bots {'name': 'scripted'"),
    ],
)
def test_another_ladder_in_the_file_is_rejected_and_unchanged(wd, ladder, words, message):
    before = ladder.read_bytes()
    ended = wd("ladder", *words)
    assert ended.code == 2
    assert message in ended.error_line
    assert "use the same settings or a new file" in ended.error_line
    assert ladder.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [lines[0], lines[1][:-20] + b"\n", *lines[2:]],
        lambda lines: [lines[0], lines[1].replace(b'"random"', b'"nobody"', 1), *lines[2:]],
        lambda lines: [lines[0], lines[1].replace(b'"won":[[', b'"won":[[9,'), *lines[2:]],
        lambda lines: [lines[0], lines[1].replace(b'"block":0', b'"block":-1'), *lines[2:]],
        lambda lines: [lines[0], b"\n", *lines[1:]],
        lambda lines: [b"{}\n", *lines[1:]],
        lambda lines: [b"[]\n", *lines[1:]],
        lambda lines: [lines[0].replace(b"ladder 2", b"ladder 3"), *lines[1:]],
        lambda lines: [b"a note of mine"],
        lambda lines: [b"a note of mine\nand more\n"],
    ],
)
def test_a_corrupt_or_foreign_file_is_rejected_and_unchanged(wd, whole, ladder, damage):
    ladder.write_bytes(b"".join(damage(whole[0])))
    before = ladder.read_bytes()
    ended = wd("ladder", *SMALL)
    assert ended.code == 2
    assert ended.error_line.startswith("ladder.jsonl: ")
    assert ladder.read_bytes() == before


def test_a_ladder_that_another_process_writes_is_rejected_and_unchanged(wd, whole, ladder):
    book = LadderFile(ladder, json.loads(whole[0][0]))
    try:
        assert "is being written by another process" in wd("ladder", *SMALL).error_line
    finally:
        book.close()
    assert wd("ladder", *SMALL).code == 0


def test_other_versions_are_reported_and_accepted(wd, whole, ladder):
    header = json.loads(whole[0][0])
    ladder.write_bytes(json.dumps({**header, "numpy": "1.2.3"}).encode() + b"\n" + b"".join(whole[0][1:]))
    ended = wd("ladder", *SMALL)
    assert ended.code == 0
    assert "was started with numpy 1.2.3 and continues with" in ended.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "bots: expected at least two names, got none"),
        (("random",), "bots: expected at least 2, got 1"),
        (("random", "scripted", "random"), "duplicate bot 'random'; expected each bot once"),
        (
            ("random", "scripted", "--players", 1),
            "number of players in --players: expected 2, 3, 4, 5 with these rules, got 1",
        ),
        (("random", "scripted", "--players", 2, 6), "number of players in --players: expected"),
        (("random", "scripted", "--games", 0), "games: expected at least 1 for a ladder, got 0"),
        (("random", "scripted", "--block-size", 0), "block_size: expected 1 to 4096, got 0"),
        (("random", "scripted", "--processes", 0), "--processes: expected an integer from 1 to 256, got 0"),
        (("random", "scripted", "--bot-timeout", 0), "bot timeout: expected more than 0 seconds, up to 86400, got 0.0"),
        (("random", "scripted", "--seed", -1), "got -1"),
        (("random", "nobody"), "unknown bot 'nobody'"),
        (("random", f"{BOTS}:FailsToConstruct"), "cannot be made: RuntimeError: no memory"),
        (("random", "scripted", "--knowledge-model", "quiz"), "in a game of bots"),
        (("random", "scripted", "--file", "no/such.jsonl"), "no/such.jsonl cannot be written"),
        (("random", "scripted", "--out", "no/such.json"), "no/such.json cannot be written"),
        (("random", "scripted", "--plots", "no/such"), "no/such cannot be written"),
    ],
)
def test_invalid_arguments_are_rejected_and_nothing_is_written(wd, tmp_path, words, message):
    ended = wd("ladder", *words)
    assert ended.code == 2
    assert message in ended.error_line
    assert not list(tmp_path.iterdir())


def test_a_missing_library_is_refused_before_a_game_is_played(wd, tmp_path, monkeypatch):
    monkeypatch.setattr("wd_env.dependencies.is_installed", lambda library: library != "choix")
    ended = wd("ladder", *SMALL)
    assert (ended.code, ended.error_line) == (1, str(not_installed_error("choix")))
    assert not list(tmp_path.iterdir())


def test_bots_that_fail_are_named_and_the_ladder_goes_on(tmp_path):
    names = [f"{BOTS}:Raises", f"{BOTS}:Dies", f"{BOTS}:First"]
    words = ("ladder", *names, "--games", 8, *SHORT, "--out", "out.json")
    done = run_wd(tmp_path, "wd_env.cli.main", *words, "--processes", 2)
    assert done.returncode == 0
    assert "Raises': ZeroDivisionError: by zero" in done.stdout
    assert "games by failing: bot 'tests.evaluation.ladder.bots:Dies': its process died (exit code 3)" in done.stdout
    found = json.loads((tmp_path / "out.json").read_text())
    failures = {row["bot"]: row["failures"] for row in found["rankings"][0]["ratings"]}
    assert failures[names[1]] == 16
    assert failures[names[2]] == 0
    assert all(len(bot["sha256"]) == 64 for bot in found["bots"])
