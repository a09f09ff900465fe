"""The choice between the interpreted and the compiled backend of a table."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from wd_env.spec.game_spec import PLAYER
from wd_env.spec.notation import as_int
from wd_env.spec.state_schema import GameState
from wd_env.table.compiled_warmup import compiled_backend_for
from wd_env.table.game_history import GameHistory
from wd_env.table.game_record import RecordLine
from wd_env.table.interpreted_backend import InterpretedBackend
from wd_env.table.state_backend import PolicyOf, Snapshot, StateBackend, node_of

if TYPE_CHECKING:
    from wd_env.table.compiled_backend import CompiledBackend

UNOBSERVED_STEPS = 4  # steps in a row without access to the state, after which compiled rules are worth loading
MAX_UNOBSERVED_STEPS = 1024  # limit for callers that access the state again and again; each switch costs a few steps
SHORT_RUN = 32  # steps; a shorter compiled run doubles the number of unobserved steps required


class BackendSwitch:
    """The state of a game in one of two backends, and the lines of the game.

    The compiled backend is used if chance is sampled, nothing is reported or penalised, and the state has not been
    accessed for some steps. Access to the state makes the interpreted backend active, because the caller may change
    the state.

    Args:
        interpreted: The state.
        history: The lines.
        is_sampled: Whether all chance is sampled, so that compiled rules may be used.

    Attributes:
        active: The backend that has the current state.
    """

    active: StateBackend

    def __init__(self, interpreted: InterpretedBackend, history: GameHistory, is_sampled: bool) -> None:
        self.game = interpreted.game
        self.active = interpreted
        self.is_sampled = is_sampled
        self._num_actions = len(interpreted.game.actions)
        self._interpreted = interpreted
        self._history = history
        self._compiled: CompiledBackend | None = None
        self._run: list[int] | None = None  # actions of the compiled run in progress
        self._unobserved_steps, self._min_unobserved_steps = 0, UNOBSERVED_STEPS

    @cached_property
    def has_external_chance(self) -> bool:
        """Whether some chance of this game is reported, never sampled, under its rule options."""
        return bool(self.game.external_chance(self.active.fields))

    def interpreted(self) -> InterpretedBackend:
        """Make the interpreted backend active and return it."""
        if self._run is not None:
            if len(self._run) < SHORT_RUN:
                self._min_unobserved_steps = min(2 * self._min_unobserved_steps, MAX_UNOBSERVED_STEPS)
            self._interpreted.fields, self._interpreted.stream = self.active.snapshot()
            self.active, self._run = self._interpreted, None
        return self._interpreted

    def observed(self) -> InterpretedBackend:
        """Do as `interpreted`, for a caller outside the table."""
        self._unobserved_steps = 0
        return self.interpreted()

    def load(self, state: GameState, stream: list[int] | None = None) -> None:
        """Continue from another state, by default with the same chance stream."""
        backend = self.observed()
        backend.fields = state
        backend.stream = backend.stream if stream is None else stream

    def lines(self) -> list[RecordLine]:
        """Return the lines so far; the list may be changed."""
        lines = self._history.replay_runs()
        if self._run is not None:  # the run continues from here
            self._run = self._history.start_run(self.active.snapshot())
        return lines

    def step(self, action: object, seat: int | None) -> bool:
        """Play an action with the compiled rules.

        Returns:
            False, and nothing has changed, if the compiled rules are not used or the action is illegal.
        """
        index = action if type(action) is int else as_int(action)
        if index is None or not 0 <= index < self._num_actions or not (self._run is not None or self._start_run()):
            return False
        compiled: Any = self._compiled
        if (seat is not None and as_int(seat) != compiled.seat) or not compiled.step(index):
            return False
        self._run.append(index)  # type: ignore[union-attr]  # there is a run
        return True

    def play_policies(self, policy_of: PolicyOf) -> tuple[int, int | None]:
        """Play actions of array policies with the compiled rules, if they are used.

        Returns:
            The number of actions played, and an illegal action that was not played or None; see `StateBackend`.
        """
        run = [] if self._run is None else self._run
        num_before = len(run)
        illegal = self.active.play_policies(policy_of, run)
        return len(run) - num_before, illegal

    def prefer_compiled(self) -> None:
        """Use the compiled rules from now on if they are ready."""
        self._unobserved_steps = max(self._unobserved_steps, self._min_unobserved_steps)
        if self._run is None and not self.active.is_terminal:
            self._start_run()

    def _start_run(self) -> bool:
        self._unobserved_steps += 1
        if self._unobserved_steps <= self._min_unobserved_steps or not self._may_compile():
            return False
        if self._compiled is None:
            self._compiled = compiled_backend_for(self.game)
            if self._compiled is None:
                return False
        start = Snapshot(self._interpreted.fields, self._interpreted.stream)
        self._compiled.load(*start)
        self._run = self._history.start_run(start)
        self.active = self._compiled
        return True

    def _may_compile(self) -> bool:
        if not self.is_sampled or node_of(self.active).kind != PLAYER:
            return False
        return not (self.game.violations.penalizes_violations(self.active.fields) or self.has_external_chance)
