"""Tasks over several processes; what comes back is the same whatever their number, in any order."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection
from typing import Any, TypeVar

from wd_env.agents.ladder.apart import leave_with
from wd_env.core.arguments import is_whole
from wd_env.core.errors import ConfigError, WdError

AHEAD = 2  # tasks in flight a process, so that none waits for its next
MOST_PROCESSES = 256

Task = TypeVar("Task")
Found = TypeVar("Found")


def check_processes(processes: int) -> None:
    """Refuse a number of processes that cannot be by ConfigError."""
    if not is_whole(processes) or not 1 <= processes <= MOST_PROCESSES:
        raise ConfigError(f"{processes!r} processes; allowed are 1..{MOST_PROCESSES}")


def spread(play: Callable[[Task], Found], tasks: Sequence[Task], processes: int = 1) -> Iterator[tuple[Task, Found]]:
    """Give each task with what `play` makes of it, as soon as it is done; one process is this one.

    `play` and tasks travel: `play` is a function of a module, or a `partial` of one. The processes end with the
    iterator, and with this process however it ends. WdError where one of them dies.
    """
    check_processes(processes)
    if processes == 1:
        for task in tasks:
            yield task, play(task)
        return
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(theirs,))
    try:
        yield from _as_they_end(executor, play, tasks, AHEAD * processes)
    except BrokenProcessPool:
        raise WdError(
            "a process that played has died; what was found before is kept, and the same call goes on"
        ) from None
    finally:
        ours.close()  # which ends them, also in the middle of a task
        executor.shutdown(wait=True, cancel_futures=True)
        theirs.close()


def _begin(end: "connection.Connection[Any, Any]") -> None:
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches every process of a terminal; the first one ends the rest
    leave_with(end)


def _as_they_end(
    executor: ProcessPoolExecutor, play: Callable[[Task], Found], tasks: Sequence[Task], most: int
) -> Iterator[tuple[Task, Found]]:
    left, flying = iter(tasks), dict[Future[Found], Task]()
    while True:
        for task in islice(left, most - len(flying)):
            flying[executor.submit(play, task)] = task
        if not flying:
            return
        for future in wait(flying, return_when=FIRST_COMPLETED).done:
            yield flying.pop(future), future.result()
