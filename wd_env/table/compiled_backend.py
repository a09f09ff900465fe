"""A state played by the compiled rules, as a batch of one without its bookkeeping."""

from collections.abc import Callable
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.kernel_arrays import BUFFERS, TEMPLATES, dims_of, zeros
from wd_env.batch.kernel_runner import KernelRunner
from wd_env.batch.mask_bits import stuck_error
from wd_env.kernels import game_loop
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.state_schema import GameState
from wd_env.table.state_backend import ArrayPolicy, Int8Array, PolicyOf, Snapshot, check_seat_exists


class RecordFields:
    """The fields of a state in a NumPy record as attributes: ints, and arrays that the next step overwrites."""

    __slots__ = ("_fields",)

    def __init__(self, fields: dict[str, NDArray[Any]]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        return self._fields[name][0]


class CompiledBackend:
    """A state that the compiled rules play, at a decision or at the end; see `StateBackend`.

    The arrays of an instance are rewritten by each step.
    """

    node: int
    seat: int
    player: int
    players: int
    is_terminal: bool
    _home_seats: list[int]
    _step: Callable[[], int]

    def __init__(self, game: GameSpec) -> None:
        self.game = game
        self._row = np.zeros(1, np.int64)
        self._action = np.zeros(1, np.int64)
        self._arrays = zeros(game, {**dims_of(game, 1, shaped=True), TEMPLATES: 1}, BUFFERS)
        states = self._arrays["states"]
        self._bytes = states.view(np.uint8)
        self._stream, self._terminal = self._arrays["streams"], self._arrays["terminal"]
        self._node = states["node"]
        self._seat, self._player = self._arrays["seat"], self._arrays["player"]
        self._run = KernelRunner(game, 1, 1)
        self._policy_rows = self._arrays["obs"], self._arrays["masks"]
        [self._obs], [self._mask] = self._policy_rows
        [self._rewards], [self._potentials] = self._arrays["rewards"], self._arrays["potentials"]
        [self._record] = states
        [self._owner], [self._in_play] = states["owner"], states["in_play"]
        self.fields = RecordFields({name: states[name] for name in game.schema.by_name})

    def warm(self) -> None:
        """Load or compile the rules without playing."""
        nothing = np.zeros(0, np.int64)
        self._run(game_loop.STEP, nothing, nothing, self._arrays)

    def load(self, state: GameState, stream: list[int]) -> None:
        """Continue from a copy of this state, which is at a decision, with this chance stream."""
        self._bytes[:] = np.frombuffer(state.to_bytes(), np.uint8)
        self._stream[0] = stream
        self._terminal[0] = False
        self.players = state.players  # type: ignore[attr-defined]
        self._home_seats = state.home_seat[: self.players]  # type: ignore[attr-defined]
        self._run(game_loop.REFRESH, self._row, self._action, self._arrays)
        self._step = self._run.bind(game_loop.STEP, self._row, self._action, self._arrays)
        self._read_scalars()

    def step(self, action: int) -> bool:
        """Play an action and the chance that follows.

        Returns:
            False, and nothing has changed, if the action is illegal.

        Raises:
            StateError: If the next decision has no legal action.
        """
        self._action[0] = action
        error = self._step()
        if error >= 0:
            return False
        self._read_scalars()
        if error != game_loop.NO_ERROR:
            raise stuck_error(self.game, self.node, self.seat)
        return True

    def _read_scalars(self) -> None:
        """Read once per step what every caller needs."""
        self.node = self._node.item()
        self.seat = self._seat.item()
        self.player = self._player.item()
        self.is_terminal = self._terminal.item()

    def home_seat(self, player: int) -> int:
        """Return the home seat of a player."""
        return self._home_seats[player]

    def owners_in_play(self) -> set[int]:
        """Return the players with a seat in the game."""
        return set(compress(self._owner.tolist(), self._in_play.tolist()))

    def mask(self) -> list[int]:
        """Return 1 for each legal action and 0 for the others; all 0 unless a player is to decide."""
        mask: list[int] = self._mask.tolist()
        return mask

    def mask_array(self) -> Int8Array:
        """Return `mask` as a new int8[actions]."""
        mask: Int8Array = self._mask.copy()
        return mask

    def observe(self, seat: int) -> list[int]:
        """Return the observation of a seat."""
        obs: list[int] = self.observe_array(seat).tolist()
        return obs

    def observe_array(self, seat: int) -> Int8Array:
        """Return `observe` as a new int8[size]."""
        if seat == self.seat and not self.is_terminal:
            obs: Int8Array = self._obs.copy()
            return obs
        check_seat_exists(self, seat)
        out: Int8Array = np.zeros((1, len(self._obs)), np.int8)
        self._action[0] = seat
        self._run(game_loop.OBSERVE, self._row, self._action, {**self._arrays, "obs": out})
        row: Int8Array = out[0]
        return row

    def observation_and_mask(self, seat: int) -> tuple[Int8Array, Int8Array]:
        """Return observation and mask of a seat; the mask is all 0 unless the seat is to decide."""
        mask = self.mask_array() if seat == self.seat else np.zeros_like(self._mask)
        return self.observe_array(seat), mask

    def rewards(self) -> list[float]:
        """Return the float32 reward of each player in the last step."""
        rewards: list[float] = self._rewards[: self.players].tolist()
        return rewards

    def potentials(self) -> list[int]:
        """Return the potential of each shaping term and player, term by term; all 0 after the end."""
        potentials: list[int] = self._potentials.tolist()
        return [0] * len(potentials) if self.is_terminal else potentials

    @property
    def stream(self) -> list[int]:
        """Key and counter of the chance stream, as a new list."""
        stream: list[int] = self._stream[0].tolist()
        return stream

    def snapshot(self) -> Snapshot:
        """Return a copy of the state and of its chance stream."""
        return Snapshot(self.game.schema.from_record(self._record), self.stream)

    def play_policies(self, policy_of: PolicyOf, actions: list[int]) -> int | None:
        """Play actions of array policies until a player without one is to decide or the game ends."""
        policies: dict[int, ArrayPolicy | None] = {}
        while not self.is_terminal:
            player = self.player
            if player not in policies:
                policies[player] = policy_of(player)
            policy = policies[player]
            if policy is None:
                break
            action = policy(self.game, *self._policy_rows)
            if not self.step(action):
                return action
            actions.append(action)
        return None
