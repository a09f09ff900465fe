"""Progress reports on stderr: a progress bar on a terminal, otherwise one line per minute."""

import sys
import time
from collections.abc import Callable
from typing import Any, Self

LINE_INTERVAL = 60.0  # seconds between two lines if stderr is not a terminal
MINUTE, HOUR = 60, 3600
MAX_UNITS = 120  # a duration of more seconds is shown in minutes, one of more minutes in hours


class Progress:
    """A context manager that reports the progress of one task.

    Args:
        task: Description of the task in a few words.
        total: Number of units of work.
        unit: Name of the units, in the plural.
        done: Number of units that were finished earlier.
        clock: Function that returns the time in seconds.
    """

    def __init__(
        self, task: str, total: int, unit: str, *, done: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.task, self.total, self.unit = task, max(total, 1), unit
        self.done = min(done, self.total)
        self.note = ""
        self._initial, self._clock = self.done, clock
        self._is_active = False
        self._progress_bar: Any = None

    def __enter__(self) -> Self:
        self._start_time = self._last_line_time = self._clock()
        self._is_active = True
        if sys.stderr.isatty():
            self._progress_bar = _progress_bar()
            more = {"unit": self.unit, "note": self.note}
            self._task_id = self._progress_bar.add_task(self.task, total=self.total, completed=self.done, **more)
            self._progress_bar.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._is_active = False
        if self._progress_bar is not None:
            self._progress_bar.stop()

    def advance(self, units: int = 1, note: str | None = None) -> None:
        """Add finished units, up to the total, and report the progress.

        Args:
            units: Number of units finished since the last call.
            note: Text to show after the bar from now on; None to keep the current one.
        """
        self.done = min(self.done + units, self.total)
        self.note = self.note if note is None else note
        if self._progress_bar is not None:
            self._progress_bar.update(self._task_id, completed=self.done, note=self.note)
        elif self._is_active and self._clock() - self._last_line_time >= LINE_INTERVAL:
            self._last_line_time = self._clock()
            sys.stderr.write(self.line() + "\n")
            sys.stderr.flush()

    def line(self) -> str:
        """Return a line with the progress, the elapsed time and the estimated remaining time."""
        elapsed, num_new = self._clock() - self._start_time, self.done - self._initial
        estimate = f", about {duration(elapsed / num_new * (self.total - self.done))} left" if num_new else ""
        progress = f"{self.done:,} of {self.total:,} {self.unit} ({self.done / self.total:.0%})"
        suffix = f"; {self.note}" if self.note else ""
        return f"wd: {self.task}: {progress} after {duration(elapsed)}{estimate}{suffix}"


def duration(seconds: float) -> str:
    """Format a duration in seconds, minutes or hours."""
    if seconds < MAX_UNITS:
        return f"{seconds:.0f} s" if seconds >= 1 else "1 s"
    if seconds < MAX_UNITS * MINUTE:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds / HOUR:.1f} h"


def _progress_bar() -> Any:
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
