"""The request handler: it turns each request into a reply, for every transport."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from msgspec import UNSET, Struct

from wd_env import __version__
from wd_env.errors import WdError
from wd_env.registry import GameEntry
from wd_env.server.bot_catalogue import BotEntry, get_bot
from wd_env.server.bot_requests import make_action, make_worker_request, parse_seed, table_from_request, view_from
from wd_env.server.client_rules import rule_infos
from wd_env.server.hosting import game_commands, game_queries
from wd_env.server.hosting.custom_file_catalogue import CustomFileCatalogue
from wd_env.server.hosting.event_stream import StreamLimiter
from wd_env.server.hosting.events import Cursor
from wd_env.server.hosting.game_store import GameStore
from wd_env.server.hosting.hosted_game import HostedGame
from wd_env.server.limits import ServerLimits
from wd_env.server.protocol.messages import PROTOCOL
from wd_env.server.protocol.replies import Action, Error, GameCreated, GameInfo, Limits, Ready, RecordReply
from wd_env.server.protocol.requests import (
    Act,
    AnalysisRequest,
    EventsRequest,
    Fork,
    HandOver,
    Hello,
    InGame,
    NewGame,
    Play,
    RecordRequest,
    Request,
    SceneRequest,
    Undo,
    ViewData,
)
from wd_env.server.server_errors import ApiError, to_api_error
from wd_env.server.worker_pool import BotPool, WorkerLimits

log = logging.getLogger(__name__)

Result = TypeVar("Result")


@dataclass
class RequestHandler:
    """The handler of requests: one game of the registry, its bots, and all hosted games."""

    game_entry: GameEntry
    bots: Mapping[str, BotEntry]
    worker_limits: WorkerLimits = field(default_factory=WorkerLimits)
    limits: ServerLimits = field(default_factory=ServerLimits)
    folder: Path | None = None
    catalogue: CustomFileCatalogue = field(default_factory=CustomFileCatalogue)

    def __post_init__(self) -> None:
        self.bot_pool = BotPool(self.game_entry.name, self.worker_limits)
        self.games = GameStore(self.game_entry, self.bots, self.limits, self.folder, self.catalogue)
        self.stream_limiter = StreamLimiter(self.limits)
        self._background_lock, self._num_background_tasks = asyncio.Lock(), 0

    async def reply(self, request: Request, secret: str | None = None, client: str = "") -> Struct:
        """Return the reply to a request, an `Error` if it is rejected.

        Args:
            request: The request.
            secret: Secret from the transport, if it carries one.
            client: Address of the client, empty for programs on this machine.
        """
        try:
            return await self._reply(request, secret, client)
        except WdError as exc:
            error = error_reply(to_api_error(exc), request.id)
            error.message = self.catalogue.hide_paths(error.message)
            return error
        except Exception:  # every request gets a reply
            log.exception("the request %s has failed", type(request).__name__)
            return error_reply(ApiError("internal", "the server has failed; see its log"), request.id)

    async def _reply(self, request: Request, secret: str | None, client: str) -> Struct:
        match request:
            case Hello():
                if PROTOCOL not in request.protocols:
                    raise ApiError("bad_message", f"protocols: expected one of them to be {PROTOCOL}", "protocols")
                return self.ready(request.id)
            case Act():
                return await self._act(request, client)
            case NewGame():
                return self._game_created(await self._new_game(request, client), request.id)
            case InGame():
                await self._ensure_loaded(request.game)
                game, viewer = self.authenticate(request, secret)
                game.mark_active()
                return await self._in_game(game, viewer, request, client)
        raise AssertionError("every request has its case")

    async def _in_game(self, game: HostedGame, viewer: int | None, request: InGame, client: str) -> Struct:
        match request:
            case Fork():
                return self._game_created(await self._fork(game, request, client), request.id)
            case RecordRequest():
                record = game.record_for(viewer)
                return RecordReply(id=request.id, game=game.id, record=await self.run_in_background(record.dumps))
            case AnalysisRequest():
                return await game_queries.get_analysis(
                    game, viewer, request, get_bot(self.bots, request.bot), self.bot_pool
                )
        async with game.fair_lock.hold():
            done = self._run_command(game, viewer, request)
        if not isinstance(request, SceneRequest):
            game.advance(self.choose_action)
        return done

    def _run_command(self, game: HostedGame, viewer: int | None, request: InGame) -> Struct:
        """Handle the requests that are answered at once."""
        match request:
            case Play():
                return game_commands.play(game, viewer, request)
            case Undo():
                return game_commands.undo(game, viewer, request)
            case HandOver():
                get_bot(self.bots, request.bot)
                return game_commands.hand_over(game, viewer, request)
            case SceneRequest():
                return game_queries.get_scene(game, viewer, request)
        raise AssertionError("the transport handles events")

    async def run_in_background(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Run a long task that changes no game in the background thread, one at a time, and return its result.

        Raises:
            ApiError: If too many tasks wait (`busy`).
        """
        if self._num_background_tasks >= self.limits.background_tasks:
            raise ApiError("busy", f"{self._num_background_tasks} long requests are waiting; try again later")
        self._num_background_tasks += 1
        try:
            async with self._background_lock:
                return await asyncio.to_thread(work, *arguments)
        finally:
            self._num_background_tasks -= 1

    async def open_stream(self, request: EventsRequest, secret: str | None) -> tuple[HostedGame, Cursor]:
        """Return a game, which continues now, and the cursor of the stream; ApiError without a valid secret."""
        await self._ensure_loaded(request.game)
        game, viewer = self.authenticate(request, secret)
        game.mark_active()
        undo_count = game.undo_count if request.undo_count is UNSET else min(int(request.undo_count), game.undo_count)
        return game, Cursor(viewer, request.after, undo_count)  # the first events limit the line, after undos

    async def _ensure_loaded(self, game_id: str) -> None:
        """Load a game from disk if it is not in memory; it continues then."""
        if (game := await self.games.load(game_id)) is not None:
            game.advance(self.choose_action)

    def authenticate(self, request: InGame, secret: str | None) -> tuple[HostedGame, int | None]:
        """Return the game and the player of a secret, None for a spectator; ApiError without a valid secret."""
        game = self.games.find(request.game)
        provided_secret = secret or (None if request.secret is UNSET else str(request.secret))
        if provided_secret is None:
            raise ApiError("no_secret", "the secret of a player or spectator is missing", "secret")
        return game, game.participants.find_viewer(provided_secret)

    def ready(self, request_id: str) -> Ready:
        """Return the description of this server."""
        game, worker_limits = self.game_entry.game, self.worker_limits
        info = GameInfo(
            name=game.name, title=self.game_entry.title, version=game.version, players=[game.min_players,
            game.max_players],
            actions_hash=game.actions_hash, layout_hash=game.layout_hash, state_schema=game.schema.hash,
            corrections=[" ".join(line.split()) for line in self.game_entry.presenter.corrections.values()],
        )  # fmt: skip
        limits = Limits(
            bytes=self.limits.bytes, budget_ms=worker_limits.budget_ms, queue=worker_limits.queue,
            games=self.limits.games,
            streams=self.limits.streams, lines=self.limits.lines,
        )  # fmt: skip
        return Ready(
            id=request_id, protocol=PROTOCOL, package=__version__, game=info,
            bots=[bot.info for bot in self.bots.values()], default_bot=self.game_entry.default_opponent,
            rules=rule_infos(self.game_entry, self.catalogue), limits=limits,
        )  # fmt: skip

    async def choose_action(self, game: HostedGame) -> int:
        """Let the bot to move in a game choose; ApiError if it fails."""
        table = game.referee.table
        bot = get_bot(self.bots, game.player_kind(table.player))
        job = make_worker_request(bot, table.view(table.seat), game.referee.entropy)
        return (await self.bot_pool.run(job, wait_if_busy=True)).action

    def stop_streams(self) -> None:
        """Stop all games, so that all streams end."""
        for game in self.games:
            game.close()

    async def close(self) -> None:
        """Close all games and processes."""
        for game in self.games:
            await game.stop()
        self.bot_pool.close()
        self.games.close()

    async def _act(self, act: Act, client: str) -> Action:
        bot = get_bot(self.bots, act.bot)
        seed = parse_seed(None if act.seed is UNSET else str(act.seed))
        read = (
            self.run_in_background(table_from_request, act, self.game_entry, self.catalogue)
            if act.record is not UNSET
            else None
        )
        table = table_from_request(act, self.game_entry, self.catalogue) if read is None else await read
        if table is not None:
            view = table.view(table.seat)
        else:
            assert isinstance(act.view, ViewData)
            view = view_from(act.view, self.game_entry.game, bot)
        job = make_worker_request(bot, view, (seed,), analyse=act.analysis, greedy=act.greedy)
        budget = None if act.budget_ms is UNSET else int(act.budget_ms)
        return make_action(act, await self.bot_pool.run(job, budget, client=client), view, table, seed)

    async def _new_game(self, request: NewGame, client: str) -> HostedGame:
        """Create a game; a record is replayed in the background."""
        self.games.check_capacity(client)
        is_long = request.record is not UNSET
        game = await self.run_in_background(self.games.create, request) if is_long else self.games.create(request)
        return self.games.start(game, client)

    async def _fork(self, game: HostedGame, request: Fork, client: str) -> HostedGame:
        """Create a game that continues from a line of another one, whose lines are replayed in the background."""
        self.games.check_fork(game, request)
        self.games.check_capacity(client)
        lines, past, rng = game.lines[: request.line], game.referee.keyframes, game.referee.setup.chance
        return self.games.start(await self.run_in_background(self.games.fork, request, lines, past, rng), client)

    def _game_created(self, game: HostedGame, request_id: str) -> GameCreated:
        humans = game.participants.humans
        game.advance(self.choose_action)
        return GameCreated(
            id=request_id, game=game.id, first_human=humans[0] if humans else None, secrets=game.participants.secrets,
            spectator_secret=game.participants.spectator_secret, seed_hash=game.seed_hash,
        )  # fmt: skip


def error_reply(error: ApiError, request_id: str | None) -> Error:
    """Return the reply for an error."""
    return Error(id=request_id, code=error.code, message=str(error), field=error.field)
