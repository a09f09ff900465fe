"""The seam between what is to be done and where: "do this for each of those", by an engine that is named.

An engine is a module with one function that returns a spread. It is imported when it is named, so nobody needs a
library for what is done in this process.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from wd_env.batch.batch_arguments import is_whole
from wd_env.dependencies import is_installed, refusal
from wd_env.errors import ConfigError, quoted

HERE, PROCESSES, RAY = "here", "processes", "ray"  # names of engines
MOST_PROCESSES = 256
LONGEST_NUMBER = 4  # digits of a number of processes that are read

Task = TypeVar("Task")
Found = TypeVar("Found")


class Spread(Protocol):
    """Gives each task with what `play` makes of it, as soon as that is done, in any order.

    Function and tasks travel: `play` is a function of a module, or a `partial` of one, and tasks are plain data. An
    error of `play` ends it; a process that dies costs the tasks it was at, which are done again.
    """

    def __call__(self, play: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[tuple[Task, Found]]:
        """Do all tasks; WdError for one that whatever was to do it has not survived several times."""
        ...


def in_this_process(play: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[tuple[Task, Found]]:
    """Do one task after the other, here."""
    for task in tasks:
        yield task, play(task)


def processes_of(number: int) -> Spread:
    """Return the spread over so many processes of this machine; one is this one. ConfigError for a wrong number."""
    if not is_whole(number) or not 1 <= number <= MOST_PROCESSES:
        raise ConfigError(f"{number!r} processes; allowed are 1..{MOST_PROCESSES}")
    if number == 1:
        return in_this_process
    from wd_env.parallel.process_pool import over_processes

    return over_processes(number)


def cores_of(name: str) -> int:
    """Return how many tasks a spread of this name does at a time on this machine; 1 for what is not known here."""
    from wd_env.parallel.process_pool import cores

    engine, _, where = name.partition(":")
    return min(int(where), cores()) if engine == PROCESSES else 1


def spread_named(name: str) -> Spread:
    """Return the spread of this name: `here`, `processes:8`, `ray`, or `ray:ADDRESS` of a cluster that is there.

    ConfigError for an engine that is unknown, is not installed or cannot be as it is named.
    """
    engine, _, where = name.partition(":")
    if name == HERE:
        return in_this_process
    if engine == PROCESSES and where.isdecimal() and len(where) <= LONGEST_NUMBER:
        return processes_of(int(where))
    if engine == RAY and (where or name == RAY):
        if not is_installed(RAY):
            raise ConfigError(refusal(RAY))  # what was asked for is wrong here, whatever the extra
        from wd_env.parallel.ray_executor import over_ray

        return over_ray(where)
    raise ConfigError(f"spread {quoted(name)}; allowed are {HERE}, {PROCESSES}:NUMBER, {RAY} and {RAY}:ADDRESS")
