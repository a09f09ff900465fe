"""Request handlers for tests: bots act immediately in this process, and humans act by a rule."""

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


class InlineBotPool:
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


def make_handler(bots: dict[str, BotEntry] | None = None, folder=None, **limits) -> RequestHandler:
    """Return a request handler for World Dominance."""
    handler = RequestHandler(ROW, bots or BOTS, WorkerLimits(), ServerLimits(**limits), folder)
    handler.bot_pool = InlineBotPool()  # type: ignore[assignment]
    return handler


def run(scenario: Callable[[RequestHandler], Awaitable[Any]], **options) -> Any:
    """Run a scenario with a new request handler, and close the handler."""

    async def run_and_close() -> Any:
        handler = make_handler(**options)
        try:
            return await asyncio.wait_for(scenario(handler), 60)
        finally:
            await handler.close()

    return asyncio.run(run_and_close())


async def send(handler: RequestHandler, request: Request, secret: str | None = None) -> Any:
    """Return the reply, and fail if it is an error."""
    reply = await handler.reply(request, secret)
    assert not isinstance(reply, Error), reply
    return reply


async def error_code(handler: RequestHandler, request: Request, secret: str | None = None) -> str:
    """Return the error code, and fail if the request is accepted."""
    reply = await handler.reply(request, secret)
    assert isinstance(reply, Error), reply
    return reply.code


def player_configs(*names: str) -> list[PlayerConfig]:
    """Return player configurations: a capitalised name is a human, any other name a bot."""
    return [PlayerConfig(human=name) if name[0].isupper() else PlayerConfig(bot=name) for name in names]


async def start_game(handler: RequestHandler, *names: str, **options) -> tuple[HostedGame, Any]:
    """Start a game, wait until a human is to move or the game is over, and return it with the reply."""
    reply = await send(handler, NewGame(id="new", players=player_configs(*names), **options))
    game = handler.games.find(reply.game)
    await wait_until_waiting(game)
    return game, reply


async def wait_until_waiting(game: HostedGame) -> None:
    """Wait until a human is to move or the game is over."""
    while not game.referee.is_waiting:
        game.mark_active()
        await asyncio.wait_for(game.change_event.wait(), 600)


async def play_action(handler: RequestHandler, game: HostedGame, new_game: Any, text: str = "", number: int = 0) -> Any:
    """Play a text, or the action with this index, for the player to move, and wait for the next decision."""
    table = game.referee.table
    action = text or table.legal_texts()[number % len(table.legal_texts())]
    player = next(human for human in (table.player, *game.participants.humans) if game.may_play(human))
    request = Play(id=f"a{len(game.lines)}.{game.undo_count}", game=game.id, line=len(game.lines))
    setattr(request, "outcome" if table.node.kind == CHANCE else "text", action)
    reply = await send(handler, request, new_game.secrets[player])
    await wait_until_waiting(game)
    return reply


def events_for(game: HostedGame, viewer: int | None) -> list[Any]:
    """Return all events that a viewer receives who connects now."""
    return list(events_since(game, Cursor(viewer)))


def last(game: HostedGame, viewer: int | None):
    return events_for(game, viewer)[-1]
