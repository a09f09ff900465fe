"""The seam between what is to be done and where: "do this for each of those", by an engine that is named.

An engine is a module with one function that returns a spread. It is imported when it is named, so nobody needs a
library for what is done in this process.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from wd_env.batch.batch_arguments import is_int
from wd_env.dependencies import is_installed, not_installed_error
from wd_env.errors import ConfigError, quoted

LOCAL, PROCESSES, RAY = "local", "processes", "ray"  # names of engines
MAX_PROCESSES = 256
MAX_NUMBER_DIGITS = 4  # digits of a number of processes that are read

Task = TypeVar("Task")
Result = TypeVar("Result")


class Executor(Protocol):
    """Gives each task with what `play` makes of it, as soon as that is done, in any order.

    Function and tasks travel: `play` is a function of a module, or a `partial` of one, and tasks are plain data. An
    error of `play` ends it; a process that dies costs the tasks it was at, which are done again.
    """

    def __call__(self, play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        """Do all tasks; WdError for one that whatever was to do it has not survived several times."""
        ...


def run_local(play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
    """Do one task after the other, here."""
    for task in tasks:
        yield task, play(task)


def executor_for_processes(num_processes: int) -> Executor:
    """Return the spread over so many processes of this machine; one is this one. ConfigError for a wrong number."""
    if not is_int(num_processes) or not 1 <= num_processes <= MAX_PROCESSES:
        raise ConfigError(f"{num_processes!r} processes; allowed are 1..{MAX_PROCESSES}")
    if num_processes == 1:
        return run_local
    from wd_env.parallel.process_pool import process_executor

    return process_executor(num_processes)


def parallel_tasks(name: str) -> int:
    """Return how many tasks a spread of this name does at a time on this machine; 1 for what is not known here."""
    from wd_env.parallel.process_pool import available_cores

    engine, _, where = name.partition(":")
    return min(int(where), available_cores()) if engine == PROCESSES else 1


def get_executor(name: str) -> Executor:
    """Return the spread of this name: `local`, `processes:8`, `ray`, or `ray:ADDRESS` of a cluster that is there.

    ConfigError for an engine that is unknown, is not installed or cannot be as it is named.
    """
    engine, _, where = name.partition(":")
    if name == LOCAL:
        return run_local
    if engine == PROCESSES and where.isdecimal() and len(where) <= MAX_NUMBER_DIGITS:
        return executor_for_processes(int(where))
    if engine == RAY and (where or name == RAY):
        if not is_installed(RAY):
            raise ConfigError(not_installed_error(RAY))  # what was asked for is wrong here, whatever the extra
        from wd_env.parallel.ray_executor import ray_executor

        return ray_executor(where)
    raise ConfigError(f"executor {quoted(name)}; allowed are {LOCAL}, {PROCESSES}:NUMBER, {RAY} and {RAY}:ADDRESS")
