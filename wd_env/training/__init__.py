"""Training by self-play: settings, learners, opponents, snapshots and pretraining."""

from wd_env.dependencies import require_libraries

require_libraries("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "rich", "numba", "safetensors", "yaml")
