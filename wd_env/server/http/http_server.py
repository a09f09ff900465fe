"""Runs the HTTP carrier until the process is asked to end."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from wd_env.errors import ConfigError
from wd_env.server.http.http_app import app_of
from wd_env.server.http.http_guard import Doors
from wd_env.server.request_handler import Desk

MOST_HEADER = 16 * 2**10  # bytes of a request's head
MS_A_SECOND = 1000
BACKLOG = 1024  # connections that wait to be accepted


async def serve_http(desk: Desk, doors: Doors, address: str, port: int, tell: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM; `tell` is called once requests are answered. ConfigError for a taken port."""
    check_free(address, port)
    settings = HTTP1Settings(
        header_read_timeout=round(desk.bounds.header_seconds * MS_A_SECOND), max_buffer_size=MOST_HEADER
    )
    server = Server(
        app_of(desk, doors), address, port, interface=Interfaces.ASGINL, http=HTTPModes.http1, websockets=False,
        backlog=BACKLOG, http1_settings=settings, log_enabled=False,
    )  # fmt: skip
    loop = asyncio.get_running_loop()

    def end() -> None:
        desk.hush()  # an open stream would keep the server waiting
        server.stop()  # type: ignore[no-untyped-call]  # theirs has no types

    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):  # in a thread, or on Windows
            loop.add_signal_handler(number, end)
    server.on_startup(tell)
    try:
        await server.serve()
    finally:
        await desk.close()


def check_free(address: str, port: int) -> None:
    """ConfigError where no server can be begun at this address and port."""
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((address, port))
    except (OSError, OverflowError) as problem:
        told = getattr(problem, "strerror", None) or problem
        raise ConfigError(f"{address}:{port} cannot be used: {told}; allowed is a free port of this machine") from None
