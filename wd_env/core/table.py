"""One game: what may be answered, answering, luck sampled or asked, views, copies, JSON and records."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Self

from wd_env.core.errors import ConfigError, DataError, IllegalAction, StateError, WrongSeat
from wd_env.core.open_question import OpenQuestion
from wd_env.core.record import Line, Record
from wd_env.core.rng import game_key, weighted_draw
from wd_env.core.seeds import split_seed
from wd_env.core.spec import DECISION, LUCK, SEEN_BY_SEAT, GameSpec, Question

SAMPLED, ASKED = "sampled", "asked"


class Table(OpenQuestion):
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
        if luck not in (SAMPLED, ASKED):
            raise ConfigError(f"luck is {luck!r}; allowed are {SAMPLED}, {ASKED}")
        self.game = game
        self.config = config if config is not None else game.config_class()
        self.luck = luck
        self.lines: list[Line] = []
        self._start: Any = None  # the state before the first line, unless the game was played from its beginning
        self.state: Any = game.new_state(self.config)
        low, high = split_seed(seed)
        self._stream = [game_key(low, high, 0, episode, word) for word in (0, 1)] + [0]
        self._settle_luck()

    # Answering

    def play(self, answer: str | int, *luck: str, seat: int | None = None) -> None:
        """Answer the open question by its text or number, then, in asked mode, the luck that follows by `luck`.

        IllegalAction for what is not offered, WrongSeat when another `seat` than the asked one answers; at a table that
        `punishes` a seat pays for both, if what it answers is an action at all.
        """
        before = (self.state.copy(), len(self.lines), list(self._stream)) if luck or self._has_reporter else None
        try:
            self._play_one(answer, seat)
            for outcome in luck:
                if self.question.kind != LUCK:
                    raise IllegalAction(f"luck {outcome!r} is not asked for; the open question is {self.question.name}")
                self._play_one(outcome, None)
        except Exception:
            if before is not None:
                self.state, kept, self._stream = before
                del self.lines[kept:]
            raise

    def _play_one(self, answer: str | int, seat: int | None) -> None:
        question = self.question
        if question.kind not in (DECISION, LUCK):
            raise IllegalAction(f"{answer!r} is not asked for: the game is over")
        try:
            self._check_seat(seat)
            number = self._number(answer)
        except (IllegalAction, WrongSeat):
            offence = self._offence(answer, seat)
            if offence is None:
                raise
            self.lines.append(offence)
            self.game.offences.offend(self.state, offence.seat, [0] * len(self.game.actions))
        else:
            self._note(question, number)
            self.game.engine.step(self.state, number)
        self._settle_luck()

    def _check_seat(self, seat: int | None) -> None:
        question = self.question
        if seat is not None and (question.kind != DECISION or seat != self.seat):
            asked = f"seat {self.seat} is" if question.kind == DECISION else "luck is"
            raise WrongSeat(f"seat {seat} is not asked; {asked} asked for {question.name}")

    def _offence(self, answer: str | int, seat: int | None) -> Line | None:
        """The line of an illegal answer that is punished; None where it is an error."""
        rows = self.game.actions
        if seat is None:
            seat = self.seat if self.question.kind == DECISION else -1
        if seat not in range(self.state.seats) or not self.game.offences.may_be_punished(self.state, seat):
            return None
        try:
            text = rows.text(rows.index(answer) if isinstance(answer, str) else answer)
        except IllegalAction:  # no action at all is no deed
            return None
        return Line(text, int(seat), is_illegal=True)

    def _number(self, answer: str | int) -> int:
        """The number the rules take; IllegalAction when it is not offered."""
        question = self.question
        rows = self.game.actions if question.kind == DECISION else self.game.outcomes
        first = question.first_outcome
        if isinstance(answer, str):
            number = rows.index(answer) - first
        elif isinstance(answer, bool) or not hasattr(answer, "__index__"):
            raise IllegalAction(f"{answer!r} is no {rows.name}; allowed are a text or a whole number")
        else:
            number = answer.__index__() - (first if question.kind == LUCK else 0)
        offered = self.mask() if question.kind == DECISION else self._weights()
        if not 0 <= number < len(offered) or not offered[number]:
            raise IllegalAction(f"{answer!r} is not offered at {question.name}; allowed are {self.options()}")
        return number

    def _note(self, question: Question, number: int) -> None:
        if question.kind == DECISION:
            self.lines.append(Line(self.game.actions.text(number), self.seat))
        else:
            seen_by = self.home(self.player) if question.seen_by == SEEN_BY_SEAT else None
            self.lines.append(Line(self.game.outcomes.text(question.first_outcome + number), None, seen_by))

    def _settle_luck(self) -> None:
        while self.luck == SAMPLED and self.question.kind == LUCK:
            if self.is_reported and not self._has_reporter:
                return
            outcome = self._report() if self.is_reported else self._draw()
            self._note(self.question, outcome)
            self.game.engine.step(self.state, outcome)

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

    def copy(self, luck: str = ASKED) -> Self:
        """An equal table that shares nothing; its luck is asked, so a copy never shows the dice to come."""
        if luck not in (SAMPLED, ASKED):
            raise ConfigError(f"luck is {luck!r}; allowed are {SAMPLED}, {ASKED}")
        other = object.__new__(type(self))
        other.game, other.config, other.luck = self.game, self.config, luck
        other.lines, other._start = list(self.lines), self._start
        other.state = self.state.copy()
        low, high = split_seed(None)
        other._stream = [low, high, 0]
        return other

    def house(self) -> str:
        """A digest of the rules in force: configuration and data files, as they lie in the state."""
        values = {f.name: getattr(self.state, f.name) for f in self.game.schema.fields if f.house}
        return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """The whole table as JSON data; `from_json` reads it back. It holds every secret, so it is no view."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "config": self.config.as_dict(),
            "state": self.game.schema.to_json(self.state),
        }

    @classmethod
    def from_json(cls, game: GameSpec, data: Any, *, seed: int | None = None, luck: str = SAMPLED) -> Self:
        """Read `to_json` back; later luck comes from `seed`. StateError for damaged or foreign data."""
        if not isinstance(data, dict) or (data.get("game"), data.get("version")) != (game.name, game.version):
            found = (data.get("game"), data.get("version")) if isinstance(data, dict) else type(data).__name__
            raise StateError(f"the state is of {found!r}; allowed is {(game.name, game.version)!r}")
        table = cls._of_config(game, data.get("config"), seed)
        table._begin_with(data.get("state"))
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

    def begin_here(self) -> None:
        """Let the record begin with the state as it is."""
        self.lines, self._start = [], self.state.copy()

    @classmethod
    def _new(cls, game: GameSpec, config: Any, seed: int | None, luck: str) -> Self:
        return cls(game, config, seed=seed, luck=luck)

    @classmethod
    def _of_config(cls, game: GameSpec, config: Any, seed: int | None) -> Self:
        """A new table with the options of a saved one; StateError when they cannot be."""
        if not isinstance(config, dict) or not all(isinstance(name, str) for name in config):
            raise StateError(f"the saved config is {config!r}; allowed are options by name")
        try:
            options = game.config_class.of(**config)
            return cls._new(game, options, seed, ASKED)
        except (ConfigError, DataError) as problem:
            raise StateError(f"the saved config cannot be used: {problem}") from problem

    def record(self) -> Record:
        """The game so far."""
        start = None if self._start is None else self.game.schema.to_json(self._start)
        rules = self.config.as_dict()
        return Record(self.game.name, self.game.version, rules, self.house(), tuple(self.lines), start=start)

    @classmethod
    def replay(cls, game: GameSpec, record: Record, *, stop: int | None = None) -> Self:
        """Play a record again, up to its line `stop`; luck is asked afterwards.

        StateError for a record of another game, version, rules or data, or with a line that cannot be played.
        """
        if (record.game, record.version) != (game.name, game.version):
            found = (record.game, record.version)
            raise StateError(f"the record is of {found!r}; allowed is {(game.name, game.version)!r}")
        table = cls._of_config(game, record.config, None)
        if table.house() != record.house:
            raise StateError(f"the record was made under rules {record.house!r}; these are {table.house()!r}")
        if record.start is not None:
            table._begin_with(record.start)
        for number, line in enumerate(record.lines[:stop]):
            table._follow(number, line)
        return table

    def _follow(self, number: int, line: Line) -> None:
        kind = LUCK if line.seat is None else DECISION
        try:
            if self.question.kind != kind and not line.is_illegal:
                raise IllegalAction(f"the open question is {self.question.name}")
            noted = len(self.lines)
            self.play(line.text, seat=line.seat)
            if self.lines[noted].is_illegal != line.is_illegal:
                raise IllegalAction(f"{line.text!r} is {'legal' if line.is_illegal else 'illegal'} there")
        except (IllegalAction, WrongSeat) as problem:
            raise StateError(
                f"line {number + 1} of the record, {str(line)!r}, cannot be played: {problem}"
            ) from problem


def play_out(table: Table, choosers: Sequence[Any]) -> None:
    """Let one chooser a player (an object with `choose(view) -> int`) play the table to its end."""
    while not table.is_over:
        seat = table.seat
        table.play(choosers[table.player].choose(table.view(seat)), seat=seat)
