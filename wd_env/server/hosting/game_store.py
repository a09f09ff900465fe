"""The games of a server: begun, found again, and forgotten when nobody has come for a day."""

import asyncio
import logging
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic

from msgspec import UNSET

from wd_env.errors import ConfigError, WdError
from wd_env.registry import Game as Row
from wd_env.server.bot_catalogue import BotRow
from wd_env.server.bot_requests import seed_of
from wd_env.server.client_rules import config_for, record_from, table_from
from wd_env.server.hosting import game_storage
from wd_env.server.hosting.custom_file_catalogue import Shelf
from wd_env.server.hosting.hosted_game import Game, Manners
from wd_env.server.hosting.seat_secrets import Seating, seating_of
from wd_env.server.limits import Bounds, Turns
from wd_env.server.protocol.requests import Fork, NewGame
from wd_env.server.server_errors import Refusal
from wd_env.session.keyframes import Past
from wd_env.session.players import HUMAN
from wd_env.session.referee import StepReferee, table_of
from wd_env.session.session_setup import Round, round_of
from wd_env.table.game_record import Line, Record
from wd_env.table.game_table import ASKED, SAMPLED, Table

ID_BYTES = 5
NO_FILES = Shelf()

log = logging.getLogger(__name__)


class Games:
    """Every game by its id; with a folder each is kept there too, and those that are not at hand are read from it."""

    def __init__(
        self, row: Row, bots: Mapping[str, BotRow], bounds: Bounds, folder: Path | None = None, shelf: Shelf = NO_FILES
    ) -> None:
        self._row, self._bots, self._bounds, self._shelf = row, bots, bounds, shelf
        self._games: dict[str, Game] = {}
        self._turns, self._reading = Turns(), asyncio.Lock()
        self._folder = None if folder is None else game_storage.Folder(folder, tuple(bots), shelf.paths, bounds)

    def __iter__(self) -> Iterator[Game]:
        return iter(list(self._games.values()))

    def find(self, game_id: str) -> Game:
        """Return a game that is at hand; Refusal for one that is not."""
        if game_id not in self._games:
            raise Refusal("no_such_game", "there is no such game", "game")
        return self._games[game_id]

    async def load(self, game_id: str) -> Game | None:
        """Return a game that is kept and was not at hand; one at a time is read. Refusal where there is no room for it.

        A file that holds no game which can be played here is set aside, and the game is then not there.
        """
        if self._folder is None or game_id in self._games or game_id not in self._folder:
            return None
        async with self._reading:
            if game_id in self._games or game_id not in self._folder:
                return None
            self.check_room()
            try:
                game = await asyncio.to_thread(self._folder.read, game_id)
            except WdError as problem:
                self._folder.set_aside(game_id, problem)
                return None
            self.check_room()  # others may have come meanwhile
            self._make_room()
            self._add(game)
            return game

    def made(self, request: NewGame) -> Game:
        """Make a game, from a record or a state where there is one; Refusal and errors of the package as they say.

        It changes nothing here, so that it can be done in a thread.
        """
        if request.record is not UNSET and request.state is not UNSET:
            raise Refusal("bad_message", "record and state are given; allowed is one of them", "state")
        referee, seating = (self._resumed if request.record is not UNSET else self._new)(request)
        return Game(_new_id(), referee, seating, _manners(request))

    def check_fork(self, game: Game, request: Fork) -> None:
        """Refusal unless the game may be played on from that line: it is over or open, and has the line."""
        if not game.is_open:
            raise Refusal("not_yours", "a game is played on from a line when it is over, or open")
        if request.line > len(game.lines):
            raise Refusal("illegal_action", f"the game has {len(game.lines)} lines", "line")

    def forked(self, request: Fork, lines: Sequence[Line], past: Past, luck: str) -> Game:
        """Make a game from these lines of another, played again; it changes nothing here, so it can run in a thread."""
        seating = seating_of(request.players, self._bots)
        at = Round(tuple(seating.players), tuple(seating.names), luck, seed_of(None))
        referee = StepReferee(past.at((), 0), at, lines, bots={})
        return Game(_new_id(), referee, seating, _manners(request))

    def _new(self, request: NewGame) -> tuple[StepReferee, Seating]:
        seating = seating_of(request.players, self._bots)
        if request.state is UNSET:
            config = config_for(self._row, request.rules, len(seating.players), self._shelf)
            table: Table = self._row.new_table(config, luck=ASKED)
        else:
            _check_no_rules(request)
            table = table_from(self._row, request.state, self._shelf)
        luck = SAMPLED if request.luck is UNSET else str(request.luck)
        at = Round(tuple(seating.players), tuple(seating.names), luck, _seed(request, seating))
        if table.reports_anything and not seating.people:
            raise ConfigError("answers are reported in this game, and nobody is there to judge; allowed with a person")
        return StepReferee(table, at, bots={}), seating

    def _resumed(self, request: NewGame) -> tuple[StepReferee, Seating]:
        """Go on with a record: with its own seats and names, or with those of the request."""
        _check_no_rules(request)
        record: Record = record_from(self._row, str(request.record), self._shelf)
        table = table_of(record, self._shelf.paths)
        at = round_of(record, table.config, (), tuple(self._bots))
        seating = Seating(list(at.players), list(at.names))
        if request.players:
            seating = seating_of(request.players, self._bots)
        luck = at.luck if request.luck is UNSET else str(request.luck)
        known = Round(tuple(seating.players), tuple(seating.names), luck, _seed(request, seating))
        return StepReferee(table.rewound(0), known, record.lines, bots={}), seating

    def begin(self, game: Game, client: str = "") -> Game:
        """Take a game among those that are played; Refusal where there is no room, or it cannot be kept.

        Nothing is awaited between the look for room and the taking of it.
        """
        self.check_room(client)
        if self._folder is not None:
            self._keep_first(game, self._folder)
        self._make_room()
        self._add(game)
        game.client = client
        if game.seating.people:
            game.attend()
        game.tell()
        return game

    def _keep_first(self, game: Game, folder: game_storage.Folder) -> None:
        if len(folder) - len(folder.idle(())) >= self._bounds.kept:
            raise Refusal("too_many_games", f"{len(folder)} games are kept; try again later")
        try:
            folder.write(game)
        except OSError as problem:
            log.warning("a new game cannot be kept: %s", problem.strerror or problem)
            raise Refusal("not_kept", "the game cannot be kept on disk") from None

    def _add(self, game: Game) -> None:
        self._games[game.id] = game
        game.bounds, game.turns = self._bounds, self._turns
        if self._folder is not None:
            game.keep = self._folder.write

    def check_room(self, client: str = "") -> None:
        """Refusal where there is no room for another game at all, or of this client; nothing is changed."""
        played = [game for game in self._games.values() if not self._may_go(game)]
        if len(played) >= self._bounds.games:
            raise Refusal("too_many_games", f"{len(played)} games are played; try again later")
        own = sum(bool(client) and game.client == client for game in played)
        if own >= self._bounds.games_of_client:
            raise Refusal("too_many_games", f"{own} games of yours are played; try again later")

    def _may_go(self, game: Game) -> bool:
        return game.is_done or self._is_idle(game)

    def _is_idle(self, game: Game) -> bool:
        return not game.streams and monotonic() - game.touched > self._bounds.idle

    def _make_room(self) -> None:
        """Forget what nobody has asked for, and have one game less at hand where no room is left.

        Games in which nothing happens any more go, those that nobody follows first: by lines each stays followed. With
        a folder they stay there.
        """
        for game in list(self._games.values()):
            if self._is_idle(game):
                self._drop(game)
        if self._folder is not None:
            for game_id in self._folder.idle(list(self._games)):
                self._folder.forget(game_id)
        for game in sorted(self._games.values(), key=lambda game: (game.streams > 0, game.touched)):
            if len(self._games) >= self._bounds.games and game.is_done:
                self._put_away(game)

    def _put_away(self, game: Game) -> None:
        self._games.pop(game.id, None)
        game.end()
        if self._folder is not None:
            self._folder.put_away(game)

    def _drop(self, game: Game) -> None:
        self._put_away(game)
        if self._folder is not None:
            self._folder.forget(game.id)

    def close(self) -> None:
        """Let another server have the folder."""
        if self._folder is not None:
            self._folder.close()


def _new_id() -> str:
    return f"g{secrets.token_hex(ID_BYTES)}"


def _manners(request: NewGame | Fork) -> Manners:
    return Manners(request.take_back, request.open, request.advice, request.pace_ms)


def _check_no_rules(request: NewGame) -> None:
    if request.rules:
        raise Refusal("config_error", "a record or state has rules of its own", "rules")


def _seed(request: NewGame, seating: Seating) -> int:
    """The seed of a new game: named only where nobody can gain by it."""
    if request.seed is UNSET:
        return seed_of(None)
    if HUMAN in seating.players and not request.open:
        raise Refusal("config_error", "a seed is named only for open games and for games of bots", "seed")
    return seed_of(str(request.seed))
