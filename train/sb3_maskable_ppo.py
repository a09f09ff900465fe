"""sb3-contrib's stock MaskablePPO: in one seat against bots, and by self-play against its earlier policies.

python train/sb3_maskable_ppo.py --decisions 200000 --iterations 5
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import wd_env  # noqa: F401 - registers the environment
from wd_env.agents.agent_registry import make_bot
from wd_env.agents.files.sb3_import import save_policy
from wd_env.batch.batch import Batch
from wd_env.envs.vector.lineup import LEARNER
from wd_env.envs.vector.sb3_vec_env import MultiSeatVecEnv
from wd_env.evaluation.matches.match import play_match
from wd_env.games.world_dominance.game import GAME

OPTIONS = {"max_turns": 200}


def train_one_seat(decisions: int) -> MaskablePPO:
    """Train one seat of the Gymnasium environment."""
    games = gymnasium.make("WorldDominance-v0", num_players=3, opponents=["scripted", "random"], flat=True, **OPTIONS)
    return MaskablePPO("MlpPolicy", games, n_steps=512, batch_size=128, seed=1).learn(decisions)


def train_self_play(decisions: int, iterations: int, file: str) -> MaskablePPO:
    """Train one seat of many games; after each iteration the current policy joins the opponents."""
    pool, generator = [make_bot("random", GAME, np.random.default_rng(1))], np.random.default_rng(2)

    def lineup(players: np.ndarray) -> np.ndarray:
        seats = generator.integers(len(pool), size=(len(players), GAME.max_players))
        seats[np.arange(len(players)), generator.integers(players)] = LEARNER
        return seats

    games = MultiSeatVecEnv(Batch(GAME, 64, seed=1, num_players=[2, 3, 4], options=OPTIONS), pool, lineup)
    model = MaskablePPO("MlpPolicy", games, n_steps=32, batch_size=256, seed=1)
    for iteration in range(iterations):
        model.learn(decisions // iterations, reset_num_timesteps=iteration == 0)
        pool.append(make_bot(str(save_policy(model, file)), GAME, np.random.default_rng((3, iteration))))
    return model


def main() -> None:
    """Train in both ways, and play a match between the bots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=50_000, help="decisions of the learner, for each of both ways")
    parser.add_argument("--iterations", type=int, default=5, help="of self-play")
    parser.add_argument("--games", type=int, default=400, help="games of the final match")
    args = parser.parse_args()
    save_policy(train_one_seat(args.decisions), "one_seat.wdbot")
    train_self_play(args.decisions, args.iterations, "self_play.wdbot")
    lineup = ["one_seat.wdbot", "self_play.wdbot", "random"]
    for result in play_match(GAME, lineup, args.games, 1, OPTIONS).win_rates:
        print(f"{result.name}: {result.win_rate:.1%} ({result.low:.1%} to {result.high:.1%}) of {result.games} games")


if __name__ == "__main__":
    main()
