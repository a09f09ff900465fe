"""Exit of a child process together with its parent."""

import multiprocessing
import os
import threading
from multiprocessing import connection
from typing import Any

EXIT_ORPHANED = 1  # exit code of a process without a parent; no process reads it


def exit_with_parent(*pipes: Any) -> None:
    """Exit this process as soon as its parent has ended or a pipe is closed at the other end.

    Args:
        *pipes: Connections to exit_when_ready in addition to the parent process.
    """
    parent = multiprocessing.parent_process()
    connections = [*pipes, *([] if parent is None else [parent.sentinel])]

    def exit_when_ready() -> None:
        connection.wait(connections)
        os._exit(EXIT_ORPHANED)

    threading.Thread(target=exit_when_ready, daemon=True).start()
