"""A pytest plugin for `make mutants`: record the statements that each test reaches, and run mutants against tests.

Tests are collected once. Every test, or every mutant with the tests that reach it, then runs in a forked child, so that
modules are imported only once and tests do not affect each other. The environment variable `WD_MUTANTS` contains the
path of a JSON file with the job; `mutant_runs` writes it.
"""

import builtins
import gc
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.faults.mutant_planting import RewritingFinder, module_of, plant
from tests.faults.mutations import Mutant, instrument, mutate, statement_positions

JOB = "WD_MUTANTS"  # environment variable with the path of the job file
MARKS = "_mutants_reached"  # name of a builtin: one byte per statement
MIN_SECONDS, TIME_FACTOR = 5.0, 20.0  # CPU limit of a test: seconds, plus a multiple of its usual time
FRESH_MIN_SECONDS = 100.0  # the same if rules may have to be compiled again
WALL_FRACTION = 1 / 3  # of elapsed time that counts at least; the rest may be due to other work of the machine
CHILD_TIMEOUT = 300  # seconds
EXIT_PLUGIN_ERROR = 3  # exit status of a child after an error of this plugin

Report = dict[str, Any]


class MutantPlugin:
    """Pytest plugin that does one job of `make mutants`."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.job = job
        self.root = Path(job["root"])
        self.out = Path(job["out"])
        self.folder = Path(job["folder"])  # files that children leave behind
        self.failed = ""
        self.has_compiled = False
        self.fixture_reach: dict[str, set[int]] = {}  # what the setup of shared fixtures reached, by name
        self.fresh = Mutant(*job["fresh"]) if job["do"] == "fresh" else None
        rewrites: dict[str, Callable[[str], Any]] = {}
        if self.fresh is not None:
            rewrites[module_of(self.fresh.path)] = partial(mutate, mutant=self.fresh)
            _limit(job["seconds"])
            signal.alarm(CHILD_TIMEOUT)
        if job["do"] == "reach":
            rewrites = self._instrumented(job["paths"])
        sys.meta_path.insert(0, RewritingFinder(rewrites))

    def _instrumented(self, paths: list[str]) -> dict[str, Callable[[str], Any]]:
        """Return the rewrites that mark each executed statement, in the order of `statement_positions`."""
        rewrites: dict[str, Callable[[str], Any]] = {}
        start = 0
        for path in paths:
            rewrites[module_of(path)] = partial(instrument, name=MARKS, first=start)
            start += len(statement_positions((self.root / path).read_text("utf-8")))
        setattr(builtins, MARKS, bytearray(start))
        return rewrites

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Record whether the current test has failed."""
        if report.failed:
            self.failed = report.nodeid

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        """Record what the setup of a fixture reaches, if several tests share it."""
        if self.job["do"] != "reach" or fixturedef.scope == "function":
            return (yield)
        marks = getattr(builtins, MARKS)
        before, marks[:] = bytes(marks), bytes(len(marks))
        try:
            return (yield)
        finally:
            self.fixture_reach.setdefault(fixturedef.argname, set()).update(_marked_statements(marks))
            marks[:] = bytes(map(max, before, marks))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do the work instead of running the tests one after another."""
        tests = {item.nodeid: item for item in session.items}
        at_import = _marked_statements(getattr(builtins, MARKS, bytearray()))
        if self.job.get("preload"):
            _load_rules()
        gc.collect()
        gc.freeze()  # keep the garbage collector from copying memory that children share
        self.cases: dict[str, list[str]] = {}
        for name in tests:
            self.cases.setdefault(function_of(name), []).append(name)
        if self.fresh is not None:
            self._run(tests, self.job["task"])
        elif self.job["do"] == "reach":
            self._write({"at_import": at_import})
            self._reach(tests)
        else:
            self._fork((str(task["index"]), partial(self._try, tests, task)) for task in self.job["tasks"])
        return True

    def _reach(self, tests: dict[str, Any]) -> None:
        pages: dict[str, list[str]] = {page: [] for page in self.job["test_files"]}
        last = [cases[-1] for cases in self.cases.values() if len(cases) > 1]
        for name in (*(cases[0] for cases in self.cases.values()), *last):
            pages[name.partition("::")[0]].append(name)
        self._fork((page, partial(self._record_reach, tests, names)) for page, names in pages.items())

    def _record_reach(self, tests: dict[str, Any], names: list[str]) -> None:
        """Run the tests of one file and record what they reach. Each test and the whole file have a time limit."""
        seconds = 0.0
        for name, next_name in zip(names, [*names[1:], None], strict=True):
            if seconds > self.job["page_seconds"]:
                return
            next_item = tests[next_name] if next_name else None
            report = self._record_test(tests[name], next_item)
            if self.has_compiled:  # which later runs do not, because compiled code is cached
                first, report = report, self._record_test(tests[name], next_item)
                report["reaches"] = sorted({*first["reaches"], *report["reaches"]})
            seconds += report["seconds"]
            self._write(report)

    def _record_test(self, item: Any, next_item: Any) -> Report:
        """Run a test; return its time, whether it passed, and what it and the setup of its fixtures reach."""
        marks = getattr(builtins, MARKS)
        marks[:] = bytes(len(marks))
        self.failed, self.has_compiled = "", False
        start = os.times()
        _limit(self.job["seconds"], self._on_timeout)
        self._run_one(item, next_item)
        seconds = round(_spent_since(start), 4)
        reaches = set(_marked_statements(marks)).union(*map(self.fixture_reach.get, item.fixturenames, repeat(())))
        return {"test": item.nodeid, "seconds": seconds, "passed": not self.failed, "reaches": sorted(reaches)}

    def _on_timeout(self, number: int, frame: Any) -> None:
        """Stop the test, but not while Numba compiles, because its result is cached."""
        if _is_compiling(frame):
            self.has_compiled = True
            _limit(self.job["seconds"], self._on_timeout)
        else:
            raise TimeoutError("this test exceeds the time limit")

    def _try(self, tests: dict[str, Any], task: dict[str, Any]) -> None:
        try:
            if task["mutant"] is not None:
                plant(Mutant(*task["mutant"]))
        except (LookupError, ValueError, ImportError, AttributeError) as exc:
            self._write({"index": task["index"], "error": str(exc)})
            return
        try:
            self._run(tests, task)
        except BaseException as exc:  # pytest did not catch it, such as one while it formats an error
            if task["mutant"] is None:
                raise
            self._write({"index": task["index"], "killed_by": f"outside the tests: {type(exc).__name__}"})

    def _run(self, tests: dict[str, Any], task: dict[str, Any]) -> None:
        """Run the selected tests until one fails, then all cases of all tests, within the time limits."""
        ran: list[str] = []
        end = time.process_time() + task["seconds"]
        for name, seconds in [*task["tests"], *self._other_cases(task)]:
            if self.failed or time.process_time() > end:
                break
            _limit((MIN_SECONDS if self.fresh is None else FRESH_MIN_SECONDS) + TIME_FACTOR * seconds)
            ran.append(name)
            self._run_one(tests[name])
        self._write({"index": task["index"], "killed_by": self.failed, "ran": ran})

    def _other_cases(self, task: dict[str, Any]) -> Iterator[tuple[str, float]]:
        done = {name for name, _ in task["tests"]}
        for name, seconds in task["all_tests"] if task["cases"] else ():
            for case in self.cases[function_of(name)]:
                if case not in done:
                    done.add(case)
                    yield case, seconds

    def _run_one(self, item: Any, next_item: Any = None) -> None:
        item.ihook.pytest_runtest_protocol(item=item, nextitem=next_item)

    def _write(self, report: Report) -> None:
        """Write a line with one system call, so that lines of two children do not mix."""
        handle = os.open(self.out, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(handle, (json.dumps(report) + "\n").encode())
        os.close(handle)

    # Children

    def _fork(self, jobs: Iterator[tuple[str, Callable[[], None]]]) -> None:
        """Run each job in its own child, several at a time."""
        running: dict[int, str] = {}
        for index, (name, work) in enumerate(jobs):
            if len(running) >= self.job["workers"]:
                self._wait(running)
            folder = self.folder / str(index)
            child = os.fork()
            if child == 0:
                _in_child(work, folder)
            running[child] = name
        while running:
            self._wait(running)

    def _wait(self, running: dict[int, str]) -> None:
        child, status = os.wait()
        name = running.pop(child, None)
        if name is not None and status != 0:
            self._write({"child": name, "exit_status": os.waitstatus_to_exitcode(status)})


def _load_rules() -> None:
    """Load or compile the rules that most tests use, once for all children."""
    from tests.toy_game import PLEDGE
    from wd_env.batch.batch import Batch

    for game in ("world_dominance", "domination", PLEDGE):
        Batch(game, 1, seed=1)


def _in_child(work: Callable[[], None], folder: Path) -> NoReturn:
    """Do the work with its own folder for temporary files, and exit without output."""
    status = EXIT_PLUGIN_ERROR
    try:
        folder.mkdir(parents=True)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = str(folder)
        tempfile.tempdir = None
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(CHILD_TIMEOUT)
        work()
        status = 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(status)


def function_of(test: str) -> str:
    """Return the name of a test without the parameters of its case."""
    return test.partition("[")[0]


def _spent_since(start: os.times_result) -> float:
    """Return the CPU time since `os.times()`, ended children included, or a part of the elapsed time if that is more.

    A test that waits for other processes is slow as well, whether or not they are its children.
    """
    spent: list[float] = [after - before for after, before in zip(os.times(), start, strict=True)]
    return max(sum(spent[:-1]), WALL_FRACTION * spent[-1])


def _limit(seconds: float, handler: Any = signal.SIG_DFL) -> None:
    """End this process after this CPU time, which does not depend on other processes."""
    signal.signal(signal.SIGPROF, handler)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _is_compiling(frame: Any) -> bool:
    while frame is not None:
        if frame.f_code.co_name == "compile" and frame.f_globals.get("__name__") == "numba.core.dispatcher":
            return True
        frame = frame.f_back
    return False


def _marked_statements(marks: bytearray) -> list[int]:
    return [index for index, mark in enumerate(marks) if mark]


def pytest_configure(config: pytest.Config) -> None:
    """Activate the plugin if there is work to do."""
    if plugin is not None:
        config.pluginmanager.register(plugin)


# Created when pytest imports this module, before the modules to rewrite are imported.
plugin = MutantPlugin(json.loads(Path(os.environ[JOB]).read_text("utf-8"))) if JOB in os.environ else None
