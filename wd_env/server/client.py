"""Talks to a server from Python: over HTTP, or by lines with a server of its own. It needs msgspec and nothing else."""

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

TIMEOUT_SECONDS = 60.0  # that an answer may take
MIN_PAUSE, MAX_PAUSE = 0.05, 2.0  # seconds before a reader comes again to a server that did not answer
_REPLIES: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyReply)
_EVENTS: msgspec.json.Decoder[Any] = msgspec.json.Decoder(AnyEvent)


class HttpClient:
    """Talks to `wd serve`; each request has a connection of its own."""

    def __init__(self, url: str = "http://127.0.0.1:8151", token: str = "", timeout: float = TIMEOUT_SECONDS) -> None:
        self._host = urlsplit(url).netloc
        self._headers = {"Content-Type": "application/json"} | ({"WD-Token": token} if token else {})
        self._timeout = timeout

    def send(self, request: Request, secret: str = "") -> Any:
        """Return the reply to a request; ApiError for an error, OSError where no server answers."""
        _, data = self.exchange("POST", _path(request), encode_line(request), secret)
        return _reply(data)

    def exchange(self, method: str, path: str, body: bytes = b"", secret: str = "") -> tuple[int, bytes]:
        """Return status and body of one request as it is."""
        connection = http.client.HTTPConnection(self._host, timeout=self._timeout)
        try:
            connection.request(method, path, body or None, self._headers | _bearer(secret))
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def events(self, game: str, secret: str, after: int = 0, undo_count: int = 0) -> Iterator[Any]:
        """Tell what happened after a line, and goes on happening, until the game is over; heartbeats are left out.

        Streams last some seconds and connections can be lost: it comes again and goes on from the last line, and leaves
        out what it was told before. ApiError for what is refused; OSError where no server has answered for as long as
        an answer may take.
        """
        told: list[Any] = []  # the last question, and all notices
        heard, pause = monotonic(), MIN_PAUSE
        while True:
            try:
                for event in self._stream(f"/v1/games/{game}/events?after={after}&undo_count={undo_count}", secret):
                    heard, pause = monotonic(), MIN_PAUSE
                    after, undo_count = _resume_position(event, after, undo_count)
                    if not isinstance(event, Heartbeat) and event not in told:
                        told = _repeated_events(event, told)
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
    """Starts `wd serve --stdio` and talks to it by lines; to be used in a `with` statement."""

    def __init__(self, arguments: Sequence[str] = ()) -> None:
        command = [sys.executable, "-m", "wd_env.cli.main", "serve", "--stdio", *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  ours
        self._replies: Queue[bytes] = Queue()
        self._events: dict[str, Queue[bytes]] = {}
        Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> "LineClient":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> int:
        """End the input, and return the exit code of the server once it has ended."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._process.wait(TIMEOUT_SECONDS)

    def send(self, request: Request, secret: str = "") -> Any:
        """Return the reply to a request; ApiError for an error."""
        if secret and isinstance(request, InGame):
            request.secret = secret
        return _reply(self.exchange(encode_line(request)))

    def exchange(self, line: bytes) -> bytes:
        """Send one line and return the next reply as it is."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        return self._replies.get(timeout=TIMEOUT_SECONDS)

    def events(self, game: str) -> Iterator[Any]:
        """Tell the events of a game, those of every viewer that is followed, until it is over."""
        for line in self.event_lines(game):
            event = _EVENTS.decode(line)
            yield event
            if isinstance(event, GameOver):
                return

    def event_lines(self, game: str) -> Iterator[bytes]:
        """Tell them as they are; Empty of `queue` where none comes in time."""
        while True:
            yield self._event_queue(game).get(timeout=TIMEOUT_SECONDS)

    def clear_events(self, game: str) -> None:
        """Forget what has come of a game and was not read."""
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


def _repeated_events(event: Any, told: list[Any]) -> list[Any]:
    """What a stream tells again to whoever comes again after this event."""
    notices = [each for each in told if isinstance(each, Alert)]
    return [*notices, event] if isinstance(event, Alert | Prompt | Waiting) else told


def _resume_position(event: Any, after: int, undo_count: int) -> tuple[int, int]:
    """Where to go on after an event."""
    after = getattr(event, "n", getattr(event, "to", after))
    return after, getattr(event, "undo_count", undo_count)
