"""Desks for tests: bots think at once and in this process, and people answer by a rule."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from wd_env import registry
from wd_env.server.bot_catalogue import BotRow, bots_at_start
from wd_env.server.hosting.events import Cursor, news
from wd_env.server.hosting.hosted_game import Game
from wd_env.server.limits import Bounds
from wd_env.server.protocol.replies import Error
from wd_env.server.protocol.requests import Answer, Chair, NewGame, Request
from wd_env.server.request_handler import Desk
from wd_env.server.workers.bot_worker import _thought
from wd_env.server.workers.worker_messages import Job, Thought
from wd_env.server.workers.worker_pool import Thinking, _checked
from wd_env.spec.game_spec import CHANCE

ROW = registry.game_named()
BOTS = bots_at_start(ROW.game, {})


class AtOnce:
    """Thinks where it is asked; counts the jobs."""

    def __init__(self, row: registry.Game = ROW) -> None:
        self._row = row
        self.jobs: list[Job] = []
        self._bots: dict[tuple[str, str], Any] = {}

    async def think(
        self, job: Job, budget_ms: int | None = None, *, is_patient: bool = False, client: str = ""
    ) -> Thought:
        self.jobs.append(job)
        await asyncio.sleep(0)
        return _checked(job, _thought(job, self._row, self._bots))

    def close(self) -> None:
        """Nothing runs."""


def desk(bots: dict[str, BotRow] | None = None, folder=None, **bounds) -> Desk:
    """A desk of World Dominance."""
    made = Desk(ROW, bots or BOTS, Thinking(), Bounds(**bounds), folder)
    made.thinkers = AtOnce()  # type: ignore[assignment]
    return made


def run(scenario: Callable[[Desk], Awaitable[Any]], **options) -> Any:
    """Run a scenario at a desk of its own, and close that."""

    async def whole() -> Any:
        at = desk(**options)
        try:
            return await asyncio.wait_for(scenario(at), 60)
        finally:
            await at.close()

    return asyncio.run(whole())


async def asked(at: Desk, request: Request, secret: str | None = None) -> Any:
    """The reply, which is no error."""
    reply = await at.reply(request, secret)
    assert not isinstance(reply, Error), reply
    return reply


async def refused(at: Desk, request: Request, secret: str | None = None) -> str:
    """The code by which a request is refused."""
    reply = await at.reply(request, secret)
    assert isinstance(reply, Error), reply
    return reply.code


def chairs(*words: str) -> list[Chair]:
    """Chairs: a name with a capital is a person, any other word a bot."""
    return [Chair(person=word) if word[0].isupper() else Chair(bot=word) for word in words]


async def begun(at: Desk, *words: str, **options) -> tuple[Game, Any]:
    """A new game that waits for people, or is over, and the reply that made it."""
    made = await asked(at, NewGame(id="new", players=chairs(*words), **options))
    game = at.games.find(made.game)
    await settled(game)
    return game, made


async def settled(game: Game) -> None:
    """Wait until people are asked or the game is over."""
    while not game.referee.is_settled:
        game.attend()
        await asyncio.wait_for(game.bell.wait(), 600)


async def answered(at: Desk, game: Game, made: Any, text: str = "", number: int = 0) -> Any:
    """Answer for whoever is asked: by a text, or by the option of this number; then wait for the next question."""
    table = game.referee.table
    option = text or table.options()[number % len(table.options())]
    player = next(person for person in (table.player, *game.seating.people) if game.may_answer(person))
    said = Answer(id=f"a{len(game.lines)}.{game.branch}", game=game.id, line=len(game.lines))
    setattr(said, "luck" if table.question.kind == CHANCE else "text", option)
    done = await asked(at, said, made.secrets[player])
    await settled(game)
    return done


def told(game: Game, viewer: int | None) -> list[Any]:
    """All that a viewer is told who comes now."""
    return list(news(game, Cursor(viewer)))


def last(game: Game, viewer: int | None):
    return told(game, viewer)[-1]
