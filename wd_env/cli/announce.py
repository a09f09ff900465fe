"""What a command is about to do: one line before long work begins, or the settings alone (`--dry-run`)."""

import dataclasses
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from wd_env.cli.arguments.resume_options import say
from wd_env.progress import Progress, duration

if TYPE_CHECKING:
    from wd_env.evaluation.matches.match_blocks import Block
    from wd_env.parallel.executors import Spread

MEASURED = 128  # deals from which a run is long enough for its pace to be measured first
SAMPLE = 8  # deals by which that is done
SLOW = 1.0  # seconds of one deal from which more of them are not worth waiting for

Found = TypeVar("Found")
Task = TypeVar("Task")


def announce(what: str, seconds: float | None, where: str, files: Sequence[Path | None] = ()) -> None:
    """Tell on stderr, in one line, what begins now, how long it takes at the measured pace, where, and into what files.

    Without `seconds` nothing is known of that.
    """
    written = [str(file) for file in files if file is not None]
    parts = [what, *([] if seconds is None else [f"about {duration(seconds)}"]), where]
    say("; ".join([*parts, *([f"into {', '.join(written)}"] if written else [])]))


def seconds_of(play: Callable[["Block"], object], block: "Block", deals: int, cores: int = 1) -> float | None:
    """Estimate the seconds that so many deals take, by playing a few of them; None for a run that is short anyhow.

    What a block finds depends on its description alone, so that these deals change nothing.
    """
    if deals < MEASURED:
        return None
    _seconds(play, replace(block, deals=2))  # compiles, or loads what is compiled
    few = _seconds(play, replace(block, deals=2))
    if few > SLOW:
        return few / 2 * deals / cores
    many = _seconds(play, replace(block, deals=SAMPLE))
    a_deal = max((many - few) / (SAMPLE - 2), many / SAMPLE / 10)  # most of few deals is what a step takes anyhow
    steps = max(many - a_deal * SAMPLE, 0.0) * deals / block.deals
    return (a_deal * deals + steps) / cores


def _seconds(play: Callable[["Block"], object], block: "Block") -> float:
    begun = time.monotonic()
    play(block)
    return time.monotonic() - begun


def watched(spread: "Spread", what: str, total: int, unit: str, size: Callable[[Any], int]) -> "Spread":
    """Return the same spread with a bar; `size` tells the units of a task, of which there are `total` in all."""

    def spread_(play: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[tuple[Task, Found]]:
        with Progress(what, total, unit, done=total - sum(map(size, tasks))) as bar:
            for task, found in spread(play, tasks):
                bar.advance(size(task))
                yield task, found

    return spread_


def print_settings(options: Any) -> None:
    """Print the settings of a command as YAML."""
    import yaml

    print(yaml.safe_dump(_plain(options), sort_keys=False, allow_unicode=True), end="")


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value) if field.name != "dry_run"]
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    return value if isinstance(value, bool | int | float | str | None) else str(value)
