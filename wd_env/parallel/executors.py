"""Executors, which run a function for each of many tasks, and their names.

The module of an executor is imported only when the executor is requested, so Ray is needed only for its own.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from wd_env.batch.batch_arguments import is_int
from wd_env.dependencies import is_installed, not_installed_error
from wd_env.errors import ConfigError, quoted

LOCAL, PROCESSES, RAY = "local", "processes", "ray"  # the first part of a name
MAX_PROCESSES = 256
MAX_COUNT_DIGITS = 4  # of a number of processes, so that a very long one is not parsed

Task = TypeVar("Task")
Result = TypeVar("Result")


class Executor(Protocol):
    """A callable that runs a function for each task, here or in other processes."""

    def __call__(self, play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
        """Run `play` for each task.

        If a worker process dies, its unfinished tasks are run again.

        Args:
            play: Function of a module, or a `partial` of one, because it may be sent to another process.
            tasks: Picklable arguments of `play`.

        Yields:
            Each task with its result, in the order in which they finish.

        Raises:
            WdError: If worker processes die several times in a row.
            Exception: If `play` raises one.
        """
        ...


def run_local(play: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[tuple[Task, Result]]:
    """Run the tasks one after the other in this process."""
    for task in tasks:
        yield task, play(task)


def executor_for_processes(num_processes: int) -> Executor:
    """Return the executor with this number of processes on this machine; 1 means this process.

    Raises:
        ConfigError: If `num_processes` is not an integer from 1 to 256.
    """
    if not is_int(num_processes) or not 1 <= num_processes <= MAX_PROCESSES:
        raise ConfigError(f"number of processes: expected an integer from 1 to {MAX_PROCESSES}, got {num_processes!r}")
    if num_processes == 1:
        return run_local
    from wd_env.parallel.process_pool import process_executor

    return process_executor(num_processes)


def parallel_tasks(name: str) -> int:
    """Return how many tasks the executor of this name runs at a time on this machine; 1 if this is unknown."""
    from wd_env.parallel.process_pool import available_cores

    kind, _, argument = name.partition(":")
    return min(int(argument), available_cores()) if kind == PROCESSES else 1


def get_executor(name: str) -> Executor:
    """Return the executor of this name.

    Args:
        name: `local`, `processes:N` with N processes, `ray` for a Ray cluster on this machine, or `ray:HOST:PORT` for a
            running cluster.

    Raises:
        ConfigError: If the name is unknown, the number of processes is invalid, Ray is not installed, or no cluster
            runs at the address.
    """
    kind, _, argument = name.partition(":")
    if name == LOCAL:
        return run_local
    if kind == PROCESSES and argument.isdecimal() and len(argument) <= MAX_COUNT_DIGITS:
        return executor_for_processes(int(argument))
    if kind == RAY and (argument or name == RAY):
        if not is_installed(RAY):
            raise ConfigError(not_installed_error(RAY))  # a ConfigError, because the name is invalid without Ray
        from wd_env.parallel.ray_executor import ray_executor

        return ray_executor(argument)
    names = f"{LOCAL}, {PROCESSES}:NUMBER, {RAY} or {RAY}:ADDRESS"
    raise ConfigError(f"executor: expected {names}, got {quoted(name)}")
