"""`make mutants`: sample mutants in every folder of the package; the tests must kill 95% of them in each folder.

`mutant_kinds` lists the files to mutate and the test files that count for them. The statements that a test reaches are
recorded once, from its first and its last case, and saved until the test file or a file that it reached changes. Each
mutant runs against the tests that reach its statement, fast and specific tests first, until one fails. If none fails,
all cases of these tests run, and those of tests that reach the file. Three groups of tests are left out: comparisons
with stored text, which detect every change (except stored decisions of hand-written bots, which have no other
specification); long random games; and tests that take longer than their kind allows.
Equivalent mutants, which have no observable effect, are listed with the reason in `equivalent/*.toml` and do not count.
"""

import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from tests.faults import mutant_kinds
from tests.faults.mutant_kinds import all_mutants, folder_of, targets_of
from tests.faults.mutant_runs import TIMEOUTS, MutantRunner, Verdict
from tests.faults.mutations import Mutant
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, DataError

EQUIVALENT = Path(__file__).with_name("equivalent")
NO_PROOF = ("", *TIMEOUTS.values())  # a limit proves nothing on a busy machine
MIN_KILLED = 0.95  # of the mutants of a folder that are not equivalent


@dataclass(frozen=True)
class Arguments:
    """Make random small changes (mutants) in every folder of the package, and check that tests fail."""

    count: int = 2000
    """Number of mutants, divided evenly among the folders."""
    seed: int = 1
    """Random seed of the sample."""
    workers: int = 2
    """Number of mutants to run in parallel."""
    only: str = ""
    """Only mutants with this text in their file and function (`turn.py begin_turn`)."""
    folder: str = ""
    """Only mutants of this folder (`wd_env/server`)."""
    pages: str = ""
    """Use only these test files (comma-separated); all tests together may kill more mutants."""
    killers: bool = False
    """Also print the killed mutants, each with the test that killed it."""


# The sample


def load_equivalents(mutants: Iterable[Mutant], folder: str = "") -> dict[tuple[str, ...], str]:
    """Return the reasons of the listed equivalent mutants by key; DataError for a row that matches no single mutant.

    A row quotes the statement or a part of it that occurs once, and the text that replaces it.
    """
    in_function: dict[tuple[str, str], set[Mutant]] = defaultdict(set)
    for mutant in mutants:
        in_function[mutant.path, mutant.function].add(mutant)
    reasons: dict[tuple[str, ...], str] = {}
    for page in sorted(EQUIVALENT.glob("*.toml")):
        for path, rows in tomllib.loads(page.read_text("utf-8")).items():
            for row in rows if folder in ("", folder_of(path)) else ():
                candidates = in_function[path, row["function"]]
                keys = [mutant.key for mutant in candidates if _is_change(mutant, row["old"], row["new"])]
                if len(keys) != 1 or keys[0] in reasons or not row["reason"].strip():
                    named = (path, row["function"], row["old"], row["new"])
                    raise DataError(f"{page.name}: expected a mutant, listed once, with a reason; got {named}")
                reasons[keys[0]] = row["reason"]
    return reasons


def _is_change(mutant: Mutant, old: str, new: str) -> bool:
    statement = mutant.key[2]
    return statement.count(old) == 1 and statement.replace(old, new) == mutant.new


def sample(mutants: list[Mutant], arguments: Arguments) -> list[Mutant]:
    """Sample `count` of the selected mutants evenly across folders; ConfigError if none is selected."""
    selected = [mutant for mutant in mutants if arguments.only in f"{Path(mutant.path).name} {mutant.function}"]
    if not selected or min(arguments.count, arguments.workers) < 1:
        raise ConfigError(f"expected at least one worker and one mutant, got {arguments}")
    sizes: Counter[str] = Counter()
    ranked = []
    for mutant in sorted(selected, key=lambda mutant: mutant.sample_key(arguments.seed)):
        folder = folder_of(mutant.path)
        sizes[folder] += 1
        ranked.append((sizes[folder], folder, mutant))
    return [mutant for _, _, mutant in sorted(ranked)[: arguments.count]]


# The command


def format_verdict(verdict: Verdict) -> str:
    """Return the result and the changed statement, as in a diff."""
    mutant = verdict.mutant
    outcome = f"killed by {verdict.killed_by}" if verdict.killed_by else f"SURVIVED {verdict.tests} tests"
    suffix = mutant.key[2].removeprefix(mutant.old)
    location = f"{mutant.path}:{mutant.line} {mutant.function}"
    return f"{outcome}: {location}\n    - {mutant.old}{suffix}\n    + {mutant.new}"


def run_mutants(mutants: list[Mutant], arguments: Arguments) -> Iterator[Verdict]:
    """Run the mutants of every kind against their tests, and yield a verdict for each."""
    with tempfile.TemporaryDirectory() as folder:
        for kind in mutant_kinds.KINDS:
            paths = set(targets_of(kind))
            of_kind = [mutant for mutant in mutants if mutant.path in paths]
            if of_kind:
                yield from MutantRunner(kind, arguments.workers, Path(folder), arguments.pages).run_mutants(of_kind)


def main(arguments: Arguments) -> int:
    """Run the sample; return 1 if too few mutants are killed, 2 if they cannot run or the list is wrong."""
    start = monotonic()
    totals: dict[str, Counter[str]] = {}
    is_list_right = True
    try:
        mutants = [mutant for kind in mutant_kinds.KINDS for mutant in all_mutants(kind, arguments.folder)]
        reasons = load_equivalents(mutants, arguments.folder)
        for verdict in run_mutants(sample(mutants, arguments), arguments):
            is_listed = verdict.mutant.key in reasons
            if is_listed and verdict.killed_by not in NO_PROOF:
                is_listed = is_list_right = False
                print(f"listed as equivalent, but {format_verdict(verdict)}", file=sys.stderr)
            outcome = "equivalent" if is_listed else "killed" if verdict.killed_by else "survived"
            totals.setdefault(folder_of(verdict.mutant.path), Counter())[outcome] += 1
            if outcome == "survived" or arguments.killers:
                print(format_verdict(verdict), flush=True)
    except (DataError, ConfigError) as error:
        print(error, file=sys.stderr)
        return 2
    print()
    for folder, counts in sorted(totals.items()):
        print(f"{folder}: {_summary(counts)}")
    overall = sum(totals.values(), Counter())
    print(f"{sum(overall.values())} mutants in {monotonic() - start:.0f} s: {_summary(overall)}")
    print(f"required in every folder: {MIN_KILLED:.0%}")
    if not is_list_right:
        return 2
    return 0 if all(_killed(counts) >= MIN_KILLED for counts in totals.values()) else 1


def _killed(counts: Counter[str]) -> float:
    """Return the killed fraction of the mutants that are not equivalent."""
    total = counts["killed"] + counts["survived"]
    return counts["killed"] / total if total else 1.0


def _summary(counts: Counter[str]) -> str:
    message = ", ".join(f"{counts[outcome]} {outcome}" for outcome in ("killed", "survived", "equivalent"))
    return f"{message}; killed {_killed(counts):.1%} of those that are not equivalent"


if __name__ == "__main__":
    try:
        arguments = parse(Arguments, sys.argv[1:], "mutants", program="make")
    except UsageError as exc:
        sys.exit(str(exc))
    sys.exit(main(arguments))
