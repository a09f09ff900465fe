"""TorchRL: play complete games with PettingZooWrapper and masks.

python train/torchrl_games.py --games 3
"""

import argparse

import torch
from torchrl.envs.libs.pettingzoo import PettingZooWrapper

from wd_env import world_dominance_v0

MAX_STEPS = 100_000  # of a game


def main() -> None:
    """Play random legal actions, by the masks of the wrapper."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--max-turns", type=int, default=60)
    args = parser.parse_args()
    torch.manual_seed(1)
    games = world_dominance_v0.raw_env(num_players=3, max_turns=args.max_turns)
    env = PettingZooWrapper(games, use_mask=True, group_map=None, done_on_any=False, seed=1)
    for number in range(args.games):
        steps = env.rollout(MAX_STEPS)
        is_terminal = bool(steps["next", "done"][-1].all())
        if not is_terminal:
            raise SystemExit(f"game {number + 1} has not ended after {len(steps)} steps")
        print(f"game {number + 1}: over after {len(steps)} decisions")


if __name__ == "__main__":
    main()
