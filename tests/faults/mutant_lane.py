"""A pytest plugin for `make mutants`: find the statements that each test reaches, and tests that detect mutants.

Tests are collected once. Every test, or every mutant with the tests that reach it, then runs in a forked child, so that
modules are imported only once and tests do not affect each other. A file that an environment variable names contains
the work to do; see `mutants`.
"""

import builtins
import gc
import importlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NoReturn

import pytest

from tests.faults.mutations import Mutant, marked, mutated, places

JOB = "WD_MUTANTS"  # environment variable with the path of the file of work
MARKS = "_mutants_reached"  # a built-in name: one byte for each statement
SLACK, TIMES = 5.0, 20.0  # CPU seconds for a test, and a multiple of its time without a fault
FRESH_SLACK = 100.0  # the same if rules may have to be compiled again
HANGS = 900  # seconds after which a child is stopped
WRONG = 3  # exit status of a child after an error of this plugin

Report = dict[str, Any]


def module_of(path: str) -> str:
    """Return the module name of a file of the tree."""
    name = path.removesuffix(".py").replace("/", ".")
    return f"wd_env.{name}" if name.startswith(("agents.", "train.")) else name


# Rewriting modules at import


class _Rewritten(SourceFileLoader):
    """Loader that compiles the file as changed by `rewrite`, without saving bytecode."""

    rewrite: Callable[[str], Any]

    def get_code(self, fullname: str) -> CodeType:
        tree = self.rewrite(Path(self.path).read_text("utf-8"))
        return compile(tree, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finder that gives the modules to rewrite to the loader above."""

    def __init__(self, rewrites: dict[str, Callable[[str], Any]]) -> None:
        self.rewrites = rewrites

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname not in self.rewrites:
            return None
        spec = PathFinder.find_spec(fullname, path)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Rewritten(fullname, spec.origin)
        spec.loader.rewrite = self.rewrites[fullname]
        return spec


# Planting a mutant in an imported module


def plant(mutant: Mutant) -> None:
    """Replace the code of the mutant's function, wherever it is imported; LookupError if there is no such function."""
    module = importlib.import_module(module_of(mutant.path))
    tree = mutated(Path(str(module.__file__)).read_text("utf-8"), mutant)
    code = compile(tree, str(module.__file__), "exec", dont_inherit=True)
    thing: Any = module
    for part in mutant.function.split("."):
        code = _code_in(code, part, _first_line(thing, part))
        thing = vars(thing)[part]
        if not isinstance(thing, type):
            break
    function = _function_in(thing)
    if len(function.__code__.co_freevars) != len(code.co_freevars):
        raise LookupError(f"{mutant.function} closes over other things than before")
    function.__code__ = code


def _code_in(code: CodeType, name: str, line: int | None) -> CodeType:
    found = [inner for inner in code.co_consts if isinstance(inner, CodeType) and inner.co_name == name]
    if len(found) > 1:  # a property and its setter
        found = [inner for inner in found if inner.co_firstlineno == line]
    if len(found) != 1:
        raise LookupError(f"no one thing is called {name}")
    return found[0]


def _first_line(thing: Any, part: str) -> int | None:
    inner = vars(thing).get(part)
    return None if inner is None or isinstance(inner, type) else _function_in(inner).__code__.co_firstlineno


def _function_in(thing: Any) -> FunctionType:
    """Return the function inside its decorators."""
    for _ in range(8):
        if isinstance(thing, FunctionType) and not hasattr(thing, "__wrapped__"):
            return thing
        if isinstance(thing, property):
            thing = thing.fget
        elif isinstance(thing, cached_property):
            thing = thing.func
        else:
            thing = getattr(thing, "__wrapped__", None) or getattr(thing, "__func__", None)
    raise LookupError(f"there is no function in {thing!r}")


# The plugin


class Lane:
    """The part of `make mutants` that one process of pytest does."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.job = job
        self.root = Path(job["root"])
        self.out = Path(job["out"])
        self.folder = Path(job["folder"])  # files that children leave behind
        self.failed = ""
        self.fresh = Mutant(*job["fresh"]) if job["do"] == "fresh" else None
        rewrites: dict[str, Callable[[str], Any]] = {}
        if self.fresh is not None:
            rewrites[module_of(self.fresh.path)] = partial(mutated, mutant=self.fresh)
            _limit(job["seconds"])
        if job["do"] == "reach":
            rewrites = self._marked(job["paths"])
        sys.meta_path.insert(0, _Finder(rewrites))

    def _marked(self, paths: list[str]) -> dict[str, Callable[[str], Any]]:
        """Return the modules with a mark before each statement, in the order of `places`."""
        rewrites: dict[str, Callable[[str], Any]] = {}
        start = 0
        for path in paths:
            rewrites[module_of(path)] = partial(marked, name=MARKS, first=start)
            start += len(places((self.root / path).read_text("utf-8")))
        setattr(builtins, MARKS, bytearray(start))
        return rewrites

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record whether the current test has failed."""
        if report.failed:
            self.failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do the work instead of running the tests one after another."""
        tests = {item.nodeid: item for item in session.items}
        at_import = _which(getattr(builtins, MARKS, bytearray()))
        if self.job.get("loads"):
            _load_rules()
        gc.collect()
        gc.freeze()  # keep the garbage collector from copying memory that children share
        self.cases: dict[str, list[str]] = {}
        for name in tests:
            self.cases.setdefault(_function_of(name), []).append(name)
        if self.fresh is not None:
            self._run(tests, self.job["row"])
        elif self.job["do"] == "reach":
            self._write({"at_import": at_import})
            self._reach(tests)
        else:
            self._fork((str(one["number"]), partial(self._try, tests, one)) for one in self.job["mutants"])
        return True

    def _reach(self, tests: dict[str, Any]) -> None:
        pages: dict[str, list[str]] = {page: [] for page in self.job["learn"]}
        last = [cases[-1] for cases in self.cases.values() if len(cases) > 1]
        for name in (*(cases[0] for cases in self.cases.values()), *last):
            pages[name.partition("::")[0]].append(name)
        self._fork((page, partial(self._run_marked, tests, names)) for page, names in pages.items())

    def _run_marked(self, tests: dict[str, Any], names: list[str]) -> None:
        """Run the tests of one file. A test that takes too long fails; the file has a time limit, too."""
        marks = getattr(builtins, MARKS)
        start = time.process_time()
        for name, after in zip(names, [*names[1:], None], strict=True):
            if time.process_time() - start > self.job["page_seconds"]:
                return
            self.failed = ""
            marks[:] = bytes(len(marks))
            before = time.process_time()
            _limit(self.job["seconds"], _give_up)
            self._run_one(tests[name], tests[after] if after else None)
            took = time.process_time() - before
            self._write({"test": name, "seconds": round(took, 4), "passed": not self.failed, "reaches": _which(marks)})

    def _try(self, tests: dict[str, Any], one: dict[str, Any]) -> None:
        try:
            if one["mutant"] is not None:
                plant(Mutant(*one["mutant"]))
        except (LookupError, KeyError, ValueError) as error:
            self._write({"number": one["number"], "wrong": str(error)})
            return
        self._run(tests, one)

    def _run(self, tests: dict[str, Any], one: dict[str, Any]) -> None:
        """Run the most promising tests up to the first that fails, then every case of each, within the time limits."""
        ran: list[str] = []
        end = time.process_time() + one["seconds"]
        for name, seconds in [*one["tests"], *self._other_cases(one)]:
            if self.failed or time.process_time() > end:
                break
            _limit((SLACK if self.fresh is None else FRESH_SLACK) + TIMES * seconds)
            ran.append(name)
            self._run_one(tests[name])
        self._write({"number": one["number"], "killed_by": self.failed, "ran": ran})

    def _other_cases(self, one: dict[str, Any]) -> Iterator[tuple[str, float]]:
        done = {name for name, _ in one["tests"]}
        for name, seconds in one["every"] if one["cases"] else ():
            for case in self.cases[_function_of(name)]:
                if case not in done:
                    done.add(case)
                    yield case, seconds

    def _run_one(self, item: Any, after: Any = None) -> None:
        item.ihook.pytest_runtest_protocol(item=item, nextitem=after)

    def _write(self, report: Report) -> None:
        """Write a line with one system call, so that lines of two children do not mix."""
        handle = os.open(self.out, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(handle, (json.dumps(report) + "\n").encode())
        os.close(handle)

    # Children

    def _fork(self, jobs: Iterator[tuple[str, Callable[[], None]]]) -> None:
        """Run each job in its own child, several at a time."""
        at_work: dict[int, str] = {}
        for number, (name, work) in enumerate(jobs):
            if len(at_work) >= self.job["workers"]:
                self._wait(at_work)
            folder = self.folder / str(number)
            child = os.fork()
            if child == 0:
                _in_child(work, folder)
            at_work[child] = name
        while at_work:
            self._wait(at_work)

    def _wait(self, at_work: dict[int, str]) -> None:
        child, status = os.wait()
        name = at_work.pop(child, None)
        if name is not None and status != 0:
            self._write({"child": name, "ended_by": os.waitstatus_to_exitcode(status)})


def _load_rules() -> None:
    """Load the compiled rules that most tests play, or compile them, once for all children."""
    from tests.toy_game import PLEDGE
    from wd_env.batch.batch import Batch

    for game in ("world_dominance", "domination", PLEDGE):
        Batch(game, 1, seed=1)


def _in_child(work: Callable[[], None], folder: Path) -> NoReturn:
    """Do the work with a folder for temporary files, and exit without output."""
    status = WRONG
    try:
        folder.mkdir(parents=True)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = str(folder)
        tempfile.tempdir = None
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(HANGS)
        work()
        status = 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(status)


def _function_of(test: str) -> str:
    return test.partition("[")[0]


def _limit(seconds: float, then: Any = signal.SIG_DFL) -> None:
    """End this process after this CPU time, so that other processes do not matter."""
    signal.signal(signal.SIGPROF, then)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _give_up(number: int, frame: Any) -> NoReturn:
    raise TimeoutError("this test takes too long to count")


def _which(marks: bytearray) -> list[int]:
    return [number for number, mark in enumerate(marks) if mark]


def pytest_configure(config: pytest.Config) -> None:
    """Activate the plugin if there is work to do."""
    if lane is not None:
        config.pluginmanager.register(lane)


# Created when pytest imports the plugin, before the modules that are to be rewritten.
lane = Lane(json.loads(Path(os.environ[JOB]).read_text("utf-8"))) if JOB in os.environ else None
