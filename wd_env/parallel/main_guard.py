"""Detection of scripts without a main guard, which Python runs again in each process they start."""

import multiprocessing
from multiprocessing import connection
from multiprocessing.context import SpawnContext
from typing import Any

from wd_env.errors import WdError

STARTED = b"begun"
UNGUARDED = (
    "worker processes: expected a script whose main part is below `if __name__ == '__main__':`, got one without it"
)


def spawn_context() -> SpawnContext:
    """Return the context that starts processes; exit if this process is still importing the script of its parent.

    Raises:
        SystemExit: If a script without a main guard calls this function again in a worker process.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(1)
    return multiprocessing.get_context("spawn")


def check_started(started: "connection.Connection[Any, Any]") -> None:
    """Raise WdError if no process sent `STARTED` before one died."""
    if not started.poll():
        raise WdError(UNGUARDED)
