"""One line before long work begins, progress bars, and the settings of a command (`--dry-run`)."""

import dataclasses
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from wd_env.cli.arguments.resume_options import print_status
from wd_env.progress import Progress, duration

if TYPE_CHECKING:
    from wd_env.evaluation.matches.match_blocks import Block
    from wd_env.parallel.executors import Executor

MIN_MEASURED_DEALS = 128  # minimum number of deals of a run whose duration is estimated
SAMPLE_DEALS = 8  # deals that are played for the estimate
SLOW_SECONDS = 1.0  # seconds of a deal from which no further deals are played for the estimate

Result = TypeVar("Result")
Task = TypeVar("Task")


def announce(task: str, seconds: float | None, place: str, files: Sequence[Path | None] = ()) -> None:
    """Print one line about the work that begins on stderr.

    Args:
        task: Description of the work.
        seconds: Estimated duration, or None.
        place: Where the work is done.
        files: Files that are written.
    """
    written = [str(file) for file in files if file is not None]
    parts = [task, *([] if seconds is None else [f"about {duration(seconds)}"]), place]
    print_status("; ".join([*parts, *([f"into {', '.join(written)}"] if written else [])]))


def estimate_seconds(play: Callable[["Block"], object], block: "Block", deals: int, cores: int = 1) -> float | None:
    """Estimate the duration of a number of deals by playing a few of them.

    The result of a block depends only on its description, so the estimate changes no result.

    Args:
        play: Function that plays a block.
        block: Block of the run.
        deals: Number of deals of the run.
        cores: Number of cores that play.

    Returns:
        Seconds, or None for a short run.
    """
    if deals < MIN_MEASURED_DEALS:
        return None
    _seconds(play, replace(block, deals=2))  # compiles the rules, or loads compiled ones
    few = _seconds(play, replace(block, deals=2))
    if few > SLOW_SECONDS:
        return few / 2 * deals / cores
    many = _seconds(play, replace(block, deals=SAMPLE_DEALS))
    a_deal = max(
        (many - few) / (SAMPLE_DEALS - 2), many / SAMPLE_DEALS / 10
    )  # with few deals the time of a step dominates
    steps = max(many - a_deal * SAMPLE_DEALS, 0.0) * deals / block.deals
    return (a_deal * deals + steps) / cores


def _seconds(play: Callable[["Block"], object], block: "Block") -> float:
    begun = time.monotonic()
    play(block)
    return time.monotonic() - begun


def with_progress(executor: "Executor", label: str, total: int, unit: str, size: Callable[[Any], int]) -> "Executor":
    """Return an executor with a progress bar.

    Args:
        executor: Executor without one.
        label: Description of the work.
        total: Number of units of all tasks.
        unit: Name of the units.
        size: Function that returns the number of units of a task.
    """

    def spread_(play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        with Progress(label, total, unit, done=total - sum(map(size, tasks))) as bar:
            for task, found in executor(play, tasks):
                bar.advance(size(task))
                yield task, found

    return spread_


def print_settings(options: Any) -> None:
    """Print the settings of a command as YAML."""
    import yaml

    print(yaml.safe_dump(_to_json_data(options), sort_keys=False, allow_unicode=True), end="")


def _to_json_data(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value) if field.name != "dry_run"]
        return {name: _to_json_data(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): _to_json_data(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_to_json_data(inner) for inner in value]
    return value if isinstance(value, bool | int | float | str | None) else str(value)
