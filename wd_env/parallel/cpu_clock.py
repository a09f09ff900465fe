"""Measurement of the CPU time that an executor uses, in tasks and in total."""

import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from wd_env.parallel.executors import Executor, Result, Task


@dataclass(frozen=True)
class TaskCost:
    """CPU time of one task.

    Attributes:
        process: Host name and process id.
        task: CPU seconds of the task.
        process_total: CPU seconds of its process since that process started.
    """

    process: tuple[str, int]
    task: float
    process_total: float


class CpuClock:
    """An executor that measures the CPU time of another executor and returns the same results.

    Services of an executor, such as those of Ray, are not measured.

    Args:
        executor: Executor to measure.

    Attributes:
        task_seconds: CPU seconds of all finished tasks.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._start = time.process_time()
        self._others: dict[tuple[str, int], float] = {}
        self.task_seconds = 0.0

    def __call__(self, play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        """Run all tasks with the measured executor."""
        for task, (result, cost) in self._executor(partial(_timed, play), tasks):
            self.task_seconds += cost.task
            if cost.process != _this_process():
                self._others[cost.process] = max(cost.process_total, self._others.get(cost.process, 0.0))
            yield task, result

    @property
    def total_seconds(self) -> float:
        """CPU seconds of this process since the clock was created, and of other processes until their last task."""
        return time.process_time() - self._start + sum(self._others.values())

    def summary(self) -> str:
        """Return both times in one line."""
        total = self.total_seconds
        percentage = f" ({self.task_seconds / total:.0%})" if total > 0 else ""
        return f"{total:.1f} s of processor time, {self.task_seconds:.1f} s of it in games{percentage}"


def _this_process() -> tuple[str, int]:
    return platform.node(), os.getpid()


def _timed(play: Callable[[Task], Result], task: Task) -> tuple[Result, TaskCost]:
    start = time.process_time()
    result = play(task)
    now = time.process_time()
    return result, TaskCost(_this_process(), now - start, now)
