"""The end of a process in which threads of a library may still be at work that nobody can wait for."""

import atexit
import logging
import os
import sys
from typing import NoReturn


def exit_now(code: int) -> NoReturn:
    """End the process with this exit code, after all that is to be done at its end, without the interpreter's own end.

    The HTTP server leaves native threads behind that Python does not know, and that may take its lock at any moment.
    Where the interpreter is being taken down by then, it ends such a thread within the library's own code, and that
    aborts the process. Nothing is lost: what matters is on disk before it is told, and these streams are flushed.
    """
    atexit._run_exitfuncs()  # no other way runs them before `_exit`
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # nobody reads it any more
            continue
    os._exit(code)
