"""What a run gives out: a table for the screen, one for the page, and JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wd_env.benchmarks.interleaved_timing import Summary, ratios, spread
from wd_env.benchmarks.peers.peer_cases import BATCH
from wd_env.benchmarks.peers.peer_run import Outcome
from wd_env.text import markdown

if TYPE_CHECKING:
    from rich.table import Table

HEAD = ("what plays at random", "one decision is", "masks, views", "decisions a second", "our batch is", "bar")


def rows(outcomes: Sequence[Outcome]) -> list[tuple[str, ...]]:
    """A row for each case; one without a figure has the reason instead."""
    batch = next(outcome for outcome in outcomes if outcome.case.name == BATCH)
    return [_row(outcome, batch) for outcome in outcomes]


def _row(outcome: Outcome, batch: Outcome) -> tuple[str, ...]:
    case = outcome.case
    told = (case.title, case.counts, case.writes)
    if outcome.reason:
        return (*told, f"none: {outcome.reason}", "", _bar(outcome, None))
    rate = spread(Summary.of(outcome.rates))
    ratio = against(batch, outcome)
    if ratio is None or case.name == BATCH:
        return (*told, rate, "", _bar(outcome, None))
    return (*told, rate, f"x{spread(ratio)}", _bar(outcome, ratio))


def against(batch: Outcome, outcome: Outcome) -> Summary | None:
    """How many times as fast our batch is, round by round; None where one of the two has no figure."""
    if batch.reason or outcome.reason:
        return None
    return ratios(batch.rates, outcome.rates)


def _bar(outcome: Outcome, ratio: Summary | None) -> str:
    bar = outcome.case.bar
    if bar is None:
        return ""
    if ratio is None:
        return f"x{bar:g} not measured"
    return f"x{bar:g} {'reached' if ratio.median >= bar else 'not reached'}"


def screen(outcomes: Sequence[Outcome]) -> "Table":
    """The rows for a terminal."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for name in HEAD:
        table.add_column(name)
    for row in rows(outcomes):
        table.add_row(*row)
    return table


def as_json(outcomes: Sequence[Outcome], about: dict[str, Any]) -> dict[str, Any]:
    """Plain data: what was asked for, the machine, and every case with its rounds."""
    batch = next(outcome for outcome in outcomes if outcome.case.name == BATCH)
    return {**about, "cases": [_case_as_json(outcome, batch) for outcome in outcomes]}


def _case_as_json(outcome: Outcome, batch: Outcome) -> dict[str, Any]:
    case, ratio = outcome.case, against(batch, outcome)
    told: dict[str, Any] = {
        "name": case.name,
        "title": case.title,
        "counts": case.counts,
        "writes": case.writes,
        "reason": outcome.reason or None,
        "bar": case.bar,
    }
    if outcome.reason:
        return told
    return told | {
        "decisions_per_second": Summary.of(outcome.rates).as_json(),
        "rounds": [round(rate, 1) for rate in outcome.rates],
        "clock_per_cpu": Summary.of(outcome.waiting).as_json(),
        "batch_is_times": ratio.as_json() if ratio else None,
        "reached": None if case.bar is None or ratio is None else ratio.median >= case.bar,
        "megabytes": round(outcome.megabytes),
        "versions": outcome.versions,
    }


def page(outcomes: Sequence[Outcome], about: dict[str, Any]) -> str:
    """The rows as Markdown, with how they were measured and the versions."""
    machine = about["machine"]
    told = ", ".join(f"{name} {value}" for name, value in machine.items())
    peers = {outcome.case.peer: outcome.versions for outcome in outcomes if outcome.versions}
    versions = "; ".join(_listed(found) for found in peers.values())
    how = f"{about['rounds']} rounds in turn, {about['seconds']:g} s each"
    return (
        f"`make bench-peers` on {about['date']}: {how}, every measurement in a process of its own on one core.\n"
        f"Machine: {told}.\nVersions: {versions}.\n\n{markdown.table(HEAD, rows(outcomes))}"
    )


def _listed(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())
