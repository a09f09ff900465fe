"""The line transport: one request per line on stdin, replies and events as lines on stdout, logs on stderr."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import BinaryIO

from msgspec import Struct

from wd_env.server.hosting.event_stream import stream_events
from wd_env.server.hosting.events import Cursor
from wd_env.server.protocol.message_fields import MAX_MESSAGE_BYTES
from wd_env.server.protocol.message_parser import find_request_id, parse_request
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.replies import Done, GameCreated
from wd_env.server.protocol.requests import EventsRequest
from wd_env.server.request_handler import RequestHandler, error_reply
from wd_env.server.server_errors import ApiError, to_api_error

MAX_CONCURRENT_REQUESTS = 128  # further lines are not read while this many requests wait for replies
END = b""


async def serve_lines(handler: RequestHandler, source: BinaryIO, sink: BinaryIO) -> None:
    """Reply to every line of `source` on `sink`, until it ends and all replies are written."""
    lines = _LineTransport(handler, sink)
    try:
        async for line in _read_requests(source):
            await lines.submit(line)
        await lines.finish()
    finally:
        lines.stop()
        await handler.close()


class _LineTransport:
    """The pending requests, and the games that are streamed."""

    def __init__(self, handler: RequestHandler, sink: BinaryIO) -> None:
        self._handler, self._sink = handler, sink
        self._requests: set[asyncio.Task[None]] = set()
        self._streams: dict[tuple[str, int | None], asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS)
        self._writing = asyncio.Lock()

    async def submit(self, line: bytes) -> None:
        """Start to handle a line."""
        await self._slots.acquire()
        task = asyncio.get_running_loop().create_task(self._handle(line))
        self._requests.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._requests.discard(task)
        self._slots.release()

    async def finish(self) -> None:
        """Wait for all replies."""
        await asyncio.gather(*self._requests)

    def stop(self) -> None:
        """Stop all streams."""
        for task in self._streams.values():
            task.cancel()

    async def _handle(self, line: bytes) -> None:
        try:
            request = parse_request(line)
        except ApiError as exc:
            await self._write(error_reply(exc, find_request_id(line) if len(line) <= MAX_MESSAGE_BYTES else None))
            return
        if isinstance(request, EventsRequest):
            await self._write(await self._open_stream(request))
            return
        reply = await self._handler.reply(request)
        await self._write(reply)
        if isinstance(reply, GameCreated):
            self._stream_to_humans(reply)

    async def _open_stream(self, request: EventsRequest) -> Struct:
        try:
            game, cursor = await self._handler.open_stream(request, None)
        except ApiError as exc:
            return error_reply(to_api_error(exc), request.id)
        self._start_stream(request.game, cursor)
        return Done(id=request.id, line=len(game.lines), undo_count=game.undo_count)

    def _stream_to_humans(self, created: GameCreated) -> None:
        """Stream a new game without a request: to each person, or to a spectator if only bots play."""
        humans = self._handler.games.find(created.game).participants.humans
        viewers: list[int | None] = [*humans] or [None]
        for viewer in viewers:
            self._start_stream(created.game, Cursor(viewer))

    def _start_stream(self, game_id: str, cursor: Cursor) -> None:
        key = game_id, cursor.viewer
        if key in self._streams:
            self._streams[key].cancel()
        self._streams[key] = asyncio.get_running_loop().create_task(self._stream(game_id, cursor))

    async def _stream(self, game_id: str, cursor: Cursor) -> None:
        game = self._handler.games.find(game_id)
        try:
            with self._handler.stream_limiter.count_stream(game, cursor.viewer):
                async for event in stream_events(game, cursor):
                    await self._write(event)
        except ApiError as exc:
            await self._write(error_reply(exc, None))

    async def _write(self, message: Struct) -> None:
        async with self._writing:  # a client that does not read delays only its own replies
            await asyncio.to_thread(_write_line, self._sink, encode_line(message) + b"\n")


def _write_line(sink: BinaryIO, line: bytes) -> None:
    sink.write(line)
    sink.flush()


async def _read_requests(source: BinaryIO) -> AsyncIterator[bytes]:
    """Yield lines that a daemon thread reads; overlong lines are shortened to just above the limit."""
    loop = asyncio.get_running_loop()
    read: asyncio.Queue[bytes] = asyncio.Queue(1)

    def put(line: bytes) -> None:
        asyncio.run_coroutine_threadsafe(read.put(line), loop).result()

    threading.Thread(target=_read_lines, args=(source, put), daemon=True).start()
    while (line := await read.get()) != END:
        if line.strip():
            yield line


def _read_lines(source: BinaryIO, put: Callable[[bytes], None]) -> None:
    while line := source.readline(MAX_MESSAGE_BYTES + 2):
        rest = line
        while not rest.endswith(b"\n") and rest:
            rest = source.readline(MAX_MESSAGE_BYTES)
        put(line.rstrip(b"\r\n") or b"\n")
    put(END)
