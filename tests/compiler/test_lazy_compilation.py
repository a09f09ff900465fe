"""Functions are compiled at their first call, in the portable mode if linking fails; long compilation is announced."""

import logging
import sys
from contextlib import suppress
from types import SimpleNamespace

import pytest

pytest.importorskip("numba")

import numba
from numba.core.caching import FunctionCache

from wd_env.compiler import code_cache, compile_modes, compile_rules
from wd_env.compiler.compile_modes import CompileMode
from wd_env.kernels import bits

LINKED = CompileMode("linked", "two minutes", lambda rule: rule, lambda loop, cached: loop, {}, ())
PORTABLE = LINKED._replace(name="portable", duration="some minutes")


def announcement(mode):
    return f"compiling the rules of chess: {mode.duration}, once and after each change of the rules"


@pytest.fixture
def modes(monkeypatch):
    """Use two modes that compile nothing, in a process that has not fallen back."""
    monkeypatch.setattr(compile_modes, "PORTABLE", False)
    monkeypatch.setattr(compile_modes, "_misfits", [])
    monkeypatch.setattr(compile_modes, "linked", lambda: LINKED)
    monkeypatch.setattr(compile_modes, "portable", lambda: PORTABLE)


class Compiler:
    """Stands in for Numba's compiler, and records what is compiled before a call."""

    def __init__(self, refuses=False):
        self.signatures = []
        self.refuses = refuses

    def compile(self, signature):
        if self.refuses:
            raise RuntimeError("a library of another kind")
        self.signatures.append(signature)

    def __call__(self, answer):
        return answer


class Timer:
    """Stands in for a timer that rings immediately, as on a very busy machine, or never."""

    rings = True
    created = None  # a list, during a test

    def __init__(self, seconds, function, arguments):
        self.seconds, self.function, self.arguments = seconds, function, arguments
        self.daemon = self.is_cancelled = False
        Timer.created.append(self)

    def start(self):
        if Timer.rings:
            self.function(*self.arguments)

    def cancel(self):
        self.is_cancelled = True


@pytest.fixture
def timers(monkeypatch, caplog):
    """Return the list of all timers that are created."""
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(Timer, "created", [])
    monkeypatch.setattr(compile_rules.threading, "Timer", Timer)
    return Timer.created


@pytest.mark.usefixtures("modes")
@pytest.mark.parametrize("rings", [True, False])
def test_compiling_that_takes_long_is_announced_once_and_what_is_quick_is_not(monkeypatch, caplog, timers, rings):
    monkeypatch.setattr(Timer, "rings", rings)
    run = compile_rules.LazyCompiled("chess", lambda mode: Compiler())
    assert [run(4), run(5)] == [4, 5]
    assert run.compiled.signatures == [(numba.typeof(4),)]
    assert caplog.messages == [announcement(LINKED)] * rings
    assert [(one.seconds, one.daemon, one.is_cancelled) for one in timers] == [(1.5, True, True)]


def test_loading_is_not_announced_as_compiling_however_long_it_takes(monkeypatch, caplog, tmp_path, timers):
    """Make the same entry point twice, as two processes would: the first compiles, the second loads it from disk."""

    def make(tag):
        def run(n):
            tag  # noqa: B018
            return count_ones(n)  # noqa: F821

        return run

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    for hits in (0, 1):
        run = compile_rules.compile_lazily.__wrapped__("go", (bits,), make)
        assert run(0b1011) == 3
        assert run.compiled.stats.cache_hits.total() == hits
        assert len(caplog.messages) == 1, "expected one message, from the first entry point"


@pytest.mark.usefixtures("modes")
def test_a_function_that_another_thread_has_compiled_is_not_compiled_again():
    run = compile_rules.LazyCompiled("chess", lambda mode: Compiler())
    run._prepare((4,))
    run._prepare((4,))
    assert len(run.compiled.signatures) == 1


@pytest.mark.usefixtures("modes", "timers")
def test_a_function_that_cannot_be_linked_is_compiled_portably(caplog):
    run = compile_rules.LazyCompiled("chess", lambda mode: Compiler(refuses=mode is LINKED))
    assert run(4) == 4
    assert run.compiled.signatures == [(numba.typeof(4),)]
    first, warning, second = caplog.messages
    assert (first, second) == (announcement(LINKED), announcement(PORTABLE))
    assert "does not support the linked mode of compilation (RuntimeError: a library of another kind)" in warning
    assert compile_modes.mode() is PORTABLE


@pytest.mark.usefixtures("modes")
def test_the_error_of_the_portable_mode_is_raised(monkeypatch, timers):
    monkeypatch.setattr(compile_modes, "PORTABLE", True)
    run = compile_rules.LazyCompiled("chess", lambda mode: Compiler(refuses=True))
    for attempt in (1, 2):
        with pytest.raises(RuntimeError, match="another kind"):
            run(4)
        assert [one.is_cancelled for one in timers] == [True] * attempt
    assert compile_modes._misfits == []


class Cache:
    """Stands in for Numba's cache of one function."""

    def __init__(self, entry):
        self.entry = entry

    def load_overload(self, signature):
        return self.entry


@pytest.mark.parametrize(("entry", "misses"), [(None, 1), ("code", 0)])
def test_a_cache_miss_is_reported_until_the_end_of_the_block(entry, misses):
    missed = []
    compiled = SimpleNamespace(_cache=Cache(entry))
    with suppress(KeyError), compile_rules._call_on_cache_miss(compiled, lambda: missed.append(1)):
        assert compiled._cache.load_overload("signature") == entry
        raise KeyError
    assert len(missed) == misses
    compiled._cache.load_overload("signature")
    assert len(missed) == misses


@pytest.mark.parametrize("compiled", [object(), SimpleNamespace(_cache=object())])
def test_a_function_without_a_cache_is_always_compiled(compiled):
    missed = []
    with compile_rules._call_on_cache_miss(compiled, lambda: missed.append(1)):
        assert missed == [1]
    assert missed == [1]


@pytest.mark.parametrize(
    ("checked", "has_folder", "attempts"), [(False, True, [True]), (False, False, [True, False]), (True, True, [False])]
)
def test_code_is_cached_if_there_is_a_folder_and_without_bounds_checks(
    monkeypatch, caplog, checked, has_folder, attempts
):
    calls = []

    def compile_loop(function, cached):
        calls.append(cached)
        if cached and not has_folder:
            raise RuntimeError("no locator available")
        return function

    def make(tag):
        def run():
            return tag, ELEVEN  # noqa: F821

        return run

    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(compile_rules, "CHECKED", checked)
    mode = LINKED._replace(compile_loop=compile_loop, native={"ELEVEN": 11})
    run = compile_rules._make_compiled("chess", (), make, mode)
    key, number = run()
    assert (run.__name__, run.__qualname__, number) == ("run_chess", f"run_chess_{key[:12]}", 11)
    assert calls == attempts
    warning = "the rules are compiled in every process, for lack of a cache: no locator available"
    assert caplog.messages == [warning] * (not has_folder)


@pytest.mark.parametrize("library", ["wd_env.compiler.code_cache", "unknown"])
def test_code_has_the_cache_of_numba_if_ours_does_not_fit(monkeypatch, library):
    monkeypatch.setitem(sys.modules, library, None)  # its import fails
    run = object()
    assert compile_rules._with_verified_cache(run) is run


@pytest.mark.parametrize("missing", [[], ["CachedCode.save"]])
def test_code_has_our_cache_only_if_it_overrides_what_numba_has(monkeypatch, missing):
    monkeypatch.setattr(code_cache, "missing_members", lambda *classes: missing)
    run = SimpleNamespace(py_func=len, _cache=object.__new__(FunctionCache))
    monkeypatch.setattr(code_cache, "CachedCode", lambda function: ("ours", function))
    before = run._cache
    code_cache.use_verified_cache(run)
    assert run._cache == (before if missing else ("ours", len))
