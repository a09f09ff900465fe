"""Streams of a game: what has happened since a cursor, then what happens, until the game or the reader ends."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic

from msgspec import Struct

from wd_env.server.hosting.events import Cursor, is_undone, next_events
from wd_env.server.hosting.hosted_game import HostedGame
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.replies import Heartbeat
from wd_env.server.server_errors import ApiError


async def stream_events(
    game: HostedGame, cursor: Cursor, *, wait: bool = True, heartbeat: float = inf, max_seconds: float = inf
) -> AsyncIterator[Struct]:
    """Yield the events of a game.

    A slow reader gets all events when it reads again; nothing is buffered for it.

    Args:
        game: The game.
        cursor: Position of the reader, which is updated.
        wait: Whether to wait for new events after the existing ones.
        heartbeat: Maximum silence in seconds.
        max_seconds: Length of the stream in seconds.
    """
    end = monotonic() + max_seconds
    while True:
        change_event = game.change_event  # taken before the events, so that no change is missed
        is_more = True
        while is_more:
            async with game.fair_lock.hold():
                text, is_more = next_events(game, cursor)
            for message in text:
                if not is_undone(game, message):  # an undo may happen while the reader is slow
                    yield message
            is_more = is_more or cursor.undo_count < game.undo_count
        remaining = end - monotonic()
        if game.is_removed or not wait or remaining <= 0:
            return
        try:
            await asyncio.wait_for(change_event.wait(), min(heartbeat, remaining))
        except TimeoutError:
            yield Heartbeat()


class StreamLimiter:
    """Limits of streams: per reader, per spectated game, and in total.

    A reader is a player, identified by the secret, or a spectator's address, because all spectators share a secret.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._readers: Counter[tuple[str, int | None, str]] = Counter()
        self._spectators: Counter[str] = Counter()  # number by game
        self._total = 0

    @contextmanager
    def count_stream(self, game: HostedGame, viewer: int | None, client: str = "") -> Iterator[None]:
        """Count a stream while it is open; ApiError if there are too many, before it is counted."""
        reader, watches = (game.id, viewer, client if viewer is None else ""), int(viewer is None)
        self._check(game, reader)
        self._count(game, reader, watches, 1)
        game.mark_active()
        try:
            yield
        finally:
            self._count(game, reader, watches, -1)

    def _check(self, game: HostedGame, reader: tuple[str, int | None, str]) -> None:
        bounds, maximum = (
            self._limits,
            self._limits.streams if reader[1] is not None else self._limits.spectator_streams,
        )
        if self._readers[reader] >= maximum:
            raise ApiError("too_many_streams", f"this reader already has {maximum} streams of this game")
        if reader[1] is None and self._spectators[game.id] >= bounds.game_spectator_streams:
            raise ApiError("too_many_streams", f"the game has {bounds.game_spectator_streams} spectator streams")
        if self._total >= bounds.total_streams:
            raise ApiError("too_many_streams", f"the server already has {self._total} streams")

    def _count(self, game: HostedGame, reader: tuple[str, int | None, str], watches: int, step: int) -> None:
        game.streams += step
        self._total += step
        self._readers[reader] += step
        self._spectators[game.id] += watches * step
        self._readers, self._spectators = +self._readers, +self._spectators  # drops counts of 0
