"""Messages with some bytes changed, and random bytes: on the socket and on stdin."""

import contextlib
import json
import random
import socket

from tests.server.servers import Server
from wd_env.server.client import LineClient
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import Hello, NewGame, PlayerConfig

HTTP_STATUSES = {200, 404, 422, 429}  # statuses that a complete request may get
RAW_STATUSES = {0, 400}  # 0: closed without a response
RAW_INTERVAL = 3  # one in three inputs on the socket is not HTTP
RAW_BYTES = 60
STATUS_LINE = 64  # bytes that contain the status
MAX_CHANGES = 6
TIMEOUT = 300.0  # seconds


def garbage(generator: random.Random) -> bytes:
    """Return a message with some bytes changed."""
    players = [PlayerConfig(human="Anna"), PlayerConfig(bot="scripted", name="Rob")]
    data = bytearray(encode_line(NewGame(id="n", players=players, rules={"max_turns": 10})))
    for _ in range(generator.randint(1, MAX_CHANGES)):
        at = generator.randrange(len(data))
        data[at : at + generator.randint(0, 2)] = bytes([generator.randrange(256)]) * generator.randint(0, 2)
        data = data or bytearray(b"{")
    return bytes(data).replace(b"\n", b" ").replace(b"\r", b" ").strip() or b"{"


def garbage_by_lines(client: LineClient, generator: random.Random, number: int) -> list[str]:
    """Send `number` changed messages, and return the replies that are wrong."""
    errors = []
    for _ in range(number):
        reply = json.loads(client.exchange(garbage(generator)))
        if reply["type"] not in ("error", "game") or reply.get("code") == "internal":
            errors.append(f"on stdin: {reply}")
    alive = client.send(Hello(id="1", protocols=[1])).protocol == 1
    return errors if alive else [*errors, "the process has died"]


def garbage_by_socket(server: Server, generator: random.Random, number: int) -> list[str]:
    """Send complete HTTP requests and random bytes, and return the statuses that are wrong."""
    complete = {
        status_of(server.port, _request(server.port, generator)) for _ in range(number - number // RAW_INTERVAL)
    }
    raw = {
        status_of(server.port, generator.randbytes(RAW_BYTES), half_close=True) for _ in range(number // RAW_INTERVAL)
    }
    errors = [f"on the socket: status {status}" for status in sorted(complete - HTTP_STATUSES)]
    errors += [f"on the socket, for raw bytes: status {status}" for status in sorted(raw - RAW_STATUSES)]
    alive = server.client.send(Hello(id="1", protocols=[1])).protocol == 1
    return errors if alive else [*errors, "the server has died"]


def _request(port: int, generator: random.Random) -> bytes:
    body = garbage(generator)
    head = f"Host: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Type: application/json\r\n"
    return f"POST /v1/games HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def status_of(port: int, raw: bytes, *, half_close: bool = False) -> int:
    """Send bytes, and return the status of the response, or 0 if the connection is closed without one.

    `half_close` closes the sending side; the server then also drops a complete request without a response.
    """
    connection = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
    with contextlib.suppress(OSError):  # the server may close the connection before all is sent
        connection.sendall(raw)
        if half_close:
            connection.shutdown(socket.SHUT_WR)
    return end_of(connection)


def end_of(connection: socket.socket) -> int:
    """Read the status at the beginning of the response, 0 if there is none, and close the connection."""
    with connection:
        try:
            output = connection.recv(STATUS_LINE)
        except ConnectionError:
            return 0
    return int(output.split()[1]) if output.startswith(b"HTTP/1.1") else 0
