"""An executor with worker processes on this machine, which end with the iterator and with this process."""

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

PREFETCH = 2  # submitted tasks per process, so that no process waits for its next task
MAX_CRASHES = 3  # in a row, without a finished task between them
WORKER_DIED = f"worker processes: expected a finished task, got {MAX_CRASHES} crashes in a row"


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def process_executor(num_processes: int) -> Executor:
    """Return an executor with this number of worker processes."""

    def run_in_processes(play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        remaining, crashes = deque(tasks), 0
        while remaining:
            before = len(remaining)
            yield from _run_until_crash(num_processes, play, remaining)
            crashes = 0 if len(remaining) < before else crashes + 1
            if crashes == MAX_CRASHES:
                raise WdError(WORKER_DIED)

    return run_in_processes


def _run_until_crash(workers: int, play: Callable[[Task], Result], tasks: deque[Task]) -> Iterator[tuple[Task, Result]]:
    """Run the tasks and remove the finished ones, until none remains or a process dies."""
    context = spawn_context()
    child_conn, parent_conn = context.Pipe()
    executor = ProcessPoolExecutor(workers, context, initializer=_init_worker, initargs=(child_conn,))
    submitted: dict[Future[Result], Task] = {}
    try:
        while tasks or submitted:
            while tasks and len(submitted) < PREFETCH * workers:
                with one_thread_each():  # the first `submit` starts the processes
                    future = executor.submit(play, tasks[0])
                submitted[future] = tasks.popleft()
            for future in wait(submitted, return_when=FIRST_COMPLETED).done:
                result = future.result()
                yield submitted.pop(future), result
    except BrokenProcessPool:
        check_started(parent_conn)
    finally:
        tasks.extendleft(reversed(submitted.values()))
        parent_conn.close()  # the processes then exit, even in the middle of a task
        executor.shutdown(wait=True, cancel_futures=True)
        child_conn.close()


def _init_worker(end: "connection.Connection[Any, Any]") -> None:
    end.send_bytes(STARTED)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent process ends its workers
    exit_with_parent(end)
