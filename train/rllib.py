"""RLlib's PPO on the new API stack: one policy in every seat, with illegal actions masked. It needs gymnasium 1.2.2.

python train/rllib.py --iterations 20
"""

import argparse
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.wrappers import BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from wd_env import world_dominance_v0

POLICY = "every_seat"


class RLlibWrapper(BaseWrapper):
    """Wrapper for RLlib's action masking module, which expects the key `observations`, and floats in both parts."""

    def observation_space(self, agent: str) -> spaces.Dict:
        observation = super().observation_space(agent)["observation"]
        floats = spaces.Box(observation.low.astype(np.float32), observation.high.astype(np.float32))
        return spaces.Dict({"observations": floats, "action_mask": spaces.Box(0.0, 1.0, (self.action_space(agent).n,))})

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        observation = super().observe(agent)
        arrays = {"observations": observation["observation"], "action_mask": observation["action_mask"]}
        return {name: array.astype(np.float32) for name, array in arrays.items()}


def make_env(options: dict[str, Any]) -> PettingZooEnv:
    """Make an environment that raises at an illegal action, so that it ends the run."""
    return PettingZooEnv(RLlibWrapper(world_dominance_v0.raw_env(**options)))


def main() -> None:
    """Train for some iterations."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--decisions", type=int, default=4000, help="decisions per iteration")
    parser.add_argument("--max-turns", type=int, default=200)
    args = parser.parse_args()
    register_env("world_dominance", make_env)
    options = {"num_players": 2, "max_turns": args.max_turns}
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [64, 64]})
    config = (
        PPOConfig()
        .environment("world_dominance", env_config=options, disable_env_checking=True)  # its check ignores the mask
        .env_runners(num_env_runners=0)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda agent, episode, **_: POLICY)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
        .training(train_batch_size_per_learner=args.decisions, minibatch_size=args.decisions // 4, num_epochs=2)
    )
    algorithm = config.build_algo()
    for iteration in range(args.iterations):
        results = algorithm.train()["env_runners"]
        print(f"iteration {iteration + 1}: {results['num_env_steps_sampled']:.0f} decisions")
    algorithm.stop()


if __name__ == "__main__":
    main()
