"""The desk: a request in, its reply out, whichever carrier brought it."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from msgspec import UNSET, Struct

from wd_env import __version__
from wd_env.errors import WdError
from wd_env.registry import Game as Row
from wd_env.server.bot_catalogue import BotRow, bot_of
from wd_env.server.bot_requests import action_of, job_of, seed_of, table_in, view_from
from wd_env.server.client_rules import rules_of
from wd_env.server.hosting import game_commands, game_queries
from wd_env.server.hosting.custom_file_catalogue import Shelf
from wd_env.server.hosting.event_stream import Audience
from wd_env.server.hosting.events import Cursor
from wd_env.server.hosting.game_store import Games
from wd_env.server.hosting.hosted_game import Game
from wd_env.server.limits import Bounds
from wd_env.server.protocol.messages import PROTOCOL
from wd_env.server.protocol.replies import Action, Error, GameInfo, GameMade, Limits, Ready, RecordReply
from wd_env.server.protocol.requests import (
    Act,
    Answer,
    Events,
    Fork,
    HandOver,
    Hello,
    InGame,
    Look,
    NewGame,
    OpinionOf,
    RecordOf,
    Request,
    TakeBack,
    ViewData,
)
from wd_env.server.server_errors import Refusal, refusal_of
from wd_env.server.workers.worker_pool import Thinkers, Thinking

log = logging.getLogger(__name__)

Done = TypeVar("Done")


@dataclass
class Desk:
    """One game of the catalogue, its bots, and all that is played here."""

    row: Row
    bots: Mapping[str, BotRow]
    thinking: Thinking = field(default_factory=Thinking)
    bounds: Bounds = field(default_factory=Bounds)
    folder: Path | None = None
    shelf: Shelf = field(default_factory=Shelf)

    def __post_init__(self) -> None:
        self.thinkers = Thinkers(self.row.name, self.thinking)
        self.games = Games(self.row, self.bots, self.bounds, self.folder, self.shelf)
        self.audience = Audience(self.bounds)
        self._beside, self._waiting = asyncio.Lock(), 0

    async def reply(self, request: Request, secret: str | None = None, client: str = "") -> Struct:
        """Return the reply to a request, an Error for whatever is refused.

        `secret` comes from the carrier, and so does the `client`: an address, or nothing for programs of this machine.
        """
        try:
            return await self._reply(request, secret, client)
        except WdError as problem:
            error = error_of(refusal_of(problem), request.id)
            error.message = self.shelf.without_paths(error.message)
            return error
        except Exception:  # whoever waits for a reply gets one
            log.exception("the request %s has failed", type(request).__name__)
            return error_of(Refusal("internal", "the server has failed at this; its log says how"), request.id)

    async def _reply(self, request: Request, secret: str | None, client: str) -> Struct:
        match request:
            case Hello():
                if PROTOCOL not in request.protocols:
                    raise Refusal("bad_message", f"allowed is protocol {PROTOCOL}", "protocols")
                return self.ready(request.id)
            case Act():
                return await self._act(request, client)
            case NewGame():
                return self._made(await self._begun(request, client), request.id)
            case InGame():
                await self._at_hand(request.game)
                game, viewer = self.seat(request, secret)
                game.attend()
                return await self._in_game(game, viewer, request, client)
        raise AssertionError("every request has its case")

    async def _in_game(self, game: Game, viewer: int | None, request: InGame, client: str) -> Struct:
        match request:
            case Fork():
                return self._made(await self._forked(game, request, client), request.id)
            case RecordOf():
                record = game.record_for(viewer)
                return RecordReply(id=request.id, game=game.id, record=await self.beside(record.dumps))
            case OpinionOf():
                return await game_queries.opinion(game, viewer, request, bot_of(self.bots, request.bot), self.thinkers)
        async with game.turns.one():
            done = self._done(game, viewer, request)
        if not isinstance(request, Look):
            game.go_on(self.choose)
        return done

    def _done(self, game: Game, viewer: int | None, request: InGame) -> Struct:
        """What is done and answered at once."""
        match request:
            case Answer():
                return game_commands.answer(game, viewer, request)
            case TakeBack():
                return game_commands.take_back(game, viewer, request)
            case HandOver():
                bot_of(self.bots, request.bot)
                return game_commands.hand_over(game, viewer, request)
            case Look():
                return game_queries.look(game, viewer, request)
        raise AssertionError("events are the carrier's")

    async def beside(self, work: Callable[..., Done], *arguments: Any) -> Done:
        """Return what a long piece of work gives that reads and changes no game, done in a thread, one at a time.

        Refusal `busy` where too many wait.
        """
        if self._waiting >= self.bounds.beside:
            raise Refusal("busy", f"{self._waiting} long requests wait already; try again")
        self._waiting += 1
        try:
            async with self._beside:
                return await asyncio.to_thread(work, *arguments)
        finally:
            self._waiting -= 1

    async def follow(self, request: Events, secret: str | None) -> tuple[Game, Cursor]:
        """Return a game, which goes on now, and where a viewer goes on following it; Refusal without a secret."""
        await self._at_hand(request.game)
        game, viewer = self.seat(request, secret)
        game.attend()
        branch = game.branch if request.branch is UNSET else min(int(request.branch), game.branch)
        return game, Cursor(viewer, min(request.after, len(game.lines)), branch)

    async def _at_hand(self, game_id: str) -> None:
        """Have a game at hand that is kept on disk; it goes on then."""
        if (game := await self.games.load(game_id)) is not None:
            game.go_on(self.choose)

    def seat(self, request: InGame, secret: str | None) -> tuple[Game, int | None]:
        """Return the game that is meant and the player who asks, None for a bystander; Refusal without a secret."""
        game = self.games.find(request.game)
        shown = secret or (None if request.secret is UNSET else str(request.secret))
        if shown is None:
            raise Refusal("no_secret", "the secret of a player or a watcher is missing", "secret")
        return game, game.seating.viewer(shown)

    def ready(self, request_id: str) -> Ready:
        """Return what there is."""
        game, thinking = self.row.game, self.thinking
        info = GameInfo(
            name=game.name, title=self.row.title, version=game.version, players=[game.min_players, game.max_players],
            actions_hash=game.actions_hash, layout_hash=game.layout_hash, state_schema=game.schema.hash,
            corrections=[" ".join(line.split()) for line in self.row.teller.corrections.values()],
        )  # fmt: skip
        limits = Limits(
            bytes=self.bounds.bytes, budget_ms=thinking.budget_ms, queue=thinking.queue, games=self.bounds.games,
            streams=self.bounds.streams, lines=self.bounds.lines,
        )  # fmt: skip
        return Ready(
            id=request_id, protocol=PROTOCOL, package=__version__, game=info,
            bots=[bot.info for bot in self.bots.values()], default_bot=self.row.default_opponent,
            rules=rules_of(self.row, self.shelf), limits=limits,
        )  # fmt: skip

    async def choose(self, game: Game) -> int:
        """Let the bot that is asked in a game answer; Refusal where it fails."""
        table = game.referee.table
        bot = bot_of(self.bots, game.kind(table.player))
        job = job_of(bot, table.view(table.seat), game.referee.entropy)
        return (await self.thinkers.think(job, is_patient=True)).chosen

    def hush(self) -> None:
        """Let nothing happen any more, so that all streams end."""
        for game in self.games:
            game.end()

    async def close(self) -> None:
        """End all games and processes."""
        for game in self.games:
            await game.stop()
        self.thinkers.close()
        self.games.close()

    async def _act(self, act: Act, client: str) -> Action:
        bot = bot_of(self.bots, act.bot)
        seed = seed_of(None if act.seed is UNSET else str(act.seed))
        read = self.beside(table_in, act, self.row, self.shelf) if act.record is not UNSET else None
        table = table_in(act, self.row, self.shelf) if read is None else await read
        if table is not None:
            view = table.view(table.seat)
        else:
            assert isinstance(act.view, ViewData)
            view = view_from(act.view, self.row.game, bot)
        job = job_of(bot, view, (seed,), weighs=act.opinion, greedy=act.greedy)
        budget = None if act.budget_ms is UNSET else int(act.budget_ms)
        return action_of(act, await self.thinkers.think(job, budget, client=client), view, table, seed)

    async def _begun(self, request: NewGame, client: str) -> Game:
        """A new game; one that goes on with a record is played again beside whatever else is done here."""
        self.games.check_room(client)
        is_long = request.record is not UNSET
        game = await self.beside(self.games.made, request) if is_long else self.games.made(request)
        return self.games.begin(game, client)

    async def _forked(self, game: Game, request: Fork, client: str) -> Game:
        """A game that goes on from a line of another, whose lines are played again beside whatever else is done."""
        self.games.check_fork(game, request)
        self.games.check_room(client)
        lines, past, luck = game.lines[: request.line], game.referee.past, game.referee.round.luck
        return self.games.begin(await self.beside(self.games.forked, request, lines, past, luck), client)

    def _made(self, game: Game, request_id: str) -> GameMade:
        people = game.seating.people
        game.go_on(self.choose)
        return GameMade(
            id=request_id, game=game.id, you=people[0] if people else None, secrets=game.seating.secrets,
            watch=game.seating.watch, seed_hash=game.seed_hash,
        )  # fmt: skip


def error_of(refusal: Refusal, request_id: str | None) -> Error:
    """Return a refusal as it is told."""
    return Error(id=request_id, code=refusal.code, message=str(refusal), field=refusal.field)
