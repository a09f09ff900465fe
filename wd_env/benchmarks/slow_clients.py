"""Clients that occupy connections: readers that never read, and senders that stop in the middle of a request."""

import asyncio
import os
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wd_env.errors import ConfigError
from wd_env.server.client import HttpClient
from wd_env.server.http.http_routes import ROUTES
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.requests import NewGame, PlayerConfig

TIMEOUT = 10.0  # seconds within which they must be disconnected
CLOSE_TIMEOUT = 1.0  # seconds for a client to receive the rest
POLL_INTERVAL = 0.02
READ_BYTES = 1 << 16  # bytes per read
OK = 200
MIB = 2**20
MS = 1000.0
QUANTILE = 0.99  # of latencies
BASELINE_SECONDS = 3.0  # duration of the measurement before
RULES = {"max_turns": 5}
EVENTS = next(route.path for route in ROUTES if route.name == "events")
ACT = next(route.path for route in ROUTES if route.name == "act")
INCOMPLETE_HEADERS = "GET /healthz HTTP/1.1\r\nHost: {host}\r\n"
INCOMPLETE_BODY = (
    f"POST {ACT} HTTP/1.1\r\nHost: {{host}}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{{{"
)


@dataclass(frozen=True)
class SlowClientResult:
    """The result of clients that occupy connections."""

    name: str
    clients: int
    closed: int  # connections that the server has closed
    rejected: int  # rejected requests of other clients, and streams of theirs afterwards
    baseline_latency: float  # quantile of other clients' latencies before, in seconds
    latency: float  # the same meanwhile
    memory_growth: int  # bytes of memory that the server has allocated

    def line(self) -> str:
        """Return the result in a line."""
        return (
            f"{self.clients} {self.name}: {self.closed} closed within {TIMEOUT:g} s, "
            f"{self.rejected} others rejected, {QUANTILE:.0%} of replies to others within {self.latency * MS:.0f} ms "
            f"(before {self.baseline_latency * MS:.0f} ms), memory +{self.memory_growth / MIB:.1f} MiB"
        )


def unread_streams(url: str, process: int, readers: int) -> SlowClientResult:
    """Open streams and never read them."""
    client = HttpClient(url)
    games = [_start_game(client) for _ in range(-(-readers // ServerLimits.streams))]

    def opened(client_index: int) -> socket.socket:
        game, spectator_secret = games[client_index % len(games)]
        return _send(url, _events_request(game, spectator_secret))

    result = _measure(client, process, "readers who never read", readers, opened)
    error = sum(
        client.exchange("GET", f"{_events_path(game)}?wait=0", b"", spectator_secret)[0] != OK
        for game, spectator_secret in games
    )
    return replace(result, rejected=result.rejected + error)


def send_incomplete_headers(url: str, process: int, senders: int) -> SlowClientResult:
    """Start requests and never finish their headers."""
    return _measure(HttpClient(url), process, "incomplete headers", senders, lambda _: _send(url, INCOMPLETE_HEADERS))


def send_incomplete_bodies(url: str, process: int, senders: int) -> SlowClientResult:
    """Send requests with only a part of their bodies."""
    return _measure(HttpClient(url), process, "incomplete bodies", senders, lambda _: _send(url, INCOMPLETE_BODY))


def _measure(
    client: HttpClient, process: int, name: str, clients: int, open_connection: Callable[[int], socket.socket]
) -> SlowClientResult:
    baseline, _ = asyncio.run(_measure_others(client, time.monotonic() + BASELINE_SECONDS))
    before = memory(process)
    idle = [open_connection(client_index) for client_index in range(clients)]
    waited, error = asyncio.run(_measure_others(client, time.monotonic() + TIMEOUT))
    grown = memory(process) - before
    return SlowClientResult(
        name, clients, sum(map(_is_closed, idle)), error, _quantile(baseline), _quantile(waited), grown
    )


def memory(process: int) -> int:
    """Return the bytes of memory of a process; ConfigError if the system does not report them."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        raise ConfigError("the memory of a process is unknown; a system with /proc is required") from None
    return pages * os.sysconf("SC_PAGE_SIZE")


def _start_game(client: HttpClient) -> tuple[str, str]:
    """Start a game of bots; return its id and the secret of spectators."""
    reply = client.send(NewGame(id="n", players=[PlayerConfig(bot="random"), PlayerConfig(bot="random")], rules=RULES))
    return reply.game, reply.spectator_secret


def _events_path(game: str) -> str:
    return EVENTS.format(game=game)


def _events_request(game: str, spectator_secret: str) -> str:
    lines = (f"GET {_events_path(game)} HTTP/1.1", "Host: {host}", f"Authorization: Bearer {spectator_secret}", "", "")
    return "\r\n".join(lines)


def _send(url: str, text: str) -> socket.socket:
    """Return a connection over which this text was sent, with the host filled in."""
    address = url.removeprefix("http://")
    host, _, port = address.partition(":")
    connection = socket.create_connection((host, int(port)))
    connection.settimeout(CLOSE_TIMEOUT)
    connection.sendall(text.format(host=address).encode())
    return connection


async def _measure_others(client: HttpClient, end: float) -> tuple[list[float], int]:
    """Return the latencies of another client's requests until `end`, and the number of rejected ones."""
    waited, error = list[float](), 0
    while time.monotonic() < end:
        start_time = time.monotonic()
        status, _ = await asyncio.to_thread(client.exchange, "GET", "/healthz")
        waited.append(time.monotonic() - start_time)
        error += status != OK
        await asyncio.sleep(POLL_INTERVAL)
    return waited, error


def _quantile(latencies: Sequence[float]) -> float:
    return sorted(latencies)[int(len(latencies) * QUANTILE)]


def _is_closed(connection: socket.socket) -> bool:
    """Return whether the server has closed the connection."""
    with connection:
        try:
            while connection.recv(READ_BYTES):
                pass
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True
