"""A clock adds the time of this process and the latest total of every other one."""

import functools
from types import SimpleNamespace

import pytest

from wd_env.parallel import cpu_clock
from wd_env.parallel.cpu_clock import CpuClock, TaskCost

HERE, FIRST, SECOND = ("here", 1), ("here", 2), ("there", 2)
COSTS = [
    TaskCost(FIRST, 0.125, 0.25),
    TaskCost(HERE, 0.25, 9.0),
    TaskCost(FIRST, 0.125, 0.5),
    TaskCost(SECOND, 0.5, 1.25),
]


@pytest.fixture
def clock(monkeypatch):
    """Return a clock of a process that has used no time, and that measures an executor with these costs."""
    monkeypatch.setattr(cpu_clock, "time", SimpleNamespace(process_time=lambda: 7.0))
    monkeypatch.setattr(cpu_clock, "_this_process", lambda: HERE)
    return CpuClock(lambda play, tasks: ((task, (task, cost)) for task, cost in zip(tasks, COSTS, strict=False)))


@pytest.mark.parametrize(
    ("tasks", "summary"),
    [
        (0, "0.0 s of processor time, 0.0 s of it in games"),
        (1, "0.2 s of processor time, 0.1 s of it in games (50%)"),
        (3, "0.5 s of processor time, 0.5 s of it in games (100%)"),
        (4, "1.8 s of processor time, 1.0 s of it in games (57%)"),
    ],
)
def test_the_summary_adds_tasks_and_processes(clock, tasks, summary):
    assert list(clock(functools.partial(int), range(tasks))) == [(task, task) for task in range(tasks)]
    assert clock.summary() == summary
