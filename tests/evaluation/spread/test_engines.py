"""Tasks on executors: the same results with each, and every process ends with the iterator."""

import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from wd_env.errors import ConfigError, WdError
from wd_env.parallel import executors
from wd_env.parallel.cpu_clock import CpuClock
from wd_env.parallel.executors import executor_for_processes, get_executor, run_local
from wd_env.parallel.thread_limits import ONE_THREAD

NO_CODE = re.compile(r'""".*?"""|^(?:from|import) .*?$|^ *#.*?$', re.DOTALL | re.MULTILINE)


def square(number):
    return number * number


def failing(number):
    if number == 2:
        raise ConfigError("task 2 is invalid")
    return number


def dying(number):
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dying_once(folder, number):
    """Write a mark at each start; kill the process at the first start of task 2."""
    mark = folder / f"{number}.{os.getpid()}"
    mark.touch()
    if number == 2 and len(list(folder.glob("2.*"))) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def pid(_):
    return os.getpid()


def threads(_):
    return {name: os.environ.get(name) for name in ONE_THREAD}


def test_processes_have_one_thread_each_unless_the_environment_sets_a_number(monkeypatch):
    """Check the limit of one thread.

    Two processes with two threads each for matrix products mostly wait for each other.
    """
    first, *others = ONE_THREAD
    for name in others:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(first, "3")
    before = dict(os.environ)
    assert [found for _, found in executor_for_processes(2)(threads, range(2))] == [{**ONE_THREAD, first: "3"}] * 2
    assert dict(os.environ) == before


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_every_task_is_done_once(processes):
    spread = executor_for_processes(processes)
    assert sorted(spread(square, range(12))) == [(number, number**2) for number in range(12)]
    assert list(spread(square, [])) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_of_a_task_is_raised_in_the_caller(processes):
    with pytest.raises(ConfigError, match="task 2 is invalid"):
        list(executor_for_processes(processes)(failing, range(5)))


def test_a_task_that_kills_every_worker_is_reported_in_one_line():
    found = []
    with pytest.raises(WdError, match="got 3 crashes in a row"):
        found.extend(executor_for_processes(2)(dying, range(5)))


def test_the_task_of_a_killed_process_is_repeated_and_nothing_else_is_lost(tmp_path):
    found = sorted(executor_for_processes(2)(partial(dying_once, tmp_path), range(6)))
    assert found == [(number, number**2) for number in range(6)]
    assert len(list(tmp_path.glob("2.*"))) == 2


def test_an_abandoned_iterator_ends_its_processes():
    tasks = executor_for_processes(2)(partial(pid), range(100))
    _, process = next(tasks)
    assert process != os.getpid()
    tasks.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.parametrize("processes", [0, -1, 257, 1.5, True, "2", None])
def test_an_invalid_number_of_processes_is_rejected(processes):
    with pytest.raises(ConfigError, match=r"expected an integer from 1 to 256"):
        executor_for_processes(processes)


def test_engines_are_named():
    assert get_executor("local") is run_local
    assert get_executor("processes:1") is run_local
    assert sorted(get_executor("processes:2")(square, [3])) == [(3, 9)]


@pytest.mark.parametrize("name", ["", "there", "here:2", "processes", "processes:", "processes:two", "processes:-1",
                                  "processes:99999", "ray:", "slurm:4", "processes:2\x1b[1m"])  # fmt: skip
def test_an_unknown_engine_is_refused(name):
    with pytest.raises(ConfigError, match="expected local, processes:NUMBER, ray or ray:ADDRESS"):
        get_executor(name)


@pytest.mark.parametrize("name", ["ray", "ray:localhost:1"])
def test_an_engine_that_is_not_installed_is_refused_with_its_extra(monkeypatch, name):
    monkeypatch.setattr(executors, "is_installed", lambda library: False)
    with pytest.raises(ConfigError, match=r"ray is not installed; .*wd-env\[dist\]"):
        get_executor(name)


def test_a_clock_changes_nothing_and_counts_every_process():
    clock = CpuClock(executor_for_processes(2))
    assert sorted(clock(square, range(6))) == [(number, number**2) for number in range(6)]
    assert 0 < clock.task_seconds < clock.total_seconds
    assert "s of processor time" in clock.summary()


@pytest.mark.parametrize("name", ["process_pool", "ray_executor"])
def test_an_adapter_is_small_and_comes_only_when_it_is_named(name):
    text = Path(executors.__file__).with_name(f"{name}.py").read_text("utf-8")
    code = [line for line in NO_CODE.sub("", text).splitlines() if line.strip()]
    assert 30 < len(code) <= 40
    assert f"wd_env.parallel.{name}" not in sys.modules or name == "process_pool"


UNGUARDED = """
from wd_env.evaluation.matches.match import play_match
from wd_env.parallel.executors import executor_for_processes
from wd_env.errors import WdError
from wd_env.registry import get_game

GUARD
    try:
        result = play_match(get_game().game, ["random"] * 2, 2, 1, {"max_turns": 5}, executor=executor_for_processes(2))
    except WdError as problem:
        print(problem)
    else:
        print(result.games)
"""


def test_a_script_without_a_main_guard_gets_an_error_that_names_it(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED.replace("GUARD", "if True:"), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    [output] = done.stdout.splitlines()
    assert "expected a script whose main part is below `if __name__ == '__main__':`" in output
    assert "Traceback" not in done.stderr
    script.write_text(UNGUARDED.replace("GUARD", "if __name__ == '__main__':"), encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.stdout == "4\n", done.stderr  # each deal from each seat
