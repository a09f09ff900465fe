"""Stop a server under load many times, and count exit codes and lost confirmed actions (`make stops`)."""

import argparse
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from http.client import HTTPException
from pathlib import Path
from typing import Any

import msgspec

from tests.server.servers import SECONDS, Server
from wd_env.server.client import HttpClient
from wd_env.server.hosting.game_storage import GameFolder
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.replies import Prompt
from wd_env.server.protocol.requests import Act, NewGame, Play, PlayerConfig
from wd_env.server.server_errors import ApiError

CLIENTS = 4  # of each kind
BOT_IDS = ("random",)
BOTS = [PlayerConfig(bot="random"), PlayerConfig(bot="random")]
MAX_STOPS = 10_000
TIMEOUT = 5.0  # seconds for a response, and for a stopped server to restart
ARGUMENTS = ("--processes", "1")


class Load:
    """Clients that play, follow and request until the server stops, and remember the confirmed actions."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.confirmed: dict[str, tuple[int, str]] = {}  # by game: line and text of the last confirmed action
        self._games: dict[int, Any] = {}  # games, by thread
        self._threads = [
            threading.Thread(target=self._run_until_stopped, args=(work,), daemon=True)
            for work in (self._play, self._follow, self._ask)
            for _ in range(CLIENTS)
        ]
        for thread in self._threads:
            thread.start()

    def wait(self) -> None:
        """Wait until the server has confirmed an action."""
        end = time.monotonic() + SECONDS
        while not self.confirmed and time.monotonic() < end:
            time.sleep(0.01)

    def join(self) -> None:
        for thread in self._threads:
            thread.join(60)

    def _run_until_stopped(self, work: Any) -> None:
        while self._server.process.poll() is None:
            try:
                work(HttpClient(f"http://127.0.0.1:{self._server.port}", timeout=TIMEOUT))
            except (OSError, ApiError, ValueError, EOFError):
                time.sleep(0.01)
            except (msgspec.DecodeError, HTTPException):  # half a reply of a server that stops
                time.sleep(0.01)

    def _play(self, client: Any) -> None:
        new_game = self._game(client, NewGame(id="n", players=[PlayerConfig(human="Anna"), *BOTS[1:]]))
        for event in client.events(new_game.game, new_game.secrets[0]):
            if self._server.process.poll() is not None:
                return
            if isinstance(event, Prompt):
                text = event.choices[0].text
                client.send(
                    Play(id=f"a{event.line}", game=new_game.game, line=event.line, text=text), new_game.secrets[0]
                )
                self.confirmed[new_game.game] = (event.line, text)

    def _game(self, client: Any, request: NewGame) -> Any:
        """Return the game of this thread; a retry does not start another, which would fill the server."""
        thread = threading.get_ident()
        if thread not in self._games:
            self._games[thread] = client.send(request)
        return self._games[thread]

    def _follow(self, client: Any) -> None:
        new_game = self._game(client, NewGame(id="n", players=BOTS))
        for _ in client.events(new_game.game, new_game.spectator_secret):
            if self._server.process.poll() is not None:
                return

    def _ask(self, client: Any) -> None:
        from wd_env.games.world_dominance.table import WorldDominance

        client.send(Act(id="a", bot="random", state=WorldDominance(seed=1).to_json()))


def find_lost(folder: Path, confirmed: dict[str, tuple[int, str]]) -> list[str]:
    """Return the games whose last confirmed action is not in their files."""
    saved = GameFolder(folder, BOT_IDS, (), ServerLimits())
    try:
        lines = {game: saved.read(game).lines for game in confirmed if game in saved}
    finally:
        saved.close()
    return [
        game
        for game, (line, text) in confirmed.items()
        if game not in lines or len(lines[game]) <= line or lines[game][line].text != text
    ]


def main() -> int:
    """Stop a server the given number of times; return 0 if every exit code was 0 and no confirmed action was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stops", type=int, default=200, choices=range(1, MAX_STOPS + 1), metavar=f"1..{MAX_STOPS}")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng, codes, num_lost, num_games = random.Random(options.seed), Counter[int](), 0, 0
    for number in range(options.stops):
        with tempfile.TemporaryDirectory() as folder:
            server = Server("--save-dir", folder, *ARGUMENTS)
            load = Load(server)
            load.wait()
            time.sleep(rng.uniform(0.0, 1.0))
            code = server.stop(signal.SIGTERM)
            load.join()
            missing = find_lost(Path(folder), load.confirmed)
        codes[code] += 1
        num_lost, num_games = num_lost + len(missing), num_games + len(load.confirmed)
        if code or missing:
            output = server.process.stderr.read().decode(errors="replace") if server.process.stderr else ""
            print(f"stop {number + 1}: exit code {code}, lost {missing}\n{output[-2000:]}", flush=True)
    print(f"{options.stops} stops, exit codes {dict(codes)}, {num_lost} of {num_games} games lost a confirmed action")
    return int(set(codes) != {0} or num_lost > 0)


if __name__ == "__main__":
    sys.exit(main())
