"""Tianshou: play complete games with its PettingZooEnv.

python train/tianshou_games.py --games 3
"""

import argparse

import numpy as np
from tianshou.env import PettingZooEnv

from wd_env import world_dominance_v0


def main() -> None:
    """Play random legal actions, by the masks of the wrapper."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--max-turns", type=int, default=60)
    args = parser.parse_args()
    env = PettingZooEnv(world_dominance_v0.raw_env(num_players=3, max_turns=args.max_turns))
    luck = np.random.default_rng(1)
    for number in range(args.games):
        seen, _ = env.reset(seed=number)
        steps, is_terminal = 0, False
        while not is_terminal:
            seen, rewards, terminated, truncated, _ = env.step(int(luck.choice(np.flatnonzero(seen["mask"]))))
            steps, is_terminal = steps + 1, terminated or truncated
        print(f"game {number + 1}: over after {steps} decisions, rewards {rewards}")


if __name__ == "__main__":
    main()
