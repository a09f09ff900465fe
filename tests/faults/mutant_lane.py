"""A plugin of pytest for `make mutants`: which tests reach which statements, and which notice each of many mutants.

It collects once. Then every test, or every mutant with the tests that reach it, runs in a child forked from there, so
that nothing is imported twice and nothing that a test leaves behind meets the next. What is to be done stands in a
file that is named by the environment; see `mutants`.
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

JOB = "WD_MUTANTS"  # names the file that says what is to be done
MARKS = "_mutants_reached"  # among the built-in names: one byte for each statement
SLACK, TIMES = 5.0, 20.0  # seconds of the processor for a test, and so many times what it takes without a fault
FRESH_SLACK = 100.0  # the same where rules may have to be compiled anew
HANGS = 900  # seconds of the clock after which a child that does nothing is ended
WRONG = 3  # how a child ends that met with an error of ours

Report = dict[str, Any]


def module_of(path: str) -> str:
    """The module of a file of the tree; the folders at the top are imported under our one name."""
    name = path.removesuffix(".py").replace("/", ".")
    return f"wd_env.{name}" if name.startswith(("agents.", "train.")) else name


# Rewriting a module on its way in


class _Rewritten(SourceFileLoader):
    """Compiles what `rewrite` makes of the file and keeps no bytecode."""

    rewrite: Callable[[str], Any]

    def get_code(self, fullname: str) -> CodeType:
        tree = self.rewrite(Path(self.path).read_text("utf-8"))
        return compile(tree, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Hands the modules that are to be rewritten to the loader above."""

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


# Planting a mutant in a module that is there already


def plant(mutant: Mutant) -> None:
    """Give the function of the mutant its changed code, wherever it is imported to; LookupError if there is none."""
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
    """The function in what its decorators made of it."""
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
    """What one process of pytest does of `make mutants`."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.job = job
        self.root = Path(job["root"])
        self.out = Path(job["out"])
        self.folder = Path(job["folder"])  # whatever children leave behind
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
        """The modules with a mark before each statement, in the order of `places`."""
        rewrites: dict[str, Callable[[str], Any]] = {}
        start = 0
        for path in paths:
            rewrites[module_of(path)] = partial(marked, name=MARKS, first=start)
            start += len(places((self.root / path).read_text("utf-8")))
        setattr(builtins, MARKS, bytearray(start))
        return rewrites

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Remember whether the test that runs has failed."""
        if report.failed:
            self.failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests one after another."""
        tests = {item.nodeid: item for item in session.items}
        at_import = _which(getattr(builtins, MARKS, bytearray()))
        if self.job.get("loads"):
            _load_rules()
        gc.collect()
        gc.freeze()  # what is shared with children is not copied for the sake of the collector
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
        """The tests of one page; one that takes too long fails, and the others go on, until all take too long."""
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
        """The likeliest tests up to the first that fails, then every case of each, within the limits."""
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
        """One line by one system call, so that the lines of two children do not mix."""
        handle = os.open(self.out, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(handle, (json.dumps(report) + "\n").encode())
        os.close(handle)

    # Children

    def _fork(self, jobs: Iterator[tuple[str, Callable[[], None]]]) -> None:
        """Each job in a child of its own, so many at a time."""
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
    """Do the work with a folder for temporary files, and end without a word."""
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
    """End this process when it has worked so long; a neighbour who takes the processor costs nothing."""
    signal.signal(signal.SIGPROF, then)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _give_up(number: int, frame: Any) -> NoReturn:
    raise TimeoutError("this test takes too long to count")


def _which(marks: bytearray) -> list[int]:
    return [number for number, mark in enumerate(marks) if mark]


def pytest_configure(config: pytest.Config) -> None:
    """Take part where there is something to do."""
    if lane is not None:
        config.pluginmanager.register(lane)


# Made as soon as pytest imports the plugin, before any module that is to be rewritten.
lane = Lane(json.loads(Path(os.environ[JOB]).read_text("utf-8"))) if JOB in os.environ else None
