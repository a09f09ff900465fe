"""A single game needs no compiler; compiling is announced, cached where possible, and never stale."""

import logging
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


class Compiler:
    """Stands in for Numba's compiler, and records what is compiled before a call."""

    def __init__(self):
        self.signatures = []

    def compile(self, signature):
        self.signatures.append(signature)

    def __call__(self, answer):
        return answer


class Timer:
    """Stands in for a timer that rings immediately, as on a very busy machine, or never."""

    rings = True

    def __init__(self, seconds, function, arguments):
        self.function, self.arguments = function, arguments

    def start(self):
        if Timer.rings:
            self.function(*self.arguments)

    def cancel(self): ...


def test_loading_is_not_announced_as_compiling_however_long_it_takes(monkeypatch, caplog, tmp_path):
    """Make the same entry point twice, as two processes would: the first compiles, the second loads it from disk."""
    pytest.importorskip("numba")
    import numba

    from wd_env.compiler import compile_rules
    from wd_env.kernels import bits

    def make(tag):
        def run(n):
            tag  # noqa: B018
            return count_ones(n)  # noqa: F821

        return run

    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(compile_rules.threading, "Timer", Timer)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    for hits in (0, 1):
        run = compile_rules.compile_lazily.__wrapped__("go", (bits,), make)
        assert run(0b1011) == 3
        assert run.compiled.stats.cache_hits.total() == hits
        assert len(caplog.messages) == 1, "expected one message, from the first entry point"


@pytest.mark.parametrize("rings", [True, False])
def test_compiling_that_takes_long_is_announced_once_and_what_is_quick_is_not(monkeypatch, caplog, rings):
    pytest.importorskip("numba")
    from wd_env.compiler import compile_rules

    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(Timer, "rings", rings)
    monkeypatch.setattr(compile_rules.threading, "Timer", Timer)
    run = compile_rules.LazyCompiled("chess", lambda mode: Compiler())
    assert [run(4), run(5)] == [4, 5]
    assert len(run.compiled.signatures) == 1
    duration = "up to two minutes, more on a busy machine"
    announced = f"compiling the rules of chess: {duration}, once and after each change of the rules"
    assert caplog.messages == [announced] * rings
