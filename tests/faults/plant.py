"""`make faults`: apply each standing fault in a copy of the tree, one at a time; a test must fail.

The tests are those of single rules. Random games, which take minutes, and comparisons with stored text, which notice
every change, are left out. A fault of a rule runs interpreted. A fault whose test file is outside the tests of the game
(`../../batch/test_batch.py`) runs only that file, with compiled rules.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from signal import Signals
from time import monotonic
from typing import NamedTuple

from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, DataError

ROOT = Path(__file__).parents[2]
FILES = (
    *"pyproject.toml hatch_build.py Makefile README.md CHANGELOG.md CONTRIBUTING.md LICENSE".split(),
    *"uv.lock requirements.lock requirements.hashes".split(),
)
COPIED = ("wd_env", "agents", "train", "configs", "tests", "docs", ".ci", *FILES)
TESTS = "tests/games/world_dominance"
PAGES = "chances check config data deck custom_files masks observe pointing position standing text".split()
ALL_TESTS = (f"{TESTS}/rules", *(f"{TESTS}/test_{page}.py" for page in PAGES))
SECONDS = 600  # for the tests of one fault
TIMED_OUT = f"the tests did not finish within {SECONDS} s"
TESTS_FAILED = 1  # exit status of pytest; with others no test could run


class Fault(NamedTuple):
    """A change of one file that breaks a rule, and the test file that detects it and runs first."""

    path: str
    name: str  # its effect in the game
    old: str
    new: str
    page: str

    @property
    def compiled(self) -> bool:
        """Whether its test file is outside the tests of the game and runs with compiled rules."""
        return self.page.startswith("../")

    @property
    def tests(self) -> str:
        """Path of the test file, relative to the root of the tree."""
        return os.path.normpath(f"{TESTS}/{self.page}")

    def planted(self, tree: Path) -> str:
        """Return the text of the file with the fault; DataError unless the old text is in it exactly once."""
        text = (tree / self.path).read_text("utf-8")
        if text.count(self.old) != 1:
            raise DataError(
                f"{self.path}: {self.name!r}: expected its old text once, found it {text.count(self.old)} times"
            )
        return text.replace(self.old, self.new)


class Verdict(NamedTuple):
    """Whether a test failed, and which one."""

    caught: bool
    by: str


@dataclass(frozen=True)
class Arguments:
    """Apply the standing faults one at a time, and check that the tests detect each of them."""

    workers: int = 2
    """Number of copies of the tree that run in parallel."""
    only: str = ""
    """Only the faults with this text in their file or name."""
    first: int = 1
    """Printed number of the first fault to run; continues an interrupted run."""


def standing_faults() -> list[Fault]:
    """Return the faults of every list in this folder; DataError for one that does not match its file."""
    faults = []
    for page in sorted(Path(__file__).parent.glob("*.toml")):
        for path, rows in tomllib.loads(page.read_text("utf-8")).items():
            faults += [Fault(path, name, *row) for name, row in rows.items()]
    for fault in faults:
        fault.planted(ROOT)
        if not (ROOT / fault.tests).is_file():
            raise DataError(f"{fault.path}: {fault.name!r}: no test file {fault.page}")
    return faults


def copy_tree(start: Path, end: Path) -> Path:
    """Copy the parts of the tree that tests need, bytecode included."""
    end.mkdir(parents=True)
    for name in COPIED:
        if (start / name).is_dir():
            shutil.copytree(start / name, end / name, symlinks=True)
        elif (start / name).exists():  # an sdist does not contain all of them
            shutil.copy2(start / name, end)
    return end


def run_tests(tree: Path, *tests: str, compiled: bool = False, **variables: str) -> Verdict:
    """Run these tests in this tree, interpreted or compiled, up to the first that fails; a crash is a failure."""
    options = ["-x", "-q", "--no-header", "--tb=no", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    env = os.environ | {
        "NUMBA_DISABLE_JIT": "0" if compiled else "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "WD_TEST_LONG": "1",
    }
    env |= {"NUMBA_CACHE_DIR": f"{tree}/.cache/numba", "PYTHONPATH": str(tree)} | variables  # also in subprocesses
    try:
        result = subprocess.run(
            command, cwd=tree, env=env, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return Verdict(False, TIMED_OUT)
    failed = re.search(r"^(?:FAILED|ERROR) (?:[^:\s]*/)?([^:\s]+::[^\s\[]+)", result.stdout, re.MULTILINE)
    if result.returncode == TESTS_FAILED and failed:  # a file that cannot be imported does not count
        return Verdict(True, failed[1])
    if result.returncode < 0:
        return Verdict(True, f"crash: {Signals(-result.returncode).name}")
    return Verdict(False, "" if result.returncode == 0 else result.stdout + result.stderr)


@contextmanager
def planted(fault: Fault, tree: Path) -> Iterator[None]:
    """Write the fault, then restore the file and its modification time, by which Python finds bytecode."""
    path = tree / fault.path
    content, status = path.read_bytes(), path.stat()
    path.write_text(fault.planted(tree), "utf-8")
    try:
        yield
    finally:
        path.write_bytes(content)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def try_fault(fault: Fault, trees: "Queue[Path]") -> Verdict:
    """Run the tests in a free copy, without saving bytecode: the next fault may be written in the same second."""
    tree = trees.get()
    try:
        with planted(fault, tree):
            first = run_tests(tree, fault.tests, compiled=fault.compiled, PYTHONDONTWRITEBYTECODE="1")
            if first.caught or fault.compiled:
                return first
            return run_tests(tree, *ALL_TESTS, PYTHONDONTWRITEBYTECODE="1")
    finally:
        trees.put(tree)


def try_all(faults: list[Fault], copies: list[Path], first: int = 1) -> int:
    """Try every fault, print each verdict, and return the number of undetected faults."""
    escaped = 0
    trees: Queue[Path] = Queue()
    for copy in copies:
        trees.put(copy)
    with ThreadPoolExecutor(len(copies)) as pool:
        verdicts = pool.map(lambda fault: try_fault(fault, trees), faults)
        last = first + len(faults) - 1
        for number, (fault, verdict) in enumerate(zip(faults, verdicts, strict=True), first):
            escaped += not verdict.caught
            outcome = f"caught by {verdict.by}" if verdict.caught else f"ESCAPED {verdict.by}".rstrip()
            print(f"{number:3d}/{last}  {Path(fault.path).name}: {fault.name}\n         {outcome}", flush=True)
    return escaped


def make_copies(folder: Path, workers: int, faults: list[Fault]) -> list[Path]:
    """Return copies of the tree; DataError if tests fail without a fault, because every fault would seem detected."""
    first = copy_tree(ROOT, folder / "0")
    interpreted = sorted({fault.tests for fault in faults if not fault.compiled})
    before = [run_tests(first, *ALL_TESTS, *interpreted)] if interpreted else []
    before += [run_tests(first, page, compiled=True) for page in sorted({f.tests for f in faults if f.compiled})]
    for verdict in before:
        if verdict != Verdict(False, ""):
            raise DataError(f"the tests fail without any fault: {verdict.by}")
    return [first, *(copy_tree(first, folder / str(worker)) for worker in range(1, workers))]


def main(arguments: Arguments) -> int:
    """Run the faults; return 1 if one is not detected, 2 if they cannot run."""
    start = monotonic()
    try:
        faults = [fault for fault in standing_faults() if arguments.only in f"{fault.path} {fault.name}"]
        faults = faults[max(arguments.first, 1) - 1 :]
        if not faults or min(arguments.workers, arguments.first) < 1:
            raise ConfigError(f"expected at least one worker and one fault, got {arguments}")
        with tempfile.TemporaryDirectory() as folder:
            copies = make_copies(Path(folder), arguments.workers, faults)
            escaped = try_all(faults, copies, arguments.first)
    except (DataError, ConfigError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"\n{len(faults) - escaped} of {len(faults)} caught in {monotonic() - start:.0f} s, {escaped} escaped")
    return 1 if escaped else 0


if __name__ == "__main__":
    try:
        arguments = parse(Arguments, sys.argv[1:], "faults", program="make")
    except UsageError as exc:
        sys.exit(str(exc))
    sys.exit(main(arguments))
