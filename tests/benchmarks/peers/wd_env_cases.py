"""Random play of our games, for `worker.py`."""

from functools import partial

from wd_env.benchmarks import random_play
from wd_env.registry import get_game

DISTRIBUTIONS = ("numpy", "numba")
ROW = get_game()
CASES = {
    "batch": partial(random_play.batch, ROW, 1024, num_steps=random_play.STEPS_PER_CALL),
    "batch_by_calls": partial(random_play.batch, ROW, 1024),
    "interpreted": partial(random_play.interpreted, ROW, observations=True),
    "interpreted_bare": partial(random_play.interpreted, ROW, observations=False),
    "raw_env": partial(random_play.pettingzoo, ROW, wrapped=False),
    "env": partial(random_play.pettingzoo, ROW, wrapped=True),
}
