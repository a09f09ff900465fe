"""One game: what may be answered, answering, luck sampled or asked, views, copies, JSON and records."""

import hashlib
import json
from collections.abc import Sequence
from copy import deepcopy
from functools import cached_property
from typing import Any, Self

import numpy as np

from wd_env.core.ahead import AHEAD, Ahead, Run
from wd_env.core.errors import ConfigError, DataError, IllegalAction, StateError, WrongSeat, listed, quoted
from wd_env.core.notation import whole
from wd_env.core.own_files import Files, own_files, packed, unpacked
from wd_env.core.record import Line, Record
from wd_env.core.rng import game_key, weighted_draw
from wd_env.core.schema import PyState
from wd_env.core.seeds import split_seed
from wd_env.core.spec import DECISION, LUCK, SEEN_BY_SEAT, GameSpec, Question

SAMPLED, ASKED = "sampled", "asked"
SAVED = ("game", "version", "config", "state")  # of a table as JSON data


class Table(Ahead):
    """A game at one table.

    Luck is `sampled` by a generator of its own, or `asked`: then each luck question waits for `play` like a
    decision (printed board, search, exact odds, scripted tests). What a game wants reported from outside is never
    sampled: it waits for `play` too, unless the table has somebody who reports it. Errors leave everything as it was.
    """

    def __init__(
        self,
        game: GameSpec,
        config: Any = None,
        *,
        seed: int | None = None,
        luck: str = SAMPLED,
        episode: int = 0,
    ) -> None:
        super().__init__()
        _check_luck(luck)
        self.game = game
        self.config = config if config is not None else game.config_class()
        self.luck = luck
        self._start: Any = None  # the state before the first line, unless the game was played from its beginning
        self.state = game.new_state(self.config)
        self._agreed = packed(self.config)  # as it is saved; a file that changes later is not the one that was read
        low, high = split_seed(seed)
        self._stream = [game_key(low, high, 0, episode, word) for word in (0, 1)] + [0]
        self._settle_luck()

    # Answering

    def play(self, answer: str | int, *luck: str, seat: int | None = None) -> None:
        """Answer the open question by its text or number, then, in asked mode, the luck that follows by `luck`.

        IllegalAction for what is not offered, WrongSeat when another `seat` than the asked one answers; at a table that
        `punishes` a seat pays for both, if what it answers is an action at all.
        """
        if not luck and self._step_ahead(answer, seat):
            return
        state = self._plain()
        before = (state.copy(), len(self.lines), list(self._stream)) if luck or self._has_reporter else None
        try:
            self._play_one(answer, seat)
            for outcome in luck:
                if self.question.kind != LUCK:
                    raise IllegalAction(
                        f"luck {quoted(outcome)} is not asked for; the open question is {self.question.name}"
                    )
                self._play_one(outcome, None)
        except Exception:
            if before is not None:
                self.state, kept, self._stream = before
                del self.lines[kept:]
            raise

    def _play_one(self, answer: str | int, seat: int | None) -> None:
        question = self.question
        if question.kind not in (DECISION, LUCK):
            raise IllegalAction(f"{quoted(answer)} is not asked for: the game is over")
        try:
            self._check_seat(seat)
            number = self._number(answer)
        except (IllegalAction, WrongSeat):
            offence = self._offence(answer, seat)
            if offence is None:
                raise
            self.lines.append(offence)
            self.game.offences.offend(self._state, offence.seat, [0] * len(self.game.actions))
        else:
            self._note(question, number)
            self.game.engine.step(self._state, number)
        self._settle_luck()

    def _check_seat(self, seat: int | None) -> None:
        question = self.question
        if seat is not None and (question.kind != DECISION or whole(seat) != self.seat):
            asked = f"seat {self.seat} is" if question.kind == DECISION else "luck is"
            raise WrongSeat(f"seat {quoted(seat)} is not asked; {asked} asked for {question.name}")

    def _offence(self, answer: str | int, seat: int | None) -> Line | None:
        """The line of an illegal answer that is punished; None where it is an error."""
        rows = self.game.actions
        offender = whole(seat)
        if seat is None and self.question.kind == DECISION:
            offender = self.seat
        if offender is None or offender not in range(self._state.seats) or not self.may_be_punished(offender):
            return None
        try:
            text = rows.text(rows.index(answer) if isinstance(answer, str) else answer)
        except IllegalAction:  # no action at all is no deed
            return None
        return Line(text, offender, is_illegal=True)

    def _number(self, answer: str | int) -> int:
        """The number the rules take; IllegalAction when it is not offered."""
        question = self.question
        rows = self.game.actions if question.kind == DECISION else self.game.outcomes
        first = question.first_outcome
        row = rows.index(answer) if isinstance(answer, str) else whole(answer)
        if row is None:
            raise IllegalAction(f"{quoted(answer)} is no {rows.name}; allowed are a text or a whole number")
        number = row - first  # decisions have no first outcome
        offered = self.mask() if question.kind == DECISION else self._weights()
        if not 0 <= number < len(offered) or not offered[number]:
            raise IllegalAction(f"{quoted(answer)} is not offered at {question.name}; allowed are {self.options()}")
        return number

    def _note(self, question: Question, number: int) -> None:
        seen_by = self.home(self.player) if question.seen_by == SEEN_BY_SEAT else None
        if question.kind == DECISION:
            self.lines.append(Line(self.game.actions.text(number), self.seat, seen_by))
        else:
            self.lines.append(Line(self.game.outcomes.text(question.first_outcome + number), None, seen_by))

    @property
    def _may_run_ahead(self) -> bool:
        is_open = self.luck == SAMPLED and self.question.kind == DECISION and not self.punishes
        return is_open and not self._has_reporter and not self.reports_anything

    @cached_property
    def reports_anything(self) -> bool:
        """Some chance of this game is reported from outside, under the options in force."""
        chances = (code for code, question in enumerate(self.game.questions) if question.kind == LUCK)
        return any(self.game.is_reported(self._state, code) for code in chances)

    def _lines_of(self, run: Run) -> list[Line]:
        shadow = object.__new__(type(self))
        Ahead.__init__(shadow)
        shadow.game, shadow.luck, shadow.state, shadow._stream = self.game, SAMPLED, run.state, run.stream
        for answer in run.answers:
            shadow._play_one(answer, None)
        return shadow._lines

    def _settle_luck(self) -> None:
        while self.luck == SAMPLED and self.question.kind == LUCK:
            if self.is_reported and not self._has_reporter:
                return
            outcome = self._report() if self.is_reported else self._draw()
            self._note(self.question, outcome)
            self.game.engine.step(self._state, outcome)

    # Correcting

    def correct(self, text: str) -> None:
        """Set something right by hand; what is open stays open, and the record has the correction as a line.

        IllegalAction for what cannot be set so, StateError for a table that cannot be; nothing is changed then.
        """
        if self.is_over:
            raise IllegalAction(f"{text!r} sets nothing right: the game is over")
        before, self.state = self.state, self.state.copy()
        try:
            self._set_right(text)
            self.game.check_state(self.state)
            if not self.options():
                raise StateError(f"after {text!r} the open question {self.question.name} has no answer")
        except Exception:
            self.state = before
            raise
        self.lines.append(Line(text, None, is_correction=True))

    def _set_right(self, text: str) -> None:
        """Change the state as the text says; a game's own table knows how."""
        raise IllegalAction(f"{text!r} sets nothing right: {self.game.name} has no corrections")

    def play_line(self, line: Line) -> None:
        """Play a line of a record: an answer, an outcome or a correction. Errors as `play` and `correct`."""
        if line.is_correction:
            self.correct(line.text)
        else:
            self.play(line.text, seat=line.seat)

    def _draw(self) -> int:
        weights = self._weights()
        if not any(weights):
            raise StateError(f"{self.question.name} has no outcome that can be drawn; allowed is one at least")
        outcome: int = weighted_draw(self._stream, weights, len(weights))
        return outcome

    @property
    def _has_reporter(self) -> bool:
        """Somebody is at hand whom `_report` can ask."""
        return False

    def _report(self) -> int:
        """The outcome of luck that is reported; a game's own table knows whom to ask."""
        raise ConfigError(f"{self.question.name} is reported from outside, and {self.game.name} has nobody to ask")

    # Copies, files

    def __getstate__(self) -> dict[str, Any]:
        """For `copy.deepcopy` and pickle: all of the table, with the luck to come; see `copy` for one without it."""
        told = {"state": _bytes_of(self._plain()), "_start": _bytes_of(self._start), "lines": list(self.lines)}
        return {name: value for name, value in self.__dict__.items() if name not in AHEAD} | told

    def __setstate__(self, kept: dict[str, Any]) -> None:
        Ahead.__init__(self)
        self.game = kept["game"]
        for name, value in kept.items():
            is_state = name in ("state", "_start") and value is not None
            setattr(self, name, self._state_of(value) if is_state else value)

    def _state_of(self, record: bytes) -> PyState:
        [found] = np.frombuffer(record, self.game.schema.dtype)
        return self.game.schema.from_record(found)

    def __copy__(self) -> Self:
        return deepcopy(self)  # half a copy would share the game

    def copy(self, luck: str = ASKED) -> Self:
        """An equal table that shares nothing; its luck is asked, so a copy never shows the dice to come."""
        _check_luck(luck)
        other = object.__new__(type(self))
        Ahead.__init__(other)
        other.game, other.config, other.luck = self.game, self.config, luck
        other.lines, other._start, other._agreed = list(self.lines), self._start, self._agreed
        other.state = self._plain().copy()
        low, high = split_seed(None)
        other._stream = [low, high, 0]
        return other

    def house(self) -> str:
        """A digest of the rules in force: configuration and data files, as they lie in the state."""
        values = {f.name: np.asarray(getattr(self._now, f.name)).tolist() for f in self.game.schema.fields if f.house}
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """The whole table as JSON data; `from_json` reads it back. It holds every secret, so it is no view."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": dict(self._agreed),
            "state": self.game.schema.to_json(self._plain()),
        }

    @property
    def own_files(self) -> tuple[str, ...]:
        """The paths of the files of one's own that this table plays with: what `from_json` and `replay` are handed."""
        return tuple(own_files(self.config).values())

    @classmethod
    def from_json(
        cls, game: GameSpec, data: Any, *, seed: int | None = None, luck: str = SAMPLED, files: Files = ()
    ) -> Self:
        """Read `to_json` back; later luck comes from `seed`, own files are those of `files` with the saved digests.

        StateError for damaged or foreign data and for a file that is not handed in.
        """
        _check_luck(luck)
        if not isinstance(data, dict):
            raise StateError(f"the state is {quoted(data)}; allowed is an object with {', '.join(SAVED)}")
        _check_game(game, "state", data.get("game"), data.get("version"))
        if data.keys() != set(SAVED):
            raise StateError(f"the state has {listed(data)}; allowed are {', '.join(SAVED)}")
        table = cls._of_config(game, data["config"], seed, files)
        table._begin_with(data["state"])
        table.luck = luck
        table._settle_luck()
        return table

    def _begin_with(self, start: Any) -> None:
        """Take this state, as JSON data, for the one before the first line; StateError for one that cannot be."""
        state, house = self.game.schema.from_json(start), self.house()
        self.state = state
        if self.house() != house:
            raise StateError("the state's house rules are not those of its configuration and data files")
        self.game.check_state(state)
        if not self.is_over and not self.options():
            raise StateError(f"the state's open question {self.question.name} has no answer")
        self.begin_here()

    def begin_at(self, other: "Table") -> None:
        """Go on where another table of the same configuration stands, with this table's luck from its beginning.

        Luck that is open there is this table's, too. StateError for another game or configuration, and where nobody
        has anything to answer any more; then nothing has changed.
        """
        if other.game is not self.game or other.config != self.config or other.house() != self.house():
            raise StateError(f"the state is of {_differences(other, self)}; allowed is what this table was made with")
        if other.is_over:
            raise StateError("the state is that of a game which is over; allowed is one that goes on")
        self.state = other._plain().copy()
        self.begin_here()
        self._stream[2] = 0
        self._settle_luck()

    def begin_here(self) -> None:
        """Let the record begin with the state as it is."""
        self.lines, self._start = [], self._plain().copy()

    @classmethod
    def _new(cls, game: GameSpec, config: Any, seed: int | None, luck: str) -> Self:
        return cls(game, config, seed=seed, luck=luck)

    @classmethod
    def _of_config(cls, game: GameSpec, config: Any, seed: int | None, files: Files) -> Self:
        """A new table with the options of a saved one; StateError when they cannot be."""
        if not isinstance(config, dict) or not all(isinstance(name, str) for name in config):
            raise StateError(f"the saved config is {quoted(config)}; allowed are options by name")
        options = unpacked(game.config_class, config, files)
        try:
            return cls._new(game, game.config_class.of(**options), seed, ASKED)
        except (ConfigError, DataError) as problem:
            raise StateError(f"the saved config cannot be used: {problem}") from problem

    def record(self) -> Record:
        """The game so far."""
        start = None if self._start is None else self.game.schema.to_json(self._start)
        rules = dict(self._agreed)
        return Record(self.game.name, self.game.version, rules, self.house(), tuple(self.lines), start=start)

    @classmethod
    def replay(cls, game: GameSpec, record: Record, *, stop: int | None = None, files: Files = ()) -> Self:
        """Play a record again, up to its line `stop`; luck is asked afterwards. `files` as for `from_json`.

        StateError for a record of another game, version, rules or data, or with a line that cannot be played.
        """
        _check_game(game, "record", record.game, record.version)
        table = cls._of_config(game, record.config, None, files)
        table._play_again(record, stop)
        return table

    def rewound(self, stop: int) -> Self:
        """This table as it was after `stop` lines of its record; luck is asked afterwards."""
        table = self._new(self.game, self.config, None, ASKED)
        table._play_again(self.record(), stop)
        return table

    def _play_again(self, record: Record, stop: int | None) -> None:
        if self.house() != record.house:
            raise StateError(f"the record was made under rules {quoted(record.house)}; these are {self.house()!r}")
        if record.start is not None:
            self._begin_with(record.start)
        for number, line in enumerate(record.lines[:stop]):
            self._follow(number, line)

    def _follow(self, number: int, line: Line) -> None:
        kind = LUCK if line.seat is None else DECISION
        try:
            if self.question.kind != kind and not (line.is_illegal or line.is_correction):
                raise IllegalAction(f"the open question is {self.question.name}")
            noted = len(self.lines)
            self.play_line(line)
            if self.lines[noted].is_illegal != line.is_illegal:
                raise IllegalAction(f"{line.text!r} is {'legal' if line.is_illegal else 'illegal'} there")
        except (IllegalAction, WrongSeat, StateError) as problem:
            raise StateError(
                f"line {number + 1} of the record, {quoted(str(line))}, cannot be played: {problem}"
            ) from problem


def _check_luck(luck: Any) -> None:
    if luck not in (SAMPLED, ASKED):
        raise ConfigError(f"luck is {quoted(luck)}; allowed are {SAMPLED}, {ASKED}")


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


def _bytes_of(state: PyState | None) -> bytes | None:
    return None if state is None else state.to_bytes()


def play_out(table: Table, choosers: Sequence[Any]) -> None:
    """Let one chooser a player (an object with `choose(view) -> int`) play the table to its end."""
    while not table.is_over:
        seat = table.seat
        table.play(choosers[table.player].choose(table.view(seat)), seat=seat)
