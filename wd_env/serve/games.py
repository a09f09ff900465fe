"""The games of a server: begun, found again, and forgotten when nobody has come for a day."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import monotonic

from msgspec import UNSET

from wd_env.core.errors import ConfigError
from wd_env.core.record import Record
from wd_env.core.table import ASKED, SAMPLED, Table
from wd_env.games import Game as Row
from wd_env.serve import kept
from wd_env.serve.asking import seed_of
from wd_env.serve.bots import BotRow
from wd_env.serve.game import Game, Manners
from wd_env.serve.limits import Bounds
from wd_env.serve.refusals import Refusal
from wd_env.serve.requests import Fork, NewGame
from wd_env.serve.rules import config_for, record_from, table_from
from wd_env.serve.seating import Seating, seating_of
from wd_env.serve.shelf import Shelf
from wd_env.sitting.referee import StepReferee, table_of
from wd_env.sitting.round import Round, round_of
from wd_env.sitting.seats import HUMAN

ID_BYTES = 5
NO_FILES = Shelf()


class Games:
    """Every game by its id; with a folder each is kept there, and read from it when the server begins."""

    def __init__(
        self, row: Row, bots: Mapping[str, BotRow], bounds: Bounds, folder: Path | None = None, shelf: Shelf = NO_FILES
    ) -> None:
        self._row, self._bots, self._bounds, self._folder, self._shelf = row, bots, bounds, folder, shelf
        self._games: dict[str, Game] = {}
        if folder is not None:
            kept.check_folder(folder)
            for game in kept.read_all(folder, tuple(bots), shelf.paths):
                self._add(game)

    def __iter__(self) -> Iterator[Game]:
        return iter(list(self._games.values()))

    def find(self, game_id: str) -> Game:
        """Return a game; Refusal for one that is not there."""
        if game_id not in self._games:
            raise Refusal("no_such_game", "there is no such game", "game")
        return self._games[game_id]

    def made(self, request: NewGame) -> Game:
        """Make a game, from a record or a state where there is one; Refusal and errors of the package as they say.

        It changes nothing here, so that it can be done in a thread.
        """
        if request.record is not UNSET and request.state is not UNSET:
            raise Refusal("bad_message", "record and state are given; allowed is one of them", "state")
        referee, seating = (self._resumed if request.record is not UNSET else self._new)(request)
        return Game(_new_id(), referee, seating, _manners(request))

    def forked(self, game: Game, request: Fork) -> Game:
        """Make a game from a line of another that is over or open; Refusal where it is neither."""
        if not game.is_open:
            raise Refusal("not_yours", "a game is played on from a line when it is over, or open")
        if request.line > len(game.lines):
            raise Refusal("illegal_action", f"the game has {len(game.lines)} lines", "line")
        seating = seating_of(request.players, self._bots)
        at = Round(tuple(seating.players), tuple(seating.names), game.referee.round.luck, seed_of(None))
        start = game.referee.table.rewound(0)
        referee = StepReferee(start, at, game.lines[: request.line], bots={})
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

    def begin(self, game: Game) -> Game:
        """Take a game among those that are played; Refusal where it cannot be kept."""
        self._add(game)
        try:
            game.changed()
        except OSError:
            self._drop(game)
            raise Refusal("not_kept", "the game cannot be kept on disk") from None
        return game

    def _add(self, game: Game) -> None:
        self._games[game.id] = game
        if self._folder is not None:
            game.keep = _keeper(self._folder)

    def make_room(self) -> None:
        """Forget what nobody has asked for; Refusal where there is no room for another game.

        Games that are over go first, those that nobody follows before others: by lines each stays followed.
        """
        now = monotonic()
        for game in list(self._games.values()):
            if now - game.touched > self._bounds.idle:
                self._drop(game)
        for game in sorted(self._games.values(), key=lambda game: (game.streams > 0, game.touched)):
            if len(self._games) >= self._bounds.games and game.referee.table.is_over:
                self._drop(game)
        if len(self._games) >= self._bounds.games:
            raise Refusal("too_many_games", f"{len(self._games)} games are played; try again later")

    def _drop(self, game: Game) -> None:
        self._games.pop(game.id, None)
        game.end()
        if self._folder is not None:
            kept.forget(self._folder, game.id)


def _new_id() -> str:
    return f"g{secrets.token_hex(ID_BYTES)}"


def _manners(request: NewGame | Fork) -> Manners:
    return Manners(request.take_back, request.open, request.advice, request.pace_ms)


def _keeper(folder: Path) -> Callable[[Game], None]:
    return lambda game: kept.write(folder, game)


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
