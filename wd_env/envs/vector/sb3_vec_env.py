"""A native Stable-Baselines3 vector environment over a compiled batch: learning seats against batched opponents."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch, BatchAgent
from wd_env.dependencies import missing_extra_error
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.reset_options import check_reset_options
from wd_env.envs.spaces import action_discrete, observation_box
from wd_env.envs.vector.multi_seat import LEARNER, Ints, Lineup, MultiSeatEnv
from wd_env.errors import ConfigError

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as problem:
    raise missing_extra_error(problem) from None

MAX_IDLE_GAMES = 100  # games on end without a learner: no line-up that means to seat one gets there


class MultiSeatVecEnv(MultiSeatEnv, VecEnv):
    """`n` games in which one policy answers for every learning seat, and other opponents for the rest.

    A step takes one answer of a learning seat in each game and plays on until a learning seat is asked again.
    `acted_seat` int64[n], `seat_rewards` float32[n, seats] (opponents' moves included), `truncated` bool[n] and
    `final_observations` int8[truncated, seats, size] tell who earned what; the scalar reward SB3 is given
    is that of the seat that acted, and so is the `terminal_observation` in the info of a game that has ended. Masks
    come as one array through `env_method("action_masks")`.
    """

    def __init__(
        self,
        batch: Batch,
        opponents: Sequence[BatchAgent],
        lineup: Lineup,
        sample_num_players: Callable[[Ints], Ints] | None = None,
    ) -> None:
        self._idle = np.zeros(batch.n, np.int64)  # games on end in which nobody learned
        MultiSeatEnv.__init__(self, batch, opponents, lineup, sample_num_players)
        self.acted_seat = np.zeros(batch.n, np.int64)
        self.render_mode = None
        VecEnv.__init__(self, batch.n, observation_box(batch.game), action_discrete(batch.game))

    def reset(self) -> NDArray[np.int8]:
        """Begin new games in every row; return the observations int8[n, size] of the seats to act.

        After `seed(seed)` row k plays as a single table with seed + k.
        """
        self._acting_players = None
        self.start_games(seeds=self._seeds)
        self._reset_seeds()
        self._play_opponents()
        return self.batch.obs.copy()

    def set_options(self, options: Any = None) -> None:
        """Refuse any option by ConfigError: these games have none."""
        for one in options if isinstance(options, list) else [options]:
            check_reset_options(one, ())
        super().set_options(options)

    def step_async(self, actions: np.ndarray) -> None:
        """Take one action a game; `step_wait` refuses illegal ones. ResetNeeded before the first reset."""
        if not self.was_reset:
            raise ResetNeeded.before("step")
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions, then all opponents until a learning seat is to act in every game."""
        self._acting_players = self.batch.player.copy()
        self._play(self._rows, self._actions)
        self.acted_seat = self._acting_players
        self._play_opponents()
        self._end_step()
        rewards = self.seat_rewards[self._rows, self.acted_seat]
        return self.batch.obs.copy(), rewards, self.done, [self._end_infos.get(row, {}) for row in range(self.batch.n)]

    def _seat_assignment(self, rows: Ints) -> Ints:
        """Games in which nobody learns are played through; where no other follows, a step would never end."""
        seated = super()._seat_assignment(rows)
        learns = ((seated == LEARNER) & self.present(rows)).any(axis=1)
        self._idle[rows] = np.where(learns, 0, self._idle[rows] + 1)
        if (self._idle[rows] > MAX_IDLE_GAMES).any():
            raise ConfigError(
                f"the line-up seats no LEARNER in {MAX_IDLE_GAMES} games on end; allowed is one now and then"
            )
        return seated

    _acting_players: Ints | None = None  # the players whose answers the step takes; none while games begin

    def _start_step(self) -> None:
        super()._start_step()
        self._end_infos: dict[int, dict[str, Any]] = {}  # row by row, what Stable-Baselines3 wants to know of an end

    def _save_final_observations(self, rows: Ints) -> None:
        super()._save_final_observations(rows)
        if self._acting_players is None:
            return
        views = self.batch.observe_players(rows, self._acting_players[rows])
        for row, view in zip(rows.tolist(), views, strict=True):
            cut = bool(self.batch.truncated[row])
            self._end_infos[row] = {"terminal_observation": view, "TimeLimit.truncated": cut}

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def has_attr(self, attr_name: str) -> bool:
        """Tell whether there is such an attribute; MaskablePPO asks for `action_masks`."""
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return the attribute of the vector environment, once a game."""
        return [getattr(self, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set the attribute of the vector environment."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Call a method; `action_masks` gives bool[n, actions] as one array."""
        if method_name != "action_masks":
            raise AttributeError(f"{method_name!r} is no method of the games; allowed is 'action_masks'")
        if not self.was_reset:
            raise ResetNeeded.before(method_name)
        return self.batch.masks[list(self._indices(indices))].astype(np.bool_)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return False for every game: none is wrapped."""
        return [False] * len(self._indices(indices))

    def _indices(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))
