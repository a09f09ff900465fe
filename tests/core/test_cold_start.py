"""One game needs no compiler; compiling says so, is kept where one may write, and is never stale."""

import logging
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FIRST_STEP = """
import sys
from wd_env import world_dominance_v0
env = world_dominance_v0.raw_env()
env.reset(seed=1)
env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
print(sorted({"numba", "torch", "stable_baselines3", "pygame", "matplotlib"} & set(sys.modules)))
"""

# Two rooms of rules, the second with a number that the first takes in, and an entry over them.
ROOM = "def doubled(n):\n    return n * {factor}\n"
ENTRY = """
import logging, sys
import room
from wd_env.core.compiled import compile_entry

def make(tag):
    def run(n):
        tag
        return doubled(n)
    return run

logging.basicConfig(format="%(message)s")
print(compile_entry("tiny", (room,), make)(21))
"""


def python(program, folder, **environment):
    """What a new Python prints, and what it says beside that."""
    kept = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{folder}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1", **environment}
    words = [sys.executable, *program]
    done = subprocess.run(words, cwd=folder, env=kept, capture_output=True, text=True, check=True)
    return done.stdout.strip(), done.stderr


@pytest.fixture
def rooms(tmp_path):
    """A folder of rules in whose `__pycache__` nothing can be written."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "room.py").write_text(ROOM.format(factor=2))
    (folder / "entry.py").write_text(ENTRY)
    (folder / "__pycache__").write_text("a file, as good as a folder without permission")
    return folder


def test_the_first_step_of_a_single_game_loads_no_compiler_and_nothing_heavy(tmp_path):
    told, _ = python(["-c", FIRST_STEP], tmp_path)
    assert told == "[]"


def test_compiled_rules_are_kept_in_the_home_of_who_may_not_write_beside_them(rooms, tmp_path):
    pytest.importorskip("numba")
    home = tmp_path / "home"
    home.mkdir()
    told, said = python(["entry.py"], rooms, HOME=str(home))
    assert (told, said) == ("42", "")
    assert len(list(home.rglob("*.nbc"))) == 1
    assert not list(rooms.rglob("*.nb*"))


def test_without_any_place_to_write_they_are_compiled_and_that_is_said(rooms, tmp_path):
    pytest.importorskip("numba")
    home = tmp_path / "home"
    home.write_text("a file, as good as a folder without permission")
    told, said = python(["entry.py"], rooms, HOME=str(home))
    assert told == "42"
    assert "the rules are compiled anew in every process" in said


def test_an_edit_of_any_rule_is_never_answered_from_the_cache(rooms, tmp_path):
    pytest.importorskip("numba")
    for factor in (2, 3, 2, 5):
        (rooms / "room.py").write_text(ROOM.format(factor=factor))
        assert python(["entry.py"], rooms, NUMBA_CACHE_DIR=str(tmp_path / "cache"))[0] == str(21 * factor)
    assert len(list((tmp_path / "cache").rglob("*.nbc"))) == 3


def test_compiling_that_takes_long_is_announced_once_and_what_is_quick_is_not(monkeypatch, caplog):
    pytest.importorskip("numba")
    from wd_env.core import compiled

    caplog.set_level(logging.WARNING)

    def slow(answer):
        given_up = time.monotonic() + 60
        while not caplog.messages and time.monotonic() < given_up:
            time.sleep(0.01)
        time.sleep(0.1)  # the second call is as slow
        return answer

    monkeypatch.setattr(compiled, "PATIENCE", 2.0)
    quick = compiled._announced("checkers", lambda answer: answer)
    assert [quick(4), quick(5)] == [4, 5]
    monkeypatch.setattr(compiled, "PATIENCE", 0.02)
    run = compiled._announced("chess", slow)
    assert [run(4), run(5)] == [4, 5]
    assert caplog.messages == [
        "compiling the rules of chess: up to half a minute, now and after each change of the rules"
    ]
