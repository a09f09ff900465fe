"""One game at a table: its beginning, copies, JSON and records. Playing it is `playing.py`."""

import hashlib
import json
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np

from wd_env.errors import ConfigError, DataError, IllegalAction, StateError, WrongSeat, listed, quoted
from wd_env.kernels.philox import game_key
from wd_env.seeding import split_seed
from wd_env.spec.custom_files import Files, custom_files, decode_options, encode_options
from wd_env.spec.game_spec import CHANCE, PLAYER, GameSpec
from wd_env.spec.state_schema import GameState
from wd_env.table.backend_switch import BACKEND_ATTRIBUTES, BackendSwitch
from wd_env.table.game_play import EXPLICIT, SAMPLED, GamePlay, check_chance_mode
from wd_env.table.game_record import GameRecord, RecordLine

__all__ = ["EXPLICIT", "SAMPLED", "Table", "play_out"]

SAVED_KEYS = ("game", "version", "config", "state")  # of a table as JSON data
NOT_PROVIDED: Any = object()


class Table(GamePlay):
    """A game at one table.

    Chance is `sampled` by a generator of its own, or `explicit`: then each chance question waits for `play` like a
    decision (printed board, search, exact odds, scripted tests). What a game wants reported from outside is never
    sampled: it waits for `play` too, unless the table has somebody who reports it. Errors leave everything as it was.
    """

    default_game: GameSpec | None = None  # of a class whose tables are of one game, whatever its sizes

    def __init__(
        self,
        game: GameSpec,
        config: Any = None,
        *,
        seed: int | None = None,
        chance: str = SAMPLED,
        episode: int = 0,
    ) -> None:
        super().__init__()
        check_chance_mode(chance)
        self.game = game
        self.config = config if config is not None else game.config_class()
        self.chance = chance
        self._start: Any = None  # the state before the first line, unless the game was played from its beginning
        self.state = game.new_state(self.config)
        self._saved_options = encode_options(
            self.config
        )  # as it is saved; a file that changes later is not the one that was read
        low, high = split_seed(seed)
        self._stream = [game_key(low, high, 0, episode, word) for word in (0, 1)] + [0]
        self._resolve_chance()

    def __getstate__(self) -> dict[str, Any]:
        """For `copy.deepcopy` and pickle: all of the table, with its random stream; see `copy` for one without it."""
        told = {
            "state": _bytes_of(self._interpreted_state()),
            "_start": _bytes_of(self._start),
            "lines": list(self.lines),
        }
        return {name: value for name, value in self.__dict__.items() if name not in BACKEND_ATTRIBUTES} | told

    def __setstate__(self, kept: dict[str, Any]) -> None:
        BackendSwitch.__init__(self)
        self.game = kept["game"]
        for name, value in kept.items():
            is_state = name in ("state", "_start") and value is not None
            setattr(self, name, self._state_of(value) if is_state else value)

    def _state_of(self, record: bytes) -> GameState:
        [found] = np.frombuffer(record, self.game.schema.dtype)
        return self.game.schema.from_record(found)

    def __copy__(self) -> Self:
        return deepcopy(self)  # half a copy would share the game

    def copy(self, chance: str = EXPLICIT) -> Self:
        """An equal table that shares nothing; its chance is asked, so a copy never shows the dice to come."""
        check_chance_mode(chance)
        other = object.__new__(type(self))
        BackendSwitch.__init__(other)
        other.game, other.config, other.chance = self.game, self.config, chance
        other.lines, other._start, other._saved_options = list(self.lines), self._start, self._saved_options
        other.state = self._interpreted_state().copy()
        low, high = split_seed(None)
        other._stream = [low, high, 0]
        return other

    def rules_digest(self) -> str:
        """Return a digest of the rules in force: configuration and data files, as they are in the state.

        An option that was added later is left out at its default, so that records made before keep their digest.
        """
        later = {f.name for f in self.game.schema.fields if f.added_later}
        rules = {name: value for name, value in self._rules().items() if value or name not in later}
        return hashlib.sha256(json.dumps(rules).encode()).hexdigest()[:16]

    def _rules(self) -> dict[str, Any]:
        """The rules in force, by field."""
        found = {f.name: getattr(self._fields, f.name) for f in self.game.schema.fields if f.constant}
        return {name: value.tolist() if hasattr(value, "tolist") else value for name, value in found.items()}

    def to_json(self) -> dict[str, Any]:
        """Return the whole table, with every secret, as JSON data; `from_json` reads it back."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": dict(self._saved_options),
            "state": self.game.schema.to_json(self._interpreted_state()),
        }

    @property
    def custom_files(self) -> tuple[str, ...]:
        """Return the paths of custom data files of this table, as `from_json` and `replay` take them."""
        return tuple(custom_files(self.config).values())

    @classmethod
    def from_json(
        cls, game: Any, data: Any = NOT_PROVIDED, *, seed: int | None = None, chance: str = SAMPLED, files: Files = ()
    ) -> Self:
        """Read `to_json` back: `from_json(game, data)`, or `from_json(data)` of a table class that has a game.

        Later chance comes from `seed`, own files are those of `files` with the saved digests. StateError for damaged or
        foreign data and for a file that is not handed in, ConfigError where no game is given and the class has none.
        """
        check_chance_mode(chance)
        game, data = cls._resolve_game(game, data)
        if not isinstance(data, dict):
            raise StateError(f"the state is {quoted(data)}; allowed is an object with {', '.join(SAVED_KEYS)}")
        _check_game(game, "state", data.get("game"), data.get("version"))
        if data.keys() != set(SAVED_KEYS):
            raise StateError(f"the state has {listed(data)}; allowed are {', '.join(SAVED_KEYS)}")
        table = cls._of_config(game, data["config"], seed, files)
        table._load_start(data["state"])
        table.chance = chance
        table._resolve_chance()
        return table

    @classmethod
    def _resolve_game(cls, game: Any, saved: Any) -> tuple[GameSpec, Any]:
        """The game and what was saved of it, where only the latter may have been given."""
        if saved is not NOT_PROVIDED:
            return game, saved
        if cls.default_game is None:
            raise ConfigError(f"no game is given, and {cls.__name__} has none; allowed is a game before what was saved")
        return cls.default_game, game

    def _load_start(self, start: Any) -> None:
        """Take this state, as JSON data, for the one before the first line; StateError for one that cannot be."""
        state, rules = self.game.schema.from_json(start), self._rules()
        self.state = state
        if self._rules() != rules:
            raise StateError("the state's house rules are not those of its configuration and data files")
        self.game.check_state(state)
        if self.is_stuck:
            raise StateError(f"the state's open question {self.node.name} has no answer")
        self.mark_start()

    def load_position(self, other: "Table") -> None:
        """Continue from the state of another table of the same configuration, with this table's random stream.

        Chance that is open there is this table's, too. StateError for another game or configuration, and where nobody
        has anything to answer any more; then nothing has changed.
        """
        if other.game is not self.game or other.config != self.config or other.rules_digest() != self.rules_digest():
            raise StateError(f"the state is of {_differences(other, self)}; allowed is what this table was made with")
        if other.is_terminal:
            raise StateError("the state is that of a game which is over; allowed is one that goes on")
        self.state = other._interpreted_state().copy()
        self.mark_start()
        self._stream[2] = 0
        self._resolve_chance()

    def mark_start(self) -> None:
        """Let the record begin with the state as it is."""
        self.lines, self._start = [], self._interpreted_state().copy()

    @classmethod
    def _new(cls, game: GameSpec, config: Any, seed: int | None, chance: str) -> Self:
        return cls(game, config, seed=seed, chance=chance)

    @classmethod
    def _of_config(cls, game: GameSpec, config: Any, seed: int | None, files: Files) -> Self:
        """A new table with the options of a saved one; StateError when they cannot be."""
        if not isinstance(config, dict) or not all(isinstance(name, str) for name in config):
            raise StateError(f"the saved config is {quoted(config)}; allowed are options by name")
        options = decode_options(game.config_class, config, files)
        try:
            return cls._new(game, game.config_class.of(**options), seed, EXPLICIT)
        except (ConfigError, DataError) as problem:
            raise StateError(f"the saved config cannot be used: {problem}") from problem

    def record(self) -> GameRecord:
        """Return the record of the game so far."""
        start = None if self._start is None else self.game.schema.to_json(self._start)
        rules = dict(self._saved_options)
        return GameRecord(self.game.name, self.game.version, rules, self.rules_digest(), tuple(self.lines), start=start)

    @classmethod
    def replay(cls, game: Any, record: Any = NOT_PROVIDED, *, stop: int | None = None, files: Files = ()) -> Self:
        """Play a record again, up to its line `stop`; chance is asked afterwards. Game and `files` as for `from_json`.

        StateError for a record of another game, version, rules or data, or with a line that cannot be played.
        """
        game, record = cls._resolve_game(game, record)
        _check_game(game, "record", record.game, record.version)
        table = cls._of_config(game, record.config, None, files)
        table._replay_lines(record, stop)
        return table

    def at_line(self, stop: int) -> Self:
        """Return a table as this one was after `stop` lines of its record; chance is asked afterwards."""
        table = self._new(self.game, self.config, None, EXPLICIT)
        table._replay_lines(self.record(), stop)
        return table

    def _replay_lines(self, record: GameRecord, stop: int | None) -> None:
        if self.rules_digest() != record.rules_digest:
            raise StateError(
                f"the record was made under rules {quoted(record.rules_digest)}; these are {self.rules_digest()!r}"
            )
        if record.start is not None:
            self._load_start(record.start)
        for number, line in enumerate(record.lines[:stop]):
            self._replay_line(number, line)

    def _replay_line(self, index: int, line: RecordLine) -> None:
        kind = CHANCE if line.seat is None else PLAYER
        try:
            if self.node.kind != kind and not (line.is_illegal or line.is_correction):
                raise IllegalAction(f"the open question is {self.node.name}")
            noted = len(self.lines)
            self.play_line(line)
            if self.lines[noted].is_illegal != line.is_illegal:
                raise IllegalAction(f"{line.text!r} is {'legal' if line.is_illegal else 'illegal'} there")
        except (IllegalAction, WrongSeat, StateError) as problem:
            raise StateError(
                f"line {index + 1} of the record, {quoted(str(line))}, cannot be played: {problem}"
            ) from problem


def _check_game(game: GameSpec, what: str, name: Any, version: Any) -> None:
    """StateError unless name and version are those of the game, each of its own type: true and 1.0 are no 1."""
    found, allowed = (name, version), (game.name, game.version)
    if found != allowed or type(version) is not int:
        raise StateError(f"the {what} is of {quoted(found)}; allowed is {allowed!r}")


def _differences(one: Table, other: Table) -> str:
    """Where two tables differ in what was agreed on before anybody sat down: the values of the first."""
    if one.game is not other.game:
        return f"the game {one.game.name}"
    mine, theirs = one.config.as_dict(), other.config.as_dict()
    differing = [f"{name} {mine[name]!r}, not {theirs[name]!r}" for name in mine if mine[name] != theirs[name]]
    return "; ".join(differing) or "other house rules"


def _bytes_of(state: GameState | None) -> bytes | None:
    return None if state is None else state.to_bytes()


def play_out(table: Table, bots: Sequence[Any]) -> None:
    """Play the table to its end with one bot a player (an object with `choose(view) -> int`)."""
    while not table.is_terminal:
        seat = table.seat
        table.play(bots[table.player].choose(table.view(seat)), seat=seat)
