"""The games of a server: created, loaded, and deleted after a day without use."""

import asyncio
import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic

from msgspec import UNSET

from wd_env.errors import ConfigError, WdError
from wd_env.registry import GameEntry
from wd_env.server.bot_catalogue import BotEntry
from wd_env.server.bot_requests import parse_seed
from wd_env.server.client_rules import load_record, load_table, make_config
from wd_env.server.hosting import game_storage
from wd_env.server.hosting.custom_file_catalogue import CustomFileCatalogue
from wd_env.server.hosting.hosted_game import HostedGame, TableSettings
from wd_env.server.hosting.seat_secrets import Participants, make_participants
from wd_env.server.limits import FairLock, ServerLimits
from wd_env.server.protocol.requests import Fork, NewGame
from wd_env.server.server_errors import ApiError
from wd_env.session.keyframes import Keyframes
from wd_env.session.players import HUMAN
from wd_env.session.referee import SteppedReferee
from wd_env.session.session_setup import SessionSetup, setup_from_record
from wd_env.table.chance_modes import EXPLICIT, SAMPLED
from wd_env.table.game_record import GameRecord, RecordLine
from wd_env.table.game_table import Table
from wd_env.table.saved_table import at_line, replay_record

ID_BYTES = 5
NO_CUSTOM_FILES = CustomFileCatalogue()

log = logging.getLogger(__name__)


class GameStore:
    """All games by id; with a folder they are also saved there, and loaded from it when needed."""

    def __init__(
        self,
        game_entry: GameEntry,
        bots: Mapping[str, BotEntry],
        limits: ServerLimits,
        folder: Path | None = None,
        catalogue: CustomFileCatalogue = NO_CUSTOM_FILES,
    ) -> None:
        self._game_entry, self._bots, self._limits, self._catalogue = game_entry, bots, limits, catalogue
        self._games: dict[str, HostedGame] = {}
        self._fair_lock, self._load_lock = FairLock(), asyncio.Lock()
        self._folder = None if folder is None else game_storage.GameFolder(folder, tuple(bots), catalogue.paths, limits)

    def __iter__(self) -> Iterator[HostedGame]:
        return iter(list(self._games.values()))

    def find(self, game_id: str) -> HostedGame:
        """Return a game in memory; ApiError if there is none."""
        if game_id not in self._games:
            raise ApiError("no_such_game", "unknown game id", "game")
        return self._games[game_id]

    async def load(self, game_id: str) -> HostedGame | None:
        """Load a saved game that is not in memory, one at a time, and return it, or None.

        A file with a game that cannot be played here is ignored from then on.

        Raises:
            ApiError: If the server is full.
        """
        if self._folder is None or game_id in self._games or game_id not in self._folder:
            return None
        async with self._load_lock:
            if game_id in self._games or game_id not in self._folder:
                return None
            self.check_capacity()
            try:
                game = await asyncio.to_thread(self._folder.read, game_id)
            except WdError as exc:
                self._folder.skip(game_id, exc)
                return None
            self.check_capacity()  # the number of games may have changed during the wait
            self._unload_games()
            self._add(game)
            return game

    def create(self, request: NewGame) -> HostedGame:
        """Create a game, from a record or a state if the request has one; ApiError and other errors if it is invalid.

        It changes nothing here, so it can run in a thread.
        """
        if request.record is not UNSET and request.state is not UNSET:
            raise ApiError("bad_message", "expected a record or a state, got both", "state")
        referee, participants = (self._from_record if request.record is not UNSET else self._new)(request)
        return HostedGame(_new_id(), referee, participants, _table_settings(request))

    def check_fork(self, game: HostedGame, request: Fork) -> None:
        """Raise ApiError unless the game is over or open, and has the line."""
        if not game.is_open:
            raise ApiError("not_yours", "only a game that is over or open can be continued from a line")
        if request.line > len(game.lines):
            raise ApiError("illegal_action", f"the game has {len(game.lines)} lines", "line")

    def fork(self, request: Fork, lines: Sequence[RecordLine], keyframes: Keyframes, chance: str) -> HostedGame:
        """Create a game from replayed lines of another one; it changes nothing here, so it can run in a thread."""
        participants = make_participants(request.players, self._bots)
        at = SessionSetup(tuple(participants.players), tuple(participants.names), chance, parse_seed(None))
        referee = SteppedReferee(keyframes.table_at((), 0), at, lines, bots={})
        return HostedGame(_new_id(), referee, participants, _table_settings(request))

    def _new(self, request: NewGame) -> tuple[SteppedReferee, Participants]:
        participants = make_participants(request.players, self._bots)
        if request.state is UNSET:
            config = make_config(self._game_entry, request.rules, len(participants.players), self._catalogue)
            table: Table = self._game_entry.new_table(config, chance=EXPLICIT)
        else:
            _check_no_rules(request)
            table = load_table(self._game_entry, request.state, self._catalogue)
        rng = SAMPLED if request.chance is UNSET else str(request.chance)
        at = SessionSetup(
            tuple(participants.players), tuple(participants.names), rng, _game_seed(request, participants)
        )
        if table.has_external_chance and not participants.humans:
            raise ConfigError("expected at least one person, who judges the answers in this game")
        return SteppedReferee(table, at, bots={}), participants

    def _from_record(self, request: NewGame) -> tuple[SteppedReferee, Participants]:
        """Continue a record, with its own players and names or with those of the request."""
        _check_no_rules(request)
        record: GameRecord = load_record(self._game_entry, str(request.record), self._catalogue)
        table = replay_record(record, files=self._catalogue.paths)
        at = setup_from_record(record, table.config, (), tuple(self._bots))
        participants = Participants(list(at.players), list(at.names))
        if request.players:
            participants = make_participants(request.players, self._bots)
        rng = at.chance if request.chance is UNSET else str(request.chance)
        known = SessionSetup(
            tuple(participants.players), tuple(participants.names), rng, _game_seed(request, participants)
        )
        return SteppedReferee(at_line(table, 0), known, record.lines, bots={}), participants

    def start(self, game: HostedGame, client: str = "") -> HostedGame:
        """Add a game to those that are played; ApiError if the server is full, or the game cannot be saved.

        Nothing is awaited between the check of the capacity and its use.
        """
        self.check_capacity(client)
        if self._folder is not None:
            self._save_first(game, self._folder)
        self._unload_games()
        self._add(game)
        game.client = client
        if game.participants.humans:
            game.mark_active()
        game.notify()
        return game

    def _save_first(self, game: HostedGame, folder: game_storage.GameFolder) -> None:
        if len(folder) - len(folder.idle_games(())) >= self._limits.saved:
            raise ApiError("too_many_games", f"{len(folder)} games are saved; try again later")
        try:
            folder.write(game)
        except OSError as exc:
            log.warning("a new game cannot be kept: %s", exc.strerror or exc)
            raise ApiError("not_saved", "cannot save the game") from None

    def _add(self, game: HostedGame) -> None:
        self._games[game.id] = game
        game.limits, game.fair_lock = self._limits, self._fair_lock
        if self._folder is not None:
            game.save = self._folder.write

    def check_capacity(self, client: str = "") -> None:
        """Raise ApiError if the server or this client has no capacity for another game; nothing is changed."""
        played = [game for game in self._games.values() if not self._is_removable(game)]
        if len(played) >= self._limits.games:
            raise ApiError("too_many_games", f"{len(played)} games are running; try again later")
        num_client_games = sum(bool(client) and game.client == client for game in played)
        if num_client_games >= self._limits.games_per_client:
            raise ApiError("too_many_games", f"{num_client_games} games of this client are running; try again later")

    def _is_removable(self, game: HostedGame) -> bool:
        return game.is_done or self._is_idle(game)

    def _is_idle(self, game: HostedGame) -> bool:
        return not game.streams and monotonic() - game.last_used > self._limits.idle

    def _unload_games(self) -> None:
        """Delete idle games, and unload one game if the server is full.

        Finished games are unloaded first, those without streams before others: games on the line transport stay
        streamed. With a folder unloaded games stay on disk.
        """
        for game in list(self._games.values()):
            if self._is_idle(game):
                self._delete(game)
        if self._folder is not None:
            for game_id in self._folder.idle_games(list(self._games)):
                self._folder.delete(game_id)
        for game in sorted(self._games.values(), key=lambda game: (game.streams > 0, game.last_used)):
            if len(self._games) >= self._limits.games and game.is_done:
                self._unload(game)

    def _unload(self, game: HostedGame) -> None:
        self._games.pop(game.id, None)
        game.close()
        if self._folder is not None:
            self._folder.unload(game)

    def _delete(self, game: HostedGame) -> None:
        self._unload(game)
        if self._folder is not None:
            self._folder.delete(game.id)

    def close(self) -> None:
        """Release the folder."""
        if self._folder is not None:
            self._folder.close()


def _new_id() -> str:
    return f"g{secrets.token_hex(ID_BYTES)}"


def _table_settings(request: NewGame | Fork) -> TableSettings:
    return TableSettings(request.undo, request.open, request.advice, request.delay_ms)


def _check_no_rules(request: NewGame) -> None:
    if request.rules:
        raise ApiError("config_error", "rules: expected none with a record or state, which has its own", "rules")


def _game_seed(request: NewGame, participants: Participants) -> int:
    """Return the seed of a new game; clients may choose it only if no person can gain by it."""
    if request.seed is UNSET:
        return parse_seed(None)
    if HUMAN in participants.players and not request.open:
        raise ApiError("config_error", "seed: allowed only for open games and for games of bots", "seed")
    return parse_seed(str(request.seed))
