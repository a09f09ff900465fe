"""Clients of a server in Python: over HTTP, or over the standard input of a server process. They need only msgspec."""

import http.client
import subprocess
import sys
from collections.abc import Iterator, Sequence
from queue import Queue
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import msgspec

from wd_env.server.protocol.messages import AnyEvent, AnyReply, encode_line
from wd_env.server.protocol.replies import Alert, Error, GameOver, Heartbeat, Prompt, Waiting
from wd_env.server.protocol.requests import Act, Hello, InGame, NewGame, Request
from wd_env.server.server_errors import ApiError

TIMEOUT_SECONDS = 60.0  # for a reply
MIN_PAUSE, MAX_PAUSE = 0.05, 2.0  # seconds before a reader reconnects to a server that did not reply
_REPLIES: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyReply)
_EVENTS: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyEvent)


class HttpClient:
    """A client of `wd serve` over HTTP; each request has its own connection.

    Args:
        url: Address of the server.
        token: Token of the server, if it requires one.
        timeout: Seconds to wait for a reply.
    """

    def __init__(self, url: str = "http://127.0.0.1:8151", token: str = "", timeout: float = TIMEOUT_SECONDS) -> None:
        self._host = urlsplit(url).netloc
        self._headers = {"Content-Type": "application/json"} | ({"WD-Token": token} if token else {})
        self._timeout = timeout

    def send(self, request: Request, secret: str = "") -> Any:
        """Return the reply to a request; ApiError if it is an error, OSError if no server replies."""
        _, data = self.exchange("POST", _path(request), encode_line(request), secret)
        return _reply(data)

    def exchange(self, method: str, path: str, body: bytes = b"", secret: str = "") -> tuple[int, bytes]:
        """Return status and body of one request."""
        connection = http.client.HTTPConnection(self._host, timeout=self._timeout)
        try:
            connection.request(method, path, body or None, self._headers | _bearer(secret))
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def events(self, game: str, secret: str, after: int = 0, undo_count: int = 0) -> Iterator[Any]:
        """Yield what happened after a line, and what happens from then on, until the game is over, without heartbeats.

        Streams end after some seconds and connections can be lost: the client reconnects, continues after the last
        line, and skips repeated events.

        Args:
            game: Id of the game.
            secret: Secret of a player or spectator.
            after: Number of lines already seen.
            undo_count: Number of undos already seen.

        Raises:
            ApiError: If the server rejects the request.
            OSError: If no server replies for as long as the timeout.
        """
        texts: list[Any] = []  # the last prompt, and all alerts
        heard, pause = monotonic(), MIN_PAUSE
        while True:
            try:
                for event in self._stream(f"/v1/games/{game}/events?after={after}&undo_count={undo_count}", secret):
                    heard, pause = monotonic(), MIN_PAUSE
                    after, undo_count = _resume_position(event, after, undo_count)
                    if not isinstance(event, Heartbeat) and event not in texts:
                        texts = _repeated_events(event, texts)
                        yield event
                    if isinstance(event, GameOver):
                        return
            except (ConnectionError, TimeoutError, http.client.HTTPException):
                if monotonic() - heard > self._timeout:
                    raise
                sleep(pause)
                pause = min(2 * pause, MAX_PAUSE)

    def _stream(self, path: str, secret: str) -> Iterator[Any]:
        connection = http.client.HTTPConnection(self._host, timeout=self._timeout)
        try:
            connection.request("GET", path, headers=self._headers | _bearer(secret))
            response = connection.getresponse()
            if response.status != http.client.OK:
                _reply(response.read())
            for line in response:
                yield _EVENTS.decode(line)
        finally:
            connection.close()


class LineClient:
    """A client that starts `wd serve --stdio` and exchanges lines with it; use it in a `with` statement.

    Args:
        arguments: Further arguments of `wd serve`.
    """

    def __init__(self, arguments: Sequence[str] = ()) -> None:
        command = [sys.executable, "-m", "wd_env.cli.main", "serve", "--stdio", *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  ours
        self._replies: Queue[bytes] = Queue()
        self._events: dict[str, Queue[bytes]] = {}
        Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> "LineClient":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> int:
        """Close the input, and return the exit code of the server."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._process.wait(TIMEOUT_SECONDS)

    def send(self, request: Request, secret: str = "") -> Any:
        """Return the reply to a request; ApiError if it is an error."""
        if secret and isinstance(request, InGame):
            request.secret = secret
        return _reply(self.exchange(encode_line(request)))

    def exchange(self, line: bytes) -> bytes:
        """Send one line and return the next reply unparsed."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        return self._replies.get(timeout=TIMEOUT_SECONDS)

    def events(self, game: str) -> Iterator[Any]:
        """Yield the events of a game, for all viewers that are streamed, until it is over."""
        for line in self.event_lines(game):
            event = _EVENTS.decode(line)
            yield event
            if isinstance(event, GameOver):
                return

    def event_lines(self, game: str) -> Iterator[bytes]:
        """Yield the events unparsed; `queue.Empty` after a timeout."""
        while True:
            yield self._event_queue(game).get(timeout=TIMEOUT_SECONDS)

    def clear_events(self, game: str) -> None:
        """Drop the unread events of a game."""
        self._events.pop(game, None)

    def _event_queue(self, game: str) -> Queue[bytes]:
        return self._events.setdefault(game, Queue())

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if b'"viewer":' in line and not line.startswith(b'{"type":"scene"'):
                self._event_queue(_EVENTS.decode(line).game).put(line.rstrip(b"\n"))
            else:
                self._replies.put(line.rstrip(b"\n"))


def _reply(data: bytes) -> Any:
    reply = _REPLIES.decode(data)
    if isinstance(reply, Error):
        raise ApiError(reply.code, reply.message, reply.field)
    return reply


def _path(request: Request) -> str:
    if isinstance(request, Hello):
        return "/v1"
    if isinstance(request, Act):
        return "/v1/act"
    if isinstance(request, NewGame):
        return "/v1/games"
    assert isinstance(request, InGame)
    return f"/v1/games/{request.game}"


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"} if secret else {}


def _repeated_events(event: Any, events: list[Any]) -> list[Any]:
    """Return the events that a stream repeats to a client that reconnects after this event."""
    alerts = [each for each in events if isinstance(each, Alert)]
    return [*alerts, event] if isinstance(event, Alert | Prompt | Waiting) else events


def _resume_position(event: Any, after: int, undo_count: int) -> tuple[int, int]:
    """Return the position after an event; alerts are sent again with the number of undos when they were made."""
    if isinstance(event, Alert):
        return after, undo_count
    after = getattr(event, "n", getattr(event, "to", after))
    return after, getattr(event, "undo_count", undo_count)
