"""Tasks over processes of this machine. They end with the iterator, and with this process however it ends."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import Any

from wd_env.errors import WdError
from wd_env.parallel.executors import Found, Spread, Task
from wd_env.parallel.main_guard import BEGUN, check_begun, spawning
from wd_env.parallel.parent_process import leave_with
from wd_env.parallel.thread_limits import one_thread_each

AHEAD = 2  # tasks in flight a process, so that none waits for its next
MOST_DEATHS = 3  # of processes, one after another, before anything is finished
DIED = "a process that played has died; what was found before is kept, and the same call goes on"


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def over_processes(number: int) -> Spread:
    """Return the spread over so many processes."""

    def spread(play: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[tuple[Task, Found]]:
        left, deaths = deque(tasks), 0
        while left:
            before = len(left)
            yield from _until_a_death(number, play, left)
            deaths = 0 if len(left) < before else deaths + 1
            if left and deaths == MOST_DEATHS:
                raise WdError(DIED)

    return spread


def _until_a_death(number: int, play: Callable[[Task], Found], left: deque[Task]) -> Iterator[tuple[Task, Found]]:
    """Do what is left, and take it off, until all is done or a process dies with what it was at."""
    context = spawning()
    theirs, ours = context.Pipe()
    executor = ProcessPoolExecutor(number, context, initializer=_begin, initargs=(theirs,))
    flying: dict[Future[Found], Task] = {}
    try:
        while left or flying:
            while left and len(flying) < AHEAD * number:
                with one_thread_each():  # the first task begins the processes
                    future = executor.submit(play, left[0])
                flying[future] = left.popleft()
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                found = future.result()
                yield flying.pop(future), found
    except BrokenProcessPool:
        check_begun(ours)
    finally:
        left.extendleft(reversed(flying.values()))
        ours.close()  # which ends them, also in the middle of a task
        executor.shutdown(wait=True, cancel_futures=True)
        theirs.close()


def _begin(end: "connection.Connection[Any, Any]") -> None:
    end.send_bytes(BEGUN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole terminal; the first process ends the rest
    leave_with(end)
