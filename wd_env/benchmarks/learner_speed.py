"""Training: decisions a second over our games and over games that cost nothing, and where the time goes.

Every learner trains one policy for all seats with the same settings: two layers of 64, rollouts of `GAMES` x `STEPS`
decisions, minibatches of `MINIBATCH`, `EPOCHS` epochs, one thread. Other settings may be given.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol
from unittest.mock import patch

from wd_env.registry import Game

GAMES, STEPS, MINIBATCH, EPOCHS = 256, 8, 1024, 4
PARTS = ENVIRONMENT, FORWARD, SAMPLING, UPDATE = "environment", "policy forward", "sampling", "update"
ENDLESS = 10**12  # decisions: no schedule runs out


@dataclass(frozen=True)
class Spent:
    """Seconds of the processor for so many decisions; `parts` by name, the rest is the learner's own bookkeeping."""

    decisions: int
    seconds: float
    parts: dict[str, float]

    def __add__(self, other: "Spent") -> "Spent":
        """Both, one after the other."""
        parts = {part: self.parts.get(part, 0.0) + other.parts.get(part, 0.0) for part in PARTS}
        return Spent(self.decisions + other.decisions, self.seconds + other.seconds, parts)


class Stopwatch:
    """Adds up the processor's time within functions; what runs within another timed one counts for that one."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._running = False

    def around(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            if self._running:
                return function(*args, **kwargs)
            self._running, begun = True, time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds[name] += time.process_time() - begun
                self._running = False

        return timed

    def put_around(self, name: str, owner: Any, *methods: str) -> None:
        """Time these methods of an object from now on."""
        for method in methods:
            setattr(owner, method, self.around(name, getattr(owner, method)))


Train = Callable[[], Spent]  # one rollout and its update


class Learner(Protocol):
    """Makes one ready, over a game or over such that cost nothing; with the settings of `all_seats` unless given."""

    def __call__(self, row: Game, free: bool, settings: Any = None) -> Train: ...


def masked_ppo(row: Game, free: bool, settings: Any = None) -> Train:
    """MaskablePPO over the native vector environment."""
    from wd_env.benchmarks.zero_cost_env import FreeVecEnv
    from wd_env.training.opponent_pool import Pool
    from wd_env.training.ppo.maskable_ppo_learner import MaskableLearner, make_env

    settings = settings or all_seats(row)
    env = make_env(settings, Pool(row.game, settings))
    games: Any = FreeVecEnv(env) if free else env
    learner = MaskableLearner(settings, games)
    watch = Stopwatch()
    watch.put_around(ENVIRONMENT, learner.games, "reset", "step_wait", "env_method", "tail_observations")
    watch.put_around(UPDATE, learner.model, "train")
    rollout = settings.ppo.n_envs * settings.ppo.n_steps
    return _timed(learner, watch, lambda: learner.model.learn(rollout, reset_num_timesteps=False))


def fast_ppo(row: Game, free: bool, settings: Any = None) -> Train:
    """The fast learner over games with learning seats."""
    from wd_env.benchmarks.zero_cost_env import FreeGames
    from wd_env.training.learner import make_network
    from wd_env.training.opponent_pool import Pool
    from wd_env.training.ppo.batch_ppo import FastLearner
    from wd_env.training.ppo.maskable_ppo_learner import make_env

    settings = settings or all_seats(row)
    pool = Pool(row.game, settings)
    games: Any = FreeGames(make_env(settings, pool)) if free else None
    learner = FastLearner(settings, games, make_network(settings)) if free else FastLearner.of(settings, pool)
    watch = Stopwatch()
    watch.put_around(ENVIRONMENT, learner.games, "asked", "play_round")
    watch.put_around(ENVIRONMENT, learner.games.batch, "observe_players")
    watch.put_around(UPDATE, learner, "update")
    return _timed(learner, watch, lambda: learner.learn(lambda told: False))


def _timed(learner: Any, watch: Stopwatch, go: Callable[[], Any]) -> Train:
    import torch

    from wd_env.training.ppo.masked_distribution import MaskedCategorical

    torch.set_num_threads(1)
    watch.put_around(FORWARD, learner.network, "forward")
    sample = watch.around(SAMPLING, MaskedCategorical.sample)

    def train() -> Spent:
        watch.seconds.clear()
        begun, before = time.process_time(), learner.decisions
        with patch.object(MaskedCategorical, "sample", sample):
            go()
        return Spent(learner.decisions - before, time.process_time() - begun, dict(watch.seconds))

    return train


def all_seats(row: Game) -> Any:
    """Every seat learns, with a network and a rollout of middling size."""
    from wd_env.training.training_settings import (
        EvaluationSettings,
        GameSettings,
        NetSettings,
        OpponentSettings,
        PpoSettings,
        RunSettings,
        TrainSettings,
    )

    return TrainSettings(
        game=GameSettings(row.name, options=dict(row.match_options)),
        ppo=PpoSettings(n_envs=GAMES, n_steps=STEPS, batch_size=MINIBATCH, n_epochs=EPOCHS),
        net=NetSettings(hidden=(64, 64), shared=0),
        opponents=OpponentSettings(all_seats_share=1.0, weights={}),
        evaluation=EvaluationSettings(players=row.game.min_players),
        run=RunSettings(total_decisions=ENDLESS),
    )


LEARNERS: dict[str, Learner] = {"masked_ppo": masked_ppo, "fast_ppo": fast_ppo}
