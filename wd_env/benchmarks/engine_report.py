"""The report of `wd bench`: text, Markdown and JSON tables of a run."""

from collections.abc import Callable, Sequence
from typing import Any

from wd_env.benchmarks import batch_memory, learner_speed
from wd_env.benchmarks.engine_speed import (
    COMPONENTS,
    DECISIONS,
    MAIN_CASES,
    REFERENCE_CASE,
    TARGET_RATIO,
    BenchmarkResults,
    TrainingSpeed,
)
from wd_env.benchmarks.interleaved_timing import Summary, format_summary, ratios
from wd_env.parallel import machine_info
from wd_env.text import markdown

Rows = Sequence[tuple[str, ...]]


def as_json(results: BenchmarkResults) -> dict[str, Any]:
    """Return the main results first, then everything."""
    speeds = {name: Summary.of(values).as_json() for name, values in results.speeds.items()}
    return {
        **{key: speeds[name]["median"] for key, name in MAIN_CASES.items()},
        "unit": "decisions per second on one core, masks and observations included",
        "game": results.game,
        "rounds": results.rounds,
        "seconds": results.seconds,
        "per_second": speeds,
        "training": {name: _training_as_json(learner) for name, learner in results.training.items()},
        "bytes_per_game": results.memory,
        "machine": machine_info.describe(),
    }


def _training_as_json(learner: TrainingSpeed) -> dict[str, Any]:
    return {
        "decisions_per_second": learner.speed.as_json(),
        "over_null_games": learner.null_env.as_json(),
        "ratio": learner.ratio.as_json(),
        "target_ratio": TARGET_RATIO,
        "target_reached": learner.ratio.median >= TARGET_RATIO,
        "time_fractions": {name: fraction.as_json() for name, fraction in learner.time_fractions.items()},
    }


def decision_rows(results: BenchmarkResults) -> Rows:
    """Return title, decisions per second, and the ratio to the interpreted rules."""
    slow = results.speeds[REFERENCE_CASE]
    return [
        (
            case.title,
            format_summary(Summary.of(fast := results.speeds[case.name])),
            f"x{format_summary(ratios(fast, slow))}",
        )
        for case in DECISIONS
    ]


def part_rows(results: BenchmarkResults) -> Rows:
    """Return title, operations per second, and microseconds per operation."""
    rows = []
    for case in COMPONENTS:
        speed = Summary.of(results.speeds[case.name])
        rows.append((case.title, format_summary(speed), f"{1e6 / speed.median:,.2f}"))
    return rows


def profile_rows(results: BenchmarkResults) -> Rows:
    """Return the components of a decision in a batch: nanoseconds and fraction, by separate measurements."""
    full, random_action, mask_and_observation, observation = (
        1e9 / Summary.of(results.speeds[name]).median
        for name in ("batch_1024", "batch_draw", "batch_mask_and_observation", "batch_observation")
    )
    components = {
        "random action": random_action,
        "rules and chance": full - random_action - mask_and_observation,
        "mask": mask_and_observation - observation,
        "observation": observation,
    }
    return [(name, f"{elapsed:,.0f}", f"{elapsed / full:.0%}") for name, elapsed in components.items()]


def training_rows(results: BenchmarkResults) -> Rows:
    """Return process, decisions per second, those over null games, the ratio, and whether it reaches the target."""
    return [
        (
            name,
            format_summary(learner.speed),
            format_summary(learner.null_env),
            f"{learner.ratio.median:.0%} ({learner.ratio.min:.0%} to {learner.ratio.max:.0%})",
            f"{TARGET_RATIO:.0%} {'reached' if learner.ratio.median >= TARGET_RATIO else 'not reached'}",
        )
        for name, learner in results.training.items()
    ]


def time_rows(results: BenchmarkResults) -> Rows:
    """Return learner and fractions of its time."""
    return [
        (name, *(f"{fraction.median:.0%}" for fraction in learner.time_fractions.values()))
        for name, learner in results.training.items()
    ]


def memory_rows(results: BenchmarkResults) -> Rows:
    """Return title and bytes per game."""
    names = {
        "state": "state",
        "resident_in_batch": f"all of a batch of {batch_memory.LARGE_BATCH:,}, as reported by the system",
    }
    return [(names[name], f"{size:,}") for name, size in results.memory.items()]


REPORT_TABLES: tuple[tuple[tuple[str, ...], Callable[[BenchmarkResults], Rows]], ...] = (
    (("random play", "decisions per second", "relative to the first line"), decision_rows),
    (("measured separately", "per second", "microseconds"), part_rows),
    (("parts of a decision in a batch of 1,024", "nanoseconds", "fraction"), profile_rows),
    (("training", "decisions per second", "over games that take no time", "ratio", "target"), training_rows),
    (("fractions of the time", *learner_speed.COMPONENTS), time_rows),
    (("memory", "bytes per game"), memory_rows),
)


def page(results: BenchmarkResults, date: str) -> str:
    """Return every table as Markdown, with the machine and the method."""
    text = ", ".join(f"{name} {value}" for name, value in machine_info.describe().items())
    settings = (
        f"{results.game}, {results.rounds} interleaved rounds, {results.seconds:g} s each, one process kept to one core"
    )
    tables = (markdown.render_table(header, rows(results)) for header, rows in REPORT_TABLES)
    return "\n".join([f"`make bench` on {date}: {settings}.\nMachine: {text}.\n", *tables])
