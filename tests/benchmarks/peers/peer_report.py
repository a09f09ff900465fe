"""Output of a run: a table for the screen, one for the page, and JSON."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tests.benchmarks.peers.peer_cases import OUR_BATCH
from tests.benchmarks.peers.peer_run import PeerResult
from wd_env.benchmarks.interleaved_timing import Summary, format_summary, ratios
from wd_env.text import markdown

if TYPE_CHECKING:
    from rich.table import Table

COLUMN_TITLES = (
    "random play of",
    "one decision is",
    "masks, observations",
    "decisions per second",
    "speed of our batch",
    "target",
)


def report_rows(outcomes: Sequence[PeerResult]) -> list[tuple[str, ...]]:
    """Return a row for each case; a case without a value has the reason instead."""
    batch = next(outcome for outcome in outcomes if outcome.case.name == OUR_BATCH)
    return [_row(outcome, batch) for outcome in outcomes]


def _row(outcome: PeerResult, batch: PeerResult) -> tuple[str, ...]:
    case = outcome.case
    values = (case.title, case.decision_unit, case.outputs)
    if outcome.reason:
        return (*values, f"none: {outcome.reason}", "", _target(outcome, None))
    rate = format_summary(Summary.of(outcome.rates))
    ratio = ratio_to_batch(batch, outcome)
    if ratio is None or case.name == OUR_BATCH:
        return (*values, rate, "", _target(outcome, None))
    return (*values, rate, f"x{format_summary(ratio)}", _target(outcome, ratio))


def ratio_to_batch(batch: PeerResult, outcome: PeerResult) -> Summary | None:
    """Return the speed of our batch relative to a case, round by round, or None if one of them has no value."""
    if batch.reason or outcome.reason:
        return None
    return ratios(batch.rates, outcome.rates)


def _target(outcome: PeerResult, ratio: Summary | None) -> str:
    bar = outcome.case.target_ratio
    if bar is None:
        return ""
    if ratio is None:
        return f"x{bar:g} not measured"
    return f"x{bar:g} {'reached' if ratio.median >= bar else 'not reached'}"


def screen(outcomes: Sequence[PeerResult]) -> "Table":
    """Return the rows as a table for a terminal."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for name in COLUMN_TITLES:
        table.add_column(name)
    for row in report_rows(outcomes):
        table.add_row(*row)
    return table


def as_json(outcomes: Sequence[PeerResult], run_info: dict[str, Any]) -> dict[str, Any]:
    """Return plain data: the arguments, the machine, and every case with its rounds."""
    batch = next(outcome for outcome in outcomes if outcome.case.name == OUR_BATCH)
    return {**run_info, "cases": [_case_as_json(outcome, batch) for outcome in outcomes]}


def _case_as_json(outcome: PeerResult, batch: PeerResult) -> dict[str, Any]:
    case, ratio = outcome.case, ratio_to_batch(batch, outcome)
    values: dict[str, Any] = {
        "name": case.name,
        "title": case.title,
        "decision_unit": case.decision_unit,
        "outputs": case.outputs,
        "reason": outcome.reason or None,
        "target_ratio": case.target_ratio,
    }
    if outcome.reason:
        return values
    return values | {
        "decisions_per_second": Summary.of(outcome.rates).as_json(),
        "rounds": [round(rate, 1) for rate in outcome.rates],
        "clock_per_cpu": Summary.of(outcome.clock_per_cpu).as_json(),
        "batch_speedup": ratio.as_json() if ratio else None,
        "target_reached": None if case.target_ratio is None or ratio is None else ratio.median >= case.target_ratio,
        "megabytes": round(outcome.megabytes),
        "versions": outcome.versions,
    }


def page(outcomes: Sequence[PeerResult], run_info: dict[str, Any]) -> str:
    """Return the rows as Markdown, with a description of the measurement and the versions."""
    machine = run_info["machine"]
    message = ", ".join(f"{name} {value}" for name, value in machine.items())
    peers = {outcome.case.peer: outcome.versions for outcome in outcomes if outcome.versions}
    versions = "; ".join(_listed(found) for found in peers.values())
    how = f"{run_info['rounds']} alternating rounds, {run_info['seconds']:g} s each"
    return (
        f"`make bench-peers` on {run_info['date']}: {how}, each measurement in its own process on one core.\n"
        f"Machine: {message}.\nVersions: {versions}.\n\n{markdown.render_table(COLUMN_TITLES, report_rows(outcomes))}"
    )


def _listed(versions: dict[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())
