"""Messages with some bytes changed, and random bytes: on the socket and on stdin."""

import contextlib
import json
import random
import socket

from tests.server.servers import Server
from wd_env.server.client import LineClient
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import Hello, NewGame, PlayerConfig

KNOWN = {200, 404, 422, 429}  # that a whole request may have
OF_NO_HTTP = {0, 400}  # 0: closed without a word
EVERY_RAW = 3  # of so many inputs on the socket one is no HTTP
RAW_BYTES = 60
STATUS_LINE = 64  # bytes in which the status is
MOST_CHANGES = 6
PATIENCE = 300.0  # seconds


def garbage(generator: random.Random) -> bytes:
    """A message with some bytes changed."""
    chairs = [PlayerConfig(human="Anna"), PlayerConfig(bot="scripted", name="Rob")]
    data = bytearray(encode_line(NewGame(id="n", players=chairs, rules={"max_turns": 10})))
    for _ in range(generator.randint(1, MOST_CHANGES)):
        at = generator.randrange(len(data))
        data[at : at + generator.randint(0, 2)] = bytes([generator.randrange(256)]) * generator.randint(0, 2)
        data = data or bytearray(b"{")
    return bytes(data).replace(b"\n", b" ").replace(b"\r", b" ").strip() or b"{"


def garbage_by_lines(client: LineClient, generator: random.Random, number: int) -> list[str]:
    """Send so many; what came back and should not have."""
    found = []
    for _ in range(number):
        reply = json.loads(client.exchange(garbage(generator)))
        if reply["type"] not in ("error", "game") or reply.get("code") == "internal":
            found.append(f"on stdin: {reply}")
    alive = client.send(Hello(id="1", protocols=[1])).protocol == 1
    return found if alive else [*found, "the process has died"]


def garbage_by_socket(server: Server, generator: random.Random, number: int) -> list[str]:
    """The same over HTTP, whole requests and bytes that are none."""
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
    """The status of what comes back, 0 where the connection is closed without a word.

    `ends` tells the server that no more comes; it then drops also a whole request, unanswered.
    """
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    with contextlib.suppress(OSError):  # it may be closed before all is sent
        connection.sendall(raw)
        if ends:
            connection.shutdown(socket.SHUT_WR)
    return end_of(connection)


def end_of(connection: socket.socket) -> int:
    """The status at the beginning of the response, 0 for none; it is then closed."""
    with connection:
        try:
            output = connection.recv(STATUS_LINE)
        except ConnectionError:
            return 0
    return int(output.split()[1]) if output.startswith(b"HTTP/1.1") else 0
