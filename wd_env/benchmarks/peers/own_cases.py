"""What stands beside the peers: our games played at random, for `worker.py`."""

from functools import partial

from wd_env.benchmarks import random_play as games
from wd_env.registry import game_named

DISTRIBUTIONS = ("numpy", "numba")
ROW = game_named()
CASES = {
    "batch": partial(games.batch, ROW, 1024, rounds=games.LOOP),
    "batch_by_calls": partial(games.batch, ROW, 1024),
    "interpreted": partial(games.interpreted, ROW, observed=True),
    "interpreted_bare": partial(games.interpreted, ROW, observed=False),
    "raw_env": partial(games.pettingzoo, ROW, wrapped=False),
    "env": partial(games.pettingzoo, ROW, wrapped=True),
}
