"""Play 64 games of bots with 30 clients on loopback for five minutes, and measure memory and response times.

`make soak` runs it. A new game replaces each game that ends, so that 64 games are live all the time. The exit code is 1
if the memory of the server grows by more than 32 MiB after the first minute, if 1% of the replies of `/healthz` take
100 ms or more, or if too few of the games are live. The results are valid for a machine that runs nothing else.
"""

import argparse
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.server.servers import serving
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.server.client import HttpClient
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.requests import (
    Act,
    AnalysisRequest,
    NewGame,
    PlayerConfig,
    RecordRequest,
    Request,
    SceneRequest,
)
from wd_env.server.server_errors import ApiError

GAMES, CLIENTS, SECONDS = 64, 30, 300
MAX_SECONDS = 3600
WARM = 60.0  # seconds before the memory is first compared
MAX_GROWTH = 32 * 2**20
MAX_LATENCY = 0.1  # seconds, for 99% of the responses
MIN_LIVE = 0.9  # fraction of the keepers' checks that find a live game; they check each game equally often
KEEPERS = 4  # threads that replace finished games
PAUSE = 0.05  # seconds between two requests of a client, and between two measurements
BOTS = [PlayerConfig(bot="random"), PlayerConfig(bot="scripted")]


class Soak:
    """The games, the clients that follow and request, and the measurements."""

    def __init__(self, client: HttpClient, games: int, clients: int, seconds: float) -> None:
        self.client, self.end = client, time.monotonic() + seconds
        self.done, self.latencies = Counter[str](), list[float]()
        self._state = WorldDominance(seed=1).to_json()
        self._lock = threading.Lock()
        self.games = [self._new() for _ in range(games)]
        tasks = [self._follow, self._follow, self._ask]  # two of three clients follow, one requests
        jobs = [(tasks[n % 3], n) for n in range(clients)] + [(self._keep, n) for n in range(min(KEEPERS, games))]
        self.threads = [threading.Thread(target=self._repeat_until_end, args=job, daemon=True) for job in jobs]

    def _new(self) -> Any:
        rules = {"max_turns": 400, "last_player": "last_survivor_wins"}
        return self._send(NewGame(id="n", players=BOTS, rules=rules, open=True))

    def _send(self, request: Request, secret: str = "") -> Any:
        """Return the reply to a request, and count it by its kind."""
        reply = self.client.send(request, secret)
        self.done[f"reply {reply.__struct_config__.tag}"] += 1
        return reply

    def _repeat_until_end(self, work: Any, number: int) -> None:
        while time.monotonic() < self.end:
            try:
                work(number)
            except ApiError as exc:
                self.done[f"rejected {exc.code}"] += 1
                time.sleep(PAUSE)
            except OSError as exc:
                self.done[f"failed {type(exc).__name__}"] += 1
                time.sleep(PAUSE)

    def _replace(self, game: Any) -> None:
        """Replace a finished game by a new one, unless another thread has done so."""
        with self._lock:
            if game in self.games:
                self.games[self.games.index(game)] = self._new()
                self.done["games replaced"] += 1

    def _keep(self, number: int) -> None:
        """Check each game of this keeper once, and replace those that have ended."""
        own = self.games[number::KEEPERS]
        for game in own:
            is_live = self._is_live(game)
            self.done["checks of live games" if is_live else "checks of ended games"] += 1
            if not is_live:
                self._replace(game)
            time.sleep(PAUSE / KEEPERS)

    def _is_live(self, game: Any) -> bool:
        """Return whether a game is still in progress; the server may have dropped a finished one to make room."""
        try:
            scene = self._send(SceneRequest(id="l", game=game.game), game.spectator_secret)
        except ApiError as exc:
            self.done[f"rejected {exc.code}"] += 1
            return False
        return not scene.scene["is_terminal"] and scene.line < ServerLimits().lines

    def _follow(self, number: int) -> None:
        """Follow one game to its end, and replace it."""
        self.done["streams"] += 1
        game = self.games[(number * 7 + self.done["streams"]) % len(self.games)]
        for _ in self.client.events(game.game, game.spectator_secret):
            self.done["events"] += 1
            if time.monotonic() > self.end:
                return
        self._replace(game)

    def _ask(self, number: int) -> None:
        game = self.games[(number + self.done["asked"]) % len(self.games)]
        requests = [
            Act(id="a", bot="random", state=self._state),
            SceneRequest(id="l", game=game.game, line=self.done["asked"] % 50),
            RecordRequest(id="r", game=game.game),
            AnalysisRequest(id="o", game=game.game, line=2, bot="random"),
        ]
        request = requests[self.done["asked"] % 4]
        self.done["asked"] += 1
        self._send(request, game.spectator_secret)
        time.sleep(PAUSE)

    def measure(self, pid: int) -> list[tuple[float, int]]:
        """Measure the server until the end, and return its memory in bytes over time in seconds."""
        start, samples = time.monotonic(), []
        while time.monotonic() < self.end:
            sent = time.perf_counter()
            try:
                self.client.exchange("GET", "/healthz")
                self.latencies.append(time.perf_counter() - sent)
            except OSError:
                self.done["/healthz failed"] += 1
            samples.append((time.monotonic() - start, memory_of(pid)))
            time.sleep(PAUSE)
        return samples


def memory_of(pid: int) -> int:
    """Return the memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> int:
    """Run the measurement, and return 0 if memory and response times are within their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default, maximum in (
        ("games", GAMES, GAMES),
        ("clients", CLIENTS, 100),
        ("seconds", SECONDS, MAX_SECONDS),
    ):
        parser.add_argument(
            f"--{name}", type=int, default=default, choices=range(1, maximum + 1), metavar=f"1..{maximum}"
        )
    parser.add_argument("--warm", type=float, default=WARM)
    options = parser.parse_args()
    with serving() as server:
        soak = Soak(server.client, options.games, options.clients, options.seconds)
        for thread in soak.threads:
            thread.start()
        memory = soak.measure(server.process.pid)
        code = server.stop()
    return print_report(options, soak, memory, code)


def print_report(options: Any, soak: Soak, memory: list[tuple[float, int]], code: int) -> int:
    """Print the measurements, and return 1 if one exceeds its limit."""
    warm = [size for at, size in memory if at >= options.warm] or [memory[-1][1]]
    growth, latencies = max(warm) - warm[0], sorted(soak.latencies)
    median, late = (latencies[int(len(latencies) * part)] for part in (0.5, 0.99))
    print(f"{options.games} games of bots, {options.clients} clients, {options.seconds} s; exit code {code}")
    print(f"load average: {', '.join(f'{each:.1f}' for each in os.getloadavg())} on {os.cpu_count()} cores")
    print(f"memory: {warm[0] / 2**20:.0f} MiB after {options.warm:g} s, then at most {growth / 2**20:+.1f} MiB")
    print(f"/healthz: {len(latencies)} requests, median {1000 * median:.1f} ms, 99 of 100 within {1000 * late:.1f} ms")
    at_live, at_ended = soak.done["checks of live games"], soak.done["checks of ended games"]
    live = at_live / max(1, at_live + at_ended)
    print(f"live games: {live:.1%} of the checks")
    for event, count in sorted(soak.done.items()):
        print(f"{count:>9,} {event}")
    return int(growth > MAX_GROWTH or late >= MAX_LATENCY or live < MIN_LIVE or code != 0)


if __name__ == "__main__":
    sys.exit(main())
