"""Limits of a server, and the fair division of work among games."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from wd_env.server.protocol.message_fields import MAX_MESSAGE_BYTES


@dataclass(frozen=True)
class ServerLimits:
    """Limits of both transports; times are in seconds."""

    bytes: int = MAX_MESSAGE_BYTES  # of a message
    games: int = 64  # running at the same time
    saved: int = 4096  # on disk, running games included
    lines: int = 20_000  # of a game, which then stops
    alerts: int = 200  # of a game
    undos: int = 10_000  # of a game
    background_tasks: int = 16  # long tasks waiting for the background thread, which runs one at a time
    streams: int = 8  # of a player
    spectator_streams: int = 16  # of the spectators of a game at one address
    game_spectator_streams: int = 64  # of all spectators of a game
    total_streams: int = 512
    games_per_client: int = 16  # for each remote address
    linger: float = 10.0  # time that a game without streams continues after a request
    idle: float = 24 * 3600.0  # time after which an unused game is deleted
    header_seconds: float = 5.0
    body_seconds: float = 5.0
    heartbeat: float = 8.0  # between lines of a silent stream; the protocol promises 10
    stream_seconds: float = 9.0  # length of a stream; readers reconnect, which lets other readers in
    send_seconds: float = 10.0  # for a reader to receive the rest of a stream


class FairLock:
    """A lock for short steps of games, between which the event loop serves other requests.

    Without it, sixty games that are ready to step would all step before any request is answered.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Wait for the lock; the work inside must be short and wait for nothing."""
        async with self._lock:
            yield
            await asyncio.sleep(0)
