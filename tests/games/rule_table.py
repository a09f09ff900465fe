"""`make rules`: run the tests of every clause of each game, and count the clauses that pass."""

import argparse
import sys
import tomllib
from collections import defaultdict
from typing import NamedTuple

import pytest

from tests.games.samples import Book, all_samples
from wd_env.cli.text_tables import format_columns


class Clause(NamedTuple):
    """A clause of the rules: its number, short name and summary."""

    number: int
    name: str
    title: str
    beyond: str = ""  # the part that cannot apply to software, and why


def clauses(book: Book) -> list[Clause]:
    """Return all clauses, in order."""
    groups = tomllib.loads((book.folder / "clauses.toml").read_text("utf-8")).items()
    return sorted(Clause(int(number), *names) for _, group in groups for number, names in group.items())


class Verdicts:
    """A pytest plugin that records which tests of each clause ran, and whether they passed."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.passed: dict[int, dict[str, bool]] = defaultdict(dict)  # by clause and test, for all cases of the test
        self.failures: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the three reports of a case: setup, call, teardown; a skipped case has not passed."""
        test = report.nodeid.rpartition("::")[2].partition("[")[0]
        number = test.removeprefix(self.book.named).split("_")[0]
        if not test.startswith(self.book.named) or not number.isdecimal():  # a test of a complete scenario has a letter
            return
        clause = int(number)
        self.passed[clause][test] = self.passed[clause].get(test, True) and report.passed
        if not report.passed:
            self.failures.append(f"{report.nodeid}\n{report.longreprtext}")


def table(book: Book, verdicts: Verdicts, with_names: bool) -> tuple[str, bool]:
    """Return the table with the count below it, and whether every clause has tests and all pass."""
    rows: list[tuple[object, ...]] = []
    good = 0
    every = clauses(book)
    for clause in every:
        tests = verdicts.passed.get(clause.number, {})
        passes = bool(tests) and all(tests.values())
        good += passes
        verdict = "yes" if passes else "NO" if tests else "NO TEST"
        rows.append((code(book, clause), clause.name, len(tests), verdict, clause.title))
        if with_names:
            rows += [("", "", "", "", sentence(test)) for test in tests]
    text = format_columns(("clause", "name", "tests", "passed", "title"), rows, right_aligned=(2,))
    beyond = "\n".join(f"{code(book, clause)}  {clause.beyond}" for clause in every if clause.beyond)
    count = f"{good} of {len(every)}"
    apart = f"Parts that cannot apply to software:\n{beyond}\n\n" if beyond else ""
    return f"{text}\n\n{apart}{count}", good == len(every)


def code(book: Book, clause: Clause) -> str:
    """Return the code of the clause as the rules cite it."""
    return f"{book.mark.upper()}-{clause.number:03d}"


def sentence(test: str) -> str:
    """Return `- a player is out` for `test_wd_003_a_player_is_out`."""
    return "- " + " ".join(test.split("_")[3:])


def main() -> int:
    """Run the tests of the clauses and print the table; return 1 if a clause has no test or a test fails."""
    parser = argparse.ArgumentParser(prog="make rules ARGS=...", description=__doc__)
    parser.add_argument("-v", action="store_true", help="name the tests of each clause")
    options = parser.parse_args()
    complete = [run(samples.row.title, samples.book, options.v) for samples in all_samples()]
    return int(not all(complete))


def run(title: str, book: Book | None, with_names: bool) -> bool:
    """Run the tests of one game and print its table; return whether every clause has tests and all pass."""
    if book is None:
        print(f"{title} has no clauses")
        return True
    verdicts = Verdicts(book)
    pytest.main([str(book.folder), "-k", book.named, "-q", "--no-header", "--no-summary"], plugins=[verdicts])
    for failure in verdicts.failures:
        print(failure)
    text, complete = table(book, verdicts, with_names)
    print(f"{title}\n\n{text}")
    return complete


if __name__ == "__main__":
    sys.exit(main())
