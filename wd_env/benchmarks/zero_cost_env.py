"""Null games, which cost nothing: the upper bound of training speed."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from wd_env.envs.vector.lineup import LEARNER
from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv, SharedVecEnv

NUM_STEPS = 32  # recorded steps of real games, which repeat


class NullVecEnv(SharedVecEnv):
    """A vector environment of recorded observations, masks and seats, whatever the actions are; no game ever ends."""

    def __init__(self, env: MultiSeatVecEnv) -> None:
        self.render_mode = None
        super().__init__(env.num_envs, env.observation_space, env.action_space)
        self._recorded = _record_steps(env)
        self._step = 0
        self._bootstrap_observations = env.bootstrap_observations()
        self._infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self.rewards = np.zeros(self.num_envs, np.float32)
        self.truncated = np.zeros(self.num_envs, np.bool_)
        self.seat_rewards = np.zeros((self.num_envs, env.batch.max_players), np.float32)
        self.final_observations = np.zeros((0, env.batch.max_players, env.batch.obs_size), np.int8)
        self.acted_seat = self._recorded[0][2]

    def reset(self) -> np.ndarray:
        """Return the first recorded observations."""
        return self._recorded[0][0]

    def step_async(self, actions: np.ndarray) -> None:
        """Ignore the actions."""

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Return the next recorded observations."""
        self.acted_seat = self._recorded[self._step][2]
        self._step = (self._step + 1) % NUM_STEPS
        return self._recorded[self._step][0], self.rewards, self.truncated, self._infos

    def bootstrap_observations(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the observations of all seats at the end of the recording, and which seats learn."""
        return self._bootstrap_observations

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Return `action_masks` of the current step."""
        return self._recorded[self._step][1]


class NullMultiSeatEnv:
    """Null games for the fast learner: it moves in every game in every step."""

    def __init__(self, env: MultiSeatVecEnv) -> None:
        self.batch = NullBatch(env)
        self._learner = np.full(env.batch.n, LEARNER)
        self.seat_rewards = np.zeros((env.batch.n, env.batch.max_players), np.float32)
        self.done = self.truncated = np.zeros(env.batch.n, np.bool_)

    def actors(self) -> np.ndarray:
        """Return LEARNER for all games."""
        return self._learner

    def play_actions(self, actors: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> None:
        """Go to the next recorded observations, whatever the actions are."""
        self.batch.advance()


class NullBatch:
    """The recorded arrays of a batch that a rollout reads."""

    def __init__(self, env: MultiSeatVecEnv) -> None:
        self.n, self.max_players = env.batch.n, env.batch.max_players
        self._recorded = _record_steps(env)
        self._step = -1
        self._bootstrap_observations, _ = env.bootstrap_observations()
        self.advance()

    def advance(self) -> None:
        """Go to the next recorded step."""
        self._step = (self._step + 1) % NUM_STEPS
        self.obs, self.masks, self.player = self._recorded[self._step]

    def observe_players(self, rows: np.ndarray, players: np.ndarray) -> np.ndarray:
        """Return the observations at the end of the recording."""
        result: np.ndarray = self._bootstrap_observations[rows, players]
        return result


def _record_steps(env: MultiSeatVecEnv) -> Sequence[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Record observations, masks and players to move of random games, step by step."""
    steps = []
    observations: Any = env.reset()
    for _ in range(NUM_STEPS):
        steps.append((observations, env.env_method("action_masks"), env.batch.player.copy()))
        observations, *_ = env.step(env.batch.random_actions())
    return steps
