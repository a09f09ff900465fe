"""TorchRL: PPO with masks for one seat, from random weights.

python train/torchrl_ppo.py --decisions 300000
"""

import argparse
from collections.abc import Iterator

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, EnvBase, GymEnv, SerialEnv, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import wd_env  # noqa: F401 - registers the environments

NUM_ENVS = 8
ROLLOUT = 2048  # decisions
REPORT_FREQ = 10 * ROLLOUT
MINIBATCH = 256
EPOCHS = 4
HIDDEN = 128
LEARNING_RATE = 1e-3
GAE_LAMBDA = 0.9


def make_env(max_turns: int, seed: int) -> EnvBase:
    """Make games of two players, in which `random` sits opposite the learner."""

    def one() -> EnvBase:
        options = {"num_players": 2, "max_turns": max_turns, "observations": "scaled"}
        return GymEnv("WorldDominance-v0", categorical_action_encoding=True, **options)

    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    env = TransformedEnv(SerialEnv(NUM_ENVS, one), Compose(as_bool, ActionMask()))
    env.set_seed(seed)
    return env


def make_networks(env: EnvBase) -> tuple[ProbabilisticActor, ValueOperator]:
    """Make a policy over legal actions and a value network, each with two hidden layers."""
    size, actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n

    def mlp(outputs: int) -> nn.Module:
        return nn.Sequential(
            nn.Linear(size, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, outputs)
        )

    policy = ProbabilisticActor(
        TensorDictModule(mlp(actions), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        spec=env.action_spec,
        return_log_prob=True,
    )
    return policy, ValueOperator(mlp(1), in_keys=["observation"])


def train(env: EnvBase, decisions: int) -> Iterator[tuple[int, TensorDict]]:
    """Train by PPO, and yield the decisions so far and the steps of each rollout."""
    policy, value = make_networks(env)
    advantages = GAE(gamma=1.0, lmbda=GAE_LAMBDA, value_network=value)
    loss = ClipPPOLoss(policy, value, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), LEARNING_RATE)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.05, max(1, decisions // ROLLOUT))
    done = 0
    for steps in Collector(env, policy, frames_per_batch=ROLLOUT, total_frames=decisions):
        done += steps.numel()
        for _ in range(EPOCHS):
            advantages(steps)
            flat = steps.reshape(-1)
            for minibatch in torch.randperm(len(flat)).split(MINIBATCH):
                losses = loss(flat[minibatch])
                optimizer.zero_grad()
                (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
        schedule.step()
        yield done, steps


def main() -> None:
    """Train, and print the share of games won against `random` while it learns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-turns", type=int, default=200)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    won = games = 0
    for done, steps in train(make_env(args.max_turns, args.seed), args.decisions):
        is_terminal = steps["next", "done"].squeeze(-1)
        won += int((steps["next", "reward"].squeeze(-1)[is_terminal] > 0).sum())
        games += int(is_terminal.sum())
        if done % REPORT_FREQ == 0:
            print(f"{done:>8} decisions: won {won / max(1, games):.1%} of {games} games", flush=True)
            won = games = 0


if __name__ == "__main__":
    main()
