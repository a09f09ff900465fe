"""Compiled rules are loaded in the background of a game, which never waits for them."""

import subprocess
import sys
import threading

import pytest

from wd_env.table import compiled_warmup


@pytest.fixture(autouse=True)
def has_played(monkeypatch):
    monkeypatch.setenv(compiled_warmup.MODE_VARIABLE, compiled_warmup.AUTO)
    monkeypatch.setattr(compiled_warmup, "_actions", compiled_warmup.ACTIONS_BEFORE_COMPILING)


def test_rules_are_loaded_only_after_the_process_has_played_a_while(monkeypatch):
    monkeypatch.setattr(compiled_warmup, "_actions", compiled_warmup.ACTIONS_BEFORE_COMPILING - 1)
    made = []
    for _ in range(2):
        assert not compiled_warmup.is_ready("of a short use", lambda: made.append(True))
    assert [thread.name for thread in threading.enumerate() if "short use" in thread.name] == made == []


def test_play_does_not_wait_while_a_thread_loads_the_rules():
    may_end, done = threading.Event(), []

    def make():
        may_end.wait()
        done.append(True)

    assert not compiled_warmup.is_ready("of this test", make)
    assert not compiled_warmup.is_ready("of this test", make)
    assert done == []
    may_end.set()
    for thread in threading.enumerate():
        if thread.name == "compiling of this test":
            thread.join()
    assert compiled_warmup.is_ready("of this test", make)
    assert done == [True]


def test_threads_switch_often_while_rules_are_loaded_and_as_before_afterwards():
    """Check the switch interval: with the default one, each opened file would wait for the playing thread.

    Loading took ten seconds instead of two.
    """
    usual, loading, may_end = sys.getswitchinterval(), threading.Barrier(3), [threading.Event(), threading.Event()]

    def maker(number):
        def make():
            loading.wait()
            may_end[number].wait()

        return make

    for number in range(2):
        compiled_warmup.is_ready(f"turns {number}", maker(number))
    loading.wait()
    threads = {thread.name: thread for thread in threading.enumerate()}
    turns = []
    for number in range(2):
        turns.append(sys.getswitchinterval())
        may_end[number].set()
        # Before any assertion, because a waiting thread would keep the process alive.
        threads[f"compiling turns {number}"].join()
    assert turns == [pytest.approx(compiled_warmup.SWITCH_INTERVAL)] * 2
    assert sys.getswitchinterval() == usual


@pytest.mark.parametrize(
    ("disabled", "is_installed", "compiles"),
    [("0", True, True), ("", True, True), ("1", True, False), ("0", False, False), ("1", False, False)],
)
def test_rules_are_compiled_only_if_the_compiler_is_installed_and_enabled(
    monkeypatch, disabled, is_installed, compiles
):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", disabled)
    monkeypatch.setattr(compiled_warmup, "_has_numba", lambda: is_installed)
    name, made = f"switched {disabled} {is_installed}", []
    compiled_warmup.is_ready(name, lambda: made.append(True))
    for thread in threading.enumerate():
        if thread.name == f"compiling {name}":
            thread.join()
    assert made == [True] * compiles


def test_if_rules_cannot_be_compiled_one_warning_appears_and_games_continue(caplog):

    def fail():
        raise RuntimeError("no compiler")

    for _ in range(3):
        assert not compiled_warmup.is_ready("what fails", fail)
        for thread in threading.enumerate():
            if thread.name == "compiling what fails":
                thread.join()
    assert [record.getMessage() for record in caplog.records] == [
        "what fails stays interpreted in single games: it cannot be compiled: no compiler"
    ]


def test_a_short_use_never_loads_the_compiler():
    code = (
        "import sys; from wd_env.games.world_dominance.table import WorldDominance; table = WorldDominance(seed=1)\n"
        "for _ in range(100): table.is_terminal or table.play(table.mask().index(1))\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=None)
