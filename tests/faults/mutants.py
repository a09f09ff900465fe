"""`make mutants`: draw small changes of every folder of the package; the tests must notice 95 % in each of them.

`mutant_kinds` says which files are changed and which pages of tests count for them. Each mutant is run against the
tests that reach its statement, the quickest and most particular first, up to the first that fails. Left out are tests
that compare with what is kept word for word, which notice every byte that moves, long random games, and whatever takes
more than half a second (of most folders, two or three). What changes nothing that anybody could ever see is listed,
with the reason, in `equivalent/*.toml`; such mutants do not count.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from tests.faults.mutant_kinds import KINDS, Kind
from tests.faults.mutant_lane import JOB
from tests.faults.mutations import Mutant, mutants_of, places, uses
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, DataError

ROOT = HOME = Path(__file__).parents[2]  # the tree that is tried, and the one this file belongs to
CACHE = ROOT / ".cache" / "mutants"
EQUIVALENT = Path(__file__).with_name("equivalent")
BAR = 0.95  # of the mutants of a folder that are not equivalent
MOST_SECONDS = 2.0  # of the processor, after which it is given up to learn what a test reaches
FEW_PAGES = 3  # of tests that a mutant in a process of its own meets first
FRESH_SECONDS = 120.0  # of the processor, for a mutant that needs a process of its own
SOURCES = ("wd_env", "agents", "train", "configs", "tests")
Reach = dict[str, "Test"]


class Test(NamedTuple):
    """What one test takes, and which statements it reaches."""

    seconds: float
    passed: bool
    reaches: frozenset[int]


class Verdict(NamedTuple):
    """What noticed a mutant, or nothing; and how many tests tried."""

    mutant: Mutant
    killed_by: str
    tests: int


@dataclass(frozen=True)
class Arguments:
    """Draw small changes of every folder of the package, and see that the tests notice."""

    count: int = 2000
    """Mutants to draw."""
    seed: int = 1
    """Another seed draws others."""
    workers: int = 2
    """Mutants at work side by side."""
    only: str = ""
    """Only mutants with this text in their file and function (`turn.py begin_turn`)."""
    folder: str = ""
    """Only mutants of this folder (`wd_env/server`)."""
    killers: bool = False
    """Print also what noticed each of the others."""


# What is drawn


def files(*patterns: str) -> list[str]:
    """Files of the tree, from its top; empty ones left out."""
    found = {path for pattern in patterns for path in ROOT.glob(pattern) if path.stat().st_size}
    return sorted(str(path.relative_to(ROOT)) for path in found)


def targets_of(kind: Kind) -> list[str]:
    """The files of a kind: what it names and no kind before it has."""
    before = KINDS[: KINDS.index(kind)] if kind in KINDS else ()
    taken = {path for other in before for path in files(*other.targets)} | set(files(*kind.but))
    return [path for path in files(*kind.targets) if path not in taken]


def folder_of(path: str) -> str:
    """Return the folder by which a file is counted: a package of `wd_env`, one game, or `wd_env` for its own files."""
    parts = Path(path).parts[:-1]
    return "/".join(parts[:3] if parts[1:2] == ("games",) else parts[:2])


def every_mutant(kind: Kind) -> list[Mutant]:
    """All that can be drawn."""
    return [mutant for path in targets_of(kind) for mutant in mutants_of(path, (ROOT / path).read_text("utf-8"))]


def equivalents(known: Iterable[Mutant]) -> dict[tuple[str, ...], str]:
    """The reasons of those that are listed, by key; DataError for a row that is no mutant any more."""
    keys = {mutant.key for mutant in known}
    reasons: dict[tuple[str, ...], str] = {}
    for page in sorted(EQUIVALENT.glob("*.toml")):
        for path, rows in tomllib.loads(page.read_text("utf-8")).items():
            for row in rows:
                key = (path, row["function"], row["old"], row["new"])
                if key not in keys or key in reasons or not row["reason"].strip():
                    raise DataError(f"{page.name}: no mutant, or twice, or without a reason: {key}")
                reasons[key] = row["reason"]
    return reasons


def drawn(mutants: list[Mutant], arguments: Arguments) -> list[Mutant]:
    """So many of them by seed; ConfigError when nothing is left to do."""
    here = [mutant for mutant in mutants if arguments.folder in ("", folder_of(mutant.path))]
    wanted = [mutant for mutant in here if arguments.only in f"{Path(mutant.path).name} {mutant.function}"]
    if not wanted or min(arguments.count, arguments.workers) < 1:
        raise ConfigError(f"{arguments} leaves nothing to do; allowed are a worker and a mutant at least")
    return sorted(wanted, key=lambda mutant: mutant.lot(arguments.seed))[: arguments.count]


# Processes of pytest, each a lane


@dataclass
class Lane:
    """Runs one kind of mutants and remembers which tests reach what."""

    kind: Kind
    workers: int
    folder: Path
    tests: Reach = field(default_factory=dict)
    killers: dict[str, str] = field(default_factory=dict)  # what noticed a mutant the last time
    at_import: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self.paths = targets_of(self.kind)
        self.pages = [
            page for page in files(*self.kind.pages) if not any(page == f"tests/{out}.py" for out in self.kind.without)
        ]
        sources = {path: (ROOT / path).read_text("utf-8") for path in self.paths}
        self.uses = [names for path in self.paths for names in uses(sources[path])]
        rows = [(path, *place) for path in self.paths for place in places(sources[path])]
        self.numbers = {row: number for number, row in enumerate(rows)}

    def run(self, do: str, pages: Iterable[str], **job: Any) -> Iterator[dict[str, Any]]:
        """What a process says that collects these pages; DataError when it could not."""
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            folder = Path(name)
            job |= {"do": do, "root": str(ROOT), "out": f"{name}/out", "folder": name, "workers": self.workers}
            (folder / "job.json").write_text(json.dumps(job))
            (folder / "pages").write_text("\n".join(pages))
            (folder / "out").touch()
            options = ["-q", "--capture=sys", "-p", "no:cacheprovider", "-p", "tests.faults.mutant_lane"]
            command = [sys.executable, "-m", "pytest", *options, f"@{name}/pages"]
            env = os.environ | {"NUMBA_DISABLE_JIT": str(int(not self.kind.compiled)), JOB: f"{name}/job.json"}
            env |= {
                "PYTHONPATH": f"{ROOT}{os.pathsep}{HOME}",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                "PYTHONDONTWRITEBYTECODE": "1",
            }
            env |= {"HYPOTHESIS_STORAGE_DIRECTORY": f"{name}/hypothesis"}
            done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
            lines = [json.loads(line) for line in (folder / "out").read_text().splitlines()]
        if not lines and do != "fresh":
            raise DataError(f"the tests could not be run: {done.stdout}{done.stderr}")
        yield from lines or [{"number": 0, "killed_by": "whoever imports it"}]

    # Who reaches what

    def learn(self) -> None:
        """Run whatever has changed since the last time, once, and see what it reaches."""
        kept = CACHE / f"{self.kind.name}.json"
        known = json.loads(kept.read_text()) if kept.is_file() else {}
        base, pages = self._digest(), known.get("pages", {})
        marks = {page: hashlib.sha256(base + (ROOT / page).read_bytes()).hexdigest() for page in self.pages}
        changed = [page for page, mark in marks.items() if pages.get(page, {}).get("mark") != mark]
        if changed:
            print(f"learning which tests of {len(changed)} pages reach what ...", flush=True)
            known = self._learn(known.get("pages", {}), changed, marks)
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(known))
        self.at_import = frozenset(known["at_import"])
        for page in self.pages:
            for name, (seconds, passed, reaches) in known["pages"][page]["tests"].items():
                self.tests[name] = Test(seconds, passed, frozenset(reaches))

    def _digest(self) -> bytes:
        """Of all that a test may depend on besides its own page."""
        digest = hashlib.sha256(sys.version.encode())
        for top in SOURCES:
            for path in sorted((ROOT / top).rglob("*")):
                is_page = path.match("test_*.py") or "faults" in path.parts
                if path.suffix in {".py", ".toml", ".yaml", ".json", ".txt"} and not is_page:
                    digest.update(f"{path}".encode() + path.read_bytes())
        return digest.digest()

    def _learn(self, pages: dict[str, Any], changed: list[str], marks: dict[str, str]) -> dict[str, Any]:
        for page in changed:
            pages[page] = {"mark": marks[page], "tests": {}}
        at_import: set[int] = set()
        for said in self.run("reach", self.pages, paths=self.paths, learn=changed, seconds=MOST_SECONDS):
            at_import |= set(said.get("at_import", ()))
            if "test" in said:
                row = said["seconds"], said["passed"], said["reaches"]
                pages[said["test"].partition("::")[0]]["tests"][said["test"]] = row
        return {"at_import": sorted(at_import), "pages": {page: pages[page] for page in self.pages}}

    def of(self, mutant: Mutant) -> tuple[bool, list[str]]:
        """Whether the mutant needs a process of its own, and the tests that reach it, the likeliest first."""
        number = self.numbers.get((mutant.path, mutant.line, mutant.column))
        is_fresh = number is None or number in self.at_import
        wanted = {number} if number is not None else set()
        if is_fresh:
            wanted |= {n for n, names in enumerate(self.uses) if mutant.names & names}
        names = [name for name, test in self.tests.items() if test.passed and test.reaches & wanted]
        if is_fresh and number is not None:  # what it made may be used anywhere
            names = [name for name, test in self.tests.items() if test.passed]
        names = [name for name in names if self._counts(name)]
        last = self.killers.get(repr(mutant.key))
        return is_fresh, sorted(names, key=lambda name: -1 if name == last else self._price(name))

    def _counts(self, name: str) -> bool:
        return self.tests[name].passed and self.tests[name].seconds < self.kind.seconds

    def _price(self, name: str) -> float:
        """Quick tests first, and of two such the one that reaches less."""
        test = self.tests[name]
        return (test.seconds + 0.002) * (len(test.reaches) + 10)

    # What they notice

    def judge(self, mutants: list[Mutant]) -> Iterator[Verdict]:
        """A verdict for each mutant; the tests alone, in this order, must all pass."""
        self.learn()
        self._drop_what_fails_in_company()
        kept = CACHE / f"{self.kind.name}-killers.json"
        self.killers = json.loads(kept.read_text()) if kept.is_file() else {}
        for verdict in self._judge(mutants):
            self.killers[repr(verdict.mutant.key)] = verdict.killed_by
            yield verdict
        kept.write_text(json.dumps(self.killers))

    def _judge(self, mutants: list[Mutant]) -> Iterator[Verdict]:
        planned = {mutant: self.of(mutant) for mutant in mutants}
        yield from (Verdict(mutant, "", 0) for mutant, (_, names) in planned.items() if not names)
        lone = [mutant for mutant, (is_fresh, names) in planned.items() if names and is_fresh]
        many = [mutant for mutant, (is_fresh, names) in planned.items() if names and not is_fresh]
        job = [self._row(number, mutant, planned[mutant][1]) for number, mutant in enumerate(many)]
        told = self._ask(job)
        for number, mutant in enumerate(many):
            if told[number] is None:
                lone.append(mutant)
            else:
                yield Verdict(mutant, told[number] or "", len(planned[mutant][1]))
        with ThreadPoolExecutor(self.workers) as pool:
            yield from pool.map(lambda mutant: self._alone(mutant, planned[mutant][1]), lone)

    def _row(self, number: int, mutant: Mutant | None, names: list[str]) -> dict[str, Any]:
        return {"number": number, "mutant": mutant, "tests": [(name, self.tests[name].seconds) for name in names]}

    def _ask(self, job: list[dict[str, Any]]) -> dict[int, str | None]:
        """By number: which test failed, empty for none, None where the mutant cannot be planted in place."""
        told: dict[int, str | None] = {}
        for said in self.run("mutants", self.pages, mutants=job) if job else ():
            if "ended_by" in said:
                told[int(said["child"])] = _ended(said["ended_by"])
            elif "number" in said:
                told[said["number"]] = None if "wrong" in said else said["killed_by"]
        return told

    def _alone(self, mutant: Mutant, names: list[str]) -> Verdict:
        """First the tests that reach the statement itself, on a few pages, since to collect all takes most of the time;
        only if nothing notices, whatever may depend on what the statement made when it was imported."""
        number = self.numbers.get((mutant.path, mutant.line, mutant.column))
        direct = [name for name in names if number in self.tests[name].reaches]
        few = list(dict.fromkeys(map(_page_of, direct)))[:FEW_PAGES]
        likeliest = [name for name in direct if _page_of(name) in few]
        for tests in (likeliest, direct, names):
            killed_by = self._fresh(mutant, tests) if tests else ""
            if killed_by:
                break
        return Verdict(mutant, killed_by, len(names))

    def _fresh(self, mutant: Mutant, names: list[str]) -> str:
        """Which of these tests fails, empty for none, in a process that the mutant has been in from the beginning."""
        tests = self._row(0, mutant, names)["tests"]
        pages = sorted(set(map(_page_of, names)))
        [said] = self.run("fresh", pages, fresh=mutant, tests=tests, seconds=FRESH_SECONDS)
        found: str = said["killed_by"]
        return found

    def _drop_what_fails_in_company(self) -> None:
        """A test that fails after others although nothing was changed says nothing about a mutant."""
        names = [name for name in self.tests if self._counts(name)]
        job = [self._row(0, None, sorted(names, key=self._price))]
        kept = CACHE / f"{self.kind.name}-control.json"
        mark = hashlib.sha256(kept.with_name(f"{self.kind.name}.json").read_bytes()).hexdigest()
        known = json.loads(kept.read_text()) if kept.is_file() else {}
        if known.get("mark") != mark:
            said = list(self.run("mutants", self.pages, mutants=job))
            if any("ended_by" in line for line in said):
                raise DataError(f"the tests do not come to an end without any mutant: {said}")
            known = {"mark": mark, "fails": [line["fails"] for line in said if "fails" in line]}
            kept.write_text(json.dumps(known))
        for name in known["fails"]:
            print(f"left out, for it fails after other tests: {name}", flush=True)
            del self.tests[name]


def _page_of(test: str) -> str:
    return test.partition("::")[0]


def _ended(status: int) -> str:
    """Why a child ended that did not say; DataError when that was our own fault."""
    if status >= 0:
        raise DataError(f"a mutant could not be tried: its process ended with {status}")
    import signal

    name = signal.Signals(-status).name
    return {"SIGPROF": "the limit of work", "SIGALRM": "the limit of time"}.get(name, f"a crash by {name}")


# The command


def tell(verdict: Verdict) -> str:
    """The change as a difference of one line."""
    mutant = verdict.mutant
    found = f"killed by {verdict.killed_by}" if verdict.killed_by else f"SURVIVED {verdict.tests} tests"
    mark = mutant.key[2].removeprefix(mutant.old)
    place = f"{mutant.path}:{mutant.line} {mutant.function}"
    return f"{found}: {place}\n    - {mutant.old}{mark}\n    + {mutant.new}"


def judged(mutants: list[Mutant], arguments: Arguments) -> Iterator[Verdict]:
    """The verdicts of all kinds."""
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            paths = set(targets_of(kind))
            own = [mutant for mutant in mutants if mutant.path in paths]
            if own:
                yield from Lane(kind, arguments.workers, Path(folder)).judge(own)


def main(arguments: Arguments) -> int:
    """Try the mutants and count; 1 when too few are killed, 2 when they cannot be tried or the list is wrong."""
    start = monotonic()
    counted: dict[str, Counter[str]] = {}
    try:
        mutants = [mutant for kind in KINDS for mutant in every_mutant(kind)]
        reasons = equivalents(mutants)
        for verdict in judged(drawn(mutants, arguments), arguments):
            is_listed = verdict.mutant.key in reasons
            if is_listed and verdict.killed_by:
                raise DataError(f"listed as equivalent, and yet {tell(verdict)}")
            found = "killed" if verdict.killed_by else "equivalent" if is_listed else "survived"
            counted.setdefault(folder_of(verdict.mutant.path), Counter())[found] += 1
            if found == "survived" or arguments.killers:
                print(tell(verdict), flush=True)
    except (DataError, ConfigError) as error:
        print(error, file=sys.stderr)
        return 2
    print()
    for folder, counts in sorted(counted.items()):
        print(f"{folder}: {_in_words(counts)}")
    whole = sum(counted.values(), Counter())
    print(f"{sum(whole.values())} mutants in {monotonic() - start:.0f} s: {_in_words(whole)}; {BAR:.0%} are asked for")
    return 0 if all(_killed(counts) >= BAR for counts in counted.values()) else 1


def _killed(counts: Counter[str]) -> float:
    """The share of those that are not equivalent."""
    tried = counts["killed"] + counts["survived"]
    return counts["killed"] / tried if tried else 1.0


def _in_words(counts: Counter[str]) -> str:
    told = ", ".join(f"{counts[found]} {found}" for found in ("killed", "survived", "equivalent"))
    return f"{told}; {_killed(counts):.1%} of those that are not equivalent were killed"


if __name__ == "__main__":
    try:
        wanted = parse(Arguments, sys.argv[1:], "mutants", program="make")
    except UsageError as wrong:
        sys.exit(str(wrong))
    sys.exit(main(wanted))
