"""Following a game: what has happened since a cursor, then whatever happens, until the game or the reader is gone."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic

from msgspec import Struct

from wd_env.serve.game import Game
from wd_env.serve.news import Cursor, news
from wd_env.serve.replies import Beat


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
        for message in list(news(game, cursor)):
            yield message
        left = end - monotonic()
        if game.is_gone or not waits or left <= 0:
            return
        try:
            await asyncio.wait_for(bell.wait(), min(heartbeat, left))
        except TimeoutError:
            yield Beat()


@contextmanager
def counted(game: Game) -> Iterator[None]:
    """Count one who follows a game while it does."""
    game.streams += 1
    try:
        yield
    finally:
        game.streams -= 1
