"""A single game needs no compiler; compiled rules are cached where possible, and never stale."""

import subprocess
import sys
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

# Two modules of rules, the second with a number that the first inlines, and an entry point over them.
ROOM = "def doubled(n):\n    return n * {factor}\n"
ENTRY = """
import logging, sys
import room
from wd_env.compiler.compile_rules import compile_lazily

def make(tag):
    def run(n):
        tag
        return doubled(n)
    return run

logging.basicConfig(format="%(message)s")
print(compile_lazily("tiny", (room,), make)(21))
"""


def python(program, folder, **environment):
    """Return what a new Python process prints to stdout and stderr."""
    kept = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{folder}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1", **environment}
    words = [sys.executable, *program]
    done = subprocess.run(words, cwd=folder, env=kept, capture_output=True, text=True, check=True)
    return done.stdout.strip(), done.stderr


@pytest.fixture
def rooms(tmp_path):
    """Return a folder of rules whose `__pycache__` cannot be written."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "room.py").write_text(ROOM.format(factor=2))
    (folder / "entry.py").write_text(ENTRY)
    (folder / "__pycache__").write_text("a file, as good as a folder without permission")
    return folder


def test_the_first_step_of_a_single_game_loads_no_compiler_and_nothing_heavy(tmp_path):
    result, _ = python(["-c", FIRST_STEP], tmp_path)
    assert result == "[]"


def test_compiled_rules_are_saved_in_the_home_folder_if_their_own_is_read_only(rooms, tmp_path):
    pytest.importorskip("numba")
    home = tmp_path / "home"
    home.mkdir()
    message, said = python(["entry.py"], rooms, HOME=str(home))
    assert message == "42"
    assert not [line for line in said.splitlines() if not line.startswith("compiling the rules of tiny")]
    assert len(list(home.rglob("*.nbc"))) == 1
    assert not list(rooms.rglob("*.nb*"))


def test_without_a_writable_folder_rules_are_compiled_with_a_warning(rooms, tmp_path):
    pytest.importorskip("numba")
    home = tmp_path / "home"
    home.write_text("a file, as good as a folder without permission")
    message, said = python(["entry.py"], rooms, HOME=str(home))
    assert message == "42"
    assert "the rules are compiled in every process" in said


@pytest.mark.long
def test_an_edit_of_any_rule_is_never_loaded_from_the_cache(rooms, tmp_path):
    pytest.importorskip("numba")
    for factor in (2, 3, 2, 5):
        (rooms / "room.py").write_text(ROOM.format(factor=factor))
        assert python(["entry.py"], rooms, NUMBA_CACHE_DIR=str(tmp_path / "cache"))[0] == str(21 * factor)
    assert len(list((tmp_path / "cache").rglob("*.nbc"))) == 3
