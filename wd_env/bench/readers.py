"""Readers who never read: they open streams of games and leave what they are told where it is."""

import asyncio
import os
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wd_env.core.errors import ConfigError
from wd_env.serve.client import HttpClient
from wd_env.serve.requests import Chair, NewGame
from wd_env.serve.routes import ROUTES

A_GAME = 8  # streams that one game has at most
PATIENCE = 10.0  # seconds within which they have lost their places
CLOSED = 1.0  # seconds in which what is left for a reader comes to its end
PAUSE = 0.02
BIT = 1 << 16  # bytes that are read at once
OK = 200
MIB = 2**20
MS = 1000.0
TAIL = 0.99  # of all answers are no slower
USUAL = 3.0  # seconds in which others are asked before
RULES = {"max_turns": 5}
EVENTS = next(route.path for route in ROUTES if route.name == "events")


@dataclass(frozen=True)
class Unread:
    """What came of some readers who never read."""

    readers: int
    closed: int  # connections that the server has ended
    refused: int  # streams of others that were refused when the readers had lost their places
    usual: float  # seconds within which others were answered before, nearly always
    waited: float  # the same meanwhile
    grown: int  # bytes of memory that the server has taken

    def line(self) -> str:
        """The figures in a line."""
        return (
            f"{self.readers} readers who never read: {self.closed} closed within {PATIENCE:g} s, "
            f"{self.refused} others refused, {TAIL:.0%} of answers to others within {self.waited * MS:.0f} ms "
            f"(before {self.usual * MS:.0f} ms), memory +{self.grown / MIB:.1f} MiB"
        )


def unread(url: str, process: int, readers: int) -> Unread:
    """Let so many readers open streams and never read; what others have of it, and what is left of them."""
    client = HttpClient(url)
    games = [_game(client) for _ in range(-(-readers // A_GAME))]
    usual = asyncio.run(_others(client, time.monotonic() + USUAL))
    before = memory(process)
    idle = [_opened(url, *games[number % len(games)]) for number in range(readers)]
    end = time.monotonic() + PATIENCE
    waited = asyncio.run(_others(client, end))
    grown = memory(process) - before
    refused = sum(client.exchange("GET", f"{_events(game)}?wait=0", b"", watch)[0] != OK for game, watch in games)
    return Unread(readers, sum(map(_is_closed, idle)), refused, _tail(usual), _tail(waited), grown)


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


def _opened(url: str, game: str, watch: str) -> socket.socket:
    """A connection that has asked for the events of a game."""
    host, _, port = url.removeprefix("http://").partition(":")
    connection = socket.create_connection((host, int(port)))
    connection.settimeout(CLOSED)
    lines = (f"GET {_events(game)} HTTP/1.1", f"Host: {host}:{port}", f"Authorization: Bearer {watch}", "", "")
    connection.sendall("\r\n".join(lines).encode())
    return connection


async def _others(client: HttpClient, end: float) -> list[float]:
    waited = []
    while time.monotonic() < end:
        begun = time.monotonic()
        await asyncio.to_thread(client.exchange, "GET", "/healthz")
        waited.append(time.monotonic() - begun)
        await asyncio.sleep(PAUSE)
    return waited


def _tail(waited: Sequence[float]) -> float:
    return sorted(waited)[int(len(waited) * TAIL)]


def _is_closed(connection: socket.socket) -> bool:
    """Whether what was left for a reader has an end."""
    with connection:
        try:
            while connection.recv(BIT):
                pass
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True
