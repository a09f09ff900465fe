"""Training: decisions a second over our games and over games that cost nothing, and where the time goes.

Every lane trains one policy for all seats with the same settings: two layers of 64, rollouts of `GAMES` x `STEPS`
decisions, minibatches of `MINIBATCH`, `EPOCHS` epochs, one thread.
"""

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

GAMES, STEPS, MINIBATCH, EPOCHS = 256, 8, 1024, 4
PARTS = ENVIRONMENT, FORWARD, UPDATE = "environment", "policy forward", "update"


@dataclass(frozen=True)
class Spent:
    """Seconds of the processor for so many decisions; `parts` by name, the rest is the lane's own bookkeeping."""

    decisions: int
    seconds: float
    parts: dict[str, float]


class Stopwatch:
    """Adds up the processor's time within functions."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    def around(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed."""

        def timed(*args: Any, **kwargs: Any) -> Any:
            begun = time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds[name] += time.process_time() - begun

        return timed


Train = Callable[[], Spent]  # one rollout and its update


def masked_ppo(free: bool) -> Train:
    """The lane of `wd train`: MaskablePPO over the native vector environment."""
    import torch

    from wd_env.bench.free import FreeVecEnv
    from wd_env.train.algorithm import SeatPPO
    from wd_env.train.opponents import Pool
    from wd_env.train.ppo import make_env
    from wd_env.world_dominance.game import GAME

    torch.set_num_threads(1)
    settings = _settings()
    env: Any = make_env(settings, Pool(GAME, settings))
    if free:
        env = FreeVecEnv(env)
    model = SeatPPO.from_settings(env, settings, device="cpu")
    watch = Stopwatch()
    env.step_wait = watch.around(ENVIRONMENT, env.step_wait)
    env.env_method = watch.around(ENVIRONMENT, env.env_method)
    policy: Any = model.policy
    policy.forward = watch.around(FORWARD, policy.forward)
    model.train = watch.around(UPDATE, model.train)  # type: ignore[method-assign]

    def train() -> Spent:
        watch.seconds.clear()
        begun = time.process_time()
        model.learn(GAMES * STEPS, reset_num_timesteps=False)
        return Spent(GAMES * STEPS, time.process_time() - begun, dict(watch.seconds))

    return train


def _settings() -> Any:
    from wd_env.bench.games import CUT, PLAYERS
    from wd_env.train.settings import GameSettings, NetSettings, OpponentSettings, PpoSettings, TrainSettings

    return TrainSettings(
        game=GameSettings(players=PLAYERS, options={"max_turns": CUT}),
        ppo=PpoSettings(n_envs=GAMES, n_steps=STEPS, batch_size=MINIBATCH, epochs=EPOCHS),
        net=NetSettings(hidden=(64, 64), shared=0),
        opponents=OpponentSettings(all_seats_share=1.0, weights={}),
    )


# A further lane is one more row.
LANES: dict[str, Callable[[bool], Train]] = {"masked_ppo": masked_ppo}
