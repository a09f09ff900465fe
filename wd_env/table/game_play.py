"""The part of a table that plays: an answer in, chance settled or asked, and the line of the record that it leaves."""

from functools import cached_property
from typing import Any

from wd_env.errors import ConfigError, IllegalAction, StateError, WrongSeat, quoted
from wd_env.kernels.philox import weighted_draw
from wd_env.spec.game_spec import CHANCE, DECISION, SEEN_BY_SEAT, Question
from wd_env.spec.notation import whole
from wd_env.table.backend_switch import Ahead, Run
from wd_env.table.game_record import Line

SAMPLED, ASKED = "sampled", "asked"


class Playing(Ahead):
    """Answers, outcomes and corrections of a game at one table; errors leave everything as it was."""

    luck: str  # SAMPLED or ASKED

    def play(self, answer: str | int, *luck: str, seat: int | None = None) -> None:
        """Answer the open question by its text or number, then, in asked mode, chance by the outcomes `luck`.

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
                self._check_may_follow(outcome)
                self._play_one(outcome, None)
        except Exception:
            if before is not None:
                self.state, kept, self._stream = before
                del self.lines[kept:]
            raise

    def _check_may_follow(self, outcome: str) -> None:
        """Refuse by IllegalAction what follows the first answer of a call where no chance is open."""
        question = self.question
        if question.kind != CHANCE:
            now = f"{question.name} is a decision of its own" if question.kind == DECISION else "the game is over"
            raise IllegalAction(
                f"{quoted(outcome)} cannot follow: expected only outcomes of chance after an answer; now {now}"
            )

    def _play_one(self, answer: str | int, seat: int | None) -> None:
        question = self.question
        if question.kind not in (DECISION, CHANCE):
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
        self._settle_chance()

    def _check_seat(self, seat: int | None) -> None:
        question = self.question
        if seat is not None and (question.kind != DECISION or whole(seat) != self.seat):
            asked = f"seat {self.seat} is" if question.kind == DECISION else "chance is"
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
        offered = self.mask() if question.kind == DECISION else self._offered()
        if not 0 <= number < len(offered) or not offered[number]:
            raise IllegalAction(f"{quoted(answer)} is not offered at {question.name}; allowed are {self.options()}")
        if question.kind == CHANCE and not self._weights()[number]:  # not named, for it is somebody's secret
            raise IllegalAction(f"that outcome of {question.name} is impossible now; allowed are those nobody has")
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
        chances = (code for code, question in enumerate(self.game.questions) if question.kind == CHANCE)
        return any(self.game.is_reported(self._state, code) for code in chances)

    def _lines_of(self, run: Run) -> list[Line]:
        shadow = object.__new__(type(self))
        Ahead.__init__(shadow)
        shadow.game, shadow.luck, shadow.state, shadow._stream = self.game, SAMPLED, run.state, run.stream
        for answer in run.answers:
            shadow._play_one(answer, None)
        return shadow._lines

    def _settle_chance(self) -> None:
        while self.luck == SAMPLED and self.question.kind == CHANCE:
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
            if self.is_stuck:
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
        """The outcome of chance that is reported; a game's own table knows whom to ask."""
        raise ConfigError(f"{self.question.name} is reported from outside, and {self.game.name} has nobody to ask")


def check_chance(luck: Any) -> None:
    """Refuse any `luck` but SAMPLED and ASKED by ConfigError."""
    if luck not in (SAMPLED, ASKED):
        raise ConfigError(f"luck is {quoted(luck)}; allowed are {SAMPLED}, {ASKED}")
