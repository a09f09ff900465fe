"""Processes of pytest that learn which tests reach which statements, and that run mutants against those tests."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from tests.faults import mutant_kinds
from tests.faults.mutant_kinds import HOME, Kind, files, targets_of
from tests.faults.mutant_lane import JOB
from tests.faults.mutations import Mutant, places, uses
from wd_env.errors import ConfigError, DataError

AT_ONCE = 16  # pages that are learned in one go, after which what was learned is kept
PAGE_SECONDS = 6.0  # of the processor, for all that is learned of one page
FIRST_SECONDS, ALL_SECONDS = 5.0, 20.0  # of the processor, for the tests that a mutant meets, and if it survives them
FEW_PAGES = 4  # of tests that a mutant in a process of its own meets
COLLECTED_SECONDS = 120.0  # of the processor, for the imports of a mutant that needs a process of its own
LIMITS = {"seconds": ALL_SECONDS, "cases": True}
Reach = dict[str, "Test"]


class Test(NamedTuple):
    """What one test takes, and the numbers of the statements which it reaches."""

    seconds: float
    passed: bool
    reaches: frozenset[int]


class Verdict(NamedTuple):
    """What noticed a mutant, or nothing; and how many tests tried."""

    mutant: Mutant
    killed_by: str
    tests: int


@dataclass
class Lane:
    """Runs one kind of mutants and remembers which tests reach what."""

    kind: Kind
    workers: int
    folder: Path
    only: str = ""  # pages, with commas between them; empty for those of the kind
    tests: Reach = field(default_factory=dict)
    killers: dict[str, str] = field(default_factory=dict)  # what noticed a mutant the last time
    at_import: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self.paths = targets_of(self.kind)
        without = {f"tests/{out}.py" for out in self.kind.without}
        self.pages = [page for page in files(*self.kind.pages) if page not in without]
        if self.only:
            self.pages = [page for page in self.pages if page in self.only.split(",")]
            if not self.pages:
                raise ConfigError(f"no page of {self.only!r} is among those of the {self.kind.name} mutants")
        sources = {path: (mutant_kinds.ROOT / path).read_text("utf-8") for path in self.paths}
        self.uses = [names for path in self.paths for names in uses(sources[path])]
        rows = [(path, *place) for path in self.paths for place in places(sources[path])]
        self.numbers = {row: number for number, row in enumerate(rows)}
        self.path_of = [row[0] for row in rows]
        self.starts = {path: number for number, path in reversed(list(enumerate(self.path_of)))}
        self.marks = {path: _mark(mutant_kinds.ROOT / path) for path in (*self.paths, *self.pages)}

    def run(self, do: str, pages: Iterable[str], **job: Any) -> Iterator[dict[str, Any]]:
        """What a process says that collects these pages; DataError when it could not."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            folder = Path(name)
            job |= {
                "do": do,
                "root": str(mutant_kinds.ROOT),
                "out": f"{name}/out",
                "folder": name,
                "workers": self.workers,
                "loads": self.kind.loads and do != "fresh",  # whose few tests load what they need
            }
            (folder / "job.json").write_text(json.dumps(job))
            (folder / "pages").write_text("\n".join(pages))
            (folder / "out").touch()
            options = ["-q", "--capture=sys", "-p", "no:cacheprovider", "-p", "tests.faults.mutant_lane"]
            command = [sys.executable, "-m", "pytest", *options, f"@{name}/pages"]
            env = os.environ | {"NUMBA_DISABLE_JIT": str(int(not self.kind.compiled)), JOB: f"{name}/job.json"}
            env |= {
                "PYTHONPATH": f"{mutant_kinds.ROOT}{os.pathsep}{HOME}",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                "PYTHONDONTWRITEBYTECODE": "1",
            }
            env |= {"HYPOTHESIS_STORAGE_DIRECTORY": f"{name}/hypothesis"}
            done = subprocess.run(command, cwd=mutant_kinds.ROOT, env=env, capture_output=True, text=True, check=False)
            lines = [json.loads(line) for line in (folder / "out").read_text().splitlines()]
        if not lines and do != "fresh":
            raise DataError(f"the tests could not be run: {done.stdout}{done.stderr}")
        yield from lines or [{"number": 0, "killed_by": "whoever imports it"}]

    # Who reaches what

    def learn(self) -> None:
        """Run the pages that have changed, or reached what has changed, since the last time; see what they reach."""
        kept = mutant_kinds.CACHE / f"{self.kind.name}.json"
        known = json.loads(kept.read_text()) if kept.is_file() else {"at_import": {}, "pages": {}}
        changed = [page for page in self.pages if not self._is_fresh(known["pages"].get(page))]
        if changed:
            kept.parent.mkdir(parents=True, exist_ok=True)
        for some in _parts(changed):
            print(f"learning which tests of {len(some)} pages reach what, from {some[0]} on ...", flush=True)
            self._learn(known, some)
            kept.write_text(json.dumps(known))
        self.at_import = self._numbers_in(known["at_import"])
        for page in self.pages:
            for name, (seconds, passed, reaches) in known["pages"][page]["tests"].items():
                self.tests[name] = Test(seconds, passed, self._numbers_in(reaches))

    def _is_fresh(self, known: dict[str, Any] | None) -> bool:
        """Whether nothing that the page reached has changed."""
        return known is not None and all(self.marks.get(path) == mark for path, mark in known["marks"].items())

    def _learn(self, known: dict[str, Any], changed: list[str]) -> None:
        for page in changed:
            known["pages"][page] = {"marks": {page: self.marks[page]}, "tests": {}}
        limits = {"seconds": self.kind.seconds, "page_seconds": PAGE_SECONDS}
        for said in self.run("reach", changed, paths=self.paths, learn=changed, **limits):
            if "at_import" in said:
                known["at_import"] |= self._by_path(said["at_import"])
            if "test" in said:
                page, reaches = known["pages"][_page_of(said["test"])], self._by_path(said["reaches"])
                page["tests"][said["test"]] = said["seconds"], said["passed"], reaches
                page["marks"] |= {path: self.marks[path] for path in reaches}

    def _by_path(self, numbers: list[int]) -> dict[str, list[int]]:
        """Numbers of statements by file, each counted from the first of its file: they outlive changes of others."""
        found: dict[str, list[int]] = {}
        for number in numbers:
            path = self.path_of[number]
            found.setdefault(path, []).append(number - self.starts[path])
        return found

    def _numbers_in(self, reaches: dict[str, list[int]]) -> frozenset[int]:
        return frozenset(self.starts[path] + at for path, own in reaches.items() if path in self.starts for at in own)

    def of(self, mutant: Mutant) -> tuple[bool, list[str]]:
        """Whether the mutant may need a process of its own, and the tests that reach it, the likeliest first."""
        number = self.numbers.get((mutant.path, mutant.line, mutant.column))
        is_fresh = number is None or number in self.at_import
        names = [name for name in self.tests if self._counts(name)]
        wanted = {number} if number is not None else set()
        if is_fresh:
            wanted |= {n for n, names in enumerate(self.uses) if mutant.names & names}
        users = {name for name in names if not wanted.isdisjoint(self.tests[name].reaches)}
        found = users
        if is_fresh or not users:  # all tests of a page may use its value, or a case that was not traced reaches it
            own = {n for n, path in enumerate(self.path_of) if path == mutant.path}
            users = users | {name for name in names if not own.isdisjoint(self.tests[name].reaches)}
            pages = set(map(_page_of, users))
            found = {name for name in names if _page_of(name) in pages}
        last = self.killers.get(repr(mutant.key))
        return is_fresh, sorted(found, key=lambda name: (name != last, name not in users, self._price(name), name))

    def _counts(self, name: str) -> bool:
        return self.tests[name].passed and self.tests[name].seconds < self.kind.seconds

    def _price(self, name: str) -> float:
        """Quick tests first, and of two such the one that reaches less."""
        test = self.tests[name]
        return (test.seconds + 0.002) * (len(test.reaches) + 10)

    def _within(self, names: list[str], seconds: float) -> list[str]:
        """The first of these tests, which together take so long; one at least."""
        sums = accumulate(self.tests[name].seconds for name in names)
        return [name for at, (name, whole) in enumerate(zip(names, sums, strict=True)) if at == 0 or whole < seconds]

    # What they notice

    def judge(self, mutants: list[Mutant]) -> Iterator[Verdict]:
        """A verdict for each mutant; the tests alone, in this order, must all pass."""
        self.learn()
        kept = mutant_kinds.CACHE / f"{self.kind.name}-killers.json"
        self.killers = json.loads(kept.read_text()) if kept.is_file() else {}
        for verdict in self._judge(mutants):
            self.killers[repr(verdict.mutant.key)] = verdict.killed_by
            yield verdict
        kept.write_text(json.dumps(self.killers))

    def _judge(self, mutants: list[Mutant]) -> Iterator[Verdict]:
        planned = {mutant: self.of(mutant) for mutant in mutants}
        yield from (Verdict(mutant, "", 0) for mutant, (_, names) in planned.items() if not names)
        lone = [mutant for mutant, (_, names) in planned.items() if names and not mutant.function]
        many = [mutant for mutant, (_, names) in planned.items() if names and mutant.function]
        job = [self._row(number, mutant, planned[mutant][1]) for number, mutant in enumerate(many)]
        result = self._ask(job)
        for number, mutant in enumerate(many):
            if result[number] is None or (planned[mutant][0] and not result[number]):
                lone.append(mutant)  # it cannot be planted in place, or what it made was there before
            else:
                yield Verdict(mutant, result[number] or "", len(job[number]["tests"]))
        with ThreadPoolExecutor(self.workers) as pool:
            yield from pool.map(lambda mutant: self._alone(mutant, planned[mutant][1]), lone)

    def _row(self, number: int, mutant: Mutant, names: list[str]) -> dict[str, Any]:
        tests = [(name, self.tests[name].seconds) for name in self._within(names, FIRST_SECONDS)]
        every = [(name, self.tests[name].seconds) for name in names]
        return {"number": number, "mutant": mutant, "tests": tests, "every": every, **LIMITS}

    def _ask(self, job: list[dict[str, Any]]) -> dict[int, str | None]:
        """By number: which test failed, empty for none, None where the mutant cannot be planted in place."""
        values: dict[int, str | None] = {}
        ran: dict[int, tuple[str, ...]] = {}
        for said in self._run_rows(job):
            if "ended_by" in said:
                values[int(said["child"])] = _ended(said["ended_by"])
            elif "number" in said:
                values[said["number"]] = None if "wrong" in said else said["killed_by"]
                ran[said["number"]] = tuple(said.get("ran", ()))
        wrong = self._failing_in_company({names for number, names in ran.items() if values[number]})
        again = [self._without(row, wrong) for row in job if ran.get(row["number"]) in wrong]
        return values | (self._ask(again) if again else {})

    def _run_rows(self, job: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        pages = sorted({_page_of(name) for row in job for name, _ in row["every"]})
        return self.run("mutants", pages, mutants=job) if job else iter(())

    def _failing_in_company(self, ran: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
        """Those in which a test fails although nothing is changed: they say nothing about a mutant."""
        every = sorted(ran)
        rows = [[(name, self._seconds(name)) for name in names] for names in every]
        job: list[dict[str, Any]] = [
            {"number": number, "mutant": None, "tests": row, "every": row, "seconds": 2 * ALL_SECONDS, "cases": False}
            for number, row in enumerate(rows)
        ]
        return {every[said["number"]] for said in self._run_rows(job) if said.get("killed_by")}

    def _without(self, row: dict[str, Any], wrong: set[tuple[str, ...]]) -> dict[str, Any]:
        """The row without the tests that fail after others."""
        last = {names[-1] for names in wrong}
        print(*(f"left out, for it fails after other tests: {name}" for name in sorted(last)), sep="\n", flush=True)
        return row | {which: [pair for pair in row[which] if pair[0] not in last] for which in ("tests", "every")}

    def _seconds(self, name: str) -> float:
        """What the test takes, or the first case of it."""
        known = self.tests.get(name)
        return known.seconds if known else self.kind.seconds

    def _alone(self, mutant: Mutant, names: list[str]) -> Verdict:
        """A mutant that is there from the beginning meets tests of a few pages, since to collect takes most time."""
        few = list(dict.fromkeys(map(_page_of, names)))[:FEW_PAGES]
        row = self._row(0, mutant, [name for name in names if _page_of(name) in few])
        [said] = self.run("fresh", sorted(few), fresh=mutant, row=row, seconds=COLLECTED_SECONDS)
        return Verdict(mutant, said["killed_by"], len(row["tests"]))


def _parts(pages: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(pages), AT_ONCE):
        yield pages[start : start + AT_ONCE]


def _mark(path: Path) -> str:
    """By this a file is known to be as it was."""
    return hashlib.sha256(f"{sys.version} {path.stat().st_size}".encode() + path.read_bytes()).hexdigest()


def _page_of(test: str) -> str:
    return test.partition("::")[0]


def _ended(status: int) -> str:
    """Why a child ended that did not say; DataError when that was our own fault."""
    if status >= 0:
        raise DataError(f"a mutant could not be tried: its process ended with {status}")
    name = signal.Signals(-status).name
    return {"SIGPROF": "the limit of work", "SIGALRM": "the limit of time"}.get(name, f"a crash by {name}")
