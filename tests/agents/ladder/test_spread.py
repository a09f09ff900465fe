"""Tasks over processes: the same whatever their number, and every process ends with the iterator."""

import os
import signal
from functools import partial

import pytest

from wd_env.agents.ladder.spread import spread
from wd_env.core.errors import ConfigError, WdError


def square(number):
    return number * number


def failing(number):
    if number == 2:
        raise ConfigError("two is none of ours")
    return number


def dying(number):
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def pid(_):
    return os.getpid()


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_every_task_is_done_once(processes):
    assert sorted(spread(square, range(12), processes)) == [(number, number**2) for number in range(12)]
    assert list(spread(square, [], processes)) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_of_a_task_is_the_callers(processes):
    with pytest.raises(ConfigError, match="two is none of ours"):
        list(spread(failing, range(5), processes))


def test_a_process_that_dies_is_told_in_one_line():
    with pytest.raises(WdError, match="a process that played has died"):
        list(spread(dying, range(5), 2))


def test_an_iterator_that_is_left_ends_its_processes():
    tasks = spread(partial(pid), range(100), 2)
    _, process = next(tasks)
    assert process != os.getpid()
    tasks.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize("processes", [0, -1, 257, 1.5, True, "2", None])
def test_a_number_of_processes_that_cannot_be_is_refused(processes):
    with pytest.raises(ConfigError, match=r"processes; allowed are 1\.\.256"):
        list(spread(square, [1], processes))
