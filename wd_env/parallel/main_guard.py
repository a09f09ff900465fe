"""Processes that are begun by a script without a main guard: Python runs that script again in each of them."""

import multiprocessing
from multiprocessing import connection
from multiprocessing.context import SpawnContext
from typing import Any

from wd_env.errors import WdError

STARTED = b"begun"
UNGUARDED = (
    "the processes ended before they began to play, as they do where a script without a main guard begins them; "
    "expected its main part below `if __name__ == '__main__':`"
)


def spawn_context() -> SpawnContext:
    """Return what begins new processes; end this one where it still runs the script of the one that began it."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(1)
    return multiprocessing.get_context("spawn")


def check_started(started: "connection.Connection[Any, Any]") -> None:
    """Raise WdError where none of the processes has sent BEGUN before one died."""
    if not started.poll():
        raise WdError(UNGUARDED)
