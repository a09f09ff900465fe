"""What a spread costs: processor time in games, and in all."""

import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from wd_env.parallel.executors import Found, Spread, Task


@dataclass(frozen=True)
class Cost:
    """Seconds of processor time that one task took, and its process since it began."""

    process: tuple[str, int]
    task: float
    whole: float


class Clock:
    """A spread that counts what another costs; what it finds is the same.

    `games` are the seconds of processor time in tasks, `whole` those of this process since the clock was made and of
    every other process from its beginning to its last task. What an engine's own services take is not counted.
    """

    def __init__(self, spread: Spread) -> None:
        self._spread = spread
        self._begun = time.process_time()
        self._others: dict[tuple[str, int], float] = {}
        self.games = 0.0

    def __call__(self, play: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[tuple[Task, Found]]:
        """Do all tasks as the other spread does."""
        for task, (found, cost) in self._spread(partial(_timed, play), tasks):
            self.games += cost.task
            if cost.process != _this_process():
                self._others[cost.process] = max(cost.whole, self._others.get(cost.process, 0.0))
            yield task, found

    @property
    def whole(self) -> float:
        """All seconds of processor time."""
        return time.process_time() - self._begun + sum(self._others.values())

    def told(self) -> str:
        """Tell both figures in a line."""
        whole = self.whole
        share = f" ({self.games / whole:.0%})" if whole > 0 else ""
        return f"{whole:.1f} s of processor time, {self.games:.1f} s of it in games{share}"


def _this_process() -> tuple[str, int]:
    return platform.node(), os.getpid()


def _timed(play: Callable[[Task], Found], task: Task) -> tuple[Found, Cost]:
    begun = time.process_time()
    found = play(task)
    now = time.process_time()
    return found, Cost(_this_process(), now - begun, now)
