"""Training by self-play: settings, policy, rollout and snapshots, shared by the scripts of this folder."""

from wd_env.dependencies import require_libraries

require_libraries("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "rich", "numba", "safetensors", "yaml")
