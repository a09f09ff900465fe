"""The part of a table that plays: an answer in, chance settled or asked, and the line of the record that it leaves."""

from functools import cached_property
from typing import Any

from wd_env.errors import ConfigError, IllegalAction, StateError, WrongSeat, quoted
from wd_env.kernels.philox import weighted_draw
from wd_env.spec.game_spec import CHANCE, PLAYER, VISIBLE_TO_SEAT, NodeType
from wd_env.spec.notation import as_int
from wd_env.table.backend_switch import BackendSwitch, DeferredRun
from wd_env.table.game_record import RecordLine

SAMPLED, EXPLICIT = "sampled", "explicit"


class GamePlay(BackendSwitch):
    """Answers, outcomes and corrections of a game at one table; errors leave everything as it was."""

    chance: str  # SAMPLED or EXPLICIT

    def play(self, action: str | int, *outcomes: str, seat: int | None = None) -> None:
        """Answer the open question by its text or number, then, in asked mode, chance by the outcomes `luck`.

        IllegalAction for what is not offered, WrongSeat when another `seat` than the asked one answers; at a table that
        `punishes` a seat pays for both, if what it answers is an action at all.
        """
        if not outcomes and self._step_compiled(action, seat):
            return
        state = self._interpreted_state()
        before = (state.copy(), len(self.lines), list(self._stream)) if outcomes or self._has_reporter else None
        try:
            self._play_one(action, seat)
            for outcome in outcomes:
                self._check_chance_is_open(outcome)
                self._play_one(outcome, None)
        except Exception:
            if before is not None:
                self.state, kept, self._stream = before
                del self.lines[kept:]
            raise

    def _check_chance_is_open(self, outcome: str) -> None:
        """Refuse by IllegalAction what follows the first answer of a call where no chance is open."""
        question = self.node
        if question.kind != CHANCE:
            now = f"{question.name} is a decision of its own" if question.kind == PLAYER else "the game is over"
            raise IllegalAction(
                f"{quoted(outcome)} cannot follow: expected only outcomes of chance after an answer; now {now}"
            )

    def _play_one(self, action: str | int, seat: int | None) -> None:
        question = self.node
        if question.kind not in (PLAYER, CHANCE):
            raise IllegalAction(f"{quoted(action)} is not asked for: the game is over")
        try:
            self._check_seat(seat)
            number = self._index(action)
        except (IllegalAction, WrongSeat):
            offence = self._violation(action, seat)
            if offence is None:
                raise
            self.lines.append(offence)
            self.game.violations.apply_violation(self._state, offence.seat, [0] * len(self.game.actions))
        else:
            self._add_line(question, number)
            self.game.engine.step(self._state, number)
        self._resolve_chance()

    def _check_seat(self, seat: int | None) -> None:
        question = self.node
        if seat is not None and (question.kind != PLAYER or as_int(seat) != self.seat):
            asked = f"seat {self.seat} is" if question.kind == PLAYER else "chance is"
            raise WrongSeat(f"seat {quoted(seat)} is not asked; {asked} asked for {question.name}")

    def _violation(self, action: str | int, seat: int | None) -> RecordLine | None:
        """The line of an illegal answer that is punished; None where it is an error."""
        rows = self.game.actions
        offender = as_int(seat)
        if seat is None and self.node.kind == PLAYER:
            offender = self.seat
        if offender is None or offender not in range(self._state.seats) or not self.can_be_penalized(offender):
            return None
        try:
            text = rows.text(rows.index(action) if isinstance(action, str) else action)
        except IllegalAction:  # no action at all is no deed
            return None
        return RecordLine(text, offender, is_illegal=True)

    def _index(self, action: str | int) -> int:
        """The number the rules take; IllegalAction when it is not offered."""
        question = self.node
        rows = self.game.actions if question.kind == PLAYER else self.game.outcomes
        first = question.first_outcome
        row = rows.index(action) if isinstance(action, str) else as_int(action)
        if row is None:
            raise IllegalAction(f"{quoted(action)} is no {rows.name}; allowed are a text or a whole number")
        number = row - first  # decisions have no first outcome
        offered = self.mask() if question.kind == PLAYER else self._legal_outcomes()
        if not 0 <= number < len(offered) or not offered[number]:
            raise IllegalAction(f"{quoted(action)} is not offered at {question.name}; allowed are {self.legal_texts()}")
        if question.kind == CHANCE and not self._weights()[number]:  # not named, for it is somebody's secret
            raise IllegalAction(f"that outcome of {question.name} is impossible now; allowed are those nobody has")
        return number

    def _add_line(self, node: NodeType, index: int) -> None:
        visible_to = self.home_seat(self.player) if node.visible_to == VISIBLE_TO_SEAT else None
        if node.kind == PLAYER:
            self.lines.append(RecordLine(self.game.actions.text(index), self.seat, visible_to))
        else:
            self.lines.append(RecordLine(self.game.outcomes.text(node.first_outcome + index), None, visible_to))

    @property
    def _may_run_compiled(self) -> bool:
        is_open = self.chance == SAMPLED and self.node.kind == PLAYER and not self.penalizes_violations
        return is_open and not self._has_reporter and not self.has_external_chance

    @cached_property
    def has_external_chance(self) -> bool:
        """Some chance of this game is reported from outside, under the options in force."""
        chances = (code for code, question in enumerate(self.game.nodes) if question.kind == CHANCE)
        return any(self.game.judged_externally(self._state, code) for code in chances)

    def _lines_of(self, run: DeferredRun) -> list[RecordLine]:
        shadow = object.__new__(type(self))
        BackendSwitch.__init__(shadow)
        shadow.game, shadow.chance, shadow.state, shadow._stream = self.game, SAMPLED, run.state, run.stream
        for answer in run.actions:
            shadow._play_one(answer, None)
        return shadow._lines

    def _resolve_chance(self) -> None:
        while self.chance == SAMPLED and self.node.kind == CHANCE:
            if self.judged_externally and not self._has_reporter:
                return
            outcome = self._report_outcome() if self.judged_externally else self._sample_outcome()
            self._add_line(self.node, outcome)
            self.game.engine.step(self._state, outcome)

    # Correcting

    def correct(self, text: str) -> None:
        """Set something right by hand; what is open stays open, and the record has the correction as a line.

        IllegalAction for what cannot be set so, StateError for a table that cannot be; nothing is changed then.
        """
        if self.is_terminal:
            raise IllegalAction(f"{text!r} sets nothing right: the game is over")
        before, self.state = self.state, self.state.copy()
        try:
            self._correct(text)
            self.game.check_state(self.state)
            if self.is_stuck:
                raise StateError(f"after {text!r} the open question {self.node.name} has no answer")
        except Exception:
            self.state = before
            raise
        self.lines.append(RecordLine(text, None, is_correction=True))

    def _correct(self, text: str) -> None:
        """Change the state as the text says; a game's own table knows how."""
        raise IllegalAction(f"{text!r} sets nothing right: {self.game.name} has no corrections")

    def play_line(self, line: RecordLine) -> None:
        """Play a line of a record: an answer, an outcome or a correction. Errors as `play` and `correct`."""
        if line.is_correction:
            self.correct(line.text)
        else:
            self.play(line.text, seat=line.seat)

    def _sample_outcome(self) -> int:
        weights = self._weights()
        if not any(weights):
            raise StateError(f"{self.node.name} has no outcome that can be drawn; allowed is one at least")
        outcome: int = weighted_draw(self._stream, weights, len(weights))
        return outcome

    @property
    def _has_reporter(self) -> bool:
        """Somebody is at hand whom `_report` can ask."""
        return False

    def _report_outcome(self) -> int:
        """The outcome of chance that is reported; a game's own table knows whom to ask."""
        raise ConfigError(f"{self.node.name} is reported from outside, and {self.game.name} has nobody to ask")


def check_chance_mode(chance: Any) -> None:
    """Raise ConfigError unless `chance` is SAMPLED or EXPLICIT."""
    if chance not in (SAMPLED, EXPLICIT):
        raise ConfigError(f"chance is {quoted(chance)}; allowed are {SAMPLED}, {EXPLICIT}")
