"""`make mutants`: draw small changes of every folder of the package; the tests must notice 95 % in each of them.

`mutant_kinds` says which files are changed and which pages of tests count for them. What a test reaches is learned
once, from the first and the last of its cases, and kept until the page or a file that it reached changes. Each mutant
is run against the tests that reach its statement, the quickest and most particular first, up to the first that fails;
one that survives meets every case of them. Left out are tests that compare with what is kept word for word, which
notice every byte that moves, long random games, and whatever takes more than a second or two. What changes nothing
that anybody could ever see is listed, with the reason, in `equivalent/*.toml`; such mutants do not count.
"""

import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from tests.faults import mutant_kinds
from tests.faults.mutant_kinds import every_mutant, folder_of, targets_of
from tests.faults.mutant_runs import Lane, Verdict
from tests.faults.mutations import Mutant
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, DataError

EQUIVALENT = Path(__file__).with_name("equivalent")
BAR = 0.95  # of the mutants of a folder that are not equivalent


@dataclass(frozen=True)
class Arguments:
    """Draw small changes of every folder of the package, and see that the tests notice."""

    count: int = 2000
    """Mutants to draw, as many of each folder as there are."""
    seed: int = 1
    """Another seed draws others."""
    workers: int = 2
    """Mutants at work side by side."""
    only: str = ""
    """Only mutants with this text in their file and function (`turn.py begin_turn`)."""
    folder: str = ""
    """Only mutants of this folder (`wd_env/server`)."""
    pages: str = ""
    """Use only the tests of these files, with commas between them; fewer mutants are then killed than by all tests."""
    killers: bool = False
    """Print also what noticed each of the others."""


# What is drawn


def equivalents(known: Iterable[Mutant], folder: str = "") -> dict[tuple[str, ...], str]:
    """Return the reasons of the listed equivalent mutants by key; DataError for a row that is not a mutant."""
    keys = {mutant.key for mutant in known}
    reasons: dict[tuple[str, ...], str] = {}
    for page in sorted(EQUIVALENT.glob("*.toml")):
        for path, rows in tomllib.loads(page.read_text("utf-8")).items():
            for row in rows if folder in ("", folder_of(path)) else ():
                key = (path, row["function"], row["old"], row["new"])
                if key not in keys or key in reasons or not row["reason"].strip():
                    raise DataError(f"{page.name}: no mutant, or twice, or without a reason: {key}")
                reasons[key] = row["reason"]
    return reasons


def drawn(mutants: list[Mutant], arguments: Arguments) -> list[Mutant]:
    """So many of them by seed, a folder as many as another; ConfigError when nothing is left to do."""
    wanted = [mutant for mutant in mutants if arguments.only in f"{Path(mutant.path).name} {mutant.function}"]
    if not wanted or min(arguments.count, arguments.workers) < 1:
        raise ConfigError(f"expected at least one worker and one mutant, got {arguments}")
    rounds: Counter[str] = Counter()
    turns = []
    for mutant in sorted(wanted, key=lambda mutant: mutant.lot(arguments.seed)):
        folder = folder_of(mutant.path)
        rounds[folder] += 1
        turns.append((rounds[folder], folder, mutant))
    return [mutant for _, _, mutant in sorted(turns)[: arguments.count]]


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
        for kind in mutant_kinds.KINDS:
            paths = set(targets_of(kind))
            own = [mutant for mutant in mutants if mutant.path in paths]
            if own:
                yield from Lane(kind, arguments.workers, Path(folder), arguments.pages).judge(own)


def main(arguments: Arguments) -> int:
    """Try the mutants and count; 1 when too few are killed, 2 when they cannot be tried or the list is wrong."""
    start = monotonic()
    counted: dict[str, Counter[str]] = {}
    try:
        mutants = [mutant for kind in mutant_kinds.KINDS for mutant in every_mutant(kind, arguments.folder)]
        reasons = equivalents(mutants, arguments.folder)
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
    message = ", ".join(f"{counts[found]} {found}" for found in ("killed", "survived", "equivalent"))
    return f"{message}; {_killed(counts):.1%} of those that are not equivalent were killed"


if __name__ == "__main__":
    try:
        wanted = parse(Arguments, sys.argv[1:], "mutants", program="make")
    except UsageError as wrong:
        sys.exit(str(wrong))
    sys.exit(main(wanted))
