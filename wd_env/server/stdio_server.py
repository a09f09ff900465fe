"""The carrier of lines: a request a line on stdin, replies and events a line each on stdout, logs on stderr."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import BinaryIO

from msgspec import Struct

from wd_env.server.hosting.event_stream import follow
from wd_env.server.hosting.events import Cursor
from wd_env.server.protocol.message_fields import MOST_BYTES
from wd_env.server.protocol.message_parser import id_of, parsed
from wd_env.server.protocol.messages import line_of
from wd_env.server.protocol.replies import Done, GameMade
from wd_env.server.protocol.requests import Events
from wd_env.server.request_handler import Desk, error_of
from wd_env.server.server_errors import Refusal, refusal_of

MOST_AT_ONCE = 128  # requests; no more lines are read while so many wait for their replies
END = b""


async def serve_lines(desk: Desk, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of `source` on `sink` until it ends and all replies are written."""
    lines = _Lines(desk, sink)
    try:
        async for line in _lines_of(source):
            await lines.take(line)
        await lines.finish()
    finally:
        lines.stop()
        await desk.close()


class _Lines:
    """The requests that are being answered, and the games that are followed."""

    def __init__(self, desk: Desk, sink: BinaryIO) -> None:
        self._desk, self._sink = desk, sink
        self._requests: set[asyncio.Task[None]] = set()
        self._followed: dict[tuple[str, int | None], asyncio.Task[None]] = {}
        self._free = asyncio.Semaphore(MOST_AT_ONCE)
        self._writing = asyncio.Lock()

    async def take(self, line: bytes) -> None:
        """Begin to answer a line."""
        await self._free.acquire()
        task = asyncio.get_running_loop().create_task(self._answer(line))
        self._requests.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._requests.discard(task)
        self._free.release()

    async def finish(self) -> None:
        """Wait for all replies."""
        await asyncio.gather(*self._requests)

    def stop(self) -> None:
        """Follow no game any more."""
        for task in self._followed.values():
            task.cancel()

    async def _answer(self, line: bytes) -> None:
        try:
            request = parsed(line)
        except Refusal as refusal:
            await self._write(error_of(refusal, id_of(line) if len(line) <= MOST_BYTES else None))
            return
        if isinstance(request, Events):
            await self._write(await self._follow(request))
            return
        reply = await self._desk.reply(request)
        await self._write(reply)
        if isinstance(reply, GameMade):
            self._follow_people(reply)

    async def _follow(self, request: Events) -> Struct:
        try:
            game, cursor = await self._desk.follow(request, None)
        except Refusal as problem:
            return error_of(refusal_of(problem), request.id)
        self._begin(request.game, cursor)
        return Done(id=request.id, line=len(game.lines), branch=game.branch)

    def _follow_people(self, made: GameMade) -> None:
        """Events of a new game come unasked: for each person, or for a bystander where only bots play."""
        people = self._desk.games.find(made.game).seating.people
        viewers: list[int | None] = [*people] or [None]
        for viewer in viewers:
            self._begin(made.game, Cursor(viewer))

    def _begin(self, game_id: str, cursor: Cursor) -> None:
        key = game_id, cursor.viewer
        if key in self._followed:
            self._followed[key].cancel()
        self._followed[key] = asyncio.get_running_loop().create_task(self._tell(game_id, cursor))

    async def _tell(self, game_id: str, cursor: Cursor) -> None:
        game = self._desk.games.find(game_id)
        try:
            with self._desk.audience.counted(game, cursor.viewer):
                async for event in follow(game, cursor):
                    await self._write(event)
        except Refusal as refusal:
            await self._write(error_of(refusal, None))

    async def _write(self, message: Struct) -> None:
        async with self._writing:  # a reader who does not read holds up its own replies and nothing else
            await asyncio.to_thread(_put, self._sink, line_of(message) + b"\n")


def _put(sink: BinaryIO, line: bytes) -> None:
    sink.write(line)
    sink.flush()


async def _lines_of(source: BinaryIO) -> AsyncIterator[bytes]:
    """Read lines in a thread that ends with the process; of a line that is too long only as much as shows it."""
    loop = asyncio.get_running_loop()
    read: asyncio.Queue[bytes] = asyncio.Queue(1)

    def put(line: bytes) -> None:
        asyncio.run_coroutine_threadsafe(read.put(line), loop).result()

    threading.Thread(target=_read_lines, args=(source, put), daemon=True).start()
    while (line := await read.get()) != END:
        if line.strip():
            yield line


def _read_lines(source: BinaryIO, put: Callable[[bytes], None]) -> None:
    while line := source.readline(MOST_BYTES + 2):
        rest = line
        while not rest.endswith(b"\n") and rest:
            rest = source.readline(MOST_BYTES)
        put(line.rstrip(b"\r\n") or b"\n")
    put(END)
