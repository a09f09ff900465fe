"""A table that runs ahead on the compiled rules; its state and its lines catch up when somebody asks for them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.spec.game_spec import DECISION, GameSpec, Question
from wd_env.spec.notation import whole
from wd_env.spec.state_schema import PyState
from wd_env.spec.view import View
from wd_env.table.compiled_warmup import solo_for
from wd_env.table.game_record import Line
from wd_env.table.state_backend import OpenQuestion

Answer = Callable[[GameSpec, NDArray[np.int8], NDArray[np.int8]], int]
"""Answers one row, observation int8[1, size] and mask int8[1, actions]; the arrays are the table's own, to be read."""

CALM = 4  # answers in a row without a look at the whole state, after which it is worth running ahead
MOST_CALM = 1024  # wanted at most, where somebody looks again and again; taking the state over costs a few answers
EARLY = 32  # answers ahead within which a look at the state makes the table more careful


AHEAD = ("_state", "_solo", "_is_ahead", "_runs", "_lines")  # attributes that say how far ahead a table is


class Run(NamedTuple):
    """Answers that were given ahead, and from where: played again interpreted they give their lines."""

    state: Any
    stream: list[int]
    answers: list[int]


class Ahead(OpenQuestion, ABC):
    """The part of a table that knows whether its state is plain or ahead on compiled rules.

    `state` and `lines` are as if it had never been ahead. A look at `state` ends a run, for whoever looks may change
    it; what `OpenQuestion` tells does not.
    """

    _stream: list[int]  # key and counter of the chance stream while the state is plain
    _solo: Any = None  # a `Solo`, from the first run on
    _is_ahead = False
    _calm, _calm_wanted = 0, CALM

    def __init__(self) -> None:
        self._runs: list[Run] = []
        self._lines: list[Line] = []

    @property
    def state(self) -> Any:
        """The state of the game; what is changed in it holds."""
        self._calm = 0
        return self._plain()

    @state.setter
    def state(self, state: Any) -> None:
        self._is_ahead, self._calm, self._state = False, 0, state

    def _plain(self) -> Any:
        """The state for the table itself, which knows what it changes."""
        if self._is_ahead:
            self._come_back()
        return self._state

    @property
    def lines(self) -> list[Line]:
        """What was answered, line by line."""
        runs, self._runs = self._runs, []
        for run in runs:
            self._lines += self._lines_of(run)
        if self._is_ahead:  # the run goes on from here
            self._runs.append(Run(self._solo.state(), self._solo.stream, []))
        return self._lines

    @lines.setter
    def lines(self, lines: list[Line]) -> None:
        self._runs, self._lines = [], lines

    @abstractmethod
    def _lines_of(self, run: Run) -> list[Line]:
        """What a table notes of these answers."""

    @property
    @abstractmethod
    def _may_run_ahead(self) -> bool:
        """Chance is sampled, and nothing can happen that the compiled rules do not do by themselves."""

    # Running

    def _step_ahead(self, answer: object, seat: int | None) -> bool:
        """Give this answer on the compiled rules; False, and nothing has changed, where that cannot be."""
        number = answer if type(answer) is int else whole(answer)
        if number is None or not 0 <= number < len(self.game.actions) or not (self._is_ahead or self._go_ahead()):
            return False
        solo = self._solo
        if (seat is not None and whole(seat) != solo.seat) or solo.is_over or not solo.step(number):
            return False
        self._runs[-1].answers.append(number)
        return True

    def play_ahead(self, answer_of: Callable[[int], Answer | None]) -> int:
        """Let players answer on the compiled rules until one without an answer is asked or the game is over.

        `answer_of(player)` is called at most once for each player. Returns how many answers were given: none where the
        table is not ahead. IllegalAction, with all before it given, for an answer that is not legal.
        """
        if not self._is_ahead:
            return 0
        solo, given = self._solo, self._runs[-1].answers
        before, answers = len(given), dict[int, Answer | None]()
        while not solo.is_over:
            player = solo.player
            if player not in answers:
                answers[player] = answer_of(player)
            answer = answers[player]
            if answer is None:
                break
            action = answer(self.game, *solo.rows)
            if not solo.step(action):
                self.play(action, seat=solo.seat)  # refuses it in its own words
                break
            given.append(action)
        return len(given) - before

    @abstractmethod
    def play(self, answer: str | int, *luck: str, seat: int | None = None) -> None:
        """Give an answer to the open question; see `Table.play`."""

    def run_ahead(self) -> None:
        """Go on the compiled rules now if they are there, for a caller who is not about to look at the state."""
        self._calm = max(self._calm, self._calm_wanted)
        if not (self._is_ahead or self.is_over):
            self._go_ahead()

    def _go_ahead(self) -> bool:
        self._calm += 1
        if self._calm <= self._calm_wanted or not self._may_run_ahead:
            return False
        if self._solo is None:
            self._solo = solo_for(self.game)
            if self._solo is None:
                return False
        self._solo.load(self._state, self._stream)
        self._runs.append(Run(self._state, self._stream, []))
        self._is_ahead = True
        return True

    def _come_back(self) -> None:
        if len(self._runs[-1].answers) < EARLY:
            self._calm_wanted = min(2 * self._calm_wanted, MOST_CALM)
        self._state, self._stream, self._is_ahead = self._solo.state(), self._solo.stream, False

    # Reading

    @property
    def _now(self) -> Any:
        if not self._is_ahead:
            return self._state
        return self._solo.now

    @property
    def question(self) -> Question:
        """The open question."""
        return self.game.questions[self._solo.question] if self._is_ahead else super().question

    @property
    def seat(self) -> int:
        """The seat whose matter the open question is; its player answers when the question is a decision."""
        return self._solo.seat if self._is_ahead else super().seat

    @property
    def player(self) -> int:
        """The player who answers for the seat whose matter the open question is."""
        return self._solo.player if self._is_ahead else super().player

    @property
    def asked(self) -> int | None:
        """The player who has a decision to take; None while chance is open and once the game is over."""
        if not self._is_ahead:
            return super().asked
        solo = self._solo
        return solo.player if self.game.questions[solo.question].kind == DECISION else None

    @property
    def players(self) -> int:
        """Players at the table; each has a seat of its own and may play others besides."""
        return self._solo.players if self._is_ahead else super().players

    @property
    def is_over(self) -> bool:
        """The game has ended, with a winner or without, or was cut."""
        return self._solo.is_over if self._is_ahead else super().is_over

    def home(self, player: int) -> int:
        """The player's own seat."""
        return self._solo.homes[player] if self._is_ahead else super().home(player)

    def mask(self) -> list[int]:
        """1 for each action the asked seat may answer, 0 for the rest; all 0 unless a decision is open."""
        return self._solo.mask.tolist() if self._is_ahead else super().mask()

    def observe(self, seat: int) -> list[int]:
        """The observation of a seat: `layout.size` whole numbers; WrongSeat for a seat that is not at the table."""
        return self.observed(seat).tolist() if self._is_ahead else super().observe(seat)

    def offered(self) -> NDArray[np.int8]:
        """The same as `mask`, a fresh int8[actions]."""
        return self._solo.mask.copy() if self._is_ahead else np.array(super().mask(), np.int8)

    def observed(self, seat: int) -> NDArray[np.int8]:
        """The same as `observe`, a fresh int8[size]."""
        if not self._is_ahead:
            return np.array(super().observe(seat), np.int8)
        if seat == self._solo.seat and not self._solo.is_over:
            asked: NDArray[np.int8] = self._solo.obs.copy()
            return asked
        self._check_there(seat)
        seen: NDArray[np.int8] = self._solo.observe(seat)
        return seen

    def view(self, seat: int) -> View:
        """What a bot in this seat is given; its mask is all 0 unless the seat is asked."""
        if not self._is_ahead:
            return super().view(seat)
        seen, is_asked = self.observed(seat), seat == self._solo.seat
        mask = self.offered() if is_asked else np.zeros_like(self._solo.mask)
        return View(self.game, seen, mask, partial(self._dealt, seat, seen))

    def _copy(self) -> PyState:
        return self._solo.state() if self._is_ahead else super()._copy()

    def rewards(self) -> list[float]:
        """What the last answer brought each player by the rules: float32 returns at the end of the game, else 0."""
        if self._is_ahead:
            paid: list[float] = self._solo.rewards[: self.players].tolist()
            return paid
        return super().rewards()

    def standings(self) -> list[int]:
        """What the game's terms count, term by term and player by player; all 0 once the game is over."""
        if self._is_ahead and not self.is_over:
            counts: list[int] = self._solo.standings.tolist()
            return counts
        return super().standings()
