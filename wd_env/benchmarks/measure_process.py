"""Measure one case in a separate process: `python -P worker.py FILE CASE SECONDS CORE` prints one line of JSON.

`FILE` is a module with `CASES`, functions by name; each prepares its case and returns `play`, which plays for a moment
and returns the number of decisions. `DISTRIBUTIONS` names the packages whose versions are recorded. The process stays
on core `CORE` (-1: any core).

This file runs in environments of other libraries without wd_env, so it uses only the standard library.
"""

import importlib.util
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

WARM_UP_FRACTION = 0.25  # of the measured time, in which caches and clock rates settle
Play = Callable[[], int]


def main(args: list[str]) -> None:
    """Measure and print."""
    path, case, seconds, core = args
    with pin_to_core(int(core)):
        module = load_module(path)
        play: Play = module.CASES[case]()
        result = measure(play, float(seconds))
    versions = {name: metadata.version(name) for name in module.DISTRIBUTIONS}
    print("", json.dumps({**result._asdict(), "versions": versions, "megabytes": max_memory() / 2**20}), sep="\n")


@contextmanager
def pin_to_core(core: int) -> Iterator[None]:
    """Stay on one core, with all threads that libraries start in the body; with -1 on any core."""
    if core < 0:
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def last_core() -> int:
    """Return the last core that this process may use; -1 if it cannot choose."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else -1


def max_memory() -> int:
    """Return the maximum resident bytes of this process."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux: `getrusage` includes the maximum of the parent process
        texts = dict(line.split(":", 1) for line in status.read_text("ascii").splitlines())
        return int(texts["VmHWM"].split()[0]) * 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def load_module(path: str) -> ModuleType:
    """Load a module from a file, under a separate name: it may have the name of the library that it imports."""
    spec = importlib.util.spec_from_file_location("measured", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Timing(NamedTuple):
    """Decisions, and the seconds of processor time (all threads of this process) and of the clock."""

    decisions: int
    cpu: float
    clock: float


def measure(play: Play, seconds: float) -> Timing:
    """Play for this processor time, which excludes other processes on the same core."""
    until = time.process_time() + WARM_UP_FRACTION * seconds
    play()
    while time.process_time() < until:
        play()
    decisions, start_time, clock = 0, time.process_time(), time.perf_counter()
    until = start_time + seconds
    while time.process_time() < until:
        decisions += play()
    return Timing(decisions, time.process_time() - start_time, time.perf_counter() - clock)


if __name__ == "__main__":
    main(sys.argv[1:])
