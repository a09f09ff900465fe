"""Sixty-four games of bots and thirty clients on loopback for some minutes: memory, and how soon others are answered.

`make soak` runs it. It ends with 1 where the memory of the server grows by more than 32 MiB after the first minute, or
where 99 of 100 answers of `/healthz` take 100 ms or more. Figures are of a machine where nothing else runs.
"""

import argparse
import contextlib
import os
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.serve.servers import serving
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.server.client import HttpClient
from wd_env.server.protocol.requests import Act, Chair, Look, NewGame, OpinionOf, RecordOf
from wd_env.server.server_errors import Refusal

GAMES, CLIENTS, SECONDS = 64, 30, 300
MOST_SECONDS = 3600
WARM = 60.0  # seconds until the memory is compared
MOST_GROWTH = 32 * 2**20
MOST_WAIT = 0.1  # seconds, for 99 of 100 answers
PAUSE = 0.05  # seconds between two requests of a client, and between two looks at the server
BOTS = [Chair(bot="random"), Chair(bot="scripted")]


class Soak:
    """The games, those who follow and ask, and what was measured."""

    def __init__(self, client: HttpClient, games: int, clients: int, seconds: float) -> None:
        self.client, self.end = client, time.monotonic() + seconds
        self.done, self.waits = Counter[str](), list[float]()
        self._state = WorldDominance(seed=1).to_json()
        self.games = [self._new() for _ in range(games)]
        works = [self._follow, self._follow, self._ask]  # two of three clients follow, one asks
        self.threads = [
            threading.Thread(target=self._until_the_end, args=(works[n % 3], n), daemon=True) for n in range(clients)
        ]

    def _new(self) -> Any:
        rules = {"max_turns": 400, "last_player": "last_survivor_wins"}
        return self.client.ask(NewGame(id="n", players=BOTS, rules=rules, open=True))

    def _until_the_end(self, work: Any, number: int) -> None:
        while time.monotonic() < self.end:
            try:
                work(number)
            except Refusal as refusal:
                self.done[f"refused: {refusal.code}"] += 1
                time.sleep(PAUSE)
            except OSError as problem:
                self.done[f"failed: {type(problem).__name__}"] += 1
                time.sleep(PAUSE)

    def _follow(self, number: int) -> None:
        """Follow one game after another to its end, and begin another in its place."""
        self.done["followed"] += 1
        place = (number * 7 + self.done["followed"]) % len(self.games)
        game = self.games[place]
        for _ in self.client.events(game.game, game.watch):
            self.done["events"] += 1
            if time.monotonic() > self.end:
                return
        with contextlib.suppress(Refusal):
            self.games[place] = self._new()

    def _ask(self, number: int) -> None:
        game = self.games[(number + self.done["asked"]) % len(self.games)]
        said = [
            Act(id="a", bot="random", state=self._state),
            Look(id="l", game=game.game, line=self.done["asked"] % 50),
            RecordOf(id="r", game=game.game),
            OpinionOf(id="o", game=game.game, line=2, bot="random"),
        ][self.done["asked"] % 4]
        self.done["asked"] += 1
        self.client.ask(said, game.watch)
        time.sleep(PAUSE)

    def lines(self) -> list[int]:
        """The lines of the games that are there now; one that is over may have made room for another."""
        found = []
        for game in self.games:
            with contextlib.suppress(Refusal):
                found.append(self.client.ask(Look(id="l", game=game.game), game.watch).line)
        return found

    def measure(self, pid: int) -> list[tuple[float, int]]:
        """Look at the server until the end; its memory in bytes by seconds."""
        begun, found = time.monotonic(), []
        while time.monotonic() < self.end:
            at = time.perf_counter()
            try:
                self.client.exchange("GET", "/healthz")
                self.waits.append(time.perf_counter() - at)
            except OSError:
                self.done["/healthz failed"] += 1
            found.append((time.monotonic() - begun, memory_of(pid)))
            time.sleep(PAUSE)
        return found


def memory_of(pid: int) -> int:
    """The memory of a process that is its own, in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> int:
    """Soak a server; 0 where memory and waits are within their bounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual, most in (("games", GAMES, GAMES), ("clients", CLIENTS, 100), ("seconds", SECONDS, MOST_SECONDS)):
        parser.add_argument(f"--{name}", type=int, default=usual, choices=range(1, most + 1), metavar=f"1..{most}")
    parser.add_argument("--warm", type=float, default=WARM)
    options = parser.parse_args()
    with serving() as server:
        soak = Soak(server.client, options.games, options.clients, options.seconds)
        for thread in soak.threads:
            thread.start()
        memory = soak.measure(server.process.pid)
        lines = soak.lines()
        code = server.stop()
    return told(options, soak, memory, lines, code)


def told(options: Any, soak: Soak, memory: list[tuple[float, int]], lines: list[int], code: int) -> int:
    """Print what was measured; 1 where it passes a bound."""
    warm = [size for at, size in memory if at >= options.warm] or [memory[-1][1]]
    growth, waits = max(warm) - warm[0], sorted(soak.waits)
    median, late = (waits[int(len(waits) * part)] for part in (0.5, 0.99))
    print(f"{options.games} games of bots, {options.clients} clients, {options.seconds} s; exit code {code}")
    print(f"load of the machine: {', '.join(f'{each:.1f}' for each in os.getloadavg())} on {os.cpu_count()} cores")
    print(f"memory: {warm[0] / 2**20:.0f} MiB after {options.warm:g} s, then at most {growth / 2**20:+.1f} MiB")
    print(f"/healthz: {len(waits)} times, median {1000 * median:.1f} ms, 99 of 100 within {1000 * late:.1f} ms")
    print(f"lines of a game: {min(lines)} to {max(lines)}, {sum(lines)} in all")
    print(", ".join(f"{what} {number}" for what, number in sorted(soak.done.items())))
    return int(growth > MOST_GROWTH or late >= MOST_WAIT or code != 0)


if __name__ == "__main__":
    sys.exit(main())
