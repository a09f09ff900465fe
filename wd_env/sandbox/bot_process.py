"""A separate process for bots, so that a bot that hangs or crashes does not affect the caller.

Messages are bytes over a pipe; they are never unpickled. The process can be killed at any time.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from wd_env.parallel.parent_process import exit_with_parent
from wd_env.parallel.thread_limits import one_thread_each

START_TIMEOUT = 120.0  # seconds to start the process and to make a bot, which is slow on a busy machine
READY = b"ready"  # first message of a process that can handle requests
STDOUT, STDERR = 1, 2
PRELOADED = "wd_env.agents.agent_registry"  # imported once by the fork server

Pipe: TypeAlias = "Connection[bytes, bytes]"


class BotProcess:
    """A process that runs `serve(pipe, *args)` until the pipe is closed.

    Args:
        serve: Function of a module, which sends `READY` first and then handles requests.
        *args: Further arguments of it; they are pickled.
        fork_server: Whether the process is forked from a server without the threads, sockets and games of this process,
            which is faster. Its stderr is that of the first call.
    """

    def __init__(self, serve: Callable[..., None], *args: Any, fork_server: bool = False) -> None:
        context: Any = multiprocessing.get_context("forkserver" if fork_server else "spawn")
        if fork_server:
            context.set_forkserver_preload([PRELOADED])
        self.pipe: Pipe
        self.pipe, child_pipe = context.Pipe()
        self._process = context.Process(target=_run, args=(serve, child_pipe, *args), daemon=True)
        with one_thread_each():
            self._process.start()
        child_pipe.close()
        self.is_ready = False

    def close(self) -> None:
        """Kill the process and close the pipe."""
        self._process.kill()
        self._process.join()
        self.pipe.close()

    def exit_text(self, timeout: float) -> str:
        """Return how the process ended: its exit code or signal. Wait `timeout` seconds for its end at most."""
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None or code >= 0:
            return f"exit code {code}"
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"


def _run(serve: Callable[..., None], pipe: Pipe, *args: Any) -> None:
    """Prepare this process and handle requests until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller handles Ctrl-C and ends this process
    exit_with_parent()
    sys.stdout.flush()
    os.dup2(STDERR, STDOUT)  # stdout may carry tables or messages of the caller
    with contextlib.suppress(EOFError):
        serve(pipe, *args)
