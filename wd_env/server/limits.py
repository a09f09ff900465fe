"""How much of everything a server gives, and how the work of all games is divided."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from wd_env.server.protocol.message_fields import MAX_MESSAGE_BYTES


@dataclass(frozen=True)
class ServerLimits:
    """Bounds that hold for both carriers, and times in seconds."""

    bytes: int = MAX_MESSAGE_BYTES  # of a message
    games: int = 64  # that are played at the same time
    saved: int = 4096  # on disk, those that are played included
    lines: int = 20_000  # of a game, which then goes no further
    alerts: int = 200  # of a game
    undos: int = 10_000  # take-backs in a game
    background_tasks: int = 16  # long pieces of work that wait to be done in a thread, one at a time
    streams: int = 8  # of a player
    spectator_streams: int = 16  # streams of those who watch a game from one address
    game_spectator_streams: int = 64  # streams of all who watch a game
    total_streams: int = 512
    games_per_client: int = 16  # for each address but this machine's own
    linger: float = 10.0  # that a game goes on after a request in it, where nobody follows it
    idle: float = 24 * 3600.0  # after which a game is forgotten
    header_seconds: float = 5.0
    body_seconds: float = 5.0
    heartbeat: float = 8.0  # between lines of a silent stream; promised are ten
    stream_seconds: float = 9.0  # that a stream lasts; whoever reads it comes again, and others make room so
    send_seconds: float = 10.0  # for a reader to take all that a stream tells


class FairLock:
    """Lets one short piece of work of all games run at a time, and the event loop answer others in between.

    Sixty games that are all ready to step would otherwise step one after another before anybody is answered.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Wait for a turn; what is done within is short and waits for nothing."""
        async with self._lock:
            yield
            await asyncio.sleep(0)
