"""Measures one case in a process of its own: `python -P worker.py FILE CASE SECONDS CORE` prints one line of JSON.

`FILE` is a module with `CASES`, functions by name; each makes its case ready and returns `play`, which plays on for a
moment and returns how many decisions that were. `DISTRIBUTIONS` names what is measured, for the versions. The process
keeps to core `CORE` (-1: wherever the system puts it).

This file runs in the environments of other libraries, where wd_env is not installed: the standard library only.
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

WARM_UP_FRACTION = 0.25  # of the measured time: caches and clocks settle
Play = Callable[[], int]


def main(args: list[str]) -> None:
    """Measure and print."""
    path, case, seconds, core = args
    with pin_to_core(int(core)):
        module = load_module(path)
        play: Play = module.CASES[case]()
        found = measure(play, float(seconds))
    versions = {name: metadata.version(name) for name in module.DISTRIBUTIONS}
    print("", json.dumps({**found._asdict(), "versions": versions, "megabytes": max_memory() / 2**20}), sep="\n")


@contextmanager
def pin_to_core(core: int) -> Iterator[None]:
    """Stay on one core, with all threads that libraries start meanwhile; with -1 wherever the system likes."""
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
    """The last core that this process may use; -1 where none can be chosen."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else -1


def max_memory() -> int:
    """Bytes that this process had resident at its most."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux: what `getrusage` tells begins at what the parent process had
        told = dict(line.split(":", 1) for line in status.read_text("ascii").splitlines())
        return int(told["VmHWM"].split()[0]) * 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def load_module(path: str) -> ModuleType:
    """The module in this file, under a name of its own: it may be called like the library that it imports."""
    spec = importlib.util.spec_from_file_location("measured", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Timing(NamedTuple):
    """Decisions, and the seconds they took: of the processor (all threads of this process) and of the clock."""

    decisions: int
    cpu: float
    clock: float


def measure(play: Play, seconds: float) -> Timing:
    """Play on for so many seconds of the processor, whose time leaves out what others do on the same core."""
    until = time.process_time() + WARM_UP_FRACTION * seconds
    play()
    while time.process_time() < until:
        play()
    decisions, begun, clock = 0, time.process_time(), time.perf_counter()
    until = begun + seconds
    while time.process_time() < until:
        decisions += play()
    return Timing(decisions, time.process_time() - begun, time.perf_counter() - clock)


if __name__ == "__main__":
    main(sys.argv[1:])
