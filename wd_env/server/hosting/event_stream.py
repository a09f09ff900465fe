"""Following a game: what has happened since a cursor, then whatever happens, until the game or the reader is gone."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic

from msgspec import Struct

from wd_env.server.hosting.events import Cursor, some_news
from wd_env.server.hosting.hosted_game import Game
from wd_env.server.limits import Bounds
from wd_env.server.protocol.replies import Beat
from wd_env.server.server_errors import Refusal


async def follow(
    game: Game, cursor: Cursor, *, waits: bool = True, heartbeat: float = inf, lasts: float = inf
) -> AsyncIterator[Struct]:
    """Tell the news of a game as they come; without `waits` only what there is.

    A `heartbeat` is the longest silence, and it `lasts` so long, both in seconds. A reader who is slow is told what
    there is when it reads again: nothing is kept for it meanwhile.
    """
    end = monotonic() + lasts
    while True:
        bell = game.bell  # taken before the news, so that nothing falls between
        is_more = True
        while is_more:
            async with game.turns.one():
                told, is_more = some_news(game, cursor)
            for message in told:
                yield message
        left = end - monotonic()
        if game.is_gone or not waits or left <= 0:
            return
        try:
            await asyncio.wait_for(bell.wait(), min(heartbeat, left))
        except TimeoutError:
            yield Beat()


class Audience:
    """Who follows the games of a server: bounded for each reader, for those who watch a game, and in all.

    A reader is a player, by the secret, or an address from which a game is watched, for all who watch share a secret.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._readers: Counter[tuple[str, int | None, str]] = Counter()
        self._watching: Counter[str] = Counter()  # by game
        self._all = 0

    @contextmanager
    def counted(self, game: Game, viewer: int | None, client: str = "") -> Iterator[None]:
        """Count one who follows a game while it does; Refusal where too many do, before anything is counted."""
        reader, watches = (game.id, viewer, client if viewer is None else ""), int(viewer is None)
        self._check(game, reader)
        self._count(game, reader, watches, 1)
        game.attend()
        try:
            yield
        finally:
            self._count(game, reader, watches, -1)

    def _check(self, game: Game, reader: tuple[str, int | None, str]) -> None:
        bounds, most = self._bounds, self._bounds.streams if reader[1] is not None else self._bounds.watchers
        if self._readers[reader] >= most:
            raise Refusal("too_many_streams", f"{most} streams of this game are open to this reader already")
        if reader[1] is None and self._watching[game.id] >= bounds.watched:
            raise Refusal("too_many_streams", f"{bounds.watched} streams watch this game already")
        if self._all >= bounds.all_streams:
            raise Refusal("too_many_streams", f"{self._all} streams of all games are open already")

    def _count(self, game: Game, reader: tuple[str, int | None, str], watches: int, step: int) -> None:
        game.streams += step
        self._all += step
        self._readers[reader] += step
        self._watching[game.id] += watches * step
        self._readers, self._watching = +self._readers, +self._watching  # nothing is kept of those who have gone
