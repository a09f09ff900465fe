"""What stands beside the peers: our games played at random, for `worker.py`."""

from functools import partial

from wd_env.bench import games

DISTRIBUTIONS = ("numpy", "numba")
CASES = {
    "batch": partial(games.batch, 1024, rounds=games.LOOP),
    "batch_by_calls": partial(games.batch, 1024),
    "interpreted": partial(games.interpreted, observed=True),
    "interpreted_bare": partial(games.interpreted, observed=False),
    "raw_env": partial(games.pettingzoo, wrapped=False),
    "env": partial(games.pettingzoo, wrapped=True),
}
