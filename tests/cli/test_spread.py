"""`wd evaluate` and `wd stats` in blocks: with processes, killed and resumed, with the results of a complete run."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("rich")

from wd_env.evaluation.matches.match_blocks import Block

ROOT = Path(__file__).parents[2]
START = f"import runpy, sys; sys.path.insert(0, {str(ROOT)!r}); runpy.run_module({{module!r}}, run_name='__main__')"
SHORT = ("--max-turns", 30, "--block-size", 4, "--out", "out.json")
CASES = {
    "evaluate": ("evaluate", "random", "scripted", "--games", 24, *SHORT),
    "stats": ("stats", "random", "scripted", "--games", 12, *SHORT),
}
BLOCKS = 3


def run_wd(folder, module, *words):
    command = [sys.executable, "-c", START.format(module=module), *map(str, words)]
    surroundings = dict(os.environ)  # readline may have set COLUMNS in the process, which os.environ does not show
    return subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)


def result_in(folder):
    """Return the result without its date."""
    found = json.loads((folder / "out.json").read_text())
    return {name: value for name, value in found.items() if name != "date"}


@pytest.fixture(params=CASES)
def words(request):
    return CASES[request.param]


@pytest.fixture(scope="module")
def kept():
    """Store the output, the result and the leftovers of the first run of each command, by its arguments."""
    return {}


@pytest.fixture
def whole(wd, words, tmp_path, kept):
    """Return the output and the result of an uninterrupted run in this process, whose files are removed."""
    if words not in kept:
        ended = wd(*words)
        assert (ended.code, ended.err.count("\n")) == (0, 1), "expected one line about the games"
        kept[words] = ended.out, result_in(tmp_path)
        assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
        (tmp_path / "out.json").unlink()
    return kept[words]


def interrupted(*_):
    raise KeyboardInterrupt


@pytest.fixture
def left(wd, words, whole, tmp_path, monkeypatch, kept):
    """Return the file of a run that was stopped after two of three blocks."""
    path = tmp_path / "out.json.blocks"
    if ("left", words) not in kept:
        with monkeypatch.context() as patch:
            patch.setattr("wd_env.cli.result_files.write_atomic", interrupted)
            assert wd(*words).code == 130
        kept["left", words] = b"".join(path.read_bytes().splitlines(keepends=True)[:3])
    path.write_bytes(kept["left", words])
    return path


@pytest.mark.parametrize("words", ["evaluate", pytest.param("stats", marks=pytest.mark.long)], indirect=True)
def test_two_processes_give_the_result_of_one(words, whole, tmp_path):
    done = run_wd(tmp_path, "wd_env.cli.main", *words, "--processes", 2)
    assert (done.returncode, done.stdout, result_in(tmp_path)) == (0, *whole)
    assert "s of processor time" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_a_killed_run_resumes_to_the_same_table(wd, words, whole, tmp_path):
    """Kill a run in the middle of the second block's line: its file is rejected without --resume, then resumed."""
    left = tmp_path / "out.json.blocks"
    assert run_wd(tmp_path, "tests.cli.dying", 3, "middle", *words).returncode == -signal.SIGKILL
    assert left.read_bytes().count(b"\n") == 2
    ended = wd(*words)
    assert (ended.code, "--resume continues it, --restart discards them" in ended.error_line) == (2, True)
    first = left.read_bytes()
    for option, value, message in (("--seed", 2, "seed 1, not 2"), ("--block-size", 5, "block_size 4, not 5"),
                                ("--games", 40, "deals"), ("--last-player", "stalemate", "last_player")):  # fmt: skip
        ended = wd(*words, option, value, "--resume")
        assert (ended.code, message in ended.error_line) == (2, True)
        assert left.read_bytes() == first
    ended = wd(*words, "--resume")
    assert (ended.code, ended.out, result_in(tmp_path)) == (0, *whole)
    assert "the last line is incomplete" in ended.err
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_a_run_resumes_only_what_is_missing(wd, words, whole, left, tmp_path, monkeypatch):
    played, seeds = [], Block.deal_seeds
    monkeypatch.setattr(Block, "deal_seeds", lambda block: played.append(block.index) or seeds(block))
    ended = wd(*words, "--resume")
    assert (ended.code, ended.out, result_in(tmp_path)) == (0, *whole)
    assert played == [2]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [lines[0], b"{}\n", lines[2]], "line 2 is corrupt"),
        (lambda lines: [b"what?\n", *lines[1:]], "expected valid JSON"),
        (lambda lines: [lines[0].replace(b'"wd-env 0', b'"wd-env 9'), *lines[1:]], "with package 'wd-env 9"),
        (lambda lines: [lines[0].replace(b'"rules_hash":"', b'"rules_hash":"0'), *lines[1:]], "rules_hash"),
        (lambda lines: [line.replace(b'"scripted"', b'"collector"') for line in lines], "'collector', not 'scripted'"),
    ],
)
def test_corrupt_or_foreign_blocks_are_named_and_replayed_only_on_request(
    wd, words, whole, left, tmp_path, spoil, message
):
    spoiled = b"".join(spoil(left.read_bytes().splitlines(keepends=True)))
    left.write_bytes(spoiled)
    ended = wd(*words, "--resume")
    assert ended.code == 2
    assert ended.error_line.startswith(str(left.name))
    assert message in ended.error_line
    assert left.read_bytes() == spoiled
    ended = wd(*words, "--restart")
    assert (ended.code, ended.out, result_in(tmp_path)) == (0, *whole)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--processes", 0), "--processes: expected an integer from 1 to 256, got 0"),
        (("--block-size", 0), "block_size: expected 1 to 4096, got 0"),
        (("--resume", "--restart"), "expected --resume or --restart, got both"),
    ],
)
def test_invalid_arguments_are_rejected_and_nothing_is_written(wd, words, tmp_path, more, message):
    ended = wd(*words, *more)
    assert ended.code == 2
    assert message in ended.error_line
    assert not list(tmp_path.iterdir())


def test_without_a_saved_result_resume_is_rejected(wd):
    ended = wd("evaluate", "random", "random", "--resume")
    assert (ended.code, "--resume: expected --out FILE" in ended.error_line) == (2, True)
