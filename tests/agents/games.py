"""Complete games between bots: at single tables, one view at a time, and in a batch."""

import numpy as np

from wd_env.batch.batch import Batch
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.table.play_out import play_out


def table_game(bots, seed, **options):
    """Return a game played by these bots, one per seat."""
    table = WorldDominance(Config(num_players=len(bots), **options), seed=seed)
    play_out(table, bots)
    return table


def batch_games(bot, tables, players, seed, steps=10**9, **options):
    """Return games in which one bot acts for every seat, to their ends or after `steps` steps."""
    batch = Batch(GAME, tables, seed, players, options)
    while steps and not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        batch.step(batch.select_actions(bot, rows), rows)
        steps -= 1
    return batch


def decisions(count, seed=0, players=(2, 3, 4, 5)):
    """Return views and masks of `count` decisions in the middle of games."""
    batch = games_on_their_way(count, seed, players)
    return batch.obs.copy(), batch.masks.copy()


def games_on_their_way(count, seed=0, players=(2, 3, 4, 5), options=None):
    """Return a batch of `count` games, each at a decision."""
    batch = Batch(GAME, count, seed, players, options)
    for _ in range(120):
        batch.reset(np.flatnonzero(batch.done))
        batch.step(batch.random_actions())
    batch.reset(np.flatnonzero(batch.done))
    return batch
