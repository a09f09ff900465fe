"""A table that runs ahead on the compiled rules; its state and its lines catch up when somebody asks for them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.spec.game_spec import PLAYER, GameSpec, NodeType
from wd_env.spec.notation import as_int
from wd_env.spec.state_schema import GameState
from wd_env.spec.view import View
from wd_env.table.compiled_warmup import compiled_backend_for
from wd_env.table.game_record import RecordLine
from wd_env.table.state_backend import InterpretedBackend

ArrayPolicy = Callable[[GameSpec, NDArray[np.int8], NDArray[np.int8]], int]
"""Answers one row, observation int8[1, size] and mask int8[1, actions]; the arrays are the table's own, to be read."""

UNOBSERVED_STEPS = 4  # answers in a row without a look at the whole state, after which it is worth running ahead
MAX_UNOBSERVED_STEPS = (
    1024  # wanted at most, where somebody looks again and again; taking the state over costs a few answers
)
SHORT_RUN = 32  # answers ahead within which a look at the state makes the table more careful


# Attributes that say how far ahead a table is.
BACKEND_ATTRIBUTES = ("_state", "_compiled", "_is_compiled", "_deferred_runs", "_lines")


class DeferredRun(NamedTuple):
    """Answers that were given ahead, and from where: played again interpreted they give their lines."""

    state: Any
    stream: list[int]
    actions: list[int]


class BackendSwitch(InterpretedBackend, ABC):
    """The part of a table that knows whether its state is plain or ahead on compiled rules.

    `state` and `lines` are as if it had never been ahead. A look at `state` ends a run, for whoever looks may change
    it; what `InterpretedBackend` tells does not.
    """

    _stream: list[int]  # key and counter of the chance stream while the state is plain
    _compiled: Any = None  # a `CompiledBackend`, from the first run on
    _is_compiled = False
    _unobserved_steps, _min_unobserved_steps = 0, UNOBSERVED_STEPS

    def __init__(self) -> None:
        self._deferred_runs: list[DeferredRun] = []
        self._lines: list[RecordLine] = []

    @property
    def state(self) -> Any:
        """The state of the game; what is changed in it holds."""
        self._unobserved_steps = 0
        return self._interpreted_state()

    @state.setter
    def state(self, state: Any) -> None:
        self._is_compiled, self._unobserved_steps, self._state = False, 0, state

    def _interpreted_state(self) -> Any:
        """The state for the table itself, which knows what it changes."""
        if self._is_compiled:
            self._switch_to_interpreted()
        return self._state

    @property
    def lines(self) -> list[RecordLine]:
        """What was answered, line by line."""
        runs, self._deferred_runs = self._deferred_runs, []
        for run in runs:
            self._lines += self._lines_of(run)
        if self._is_compiled:  # the run goes on from here
            self._deferred_runs.append(DeferredRun(self._compiled.state(), self._compiled.stream, []))
        return self._lines

    @lines.setter
    def lines(self, lines: list[RecordLine]) -> None:
        self._deferred_runs, self._lines = [], lines

    @abstractmethod
    def _lines_of(self, run: DeferredRun) -> list[RecordLine]:
        """What a table notes of these answers."""

    @property
    @abstractmethod
    def _may_run_compiled(self) -> bool:
        """Chance is sampled, and nothing can happen that the compiled rules do not do by themselves."""

    # Running

    def _step_compiled(self, action: object, seat: int | None) -> bool:
        """Give this answer on the compiled rules; False, and nothing has changed, where that cannot be."""
        number = action if type(action) is int else as_int(action)
        if (
            number is None
            or not 0 <= number < len(self.game.actions)
            or not (self._is_compiled or self._switch_to_compiled())
        ):
            return False
        solo = self._compiled
        if (seat is not None and as_int(seat) != solo.seat) or solo.is_terminal or not solo.step(number):
            return False
        self._deferred_runs[-1].actions.append(number)
        return True

    def play_compiled(self, policy_of: Callable[[int], ArrayPolicy | None]) -> int:
        """Let players answer on the compiled rules until one without an answer is asked or the game is over.

        `policy_of(player)` is called at most once for each player. Returns how many answers were given: none where the
        table is not ahead. IllegalAction, with all before it given, for an answer that is not legal.
        """
        if not self._is_compiled:
            return 0
        solo, given = self._compiled, self._deferred_runs[-1].actions
        before, answers = len(given), dict[int, ArrayPolicy | None]()
        while not solo.is_terminal:
            player = solo.player
            if player not in answers:
                answers[player] = policy_of(player)
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
    def play(self, action: str | int, *outcomes: str, seat: int | None = None) -> None:
        """Give an answer to the open question; see `Table.play`."""

    def prefer_compiled(self) -> None:
        """Go on the compiled rules now if they are there, for a caller who is not about to look at the state."""
        self._unobserved_steps = max(self._unobserved_steps, self._min_unobserved_steps)
        if not (self._is_compiled or self.is_terminal):
            self._switch_to_compiled()

    def _switch_to_compiled(self) -> bool:
        self._unobserved_steps += 1
        if self._unobserved_steps <= self._min_unobserved_steps or not self._may_run_compiled:
            return False
        if self._compiled is None:
            self._compiled = compiled_backend_for(self.game)
            if self._compiled is None:
                return False
        self._compiled.load(self._state, self._stream)
        self._deferred_runs.append(DeferredRun(self._state, self._stream, []))
        self._is_compiled = True
        return True

    def _switch_to_interpreted(self) -> None:
        if len(self._deferred_runs[-1].actions) < SHORT_RUN:
            self._min_unobserved_steps = min(2 * self._min_unobserved_steps, MAX_UNOBSERVED_STEPS)
        self._state, self._stream, self._is_compiled = self._compiled.state(), self._compiled.stream, False

    # Reading

    @property
    def _fields(self) -> Any:
        if not self._is_compiled:
            return self._state
        return self._compiled.fields

    @property
    def node(self) -> NodeType:
        """The open question."""
        return self.game.nodes[self._compiled.node] if self._is_compiled else super().node

    @property
    def seat(self) -> int:
        """The seat whose matter the open question is; its player answers when the question is a decision."""
        return self._compiled.seat if self._is_compiled else super().seat

    @property
    def player(self) -> int:
        """The player who answers for the seat whose matter the open question is."""
        return self._compiled.player if self._is_compiled else super().player

    @property
    def current_player(self) -> int | None:
        """The player who has a decision to take; None while chance is open and once the game is over."""
        if not self._is_compiled:
            return super().current_player
        solo = self._compiled
        return solo.player if self.game.nodes[solo.node].kind == PLAYER else None

    @property
    def players(self) -> int:
        """Players at the table; each has a seat of its own and may play others besides."""
        return self._compiled.players if self._is_compiled else super().players

    @property
    def is_terminal(self) -> bool:
        """The game has ended, with a winner or without, or was cut."""
        return self._compiled.is_terminal if self._is_compiled else super().is_terminal

    def home_seat(self, player: int) -> int:
        """The player's own seat."""
        return self._compiled.home_seats[player] if self._is_compiled else super().home_seat(player)

    def mask(self) -> list[int]:
        """1 for each action the asked seat may answer, 0 for the rest; all 0 unless a decision is open."""
        return self._compiled.mask.tolist() if self._is_compiled else super().mask()

    def observe(self, seat: int) -> list[int]:
        """The observation of a seat: `layout.size` whole numbers; WrongSeat for a seat that is not at the table."""
        return self.observe_array(seat).tolist() if self._is_compiled else super().observe(seat)

    def mask_array(self) -> NDArray[np.int8]:
        """The same as `mask`, a fresh int8[actions]."""
        return self._compiled.mask.copy() if self._is_compiled else np.array(super().mask(), np.int8)

    def observe_array(self, seat: int) -> NDArray[np.int8]:
        """The same as `observe`, a fresh int8[size]."""
        if not self._is_compiled:
            return np.array(super().observe(seat), np.int8)
        if seat == self._compiled.seat and not self._compiled.is_terminal:
            asked: NDArray[np.int8] = self._compiled.obs.copy()
            return asked
        self._check_present(seat)
        seen: NDArray[np.int8] = self._compiled.observe(seat)
        return seen

    def view(self, seat: int) -> View:
        """What a bot in this seat is given; its mask is all 0 unless the seat is asked."""
        if not self._is_compiled:
            return super().view(seat)
        seen, is_asked = self.observe_array(seat), seat == self._compiled.seat
        mask = self.mask_array() if is_asked else np.zeros_like(self._compiled.mask)
        return View(self.game, seen, mask, partial(self._resampled_state, seat, seen))

    def _copy_state(self) -> GameState:
        return self._compiled.state() if self._is_compiled else super()._copy_state()

    def rewards(self) -> list[float]:
        """What the last answer brought each player by the rules: float32 returns at the end of the game, else 0."""
        if self._is_compiled:
            paid: list[float] = self._compiled.rewards[: self.players].tolist()
            return paid
        return super().rewards()

    def potentials(self) -> list[int]:
        """What the game's terms count, term by term and player by player; all 0 once the game is over."""
        if self._is_compiled and not self.is_terminal:
            counts: list[int] = self._compiled.potentials.tolist()
            return counts
        return super().potentials()
