"""Servers in their own processes, for tests that need a socket or a pipe."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wd_env.server.client import HttpClient

ROOT = Path(__file__).parents[2]
SECONDS = 600.0  # after which a server counts as dead; far longer than on a busy machine


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def wait_until_ready(client: HttpClient, process: subprocess.Popen[bytes]) -> None:
    """Wait until a server responds; raise AssertionError if its process ends or takes too long."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            if client.exchange("GET", "/healthz")[0] in (200, 401):  # 401: a token is required
                return
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        time.sleep(0.1)
    raise AssertionError("timeout: the server does not respond")


class Server:
    """A process of `wd serve` on its own port."""

    def __init__(self, *arguments: str, port: int = 0, paths: tuple[str, ...] = (".",), **variables: str) -> None:
        self.port = port or free_port()
        self.client = HttpClient(f"http://127.0.0.1:{self.port}", variables.get("WD_SERVE_TOKEN", ""), SECONDS)
        command = [sys.executable, "-m", "wd_env.cli.main", "serve", "--port", str(self.port), *arguments]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)} | variables
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, env=environment)
        wait_until_ready(self.client, self.process)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop the server, and return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(SECONDS)


@contextlib.contextmanager
def serving(*arguments: str, **variables: Any) -> Iterator[Server]:
    """Run a server for the `with` block; raise AssertionError if one of its games stopped because of an error."""
    server = Server(*arguments, **variables)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
    assert server.process.stderr is not None
    output = server.process.stderr.read().decode(errors="replace")
    assert "Traceback" not in output, output[-3000:]
