"""Run the HTTP server until the process is interrupted."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from wd_env.errors import ConfigError
from wd_env.server.http.http_access import AccessRules
from wd_env.server.http.http_app import make_http_app
from wd_env.server.request_handler import RequestHandler

MAX_HEADER_BYTES = 16 * 2**10  # bytes of a request's header
MS_PER_SECOND = 1000
BACKLOG = 1024  # connections waiting to be accepted


async def serve_http(
    handler: RequestHandler, access: AccessRules, address: str, port: int, on_ready: Callable[[], None]
) -> None:
    """Serve until SIGINT or SIGTERM; call `on_ready` when requests are accepted. ConfigError if the port is taken."""
    check_port_available(address, port)
    settings = HTTP1Settings(
        header_read_timeout=round(handler.limits.header_seconds * MS_PER_SECOND), max_buffer_size=MAX_HEADER_BYTES
    )
    server = Server(
        make_http_app(handler, access), address, port, interface=Interfaces.ASGINL, http=HTTPModes.http1,
        websockets=False,
        backlog=BACKLOG, http1_settings=settings, log_enabled=False,
    )  # fmt: skip
    loop = asyncio.get_running_loop()

    def end() -> None:
        handler.stop_streams()  # an open stream would delay the end
        server.stop()  # type: ignore[no-untyped-call]  # theirs has no types

    for signum in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):  # in a thread, or on Windows
            loop.add_signal_handler(signum, end)
    server.on_startup(on_ready)
    try:
        await server.serve()
    finally:
        await handler.close()


def check_port_available(address: str, port: int) -> None:
    """Raise ConfigError if no server can listen at this address and port."""
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((address, port))
    except (OSError, OverflowError) as exc:
        text = getattr(exc, "strerror", None) or exc
        raise ConfigError(f"cannot listen at {address}:{port}: {text}; choose a free port of this machine") from None
