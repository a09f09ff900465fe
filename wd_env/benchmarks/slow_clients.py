"""Clients that hold their places: readers who never read, and senders who end in the middle of a request."""

import asyncio
import os
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wd_env.errors import ConfigError
from wd_env.server.client import HttpClient
from wd_env.server.http.routes import ROUTES
from wd_env.server.protocol.requests import Chair, NewGame

A_GAME = 8  # streams that one game has at most
PATIENCE = 10.0  # seconds within which they have lost their places
CLOSED = 1.0  # seconds in which what is left for a client comes to its end
PAUSE = 0.02
BIT = 1 << 16  # bytes that are read at once
OK = 200
MIB = 2**20
MS = 1000.0
TAIL = 0.99  # of all answers are no slower
USUAL = 3.0  # seconds in which others are asked before
RULES = {"max_turns": 5}
EVENTS = next(route.path for route in ROUTES if route.name == "events")
ACT = next(route.path for route in ROUTES if route.name == "act")
HALF_HEAD = "GET /healthz HTTP/1.1\r\nHost: {host}\r\n"
HALF_BODY = (
    f"POST {ACT} HTTP/1.1\r\nHost: {{host}}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{{{"
)


@dataclass(frozen=True)
class Held:
    """What came of some clients that hold their places."""

    what: str  # they are
    clients: int
    closed: int  # connections that the server has ended
    refused: int  # requests of others that were refused meanwhile, and streams of theirs afterwards
    usual: float  # seconds within which others were answered before, nearly always
    waited: float  # the same meanwhile
    grown: int  # bytes of memory that the server has taken

    def line(self) -> str:
        """The figures in a line."""
        return (
            f"{self.clients} {self.what}: {self.closed} closed within {PATIENCE:g} s, "
            f"{self.refused} others refused, {TAIL:.0%} of answers to others within {self.waited * MS:.0f} ms "
            f"(before {self.usual * MS:.0f} ms), memory +{self.grown / MIB:.1f} MiB"
        )


def unread(url: str, process: int, readers: int) -> Held:
    """Let so many readers open streams and never read; what others have of it, and what is left of them."""
    client = HttpClient(url)
    games = [_game(client) for _ in range(-(-readers // A_GAME))]

    def opened(number: int) -> socket.socket:
        game, watch = games[number % len(games)]
        return _said(url, _ask_for_events(game, watch))

    found = _held(client, process, "readers who never read", readers, opened)
    refused = sum(client.exchange("GET", f"{_events(game)}?wait=0", b"", watch)[0] != OK for game, watch in games)
    return replace(found, refused=found.refused + refused)


def half_heads(url: str, process: int, senders: int) -> Held:
    """Let so many begin a request and never end its head."""
    return _held(HttpClient(url), process, "half heads", senders, lambda _: _said(url, HALF_HEAD))


def half_bodies(url: str, process: int, senders: int) -> Held:
    """Let so many send a request with a part of its body alone."""
    return _held(HttpClient(url), process, "half bodies", senders, lambda _: _said(url, HALF_BODY))


def _held(client: HttpClient, process: int, what: str, clients: int, opened: Callable[[int], socket.socket]) -> Held:
    usual, _ = asyncio.run(_others(client, time.monotonic() + USUAL))
    before = memory(process)
    idle = [opened(number) for number in range(clients)]
    waited, refused = asyncio.run(_others(client, time.monotonic() + PATIENCE))
    grown = memory(process) - before
    return Held(what, clients, sum(map(_is_closed, idle)), refused, _tail(usual), _tail(waited), grown)


def memory(process: int) -> int:
    """Bytes of memory that a process holds; ConfigError where the system does not tell."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        raise ConfigError("the system does not tell the memory of a process; allowed is one with /proc") from None
    return pages * os.sysconf("SC_PAGE_SIZE")


def _game(client: HttpClient) -> tuple[str, str]:
    """A game of bots that goes on by itself, and the secret to watch it."""
    made = client.ask(NewGame(id="n", players=[Chair(bot="random"), Chair(bot="random")], rules=RULES))
    return made.game, made.watch


def _events(game: str) -> str:
    return EVENTS.format(game=game)


def _ask_for_events(game: str, watch: str) -> str:
    lines = (f"GET {_events(game)} HTTP/1.1", "Host: {host}", f"Authorization: Bearer {watch}", "", "")
    return "\r\n".join(lines)


def _said(url: str, words: str) -> socket.socket:
    """A connection over which these words were sent, the host filled in."""
    place = url.removeprefix("http://")
    host, _, port = place.partition(":")
    connection = socket.create_connection((host, int(port)))
    connection.settimeout(CLOSED)
    connection.sendall(words.format(host=place).encode())
    return connection


async def _others(client: HttpClient, end: float) -> tuple[list[float], int]:
    """How long each request of another client took until then, and how many were refused."""
    waited, refused = list[float](), 0
    while time.monotonic() < end:
        begun = time.monotonic()
        status, _ = await asyncio.to_thread(client.exchange, "GET", "/healthz")
        waited.append(time.monotonic() - begun)
        refused += status != OK
        await asyncio.sleep(PAUSE)
    return waited, refused


def _tail(waited: Sequence[float]) -> float:
    return sorted(waited)[int(len(waited) * TAIL)]


def _is_closed(connection: socket.socket) -> bool:
    """Whether what was left for a client has an end."""
    with connection:
        try:
            while connection.recv(BIT):
                pass
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True
