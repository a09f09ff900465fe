"""What the pool of worker processes does in this process and at the start of a worker, without any process."""

import os
import signal
from collections import deque
from concurrent.futures import Future, wait
from types import SimpleNamespace

import pytest

from wd_env.errors import WdError
from wd_env.parallel import process_pool
from wd_env.parallel.executors import parallel_tasks
from wd_env.parallel.main_guard import STARTED


def test_the_cores_are_those_that_this_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {1, 4, 6} if process == 0 else {0}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert process_pool.available_cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    assert process_pool.available_cores() == 8
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert process_pool.available_cores() == 1


@pytest.mark.parametrize(
    ("name", "tasks"), [("processes:2", 2), ("processes:4", 4), ("processes:9", 4), ("local", 1), ("ray", 1)]
)
def test_as_many_tasks_run_at_a_time_as_there_are_processes_and_cores(monkeypatch, name, tasks):
    monkeypatch.setattr(process_pool, "available_cores", lambda: 4)
    assert parallel_tasks(name) == tasks


def test_a_worker_reports_its_start_ignores_ctrl_c_and_ends_with_its_parent(monkeypatch):
    handlers, parents, sent = {}, [], []
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)
    monkeypatch.setattr(process_pool, "exit_with_parent", parents.append)
    end = SimpleNamespace(send_bytes=sent.append)
    process_pool._init_worker(end)
    assert (sent, handlers, parents) == ([STARTED], {signal.SIGINT: signal.SIG_IGN}, [end])


def test_every_worker_has_two_tasks_and_both_ends_of_the_pipe_are_closed(monkeypatch):
    open_ends, waiting, most = {"child", "parent"}, [], []

    class Pool:
        def __init__(self, workers, context, initializer, initargs):
            assert (workers, initializer, initargs) == (3, process_pool._init_worker, (ends[0],))

        def submit(self, play, task):
            waiting.append((Future(), play, task))
            return waiting[-1][0]

        def shutdown(self, *, wait, cancel_futures):
            assert wait
            assert cancel_futures

    def finish_one(futures, return_when):
        most.append(len(futures))
        future, play, task = waiting.pop(0)
        future.set_result(play(task))
        return wait(futures, return_when=return_when)

    ends = [SimpleNamespace(close=lambda name=name: open_ends.remove(name)) for name in ("child", "parent")]
    monkeypatch.setattr(process_pool, "spawn_context", lambda: SimpleNamespace(Pipe=lambda: ends))
    monkeypatch.setattr(process_pool, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(process_pool, "wait", finish_one)
    results = list(process_pool._run_until_crash(3, str, deque(range(8))))
    assert results == [(number, str(number)) for number in range(8)]
    assert most == [6, 6, 6, 5, 4, 3, 2, 1]
    assert open_ends == set()


@pytest.mark.parametrize("finished", [[0, 0, 0, 1], [0, 0, 1, 0, 0, 0, 1]])  # tasks before each crash
def test_three_crashes_in_a_row_end_a_run(monkeypatch, finished):
    runs, results = deque(finished), []

    def run(workers, play, tasks):
        for _ in range(runs.popleft()):
            yield tasks.popleft(), None

    monkeypatch.setattr(process_pool, "_run_until_crash", run)
    with pytest.raises(WdError, match="got 3 crashes in a row"):
        results.extend(process_pool.process_executor(2)(str, range(8)))
    assert (list(runs), len(results)) == ([1], sum(finished) - 1)
