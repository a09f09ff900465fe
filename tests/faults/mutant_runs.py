"""Pytest processes that record which tests reach which statements, and that run mutants against those tests."""

import hashlib
import json
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from tests.faults import mutant_kinds
from tests.faults.mutant_jobs import run_job
from tests.faults.mutant_kinds import Kind, files, folder_of, targets_of
from tests.faults.mutant_plugin import function_of
from tests.faults.mutations import Mutant, names_used, statement_positions
from wd_env.errors import ConfigError, DataError

CHUNK_SIZE = 16  # test files per process; the results are saved after each chunk
PAGE_SECONDS = 30.0  # time of the tests of one file after which the rest is not recorded
FIRST_SECONDS, ALL_SECONDS = 5.0, 60.0  # CPU time per mutant: for the selected tests, and for all tests if it survives
FRESH_PAGES = 64  # test files for a mutant in separate processes
COLLECT_SECONDS = 120.0  # CPU time to import and collect in a separate process
LIMITS = {"seconds": ALL_SECONDS, "cases": True}
TIMEOUTS = {"SIGPROF": "the CPU limit", "SIGALRM": "the time limit"}  # by the signal that ends a test
Tests = dict[str, "Test"]


class Test(NamedTuple):
    """The time of a test (`_spent_since` of the plugin), and the indices of the statements that it reaches."""

    seconds: float
    passed: bool
    reaches: frozenset[int]


class Verdict(NamedTuple):
    """The test that killed a mutant (empty if it survived), and the number of tests that ran."""

    mutant: Mutant
    killed_by: str
    tests: int


@dataclass
class MutantRunner:
    """Runs the mutants of one kind, and records which tests reach which statements."""

    kind: Kind
    workers: int
    folder: Path
    only: str = ""  # comma-separated test files; empty for those of the kind
    tests: Tests = field(default_factory=dict)
    killers: dict[str, str] = field(default_factory=dict)  # the test that killed a mutant in an earlier run
    at_import: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self.paths = targets_of(self.kind)
        excluded = {f"tests/{name}.py" for name in self.kind.excluded_pages}
        self.pages = [page for page in files(*self.kind.pages) if page not in excluded]
        if self.only:
            self.pages = [page for page in self.pages if page in self.only.split(",")]
            if not self.pages:
                raise ConfigError(f"expected test files of the {self.kind.name} mutants, got {self.only!r}")
        sources = {path: (mutant_kinds.ROOT / path).read_text("utf-8") for path in self.paths}
        self.names_used = [names for path in self.paths for names in names_used(sources[path])]
        statements = [(path, *position) for path in self.paths for position in statement_positions(sources[path])]
        self.indices = {statement: index for index, statement in enumerate(statements)}
        self.path_of = [path for path, *_ in statements]
        self.starts = {path: index for index, path in reversed(list(enumerate(self.path_of)))}
        self.digests = {path: _digest(mutant_kinds.ROOT / path) for path in (*self.paths, *self.pages)}

    def run(self, do: str, pages: Iterable[str], **job: Any) -> Iterator[dict[str, Any]]:
        """Run one pytest process over these test files and yield its reports; DataError if it could not run."""
        preload = self.kind.preload and do != "fresh"  # the few tests of such a job load the rules that they need
        job |= {"do": do, "workers": self.workers, "preload": preload}
        yield from run_job(self.folder, self.kind.compiled, pages, job)

    # Which test reaches which statement

    def update_reach(self) -> None:
        """Record again what the tests reach, for test files that changed or that reached a changed file."""
        cache_path = mutant_kinds.CACHE / f"{self.kind.name}-reach.json"
        cached = json.loads(cache_path.read_text()) if cache_path.is_file() else {"at_import": {}, "pages": {}}
        changed = [page for page in self.pages if not self._is_current(cached["pages"].get(page))]
        if changed:
            cache_path.parent.mkdir(parents=True, exist_ok=True)
        for chunk in _chunks(changed):
            print(f"recording what the tests of {len(chunk)} files reach, starting with {chunk[0]} ...", flush=True)
            self._record_reach(cached, chunk)
            cache_path.write_text(json.dumps(cached))
        self.at_import = self._to_indices(cached["at_import"])
        for page in self.pages:
            for name, (seconds, passed, reaches) in cached["pages"][page]["tests"].items():
                self.tests[name] = Test(seconds, passed, self._to_indices(reaches))

    def _is_current(self, cached: dict[str, Any] | None) -> bool:
        """Return whether no file that the test file reached has changed, of those that are still mutated."""
        if cached is None:
            return False
        return all(self.digests.get(path, digest) == digest for path, digest in cached["digests"].items())

    def _record_reach(self, cached: dict[str, Any], changed: list[str]) -> None:
        for page in changed:
            cached["pages"][page] = {"digests": {page: self.digests[page]}, "tests": {}}
        limits = {"seconds": self.kind.seconds, "page_seconds": PAGE_SECONDS}
        for report in self.run("reach", changed, paths=self.paths, test_files=changed, **limits):
            if "at_import" in report:
                for path, offsets in self._by_path(report["at_import"]).items():
                    cached["at_import"][path] = sorted({*cached["at_import"].get(path, ()), *offsets})
            if "test" in report:
                page, reaches = cached["pages"][_page_of(report["test"])], self._by_path(report["reaches"])
                page["tests"][report["test"]] = report["seconds"], report["passed"], reaches
                page["digests"] |= {path: self.digests[path] for path in reaches}

    def _by_path(self, indices: list[int]) -> dict[str, list[int]]:
        """Return the statement indices by file, relative to the file, so that changes of other files do not matter."""
        by_path: dict[str, list[int]] = {}
        for index in indices:
            path = self.path_of[index]
            by_path.setdefault(path, []).append(index - self.starts[path])
        return by_path

    def _to_indices(self, by_path: dict[str, list[int]]) -> frozenset[int]:
        """Return the global indices; the inverse of `_by_path`."""
        known = {path: offsets for path, offsets in by_path.items() if path in self.starts}
        return frozenset(self.starts[path] + offset for path, offsets in known.items() for offset in offsets)

    def select_tests(self, mutant: Mutant) -> tuple[bool, list[str]]:
        """Return whether the mutant may need a separate process, and the tests that reach it, best first."""
        index = self.indices.get((mutant.path, mutant.line, mutant.column))
        is_fresh = index is None or index in self.at_import
        names = [name for name in self.tests if self._is_usable(name)]
        statements = {index} if index is not None else set()
        if is_fresh:
            statements |= {n for n, names in enumerate(self.names_used) if mutant.names & names}
        users = {name for name in names if not statements.isdisjoint(self.tests[name].reaches)}
        ranks, selected = dict.fromkeys(users, 0), users  # 0 reaches the statement, 1 the file, 2 the folder
        if is_fresh or not users:  # a case that was not traced may reach it, and all tests of a file use its constants
            folder = folder_of(mutant.path)
            in_folder = {path for path in self.paths if folder_of(path) == folder} if is_fresh else set()
            ranks = dict.fromkeys(self._reaching(names, {mutant.path}), 1) | ranks
            ranks = dict.fromkeys(self._reaching(names, in_folder), 2) | ranks
            pages = set(map(_page_of, ranks))
            selected = {name for name in names if _page_of(name) in pages}
        killer = self.killers.get(repr(mutant.key))
        return is_fresh, sorted(selected, key=lambda name: (name != killer, ranks.get(name, 3), self._cost(name), name))

    def _with_cases(self, mutant: Mutant, names: list[str]) -> list[str]:
        """Return further tests with cases, of which one that was not recorded may reach the mutant."""
        further = {name for name in self.tests if "[" in name and self._is_usable(name)}.difference(names)
        in_file = self._reaching(further, {mutant.path})
        siblings = {path for path in self.paths if Path(path).parent == Path(mutant.path).parent}
        nearby = self._reaching(further, siblings) - in_file
        return [*sorted(in_file, key=self._cost), *sorted(nearby, key=self._cost)]

    def _reaching(self, names: Iterable[str], paths: set[str]) -> set[str]:
        """Return the tests that reach a statement of these files."""
        statements = {index for index, path in enumerate(self.path_of) if path in paths}
        return {name for name in names if not statements.isdisjoint(self.tests[name].reaches)}

    def _is_usable(self, name: str) -> bool:
        return self.tests[name].passed and self.tests[name].seconds < self.kind.seconds

    def _cost(self, name: str) -> float:
        """Return the sort key: low for fast tests that reach few statements."""
        test = self.tests[name]
        return (test.seconds + 0.002) * (len(test.reaches) + 10)

    def _within(self, names: list[str], seconds: float) -> list[str]:
        """Return the first tests that together take less than this time, at least one."""
        sums = accumulate(self.tests[name].seconds for name in names)
        return [name for at, (name, total) in enumerate(zip(names, sums, strict=True)) if at == 0 or total < seconds]

    # Running mutants

    def run_mutants(self, mutants: list[Mutant]) -> Iterator[Verdict]:
        """Yield a verdict for each mutant. A test kills it only if the same tests pass in this order without it."""
        self.update_reach()
        cache_path = mutant_kinds.CACHE / f"{self.kind.name}-killers.json"
        self.killers = json.loads(cache_path.read_text()) if cache_path.is_file() else {}
        for verdict in self._run_mutants(mutants):
            self.killers[repr(verdict.mutant.key)] = verdict.killed_by
            yield verdict
        cache_path.write_text(json.dumps(self.killers))

    def _run_mutants(self, mutants: list[Mutant]) -> Iterator[Verdict]:
        selections = {mutant: self.select_tests(mutant) for mutant in mutants}
        yield from (Verdict(mutant, "", 0) for mutant, (_, names) in selections.items() if not names)
        separate = [mutant for mutant, (_, names) in selections.items() if names and not mutant.function]
        in_place = [mutant for mutant, (_, names) in selections.items() if names and mutant.function]
        tasks = [self._task(index, mutant, selections[mutant][1]) for index, mutant in enumerate(in_place)]
        killers = self._run_in_place(tasks)
        for index, mutant in enumerate(in_place):
            if killers[index] is None or (selections[mutant][0] and not killers[index]):
                separate.append(mutant)  # it cannot be planted, or its values were computed before it was planted
            else:
                yield Verdict(mutant, killers[index] or "", len(tasks[index]["tests"]))
        yield from self._run_separately({mutant: selections[mutant][1] for mutant in separate})

    def _task(self, index: int, mutant: Mutant, names: list[str]) -> dict[str, Any]:
        tests = [(name, self.tests[name].seconds) for name in self._within(names, FIRST_SECONDS)]
        all_tests = [(name, self.tests[name].seconds) for name in [*names, *self._with_cases(mutant, names)]]
        return {"index": index, "mutant": mutant, "tests": tests, "all_tests": all_tests, **LIMITS}

    def _run_in_place(self, tasks: list[dict[str, Any]]) -> dict[int, str | None]:
        """Return by index the test that failed: empty if none did, None if the mutant cannot be planted."""
        killers: dict[int, str | None] = {}
        ran: dict[int, tuple[str, ...]] = {}
        for report in self._run_tasks(tasks):
            if "exit_status" in report:
                killers[int(report["child"])] = _cause_of_exit(report["exit_status"])
            elif "index" in report:
                killers[report["index"]] = None if "error" in report else report["killed_by"]
                ran[report["index"]] = tuple(report.get("ran", ()))
        unusable = self._failing_without_mutant({names for index, names in ran.items() if killers[index]})
        last = _last_functions(unusable)
        repeated = [_without(last, task) for task in tasks if ran.get(task["index"]) in unusable]
        return killers | (self._run_in_place(repeated) if repeated else {})

    def _run_tasks(self, tasks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        pages = sorted({_page_of(name) for task in tasks for name, _ in task["all_tests"]})
        return self.run("mutants", pages, tasks=tasks) if tasks else iter(())

    def _failing_without_mutant(self, sequences: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
        """Return the sequences of tests in which one fails without a mutant; they cannot kill one."""
        ordered = sorted(sequences)
        timed = [[(name, self._seconds(name)) for name in names] for names in ordered]
        limits = {"seconds": 2 * ALL_SECONDS, "cases": False}
        tasks: list[dict[str, Any]] = [
            {"index": index, "mutant": None, "tests": tests, "all_tests": tests, **limits}
            for index, tests in enumerate(timed)
        ]
        return {ordered[report["index"]] for report in self._run_tasks(tasks) if report.get("killed_by")}

    def _seconds(self, name: str) -> float:
        """Return the recorded CPU time of the test, or the limit if it was not recorded."""
        test = self.tests.get(name)
        return test.seconds if test else self.kind.seconds

    def _run_separately(
        self, selections: dict[Mutant, list[str]], left_out: frozenset[str] = frozenset()
    ) -> Iterator[Verdict]:
        """Run each mutant in new processes against its tests."""
        with ThreadPoolExecutor(self.workers) as pool:
            results = list(pool.map(lambda mutant: self._run_fresh(mutant, selections[mutant], left_out), selections))
        unusable = self._failing_without_mutant({ran for verdict, ran in results if verdict.killed_by and ran})
        yield from (verdict for verdict, ran in results if ran not in unusable)
        repeated = {verdict.mutant: selections[verdict.mutant] for verdict, ran in results if ran in unusable}
        if repeated:
            yield from self._run_separately(repeated, left_out | _last_functions(unusable))

    def _run_fresh(self, mutant: Mutant, names: list[str], left_out: frozenset[str]) -> tuple[Verdict, tuple[str, ...]]:
        """Return the verdict, and the tests that ran last; a process has few test files, because collecting is slow."""
        num_tests, ran = 0, ()
        for pages in _chunks(list(dict.fromkeys(map(_page_of, names)))[:FRESH_PAGES]):
            task = self._task(0, mutant, [name for name in names if _page_of(name) in pages])
            task["all_tests"] = [pair for pair in task["all_tests"] if _page_of(pair[0]) in pages]
            task = _without(left_out, task)
            [report] = self.run("fresh", sorted(pages), fresh=mutant, task=task, seconds=COLLECT_SECONDS)
            num_tests, ran = num_tests + len(task["tests"]), tuple(report.get("ran", ()))
            if report["killed_by"]:
                return Verdict(mutant, report["killed_by"], num_tests), ran
        return Verdict(mutant, "", num_tests), ran


def _chunks(pages: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(pages), CHUNK_SIZE):
        yield pages[start : start + CHUNK_SIZE]


def _last_functions(sequences: set[tuple[str, ...]]) -> frozenset[str]:
    """Return the last test of each sequence, without its case, or the other cases would run again; print each."""
    last = frozenset(function_of(names[-1]) for names in sequences)
    for name in sorted(last):
        print(f"left out, because it fails after other tests: {name}", flush=True)
    return last


def _without(functions: frozenset[str], task: dict[str, Any]) -> dict[str, Any]:
    """Return the task without these tests and their cases."""
    lists = ("tests", "all_tests")
    return task | {key: [pair for pair in task[key] if function_of(pair[0]) not in functions] for key in lists}


def _digest(path: Path) -> str:
    """Return a digest that changes with the file or the Python version."""
    return hashlib.sha256(f"{sys.version} {path.stat().st_size}".encode() + path.read_bytes()).hexdigest()


def _page_of(test: str) -> str:
    return test.partition("::")[0]


def _cause_of_exit(status: int) -> str:
    """Return the signal that ended a child as text; DataError if the plugin itself failed."""
    if status >= 0:
        raise DataError(f"a mutant could not run: its process ended with exit status {status}")
    name = signal.Signals(-status).name
    return TIMEOUTS.get(name, f"crash: {name}")
