"""`make bench-serve`: latency of a server over HTTP and lines, with one and with many parallel clients."""

import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wd_env import registry
from wd_env.agents.agent_registry import make_bot
from wd_env.benchmarks.slow_clients import send_incomplete_bodies, send_incomplete_headers, unread_streams
from wd_env.errors import ConfigError
from wd_env.server.client import HttpClient, LineClient
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.requests import Act
from wd_env.table.play_out import play_out
from wd_env.table.saved_table import at_line

BOT = "scripted"
CLIENTS, MANY_CLIENTS, READERS, INCOMPLETE_REQUESTS = 16, 64, 200, 600
POLL_INTERVAL = 0.02  # seconds between two health checks
START_TIMEOUT = 30.0  # seconds for a server to start
PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0
MS = 1000.0
OK, BUSY = 200, 429
QUANTILE = 0.99  # of latencies


@dataclass(frozen=True)
class LatencyResult:
    """The result of a measurement."""

    name: str
    num_replies: int
    seconds: float
    latencies: Sequence[float]  # seconds of each reply
    busy: int = 0
    server_cpu: float = 0.0  # processor seconds of the server process

    def line(self) -> str:
        """Return the result in a line."""
        ordered = sorted(self.latencies)
        quantile = ordered[min(int(len(ordered) * QUANTILE), len(ordered) - 1)]
        items = [
            f"{self.name}: {self.num_replies / self.seconds:.0f} a second",
            f"median {statistics.median(ordered) * MS:.1f} ms",
            f"{QUANTILE:.0%} within {quantile * MS:.1f} ms",
            f"{self.server_cpu / self.num_replies * MS:.2f} ms of server processor time each"
            if self.server_cpu
            else "",
            f"{self.busy} busy" if self.busy else "",
        ]
        return ", ".join(filter(None, items))


def move_requests(players: int = 4, seed: int = 5) -> list[bytes]:
    """Return requests for an action at every decision of one game of bots."""
    row = registry.get_game()
    table = row.new_table(row.config(num_players=players, **row.match_options), seed=seed)
    bots = [make_bot(BOT, row.game, np.random.default_rng(player)) for player in range(players)]
    play_out(table, bots)
    results = []
    replayed = at_line(table, 0)
    for line in table.lines:
        if line.seat is not None:
            results.append(encode_line(Act(id="1", bot=BOT, state=replayed.to_json(), seed="1")))
        replayed.play_line(line)
    return results


class Server:
    """`wd serve` in a separate process."""

    def __init__(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port: int = taken.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        text = [sys.executable, "-m", "wd_env.cli.main", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(text, stderr=subprocess.DEVNULL)  # noqa: S603  ours
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + START_TIMEOUT
        while time.monotonic() < end:
            try:
                HttpClient(self.url).exchange("GET", "/healthz")
                return
            except OSError:
                time.sleep(POLL_INTERVAL)
        raise ConfigError(f"the server has not started within {START_TIMEOUT:g} s")

    def cpu(self) -> float:
        """Return the processor seconds so far; 0 if the system does not report them."""
        status = Path(f"/proc/{self.process.pid}/stat")
        if not status.exists():
            return 0.0
        after_name = status.read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / PER_SECOND

    def stop(self) -> None:
        """Stop the server."""
        self.process.terminate()
        self.process.wait(START_TIMEOUT)


async def send_requests(port: int, bodies: Sequence[bytes], end: float, latencies: list[float]) -> int:
    """Send one request after another over one connection; return the number of `busy` replies."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    busy = num_sent = 0
    while time.monotonic() < end:
        start_time, body = time.monotonic(), bodies[num_sent % len(bodies)]
        writer.write(_header(port, len(body)) + body)
        status = await _status(reader)
        if status not in (OK, BUSY):
            raise ConfigError(f"the server replied {status}")
        busy += status == BUSY
        latencies.append(time.monotonic() - start_time)
        num_sent += 1
    writer.close()
    return busy


def _header(port: int, length: int) -> bytes:
    lines = ("POST /v1/act HTTP/1.1", f"Host: 127.0.0.1:{port}", "Content-Type: application/json",
             f"Content-Length: {length}", "", "")  # fmt: skip
    return "\r\n".join(lines).encode()


async def _status(reader: asyncio.StreamReader) -> int:
    header = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
    [length] = [int(line.partition(":")[2]) for line in header if line.startswith("content-length")]
    await reader.readexactly(length)
    return int(header[0].split()[1])


async def measure_moves(server: Server, clients: int, seconds: float) -> list[LatencyResult]:
    """Measure actions for parallel clients, and at the same time the latency of health checks."""
    bodies, waited, health = move_requests(), list[float](), list[float]()
    before, start_time = server.cpu(), time.monotonic()
    end = start_time + seconds
    players = [send_requests(server.port, bodies[client:] + bodies[:client], end, waited) for client in range(clients)]
    *busy, _ = await asyncio.gather(*players, _measure_health(server.url, end, health))
    elapsed = time.monotonic() - start_time
    return [
        LatencyResult(f"moves, {clients} clients", len(waited), elapsed, waited, sum(busy), server.cpu() - before),
        LatencyResult(f"health with {clients} clients", len(health), elapsed, health),
    ]


async def _measure_health(url: str, end: float, latencies: list[float]) -> int:
    client = HttpClient(url)
    while time.monotonic() < end:
        start_time = time.monotonic()
        await asyncio.to_thread(client.exchange, "GET", "/healthz")
        latencies.append(time.monotonic() - start_time)
        await asyncio.sleep(POLL_INTERVAL)
    return 0


def measure_lines(seconds: float) -> LatencyResult:
    """Measure actions over lines, one after another."""
    bodies, waited = move_requests(), list[float]()
    with LineClient() as client:
        client.exchange(bodies[0])  # starts the worker process
        start_time = time.monotonic()
        while time.monotonic() - start_time < seconds:
            start_time = time.monotonic()
            json.loads(client.exchange(bodies[len(waited) % len(bodies)]))
            waited.append(time.monotonic() - start_time)
    return LatencyResult("moves by lines, one after another", len(waited), seconds, waited)


def main(seconds: float = 15.0) -> None:
    """Measure everything and print it."""
    server = Server()
    try:
        for clients in (1, CLIENTS, MANY_CLIENTS):
            for served in asyncio.run(measure_moves(server, clients, seconds)):
                print(served.line())
        for measure, num_clients in (
            (unread_streams, READERS),
            (send_incomplete_headers, INCOMPLETE_REQUESTS),
            (send_incomplete_bodies, INCOMPLETE_REQUESTS),
        ):
            print(measure(server.url, server.process.pid, num_clients).line())
    finally:
        server.stop()
    print(measure_lines(seconds).line())


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
