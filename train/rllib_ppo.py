"""RLlib: PPO on the new API stack with masks for one seat, from random weights. It needs gymnasium 1.2.2.

python train/rllib_ppo.py --decisions 300000
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import wd_env  # noqa: F401 - registers the environments

ROLLOUT = 2048  # decisions
MINIBATCH = 256
EPOCHS = 4
REPORT_FREQ = 10 * ROLLOUT


class RLlibWrapper(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Wrapper for RLlib's action masking module, which expects the key `observations`, and floats in the mask."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        mask = spaces.Box(0.0, 1.0, (env.action_space.n,))
        self.observation_space = spaces.Dict(
            {"observations": env.observation_space["observation"], "action_mask": mask}
        )

    def observation(self, observation: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Return the observation with the names and types of RLlib."""
        mask = observation["action_mask"].astype(np.float32)
        return {"observations": observation["observation"], "action_mask": mask}


def make_env(options: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    """Make a game of two players, in which `random` sits opposite the learner."""
    return RLlibWrapper(gymnasium.make("WorldDominance-v0", num_players=2, observations="scaled", **options))


def main() -> None:
    """Train, and print the share of games won against `random` while it learns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-turns", type=int, default=200)
    args = parser.parse_args()
    register_env("world_dominance", make_env)
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]})
    config = (
        PPOConfig()
        .environment("world_dominance", env_config={"max_turns": args.max_turns}, disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16)
        .rl_module(rl_module_spec=module)
        .training(
            train_batch_size_per_learner=ROLLOUT,
            minibatch_size=MINIBATCH,
            num_epochs=EPOCHS,
            lr=1e-3,
            gamma=1.0,
            lambda_=0.9,
            entropy_coeff=0.01,
            use_kl_loss=False,
        )
        .debugging(seed=args.seed)
    )
    algorithm = config.build_algo()
    won = games = 0.0
    for done in range(ROLLOUT, args.decisions + 1, ROLLOUT):
        results = algorithm.train()["env_runners"]
        games += results["num_episodes"]
        won += results["num_episodes"] * (1 + results["episode_return_mean"]) / 2  # a game pays 1 or -1
        if done % REPORT_FREQ == 0:
            print(f"{done:>8} decisions: won {won / games:.1%} of {games:.0f} games", flush=True)
            won = games = 0.0
    algorithm.stop()


if __name__ == "__main__":
    main()
