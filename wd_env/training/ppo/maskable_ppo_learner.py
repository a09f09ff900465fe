"""The learner of MaskablePPO: Stable-Baselines3's loop over its vector environment, our policy and advantages."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv
from wd_env.training.learner import Arrays, Callback, make_batch
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.maskable_ppo import SeatPPO
from wd_env.training.settings.training_settings import TrainSettings
from wd_env.training.snapshots.snapshot_checks import check_count, check_keys


class MaskablePPOLearner:
    """MaskablePPO as a learner of a run; see `wd_env/training/learner.py` for the methods."""

    def __init__(self, settings: TrainSettings, games: MultiSeatVecEnv) -> None:
        self.total_decisions = settings.run.total_decisions
        self.games = games
        game = settings.game.spec
        columns = settings.net.feature_columns(game.layout)
        self.model = SeatPPO.from_settings(self.games, settings, game.pointers, columns, device="cpu")
        self.model.set_logger(Logger(None, []))  # its metrics go to the run's callback
        self.network = self.bot_network = self.model.policy.network
        self.optimizer = self.model.policy.optimizer

    @classmethod
    def of(cls, settings: TrainSettings, pool: OpponentPool) -> "MaskablePPOLearner":
        """Make the learner of a run with new games."""
        return cls(settings, make_training_env(settings, pool))

    @property
    def decisions(self) -> int:
        """Count the learner's decisions so far."""
        return self.model.num_timesteps

    def learn(self, callback: Callback) -> None:
        """Run Stable-Baselines3's own loop; `callback` is called after each update."""
        updates = UpdateCallback(callback, self.decisions)
        # an interval of None, which its types do not know, keeps it from printing
        self.model.learn(self.total_decisions - self.decisions, updates, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        self.model.num_timesteps = updates.last_decisions  # decisions without an update are repeated

    def save(self) -> tuple[dict[str, Any], Arrays]:
        """Return games and counters between two updates."""
        episode_starts = self.model._last_episode_starts  # none before the first rollout
        retained = np.ones(self.games.num_envs, np.bool_) if episode_starts is None else np.asarray(episode_starts)
        return {"updates": self.model._n_updates}, {**self.games.save(), "episode_starts": retained}

    def load(self, decisions: int, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore the result of `save`."""
        check_keys(state, self.save()[0], "learner")
        updates = check_count(state["updates"], "learner.updates")
        observations = self.games.load(arrays)
        self.model._last_obs = observations if decisions else None  # the first rollout resets the games
        self.model._last_episode_starts = arrays["episode_starts"]
        self.model.num_timesteps = decisions
        self.model._n_updates = updates


class UpdateCallback(BaseCallback):
    """Calls `callback` after each update, for which Stable-Baselines3 has no hook: before a rollout, and at the end."""

    def __init__(self, callback: Callback, decisions: int) -> None:
        super().__init__()
        self.callback = callback
        self.last_decisions = decisions  # at the last update
        self.should_continue = True

    def _on_rollout_start(self) -> None:
        self._call()

    def _on_step(self) -> bool:
        return self.should_continue

    def _on_training_end(self) -> None:
        if self.should_continue:  # else the last decisions were in no update
            self._call()

    def _call(self) -> None:
        if self.num_timesteps == self.last_decisions:
            return
        self.last_decisions = self.num_timesteps
        metrics = {name: float(value) for name, value in self.logger.name_to_value.items()}
        self.should_continue = self.callback(metrics)


def make_training_env(settings: TrainSettings, pool: OpponentPool) -> MultiSeatVecEnv:
    """Make the vector environment of a run, with learning seats and opponents."""
    batch = make_batch(settings, settings.ppo.n_envs, settings.run.seed)
    return MultiSeatVecEnv(batch, pool.opponents, pool.sample_lineup, pool.sample_num_players)
