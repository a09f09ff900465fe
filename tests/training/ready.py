"""Imported in the fork server, so that its processes do not load libraries and compiled rules again."""

import wd_env.training.ppo.batch_ppo
import wd_env.training.ppo.maskable_ppo_learner
import wd_env.training.training_run  # noqa: F401 - only loaded
from wd_env.batch.batch import Batch
from wd_env.games.world_dominance.game import GAME

Batch(GAME, 1, seed=0)
