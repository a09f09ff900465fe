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


def announce(task: str, seconds: float | None, executor_text: str, files: Sequence[Path | None] = ()) -> None:
    """Print one line about the work that begins on stderr.

    Args:
        task: Description of the work.
        seconds: Estimated duration, or None.
        executor_text: Where the work is done.
        files: Files that are written.
    """
    output_files = [str(file) for file in files if file is not None]
    sections = [task, *([] if seconds is None else [f"about {duration(seconds)}"]), executor_text]
    print_status("; ".join([*sections, *([f"into {', '.join(output_files)}"] if output_files else [])]))


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
    pair_seconds = _seconds(play, replace(block, deals=2))
    if pair_seconds > SLOW_SECONDS:
        return pair_seconds / 2 * deals / cores
    sample_seconds = _seconds(play, replace(block, deals=SAMPLE_DEALS))
    deal_seconds = max(
        (sample_seconds - pair_seconds) / (SAMPLE_DEALS - 2), sample_seconds / SAMPLE_DEALS / 10
    )  # with few deals the time of a step dominates
    steps = max(sample_seconds - deal_seconds * SAMPLE_DEALS, 0.0) * deals / block.deals
    return (deal_seconds * deals + steps) / cores


def _seconds(play: Callable[["Block"], object], block: "Block") -> float:
    start = time.monotonic()
    play(block)
    return time.monotonic() - start


def with_progress(executor: "Executor", label: str, total: int, unit: str, size: Callable[[Any], int]) -> "Executor":
    """Return an executor with a progress bar.

    Args:
        executor: Executor without one.
        label: Description of the work.
        total: Number of units of all tasks.
        unit: Name of the units.
        size: Function that returns the number of units of a task.
    """

    def run_with_progress(play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        with Progress(label, total, unit, done=total - sum(map(size, tasks))) as progress:
            for task, result in executor(play, tasks):
                progress.advance(size(task))
                yield task, result

    return run_with_progress


def print_settings(options: Any) -> None:
    """Print the settings of a command as YAML."""
    import yaml

    print(yaml.safe_dump(_to_json_data(options), sort_keys=False, allow_unicode=True), end="")


def _to_json_data(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value) if field.name != "dry_run"]
        return {name: _to_json_data(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): _to_json_data(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_to_json_data(item) for item in value]
    return value if isinstance(value, bool | int | float | str | None) else str(value)
