"""The HTTP server on a socket, in the process of the test."""

import asyncio
import os
import signal
import socket

import pytest

from tests.server.handlers import make_handler
from tests.server.servers import free_port
from wd_env.errors import ConfigError
from wd_env.server.http.http_access import AccessRules
from wd_env.server.http.http_server import serve_http

ADDRESS = "127.0.0.1"
SECONDS = 60  # after which a server counts as dead; far longer than on a busy machine
HEADER_BYTES = 16 * 1024  # the largest header of a request


def is_listening(port: int) -> bool:
    """Return whether a server accepts connections."""
    with socket.socket() as trial:
        return trial.connect_ex((ADDRESS, port)) == 0


async def status(port: int, size: int) -> int:
    """Return the status of a request with a header of `size` bytes; 0 if the connection is closed."""
    start, end = f"GET /v1 HTTP/1.1\r\nHost: {ADDRESS}\r\nConnection: close\r\nX: ".encode(), b"\r\n\r\n"
    reader, writer = await asyncio.open_connection(ADDRESS, port)
    writer.write(start + b"x" * (size - len(start) - len(end)) + end)
    try:
        line = await reader.readline()
    except ConnectionError:
        line = b""
    writer.close()
    return int(line.split()[1]) if line else 0


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_a_server_accepts_headers_up_to_16_kib_until_it_gets_a_signal():
    async def ask():
        port, is_ready = free_port(), asyncio.Event()
        server = asyncio.create_task(serve_http(make_handler(), AccessRules(), ADDRESS, port, is_ready.set))
        while not server.done() and not is_listening(port):
            await asyncio.sleep(0)
        if server.done():
            await server
        assert is_ready.is_set()
        found = [await status(port, size) for size in (HEADER_BYTES, HEADER_BYTES + 500)]
        assert signal.getsignal(signal.SIGTERM) != signal.SIG_DFL, "the signal would end the tests"
        os.kill(os.getpid(), signal.SIGTERM)
        await server
        return found

    accepted, refused = asyncio.run(asyncio.wait_for(ask(), SECONDS))
    assert accepted == 200
    assert refused in (0, 431)


def test_a_server_does_not_start_on_a_port_that_is_in_use():
    with socket.create_server((ADDRESS, 0)) as used:
        port = used.getsockname()[1]
        with pytest.raises(ConfigError, match=f"cannot listen at {ADDRESS}:{port}: .*; choose a free port"):
            asyncio.run(asyncio.wait_for(serve_http(make_handler(), AccessRules(), ADDRESS, port, list), SECONDS))
