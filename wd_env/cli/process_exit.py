"""The end of a process in which threads of a library may still run."""

import atexit
import logging
import os
import sys
from typing import NoReturn


def exit_now(code: int) -> NoReturn:
    """Run the exit handlers, flush the streams, and end the process without finalizing the interpreter.

    The HTTP server leaves native threads that may request the interpreter lock at any time. During finalization the
    interpreter would stop such a thread inside the library, which aborts the process. Nothing is lost: results are on
    disk before they are announced.

    Args:
        code: Exit code.
    """
    atexit._run_exitfuncs()  # the only way to run them before `_exit`
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # the reader has closed it
            continue
    os._exit(code)
