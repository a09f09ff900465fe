"""Processes that are killed at a chosen file operation, so that tests do not depend on a clock."""

import multiprocessing
import os
import signal
import stat
import sys
from collections.abc import Callable
from functools import cache
from multiprocessing import forkserver
from pathlib import Path
from typing import Any, NamedTuple

CONTEXT = multiprocessing.get_context("forkserver")
PRELOADED = ["torch._dynamo", "tests.training.ready"]  # imported once for all processes
WRITING = os.O_WRONLY | os.O_RDWR


class KillPoint(NamedTuple):
    """A file operation ("open" to write, "fsync", "rename", "remove") of a file whose name starts with `file`."""

    event: str
    file: str = ""
    nth: int = 1  # the number of the occurrence
    signal_number: int = signal.SIGKILL


@cache
def preload() -> None:
    """Start a new fork server with preloaded modules; the one of other tests has none."""
    forkserver._forkserver._stop()  # type: ignore[attr-defined]  # as Python's own tests do
    CONTEXT.set_forkserver_preload(PRELOADED)


def run_process(target: Callable[..., None], *arguments: Any) -> int:
    """Run the target in its own process. Return its exit status, or the negative number of the signal that ended it."""
    preload()
    process = CONTEXT.Process(target=target, args=arguments, daemon=True)
    process.start()
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def kill_at(folder: Path, point: KillPoint) -> None:
    """Make this process kill itself at the chosen operation on a file in the folder."""
    remaining, written = point.nth, Path()

    def happens(event: str, path: Path) -> bool:
        nonlocal remaining
        matches = event == point.event and folder in path.parents and path.name.startswith(point.file)
        remaining -= matches
        return matches and remaining == 0

    def watch(event: str, details: tuple[Any, ...]) -> None:
        nonlocal written
        kind = {"open": "open", "os.rename": "rename", "os.remove": "remove"}.get(event)
        if kind is None or not isinstance(details[0], str | Path) or (kind == "open" and not details[2] & WRITING):
            return
        written = Path(details[0])
        if happens(kind, written):
            os.kill(os.getpid(), point.signal_number)

    def sync(descriptor: int) -> None:
        """Sync a file, or keep only half of it and end the process."""
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and happens("fsync", written):
            if point.signal_number == signal.SIGKILL:
                os.ftruncate(descriptor, status.st_size // 2)
            os.kill(os.getpid(), point.signal_number)
        original_fsync(descriptor)

    original_fsync = os.fsync
    os.fsync = sync  # type: ignore[assignment]
    sys.addaudithook(watch)
