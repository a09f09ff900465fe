"""Progress of work that takes a while, on stderr: one bar on a terminal, one line a minute elsewhere."""

import sys
import time
from collections.abc import Callable
from typing import Any, Self

LINE_INTERVAL = 60.0  # seconds between two lines where stderr is no terminal
MINUTE, HOUR = 60, 3600
MAX_UNITS = 120  # seconds, or minutes, up to which these are told and not minutes, or hours


class Progress:
    """Progress of one task; a context manager.

    Args:
        what: What is done, in a few words.
        total: Units of work in all.
        unit: What a unit is called, in the plural.
        done: Units that were done before.
        clock: Returns seconds.
    """

    def __init__(
        self, task: str, total: int, unit: str, *, done: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.task, self.total, self.unit = task, max(total, 1), unit
        self.done = min(done, self.total)
        self.note = ""
        self._initial, self._clock = self.done, clock
        self._is_active = False
        self._bar: Any = None

    def __enter__(self) -> Self:
        self._start_time = self._last_line_time = self._clock()
        self._is_active = True
        if sys.stderr.isatty():
            self._bar = _bar()
            more = {"unit": self.unit, "note": self.note}
            self._task_id = self._bar.add_task(self.task, total=self.total, completed=self.done, **more)
            self._bar.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._is_active = False
        if self._bar is not None:
            self._bar.stop()

    def advance(self, units: int = 1, note: str | None = None) -> None:
        """Count units that are done now, never more than there are; `note` stands behind the bar from now on."""
        self.done = min(self.done + units, self.total)
        self.note = self.note if note is None else note
        if self._bar is not None:
            self._bar.update(self._task_id, completed=self.done, note=self.note)
        elif self._is_active and self._clock() - self._last_line_time >= LINE_INTERVAL:
            self._last_line_time = self._clock()
            sys.stderr.write(self.line() + "\n")
            sys.stderr.flush()

    def line(self) -> str:
        """Tell in a line how far the work is, how long it has taken and how long it will take at this pace."""
        gone, here = self._clock() - self._start_time, self.done - self._initial
        left = f", about {duration(gone / here * (self.total - self.done))} left" if here else ""
        share = f"{self.done:,} of {self.total:,} {self.unit} ({self.done / self.total:.0%})"
        note = f"; {self.note}" if self.note else ""
        return f"wd: {self.task}: {share} after {duration(gone)}{left}{note}"


def duration(seconds: float) -> str:
    """Tell a duration in seconds, minutes or hours."""
    if seconds < MAX_UNITS:
        return f"{seconds:.0f} s" if seconds >= 1 else "1 s"
    if seconds < MAX_UNITS * MINUTE:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds / HOUR:.1f} h"


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.fields[unit]}", markup=False),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
