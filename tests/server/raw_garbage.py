"""Messages with some bytes changed, and random bytes: on the socket and on stdin."""

import contextlib
import json
import random
import socket

from tests.server.servers import Server
from wd_env.server.client import LineClient
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import Hello, NewGame, PlayerConfig

KNOWN = {200, 404, 422, 429}  # statuses that a complete request may get
OF_NO_HTTP = {0, 400}  # 0: closed without a response
EVERY_RAW = 3  # one in three inputs on the socket is not HTTP
RAW_BYTES = 60
STATUS_LINE = 64  # bytes that contain the status
MOST_CHANGES = 6
PATIENCE = 300.0  # seconds


def garbage(generator: random.Random) -> bytes:
    """Return a message with some bytes changed."""
    chairs = [PlayerConfig(human="Anna"), PlayerConfig(bot="scripted", name="Rob")]
    data = bytearray(encode_line(NewGame(id="n", players=chairs, rules={"max_turns": 10})))
    for _ in range(generator.randint(1, MOST_CHANGES)):
        at = generator.randrange(len(data))
        data[at : at + generator.randint(0, 2)] = bytes([generator.randrange(256)]) * generator.randint(0, 2)
        data = data or bytearray(b"{")
    return bytes(data).replace(b"\n", b" ").replace(b"\r", b" ").strip() or b"{"


def garbage_by_lines(client: LineClient, generator: random.Random, number: int) -> list[str]:
    """Send `number` changed messages, and return the replies that are wrong."""
    found = []
    for _ in range(number):
        reply = json.loads(client.exchange(garbage(generator)))
        if reply["type"] not in ("error", "game") or reply.get("code") == "internal":
            found.append(f"on stdin: {reply}")
    alive = client.send(Hello(id="1", protocols=[1])).protocol == 1
    return found if alive else [*found, "the process has died"]


def garbage_by_socket(server: Server, generator: random.Random, number: int) -> list[str]:
    """Send complete HTTP requests and random bytes, and return the statuses that are wrong."""
    whole = {status_of(server.port, _request(server.port, generator)) for _ in range(number - number // EVERY_RAW)}
    raw = {status_of(server.port, generator.randbytes(RAW_BYTES), ends=True) for _ in range(number // EVERY_RAW)}
    found = [f"on the socket: status {status}" for status in sorted(whole - KNOWN)]
    found += [f"on the socket, for no HTTP: status {status}" for status in sorted(raw - OF_NO_HTTP)]
    alive = server.client.send(Hello(id="1", protocols=[1])).protocol == 1
    return found if alive else [*found, "the server has died"]


def _request(port: int, generator: random.Random) -> bytes:
    body = garbage(generator)
    head = f"Host: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Type: application/json\r\n"
    return f"POST /v1/games HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def status_of(port: int, raw: bytes, *, ends: bool = False) -> int:
    """Send bytes, and return the status of the response, or 0 if the connection is closed without one.

    `ends` closes the sending side; the server then also drops a complete request without a response.
    """
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    with contextlib.suppress(OSError):  # the server may close the connection before all is sent
        connection.sendall(raw)
        if ends:
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
