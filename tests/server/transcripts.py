"""A transcript of every message: requests and replies, with names instead of random values.

`python -m tests.server.transcripts` plays the scenario over standard input and output, and rewrites the transcript.
"""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from tests.server.servers import Server
from wd_env.server.client import LineClient
from wd_env.storage.atomic_files import write_atomic

FILE = Path(__file__).with_name("transcripts") / "protocol_1.jsonl"
ARGUMENTS = ("--processes", "1")
RANDOM = {name: re.compile(f'(?<="{name}":){what}') for name, what in (
    ("elapsed_ms", r"\d+"), ("nonce", '"[0-9a-f]+"'), ("package", '"[^"]+"'), ("seed_hash", '"[^"]+"'),
)}  # fmt: skip
SEATS = {"players": [{"human": "Anna"}, {"bot": "scripted", "name": "Rob"}], "rules": {"max_turns": 3}}
PATHS = {"hello": "/v1", "act": "/v1/act", "new_game": "/v1/games"}
TRIES, PAUSE = 600, 0.05  # while waiting for bots

Data = dict[str, Any]


class Transport(Protocol):
    """A transport that sends requests."""

    def ask(self, message: Data, secret: str) -> bytes:
        """Return the reply."""
        ...

    def events(self, game: str, secret: str) -> list[bytes]:
        """Return all events up to the current decision."""
        ...


class ByLines:
    """A server on standard input and output."""

    def __init__(self, client: LineClient) -> None:
        self._client = client

    def ask(self, message: Data, secret: str) -> bytes:
        return self._client.exchange(json.dumps(message | ({"secret": secret} if secret else {})).encode())

    def events(self, game: str, secret: str) -> list[bytes]:
        time.sleep(PAUSE)
        self._client.clear_events(game)
        self._client.exchange(json.dumps({"type": "events", "id": "0", "game": game, "secret": secret}).encode())
        return list(_up_to_decision(self._client.event_lines(game)))


class ByHttp:
    """A server on HTTP."""

    def __init__(self, server: Server) -> None:
        self._client = server.client

    def ask(self, message: Data, secret: str) -> bytes:
        path = PATHS.get(message["type"], f"/v1/games/{message.get('game')}")
        return self._client.exchange("POST", path, json.dumps(message).encode(), secret)[1]

    def events(self, game: str, secret: str) -> list[bytes]:
        return self._client.exchange("GET", f"/v1/games/{game}/events?wait=0", b"", secret)[1].splitlines()


def _up_to_decision(lines: Iterator[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield line
        if json.loads(line)["type"] in ("prompt", "waiting", "game_over"):
            return


class Recorder:
    """A client that sends requests and records both directions."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._names: dict[str, str] = {}
        self.lines: list[str] = []

    def ask(self, message: Data, secret: str = "") -> Data:
        """Send a request, record both messages, and return the reply."""
        result = self._transport.ask(message, secret)
        reply: Data = json.loads(result)
        if reply["type"] == "game":
            self._name(reply)
        self._write({"ask": message} | ({"secret": secret} if secret else {}))
        self._write({"reply": json.loads(self._with_names(result.decode()))})
        return reply

    def events(self, game: str, secret: str) -> list[Data]:
        """Record and return all events."""
        events = self._transport.events(game, secret)
        for line in events:
            self._write({"event": json.loads(self._with_names(line.decode()))})
        return [json.loads(line) for line in events]

    def decision(self, game: str, secret: str) -> Data:
        """Wait for the bots, and return the current decision, without recording it."""
        for _ in range(TRIES):
            last: Data = json.loads((self._transport.events(game, secret) or [b'{"type":""}'])[-1])
            if last["type"] in ("prompt", "game_over"):
                return last
            time.sleep(PAUSE)
        raise AssertionError("timeout: the bots did not act")

    def _name(self, reply: Data) -> None:
        number = sum(name.startswith("<game") for name in self._names.values()) + 1
        self._names[reply["game"]] = f"<game {number}>"
        self._names[reply["spectator_secret"]] = f"<watch {number}>"
        self._names |= {secret: f"<secret {number}.{n}>" for n, secret in enumerate(reply["secrets"])}

    def _with_names(self, text: str) -> str:
        for value, name in self._names.items():
            text = text.replace(value, name)
        for name, pattern in RANDOM.items():
            text = pattern.sub(f'"<{name}>"', text)
        return text

    def _write(self, data: Data) -> None:
        self.lines.append(self._with_names(json.dumps(data)))


def transcript(transport: Transport) -> list[str]:
    """Play the scenario, and return the transcript line by line."""
    recorder = Recorder(transport)
    ask = recorder.ask
    ask({"type": "hello", "id": "1", "protocols": [1]})
    settings = {"seed": "11", "open": True, "undo": "always", "advice": True}
    new_game = ask({"type": "new_game", "id": "2", **SEATS, **settings})
    game, anna = new_game["game"], new_game["secrets"][0]
    line = recorder.decision(game, anna)["line"]
    ask({"type": "scene", "id": "3", "game": game}, anna)
    ask({"type": "scene", "id": "4", "game": game, "line": 1}, new_game["spectator_secret"])
    ask({"type": "analysis", "id": "5", "game": game, "line": line, "bot": "random"}, anna)
    ask({"type": "play", "id": "6", "game": game, "line": line + 1, "text": "roll"}, anna)
    ask({"type": "play", "id": "7", "game": game, "line": line, "text": "nonsense"}, anna)
    ask({"type": "play", "id": "8", "game": game, "line": line, "text": "piece Tommy Unknown"}, new_game["secrets"][1])
    ask({"type": "play", "id": "9", "game": game, "line": line, "text": "piece Tommy Unknown"}, anna)
    line = recorder.decision(game, anna)["line"]
    ask({"type": "undo", "id": "10", "game": game, "line": line, "entries": 99}, anna)
    ask({"type": "undo", "id": "11", "game": game, "line": line}, anna)
    line = recorder.decision(game, anna)["line"]
    record = ask({"type": "record", "id": "12", "game": game}, anna)["record"]
    ask({"type": "act", "id": "13", "bot": "random", "record": record, "seed": "5", "analysis": True})
    ask({"type": "act", "id": "14", "bot": "nobody", "record": record})
    ask({"type": "fork", "id": "15", "game": game, "line": 1, "players": SEATS["players"]}, anna)
    ask({"type": "hand_over", "id": "16", "game": game, "player": 0, "bot": "random"}, anna)
    while recorder.decision(game, anna)["type"] != "game_over":
        time.sleep(PAUSE)
    ask({"type": "play", "id": "17", "game": game, "line": line, "text": "roll"}, anna)
    ask({"type": "analysis", "id": "18", "game": game, "line": line, "bot": "scripted"}, anna)
    ask({"type": "new_game", "id": "19", **SEATS, "rules": {"board": "/etc/passwd"}})
    ask({"type": "new_game", "id": "20", "players": [{"human": "Anna", "what": 1}]})
    ask({"type": "scene", "id": "21", "game": game})
    ask({"type": "scene", "id": "22", "game": game}, "0" * 32)
    recorder.events(game, anna)
    return recorder.lines


if __name__ == "__main__":
    with LineClient(ARGUMENTS) as client:
        write_atomic(FILE, "\n".join(transcript(ByLines(client))) + "\n")
