"""What a spread costs: processor time in games, and in all."""

import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from wd_env.parallel.executors import Executor, Result, Task


@dataclass(frozen=True)
class TaskCost:
    """Seconds of processor time that one task took, and its process since it began."""

    process: tuple[str, int]
    task: float
    process_total: float


class CpuClock:
    """A spread that counts what another costs; what it finds is the same.

    `games` are the seconds of processor time in tasks, `whole` those of this process since the clock was made and of
    every other process from its beginning to its last task. What an engine's own services take is not counted.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._start = time.process_time()
        self._others: dict[tuple[str, int], float] = {}
        self.task_seconds = 0.0

    def __call__(self, play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        """Do all tasks as the other spread does."""
        for task, (found, cost) in self._executor(partial(_timed, play), tasks):
            self.task_seconds += cost.task
            if cost.process != _this_process():
                self._others[cost.process] = max(cost.process_total, self._others.get(cost.process, 0.0))
            yield task, found

    @property
    def total_seconds(self) -> float:
        """All seconds of processor time."""
        return time.process_time() - self._start + sum(self._others.values())

    def summary(self) -> str:
        """Tell both figures in a line."""
        whole = self.total_seconds
        share = f" ({self.task_seconds / whole:.0%})" if whole > 0 else ""
        return f"{whole:.1f} s of processor time, {self.task_seconds:.1f} s of it in games{share}"


def _this_process() -> tuple[str, int]:
    return platform.node(), os.getpid()


def _timed(play: Callable[[Task], Result], task: Task) -> tuple[Result, TaskCost]:
    begun = time.process_time()
    found = play(task)
    now = time.process_time()
    return found, TaskCost(_this_process(), now - begun, now)
