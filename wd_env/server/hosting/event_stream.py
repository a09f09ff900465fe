"""Following a game: what has happened since a cursor, then whatever happens, until the game or the reader is gone."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic

from msgspec import Struct

from wd_env.server.hosting.events import Cursor, next_events
from wd_env.server.hosting.hosted_game import HostedGame
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.replies import Heartbeat
from wd_env.server.server_errors import ApiError


async def stream_events(
    game: HostedGame, cursor: Cursor, *, wait: bool = True, heartbeat: float = inf, max_seconds: float = inf
) -> AsyncIterator[Struct]:
    """Tell the news of a game as they come; without `waits` only what there is.

    A `heartbeat` is the longest silence, and it `lasts` so long, both in seconds. A reader who is slow is told what
    there is when it reads again: nothing is kept for it meanwhile.
    """
    end = monotonic() + max_seconds
    while True:
        change_event = game.change_event  # taken before the news, so that nothing falls between
        is_more = True
        while is_more:
            async with game.fair_lock.hold():
                told, is_more = next_events(game, cursor)
            for message in told:
                yield message
        left = end - monotonic()
        if game.is_removed or not wait or left <= 0:
            return
        try:
            await asyncio.wait_for(change_event.wait(), min(heartbeat, left))
        except TimeoutError:
            yield Heartbeat()


class StreamLimiter:
    """Who follows the games of a server: bounded for each reader, for those who watch a game, and in all.

    A reader is a player, by the secret, or an address from which a game is watched, for all who watch share a secret.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._readers: Counter[tuple[str, int | None, str]] = Counter()
        self._spectators: Counter[str] = Counter()  # by game
        self._total = 0

    @contextmanager
    def count_stream(self, game: HostedGame, viewer: int | None, client: str = "") -> Iterator[None]:
        """Count one who follows a game while it does; ApiError where too many do, before anything is counted."""
        reader, watches = (game.id, viewer, client if viewer is None else ""), int(viewer is None)
        self._check(game, reader)
        self._count(game, reader, watches, 1)
        game.mark_active()
        try:
            yield
        finally:
            self._count(game, reader, watches, -1)

    def _check(self, game: HostedGame, reader: tuple[str, int | None, str]) -> None:
        bounds, most = self._limits, self._limits.streams if reader[1] is not None else self._limits.spectator_streams
        if self._readers[reader] >= most:
            raise ApiError("too_many_streams", f"{most} streams of this game are open to this reader already")
        if reader[1] is None and self._spectators[game.id] >= bounds.game_spectator_streams:
            raise ApiError("too_many_streams", f"{bounds.game_spectator_streams} streams watch this game already")
        if self._total >= bounds.total_streams:
            raise ApiError("too_many_streams", f"{self._total} streams of all games are open already")

    def _count(self, game: HostedGame, reader: tuple[str, int | None, str], watches: int, step: int) -> None:
        game.streams += step
        self._total += step
        self._readers[reader] += step
        self._spectators[game.id] += watches * step
        self._readers, self._spectators = +self._readers, +self._spectators  # nothing is kept of those who have gone
