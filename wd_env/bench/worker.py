"""Measures one case in a process of its own: `python -P worker.py FILE CASE SECONDS CORE` prints one line of JSON.

`FILE` is a module with `CASES`, functions by name; each makes its case ready and returns `play`, which plays on for a
moment and returns how many decisions that were. `DISTRIBUTIONS` names what is measured, for the versions. The process
keeps to core `CORE` (-1: wherever the system puts it).

This file runs in the environments of other libraries, where wd_env is not installed: the standard library only.
"""

import importlib.util
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from importlib import metadata
from types import ModuleType

WARM = 0.25  # of the measured time: caches and clocks settle
KIBI = 1024
Play = Callable[[], int]


def main(words: list[str]) -> None:
    """Measure and print."""
    path, case, seconds, core = words
    keep_to(int(core))
    module = load(path)
    play: Play = module.CASES[case]()
    found = measure(play, float(seconds))
    found["versions"] = {name: metadata.version(name) for name in module.DISTRIBUTIONS}
    found["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIBI
    sys.stdout.write(f"\n{json.dumps(found)}\n")


def keep_to(core: int) -> None:
    """Stay on one core, threads of later libraries included, where the system can do that."""
    if core >= 0 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def load(path: str) -> ModuleType:
    """The module in this file, under a name of its own: it may be called like the library that it imports."""
    spec = importlib.util.spec_from_file_location("measured", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def measure(play: Play, seconds: float) -> dict[str, float | dict[str, str]]:
    """Decisions, and the seconds they took: of the processor (all threads of this process) and of the clock.

    The processor's time is what counts: it leaves out what others do on the same core.
    """
    until = time.process_time() + WARM * seconds
    play()
    while time.process_time() < until:
        play()
    decisions, begun, clock = 0, time.process_time(), time.perf_counter()
    until = begun + seconds
    while time.process_time() < until:
        decisions += play()
    return {"decisions": decisions, "cpu": time.process_time() - begun, "clock": time.perf_counter() - clock}


if __name__ == "__main__":
    main(sys.argv[1:])
