"""What stands beside the peers: our games played at random, for `worker.py`."""

from functools import partial

from wd_env.benchmarks import random_play
from wd_env.registry import game_named

DISTRIBUTIONS = ("numpy", "numba")
ROW = game_named()
CASES = {
    "batch": partial(random_play.batch, ROW, 1024, rounds=random_play.LOOP),
    "batch_by_calls": partial(random_play.batch, ROW, 1024),
    "interpreted": partial(random_play.interpreted, ROW, observed=True),
    "interpreted_bare": partial(random_play.interpreted, ROW, observed=False),
    "raw_env": partial(random_play.pettingzoo, ROW, wrapped=False),
    "env": partial(random_play.pettingzoo, ROW, wrapped=True),
}
