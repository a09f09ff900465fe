"""The Stable-Baselines3 vector environment: learning seats of compiled games against batched opponents."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch, BatchAgent
from wd_env.dependencies import missing_extra_error
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.reset_options import check_reset_options
from wd_env.envs.spaces import RAW, ObservationFormat, action_discrete
from wd_env.envs.vector.lineup import LEARNER, Ints, Lineup
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.errors import ConfigError

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as exc:
    raise missing_extra_error(exc) from None

MAX_IDLE_GAMES = 100  # successive games without a learner in one row; a random line-up that can seat one stays below


class SharedVecEnv(VecEnv):
    """A vector environment without an object per game: all games share its attributes."""

    def close(self) -> None:
        """Do nothing; there are none to release."""

    def has_attr(self, attr_name: str) -> bool:
        """Return whether the attribute exists; MaskablePPO looks up `action_masks`."""
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return the attribute of the vector environment, repeated for each game."""
        return [getattr(self, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set the attribute of the vector environment."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return False for every game."""
        return [False] * len(self._indices(indices))

    def _indices(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))


class MultiSeatVecEnv(MultiSeatEnv, SharedVecEnv):
    """Games in which one policy plays every learning seat and opponents play the rest.

    A step plays one action of a learning seat in each game, then all opponents until a learning seat is to move. The
    reward for SB3 is that of the seat that acted, and so is the `terminal_observation` in the info of a game that has
    ended. `env_method("action_masks")` returns the masks as one array.

    Args:
        batch: Games to play, without autoreset.
        opponents: Bots of the line-ups.
        lineup: Function that seats learners and opponents in new games.
        sample_num_players: Function from rows to the numbers of players of their new games; None keeps the numbers.
        observations: "raw" for int8, "scaled" for float32 numbers divided by the bounds of their features.

    Attributes:
        acted_seat: int64[n], the seat that acted in the last step.
        acted_num_players: int64[n], the number of players of the game in which it acted.
        seat_rewards: float32[n, seats], rewards of the last step, opponents' moves included.
        truncated: bool[n], whether the game was truncated in the last step.
        final_observations: int8[number of truncated games, seats, size], last observations of truncated games.

    Raises:
        ConfigError: If an argument is invalid.
    """

    def __init__(
        self,
        batch: Batch,
        opponents: Sequence[BatchAgent],
        lineup: Lineup,
        sample_num_players: Callable[[Ints], Ints] | None = None,
        observations: str = RAW,
    ) -> None:
        self._format = ObservationFormat(batch.game, observations)
        self._idle = np.zeros(batch.n, np.int64)  # successive games without a learner, by row
        MultiSeatEnv.__init__(self, batch, opponents, lineup, sample_num_players)
        self.acted_seat = np.zeros(batch.n, np.int64)
        self.acted_num_players = batch.num_players.copy()
        self.render_mode = None
        VecEnv.__init__(self, batch.n, self._format.box, action_discrete(batch.game))

    def reset(self) -> NDArray[Any]:
        """Start new games in every row. After `seed(seed)` row k plays as a single table with seed + k.

        Returns:
            int8[n, size], observations of the seats to move.
        """
        self._acting_players = None
        self.start_games(seeds=self._seeds)
        self._reset_seeds()
        self._play_opponents()
        return self._format.convert(self.batch.obs.copy())

    def set_options(self, options: Any = None) -> None:
        """Raise ConfigError if there are options, because this class has none."""
        for row_options in options if isinstance(options, list) else [options]:
            check_reset_options(row_options, ())
        super().set_options(options)

    def step_async(self, actions: np.ndarray) -> None:
        """Store one action per game; `step_wait` plays them.

        Raises:
            ResetNeeded: If no game has started.
        """
        if not self.was_reset:
            raise ResetNeeded.before("step")
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions, then all opponents until a learning seat is to move in every game.

        Returns:
            Observations [n, size], rewards float32[n], dones bool[n] and one info per game.

        Raises:
            IllegalAction: If an action is illegal; all games are unchanged.
        """
        self._acting_players = self.batch.player.copy()
        self.acted_num_players = self.batch.num_players.copy()
        self._play(self._rows, self._actions)
        self.acted_seat = self._acting_players
        self._play_opponents()
        self._end_step()
        rewards = self.seat_rewards[self._rows, self.acted_seat]
        obs = self._format.convert(self.batch.obs.copy())
        return obs, rewards, self.done, [self._end_infos.get(row, {}) for row in range(self.batch.n)]

    def _seat_assignment(self, rows: Ints) -> Ints:
        """Count games without a learner: they are played to the end, so a step might never return."""
        lineup = super()._seat_assignment(rows)
        learns = ((lineup == LEARNER) & self.present(rows)).any(axis=1)
        self._idle[rows] = np.where(learns, 0, self._idle[rows] + 1)
        if (self._idle[rows] > MAX_IDLE_GAMES).any():
            raise ConfigError(f"lineup: expected a LEARNER at least once in {MAX_IDLE_GAMES} games, got none")
        return lineup

    _acting_players: Ints | None = None  # players who act in the step; None during `reset`

    def _start_step(self) -> None:
        super()._start_step()
        self._end_infos: dict[int, dict[str, Any]] = {}  # infos of ended games, by row

    def _save_final_observations(self, rows: Ints) -> None:
        super()._save_final_observations(rows)
        if self._acting_players is None:
            return
        observations = self.batch.observe_players(rows, self._acting_players[rows])
        for row, obs in zip(rows.tolist(), observations, strict=True):
            truncated = bool(self.batch.truncated[row])
            self._end_infos[row] = {"terminal_observation": self._format.convert(obs), "TimeLimit.truncated": truncated}

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Call `action_masks`, the only method of the games.

        Returns:
            bool[number of games, actions], as one array.

        Raises:
            AttributeError: If it is another method.
            ResetNeeded: If no game has started.
        """
        if method_name != "action_masks":
            raise AttributeError(f"method_name: expected 'action_masks', got {method_name!r}")
        if not self.was_reset:
            raise ResetNeeded.before(method_name)
        return self.batch.masks[list(self._indices(indices))].astype(np.bool_)
