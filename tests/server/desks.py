"""Request handlers for tests: bots act immediately in this process, and people act by a rule."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from wd_env import registry
from wd_env.sandbox.bot_worker import _reply_to
from wd_env.sandbox.worker_messages import WorkerReply, WorkerRequest
from wd_env.server.bot_catalogue import BotEntry, make_bot_catalogue
from wd_env.server.hosting.events import Cursor, events_since
from wd_env.server.hosting.hosted_game import HostedGame
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.replies import Error
from wd_env.server.protocol.requests import NewGame, Play, PlayerConfig, Request
from wd_env.server.request_handler import RequestHandler
from wd_env.server.worker_pool import WorkerLimits, _check_reply
from wd_env.spec.game_spec import CHANCE

ROW = registry.get_game()
BOTS = make_bot_catalogue(ROW.game, {})


class AtOnce:
    """A pool that runs each bot in the calling process and records the jobs."""

    def __init__(self, row: registry.GameEntry = ROW) -> None:
        self._row = row
        self.jobs: list[WorkerRequest] = []
        self._bots: dict[tuple[str, str], Any] = {}

    async def run(
        self, job: WorkerRequest, budget_ms: int | None = None, *, wait_if_busy: bool = False, client: str = ""
    ) -> WorkerReply:
        self.jobs.append(job)
        await asyncio.sleep(0)
        return _check_reply(job, _reply_to(job, self._row, self._bots))

    def close(self) -> None:
        """Do nothing: no process runs."""


def desk(bots: dict[str, BotEntry] | None = None, folder=None, **limits) -> RequestHandler:
    """Return a request handler for World Dominance."""
    made = RequestHandler(ROW, bots or BOTS, WorkerLimits(), ServerLimits(**limits), folder)
    made.bot_pool = AtOnce()  # type: ignore[assignment]
    return made


def run(scenario: Callable[[RequestHandler], Awaitable[Any]], **options) -> Any:
    """Run a scenario with a new request handler, and close the handler."""

    async def whole() -> Any:
        at = desk(**options)
        try:
            return await asyncio.wait_for(scenario(at), 60)
        finally:
            await at.close()

    return asyncio.run(whole())


async def asked(at: RequestHandler, request: Request, secret: str | None = None) -> Any:
    """Return the reply, and fail if it is an error."""
    reply = await at.reply(request, secret)
    assert not isinstance(reply, Error), reply
    return reply


async def refused(at: RequestHandler, request: Request, secret: str | None = None) -> str:
    """Return the error code, and fail if the request is accepted."""
    reply = await at.reply(request, secret)
    assert isinstance(reply, Error), reply
    return reply.code


def chairs(*words: str) -> list[PlayerConfig]:
    """Return player configurations: a capitalised name is a person, any other word a bot."""
    return [PlayerConfig(human=word) if word[0].isupper() else PlayerConfig(bot=word) for word in words]


async def begun(at: RequestHandler, *words: str, **options) -> tuple[HostedGame, Any]:
    """Start a game, wait until a person is to move or the game is over, and return it with the reply."""
    made = await asked(at, NewGame(id="new", players=chairs(*words), **options))
    game = at.games.find(made.game)
    await settled(game)
    return game, made


async def settled(game: HostedGame) -> None:
    """Wait until a person is to move or the game is over."""
    while not game.referee.is_waiting:
        game.mark_active()
        await asyncio.wait_for(game.change_event.wait(), 600)


async def answered(at: RequestHandler, game: HostedGame, made: Any, text: str = "", number: int = 0) -> Any:
    """Play a text, or the action with this index, for the player to move, and wait for the next decision."""
    table = game.referee.table
    option = text or table.legal_texts()[number % len(table.legal_texts())]
    player = next(person for person in (table.player, *game.participants.humans) if game.may_play(person))
    said = Play(id=f"a{len(game.lines)}.{game.undo_count}", game=game.id, line=len(game.lines))
    setattr(said, "outcome" if table.node.kind == CHANCE else "text", option)
    done = await asked(at, said, made.secrets[player])
    await settled(game)
    return done


def events_for(game: HostedGame, viewer: int | None) -> list[Any]:
    """Return all events that a viewer receives who connects now."""
    return list(events_since(game, Cursor(viewer)))


def last(game: HostedGame, viewer: int | None):
    return events_for(game, viewer)[-1]
