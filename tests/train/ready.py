"""Imported where processes are forked from, so that none of them has to load libraries and compiled rules again."""

import wd_env.train.fast_ppo
import wd_env.train.ppo
import wd_env.train.run  # noqa: F401 - loaded for those who come after
from wd_env.core.batch import Batch
from wd_env.world_dominance.game import GAME

Batch(GAME, 1, seed=0)
