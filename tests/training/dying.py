"""Processes that end at a chosen step of their work on the disk, so that tests do not depend on a clock."""

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


class Death(NamedTuple):
    """The step: an event ("open" to write, "fsync", "rename", "remove") of a file whose name starts with `file`."""

    event: str
    file: str = ""
    nth: int = 1  # the number of the occurrence
    by: int = signal.SIGKILL


@cache
def make_ready() -> None:
    """Fork from a new server: one that other tests have started has nothing loaded."""
    forkserver._forkserver._stop()  # type: ignore[attr-defined]  # as Python's own tests do
    CONTEXT.set_forkserver_preload(PRELOADED)


def lived(target: Callable[..., None], *arguments: Any) -> int:
    """Run the target in its own process. Return its exit status, or the negative number of the signal that ended it."""
    make_ready()
    process = CONTEXT.Process(target=target, args=arguments, daemon=True)
    process.start()
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def die_at(folder: Path, death: Death) -> None:
    """Make this process end itself when the event happens to a file in the folder."""
    left, written = death.nth, Path()

    def happens(event: str, path: Path) -> bool:
        nonlocal left
        is_it = event == death.event and folder in path.parents and path.name.startswith(death.file)
        left -= is_it
        return is_it and left == 0

    def watch(event: str, details: tuple[Any, ...]) -> None:
        nonlocal written
        kind = {"open": "open", "os.rename": "rename", "os.remove": "remove"}.get(event)
        if kind is None or not isinstance(details[0], str | Path) or (kind == "open" and not details[2] & WRITING):
            return
        written = Path(details[0])
        if happens(kind, written):
            os.kill(os.getpid(), death.by)

    def sync(descriptor: int) -> None:
        """Sync a file, or keep only half of it and end the process."""
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and happens("fsync", written):
            if death.by == signal.SIGKILL:
                os.ftruncate(descriptor, status.st_size // 2)
            os.kill(os.getpid(), death.by)
        really_sync(descriptor)

    really_sync = os.fsync
    os.fsync = sync  # type: ignore[assignment]
    sys.addaudithook(watch)
