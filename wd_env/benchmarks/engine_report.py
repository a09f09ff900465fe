"""What `wd bench` says: tables of text, Markdown and JSON of what a run found."""

from collections.abc import Callable, Sequence
from typing import Any

from wd_env.benchmarks import batch_memory, learner_speed, machine_info
from wd_env.benchmarks.engine_speed import BAR, DECISIONS, MAIN, PARTS, REFERENCE, Found, Training
from wd_env.benchmarks.interleaved_timing import Summary, ratios, spread
from wd_env.text import markdown

Rows = Sequence[tuple[str, ...]]


def as_json(found: Found) -> dict[str, Any]:
    """The main figures on top, then everything."""
    speeds = {name: Summary.of(values).as_json() for name, values in found.speeds.items()}
    return {
        **{key: speeds[name]["median"] for key, name in MAIN.items()},
        "unit": "decisions a second of one core, masks and observations included",
        "game": found.game,
        "rounds": found.rounds,
        "seconds": found.seconds,
        "a_second": speeds,
        "training": {name: _training_as_json(learner) for name, learner in found.training.items()},
        "bytes_a_game": found.memory,
        "machine": machine_info.describe(),
    }


def _training_as_json(learner: Training) -> dict[str, Any]:
    return {
        "decisions_per_second": learner.speed.as_json(),
        "over_free_games": learner.free.as_json(),
        "ratio": learner.ratio.as_json(),
        "bar": BAR,
        "reached": learner.ratio.median >= BAR,
        "shares": {name: share.as_json() for name, share in learner.shares.items()},
    }


def decision_rows(found: Found) -> Rows:
    """Title, decisions a second, and how many times the interpreted rules that is."""
    slow = found.speeds[REFERENCE]
    return [
        (case.title, spread(Summary.of(fast := found.speeds[case.name])), f"x{spread(ratios(fast, slow))}")
        for case in DECISIONS
    ]


def part_rows(found: Found) -> Rows:
    """Title, times a second, and microseconds each."""
    rows = []
    for case in PARTS:
        speed = Summary.of(found.speeds[case.name])
        rows.append((case.title, spread(speed), f"{1e6 / speed.median:,.2f}"))
    return rows


def profile_rows(found: Found) -> Rows:
    """Where a decision of a batch goes: nanoseconds and share, by the medians of what was measured by itself."""
    whole, draw, look, view = (
        1e9 / Summary.of(found.speeds[name]).median for name in ("batch_1024", "batch_draw", "batch_look", "batch_view")
    )
    parts = {"random answer": draw, "rules and chance": whole - draw - look, "mask": look - view, "view": view}
    return [(name, f"{spent:,.0f}", f"{spent / whole:.0%}") for name, spent in parts.items()]


def training_rows(found: Found) -> Rows:
    """Lane, decisions a second, over free games, ratio, and whether that is enough."""
    return [
        (
            name,
            spread(learner.speed),
            spread(learner.free),
            f"{learner.ratio.median:.0%} ({learner.ratio.least:.0%} to {learner.ratio.greatest:.0%})",
            f"{BAR:.0%} {'reached' if learner.ratio.median >= BAR else 'not reached'}",
        )
        for name, learner in found.training.items()
    ]


def share_rows(found: Found) -> Rows:
    """Learner, and the shares of its time."""
    return [
        (name, *(f"{share.median:.0%}" for share in learner.shares.values()))
        for name, learner in found.training.items()
    ]


def memory_rows(found: Found) -> Rows:
    """What, and bytes a game."""
    names = {"state": "state", "resident_in_a_batch": f"all of a batch of {batch_memory.LARGE:,}, as the system counts"}
    return [(names[name], f"{size:,}") for name, size in found.memory.items()]


TABLES: tuple[tuple[tuple[str, ...], Callable[[Found], Rows]], ...] = (
    (("random play", "decisions a second", "of the first line"), decision_rows),
    (("by itself", "a second", "microseconds"), part_rows),
    (("a decision in a batch of 1,024", "nanoseconds", "share"), profile_rows),
    (("training", "decisions a second", "over free games", "ratio", "bar"), training_rows),
    (("of its time", *learner_speed.PARTS), share_rows),
    (("memory", "bytes a game"), memory_rows),
)


def page(found: Found, date: str) -> str:
    """Every table as Markdown, with the machine and how it was measured."""
    told = ", ".join(f"{name} {value}" for name, value in machine_info.describe().items())
    how = f"{found.game}, {found.rounds} rounds in turn, {found.seconds:g} s each, one process kept to one core"
    tables = (markdown.table(head, rows(found)) for head, rows in TABLES)
    return "\n".join([f"`make bench` on {date}: {how}.\nMachine: {told}.\n", *tables])
