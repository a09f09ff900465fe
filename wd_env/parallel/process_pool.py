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
from wd_env.parallel.executors import Executor, Result, Task
from wd_env.parallel.main_guard import STARTED, check_started, spawn_context
from wd_env.parallel.parent_process import exit_with_parent
from wd_env.parallel.thread_limits import one_thread_each

PREFETCH = 2  # tasks in flight a process, so that none waits for its next
MAX_CRASHES = 3  # of processes, one after another, before anything is finished
WORKER_DIED = "a process that played has died; what was found before is kept, and the same call goes on"


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def process_executor(num_processes: int) -> Executor:
    """Return the spread over so many processes."""

    def spread(play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        left, deaths = deque(tasks), 0
        while left:
            before = len(left)
            yield from _run_until_crash(num_processes, play, left)
            deaths = 0 if len(left) < before else deaths + 1
            if left and deaths == MAX_CRASHES:
                raise WdError(WORKER_DIED)

    return spread


def _run_until_crash(number: int, play: Callable[[Task], Result], left: deque[Task]) -> Iterator[tuple[Task, Result]]:
    """Do what is left, and take it off, until all is done or a process dies with what it was at."""
    context = spawn_context()
    theirs, ours = context.Pipe()
    executor = ProcessPoolExecutor(number, context, initializer=_init_worker, initargs=(theirs,))
    flying: dict[Future[Result], Task] = {}
    try:
        while left or flying:
            while left and len(flying) < PREFETCH * number:
                with one_thread_each():  # the first task begins the processes
                    future = executor.submit(play, left[0])
                flying[future] = left.popleft()
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                found = future.result()
                yield flying.pop(future), found
    except BrokenProcessPool:
        check_started(ours)
    finally:
        left.extendleft(reversed(flying.values()))
        ours.close()  # which ends them, also in the middle of a task
        executor.shutdown(wait=True, cancel_futures=True)
        theirs.close()


def _init_worker(end: "connection.Connection[Any, Any]") -> None:
    end.send_bytes(STARTED)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole terminal; the first process ends the rest
    exit_with_parent(end)
