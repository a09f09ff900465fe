"""Following a game: what has happened since a cursor, then whatever happens, until the game or the reader is gone."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from msgspec import Struct

from wd_env.serve.game import Game
from wd_env.serve.news import Cursor, news
from wd_env.serve.replies import Beat


async def follow(
    game: Game, cursor: Cursor, *, waits: bool = True, heartbeat: float | None = None
) -> AsyncIterator[Struct]:
    """Tell the news of a game as they come; without `waits` only what there is.

    A `heartbeat`, in seconds, is the longest silence. A reader who is slow is told what there is when it reads again:
    nothing is kept for it meanwhile.
    """
    while True:
        bell = game.bell  # taken before the news, so that nothing falls between
        for message in list(news(game, cursor)):
            yield message
        if game.is_gone or not waits:
            return
        try:
            await asyncio.wait_for(bell.wait(), heartbeat)
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
