"""One game on the compiled rules: its state as a record, its chance stream, and what is asked, rewritten by each call.

`core.table.Table` plays on it where the rules are compiled, bit for bit as it plays interpreted.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.kernel_arrays import BUFFERS, TEMPLATES, dims_of, zeros
from wd_env.batch.kernel_runner import KernelRunner
from wd_env.batch.mask_bits import stuck_error
from wd_env.kernels import game_loop
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.state_schema import GameState


class RecordFields:
    """The fields of a state that lies in a record, by name: ints and arrays, to be read and never kept."""

    __slots__ = ("_fields",)

    def __init__(self, fields: dict[str, NDArray[Any]]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        return self._fields[name][0]


class CompiledBackend:
    """A batch of one without its bookkeeping: no restarts, no templates, nothing shaped.

    `mask` int8[actions] and `obs` int8[size] of the asked seat, both also as `rows` of one, `rewards` float32[players]
    (of the last step), `standings` int64[terms*players] and `now` (the state, to be read field by field) are rewritten
    by calls; `question`, `seat`, `player` and `is_terminal` say who is asked for what, `homes` and `players` never
    change in a game.
    """

    def __init__(self, game: GameSpec) -> None:
        self.game = game
        self._row = np.zeros(1, np.int64)
        self._action = np.zeros(1, np.int64)
        self._arrays = zeros(game, {**dims_of(game, 1, shaped=True), TEMPLATES: 1}, BUFFERS)
        states = self._arrays["states"]
        self._bytes = states.view(np.uint8)
        self._stream, self._over = self._arrays["streams"], self._arrays["terminal"]
        self._node = states["node"]
        self._seat, self._player = self._arrays["seat"], self._arrays["player"]
        self._run = KernelRunner(game, 1, 1)
        self.rows = self._arrays["obs"], self._arrays["masks"]
        self.mask = self._arrays["masks"][0]
        self.obs = self._arrays["obs"][0]
        self.rewards = self._arrays["rewards"][0]
        self.potentials = self._arrays["potentials"][0]
        self._record: Any = states[0]
        self.fields = RecordFields({name: states[name] for name in game.schema.by_name})

    def warm(self) -> None:
        """Load or compile the rules, and play nothing."""
        nothing = np.zeros(0, np.int64)
        self._run(game_loop.STEP, nothing, nothing, self._arrays)

    _step: Callable[[], int]  # bound when the first state is loaded
    home_seats: list[int]  # own seat of each player

    def load(self, state: GameState, stream: list[int]) -> None:
        """Go on from this state, at a decision or at the end, with this chance stream."""
        self._bytes[:] = np.frombuffer(state.to_bytes(), np.uint8)
        self._stream[0] = stream
        self._over[0] = self.game.engine.is_terminal(state)
        self.players = state.players  # type: ignore[attr-defined]
        self.home_seats = state.home_seat[: self.players]  # type: ignore[attr-defined]
        self._run(game_loop.REFRESH, self._row, self._action, self._arrays)
        self._step = self._run.bind(game_loop.STEP, self._row, self._action, self._arrays)
        self._read_scalars()

    def step(self, action: int) -> bool:
        """Give a legal action and settle the chance that follows; False, and nothing has changed, for another one.

        StateError where nobody can go on after it.
        """
        self._action[0] = action
        found = self._step()
        if found != game_loop.NO_ERROR and found > game_loop.STUCK:
            return False
        self._read_scalars()
        if found != game_loop.NO_ERROR:
            raise stuck_error(self.game, self.node, self.seat)
        return True

    def _read_scalars(self) -> None:
        """What every caller asks for after a step, taken out of the arrays once."""
        self.node: int = self._node.item()
        self.seat: int = self._seat.item()
        self.player: int = self._player.item()
        self.is_terminal: bool = self._over.item()

    def observe(self, seat: int) -> NDArray[np.int8]:
        """What a seat sees, a fresh int8[size]."""
        out: NDArray[np.int8] = np.zeros((1, len(self.obs)), np.int8)
        self._action[0] = seat
        self._run(game_loop.OBSERVE, self._row, self._action, {**self._arrays, "obs": out})
        seen: NDArray[np.int8] = out[0]
        return seen

    @property
    def stream(self) -> list[int]:
        """Where the chance stream stands."""
        stream: list[int] = self._stream[0].tolist()
        return stream

    def state(self) -> GameState:
        """The state as plain ints and lists, a fresh one."""
        return self.game.schema.from_record(self._record)
