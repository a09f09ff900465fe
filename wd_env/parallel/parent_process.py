"""End a child process together with its parent."""

import multiprocessing
import os
import threading
from multiprocessing import connection
from typing import Any

EXIT_ORPHANED = 1  # exit code of a process that nobody waits for any more


def exit_with_parent(*others: Any) -> None:
    """End this process as soon as its parent has ended, or one of the `others` (ends of pipes) has nobody opposite."""
    parent = multiprocessing.parent_process()
    ends = [*others, *([] if parent is None else [parent.sentinel])]

    def wait() -> None:
        connection.wait(ends)
        os._exit(EXIT_ORPHANED)

    threading.Thread(target=wait, daemon=True).start()
