"""One game on the compiled rules: its state as a record, its chance stream, and what is asked, rewritten by each call.

`core.table.Table` plays on it where the rules are compiled, bit for bit as it plays interpreted.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.kernel_arrays import HELD, KINDS, sides_of, zeros
from wd_env.batch.kernel_runner import Runner
from wd_env.batch.mask_bits import stuck
from wd_env.kernels import game_loop
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.state_schema import PyState


class Now:
    """The fields of a state that lies in a record, by name: ints and arrays, to be read and never kept."""

    __slots__ = ("_fields",)

    def __init__(self, fields: dict[str, NDArray[Any]]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        return self._fields[name][0]


class Solo:
    """A batch of one without its bookkeeping: no restarts, no templates, nothing shaped.

    `mask` int8[actions] and `obs` int8[size] of the asked seat, both also as `rows` of one, `rewards` float32[players]
    (of the last step), `standings` int64[terms*players] and `now` (the state, to be read field by field) are rewritten
    by calls; `question`, `seat`, `player` and `is_over` say who is asked for what, `homes` and `players` never change
    in a game.
    """

    def __init__(self, game: GameSpec) -> None:
        self.game = game
        self._row = np.zeros(1, np.int64)
        self._action = np.zeros(1, np.int64)
        self._games = zeros(game, {**sides_of(game, 1, shaped=True), KINDS: 1}, HELD)
        states = self._games["states"]
        self._bytes = states.view(np.uint8)
        self._stream, self._over = self._games["streams"], self._games["over"]
        self._question = states["question"]
        self._seat, self._player = self._games["seat"], self._games["player"]
        self._run = Runner(game, 1, 1)
        self.rows = self._games["obs"], self._games["masks"]
        self.mask = self._games["masks"][0]
        self.obs = self._games["obs"][0]
        self.rewards = self._games["rewards"][0]
        self.standings = self._games["standings"][0]
        self._record: Any = states[0]
        self.now = Now({name: states[name] for name in game.schema.by_name})

    def warm(self) -> None:
        """Load or compile the rules, and play nothing."""
        nothing = np.zeros(0, np.int64)
        self._run(game_loop.STEP, nothing, nothing, self._games)

    _step: Callable[[], int]  # bound when the first state is loaded
    homes: list[int]  # own seat of each player

    def load(self, state: PyState, stream: list[int]) -> None:
        """Go on from this state, at a decision or at the end, with this chance stream."""
        self._bytes[:] = np.frombuffer(state.to_bytes(), np.uint8)
        self._stream[0] = stream
        self._over[0] = self.game.engine.is_over(state)
        self.players = state.players  # type: ignore[attr-defined]
        self.homes = state.home[: self.players]  # type: ignore[attr-defined]
        self._run(game_loop.LOOK, self._row, self._action, self._games)
        self._step = self._run.bound(game_loop.STEP, self._row, self._action, self._games)
        self._note()

    def step(self, action: int) -> bool:
        """Give a legal action and settle the chance that follows; False, and nothing has changed, for another one.

        StateError where nobody can go on after it.
        """
        self._action[0] = action
        found = self._step()
        if found != game_loop.ALL_GOOD and found > game_loop.STUCK:
            return False
        self._note()
        if found != game_loop.ALL_GOOD:
            raise stuck(self.game, self.question, self.seat)
        return True

    def _note(self) -> None:
        """What every caller asks for after a step, taken out of the arrays once."""
        self.question: int = self._question.item()
        self.seat: int = self._seat.item()
        self.player: int = self._player.item()
        self.is_over: bool = self._over.item()

    def observe(self, seat: int) -> NDArray[np.int8]:
        """What a seat sees, a fresh int8[size]."""
        out: NDArray[np.int8] = np.zeros((1, len(self.obs)), np.int8)
        self._action[0] = seat
        self._run(game_loop.LOOK_AS, self._row, self._action, {**self._games, "obs": out})
        seen: NDArray[np.int8] = out[0]
        return seen

    @property
    def stream(self) -> list[int]:
        """Where the chance stream stands."""
        stream: list[int] = self._stream[0].tolist()
        return stream

    def state(self) -> PyState:
        """The state as plain ints and lists, a fresh one."""
        return self.game.schema.from_record(self._record)
