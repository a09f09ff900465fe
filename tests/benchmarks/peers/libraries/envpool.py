"""EnvPool: games in C++ with a thread pool, here of one thread."""

from collections.abc import Callable

import envpool
import numpy as np

DISTRIBUTIONS = ("envpool", "numpy")
GAMES = 1024


def backgammon() -> Callable[[], int]:
    """Step all games together, with random actions from its mask in NumPy."""
    pool = envpool.make("Backgammon-v1", env_type="gymnasium", num_envs=GAMES, num_threads=1, seed=1)
    _, results = pool.reset()
    rows = np.arange(GAMES, dtype=np.int32)
    generator = np.random.default_rng(1)

    def play() -> int:
        nonlocal results
        mask = results["legal_action_mask"]
        drawn = (generator.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)
        _, _, _, _, results = pool.step(drawn.astype(np.int32), rows)
        return GAMES

    return play


CASES = {"backgammon": backgammon}
