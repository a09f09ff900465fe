"""Training speed: decisions per second over our games and over null games, and where the time is spent.

Every learner trains one policy for all seats with the same settings: two layers of 64, rollouts of `GAMES` x `STEPS`
decisions, minibatches of `MINIBATCH`, `EPOCHS` epochs, one thread.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from wd_env.registry import GameEntry

GAMES, STEPS, MINIBATCH, EPOCHS = 256, 8, 1024, 4
COMPONENTS = ENVIRONMENT, FORWARD, SAMPLING, UPDATE = "environment", "policy forward", "sampling", "update"
UNLIMITED_DECISIONS = 10**12  # so that no schedule ends


@dataclass(frozen=True)
class CpuTime:
    """Processor seconds for a number of decisions; `components` by name, the rest is the learner's bookkeeping."""

    decisions: int
    seconds: float
    components: dict[str, float]

    def __add__(self, other: "CpuTime") -> "CpuTime":
        """Return the sum of both."""
        items = {item: self.components.get(item, 0.0) + other.components.get(item, 0.0) for item in COMPONENTS}
        return CpuTime(self.decisions + other.decisions, self.seconds + other.seconds, items)


class Stopwatch:
    """Adds up processor time in functions; time in a nested timed function counts only there."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._running = False

    def wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with timing."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            if self._running:
                return function(*args, **kwargs)
            self._running, start_time = True, time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds[name] += time.process_time() - start_time
                self._running = False

        return timed

    def wrap_methods(self, name: str, owner: Any, *methods: str) -> None:
        """Time these methods of an object."""
        for method in methods:
            setattr(owner, method, self.wrap(name, getattr(owner, method)))


Train = Callable[[], CpuTime]  # one rollout and its update


def masked_ppo(entry: GameEntry, null_env: bool) -> Train:
    """Prepare MaskablePPO over the native vector environment."""
    from wd_env.benchmarks.zero_cost_env import NullVecEnv
    from wd_env.training.opponent_pool import OpponentPool
    from wd_env.training.ppo.maskable_ppo_learner import MaskablePPOLearner, make_training_env

    settings = self_play_settings(entry)
    env = make_training_env(settings, OpponentPool(entry.game, settings))
    games: Any = NullVecEnv(env) if null_env else env
    learner = MaskablePPOLearner(settings, games)
    stopwatch = Stopwatch()
    stopwatch.wrap_methods(ENVIRONMENT, learner.games, "reset", "step_wait", "env_method", "bootstrap_observations")
    stopwatch.wrap_methods(UPDATE, learner.model, "train")
    rollout = settings.ppo.n_envs * settings.ppo.n_steps
    return _timed(learner, stopwatch, lambda: learner.model.learn(rollout, reset_num_timesteps=False))


def fast_ppo(entry: GameEntry, null_env: bool) -> Train:
    """Prepare the fast learner over games with learning seats."""
    from wd_env.benchmarks.zero_cost_env import NullMultiSeatEnv
    from wd_env.training.learner import make_network
    from wd_env.training.opponent_pool import OpponentPool
    from wd_env.training.ppo.batch_ppo import BatchPPO
    from wd_env.training.ppo.maskable_ppo_learner import make_training_env

    settings = self_play_settings(entry)
    pool = OpponentPool(entry.game, settings)
    games: Any = NullMultiSeatEnv(make_training_env(settings, pool)) if null_env else None
    learner = BatchPPO(settings, games, make_network(settings)) if null_env else BatchPPO.of(settings, pool)
    stopwatch = Stopwatch()
    stopwatch.wrap_methods(ENVIRONMENT, learner.games, "actors", "play_actions")
    stopwatch.wrap_methods(ENVIRONMENT, learner.games.batch, "observe_players")
    stopwatch.wrap_methods(UPDATE, learner, "update")
    return _timed(learner, stopwatch, lambda: learner.learn(lambda text: False))


def _timed(learner: Any, stopwatch: Stopwatch, learn: Callable[[], Any]) -> Train:
    import torch

    from wd_env.training.ppo.masked_distribution import MaskedCategorical

    torch.set_num_threads(1)
    stopwatch.wrap_methods(FORWARD, learner.network, "forward")
    sample = stopwatch.wrap(SAMPLING, MaskedCategorical.sample)

    def train() -> CpuTime:
        stopwatch.seconds.clear()
        start_time, before = time.process_time(), learner.decisions
        with patch.object(MaskedCategorical, "sample", sample):
            learn()
        return CpuTime(learner.decisions - before, time.process_time() - start_time, dict(stopwatch.seconds))

    return train


def self_play_settings(entry: GameEntry) -> Any:
    """Return settings in which every seat learns, with a network and a rollout of medium size."""
    from wd_env.training.settings.game_settings import GameSettings
    from wd_env.training.settings.net_settings import NetSettings
    from wd_env.training.settings.ppo_settings import PpoSettings
    from wd_env.training.settings.run_settings import EvaluationSettings, OpponentSettings, RunSettings
    from wd_env.training.settings.training_settings import TrainSettings

    return TrainSettings(
        game=GameSettings(entry.name, options=dict(entry.match_options)),
        ppo=PpoSettings(n_envs=GAMES, n_steps=STEPS, batch_size=MINIBATCH, n_epochs=EPOCHS),
        net=NetSettings(hidden=(64, 64), shared=0),
        opponents=OpponentSettings(self_play_fraction=1.0, weights={}),
        evaluation=EvaluationSettings(players=entry.game.min_players),
        run=RunSettings(total_decisions=UNLIMITED_DECISIONS),
    )


# Functions that prepare a learner, over a game or over null games.
LEARNERS: dict[str, Callable[[GameEntry, bool], Train]] = {"masked_ppo": masked_ppo, "fast_ppo": fast_ppo}
