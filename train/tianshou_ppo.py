"""Tianshou: PPO with masks for one seat, from random weights.

python train/tianshou_ppo.py --decisions 300000
"""

import argparse
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.algorithm_base import policy_within_training_step
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.utils.net.discrete import AbstractDiscreteActor
from torch import nn

import wd_env  # noqa: F401 - registers the environments

NUM_ENVS = 16
ROLLOUT = 2048  # decisions
MINIBATCH = 256
EPOCHS = 4
HIDDEN = 128
LEARNING_RATE = 1e-3
REPORT_FREQ = 10 * ROLLOUT


def make_env(max_turns: int) -> gymnasium.Env[Any, Any]:
    """Make a game of two players, in which `random` sits opposite the learner."""
    return gymnasium.make("WorldDominance-v0", num_players=2, max_turns=max_turns, observations="scaled")


def mlp(inputs: int, outputs: int) -> nn.Module:
    """Make a network with two hidden layers."""
    return nn.Sequential(
        nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, outputs)
    )


class MaskedActor(AbstractDiscreteActor):
    """A policy network that gives illegal actions the probability 0; Tianshou masks Q-learning only."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__(actions)
        self.network = mlp(inputs, actions)

    def get_preprocess_net(self) -> nn.Module:
        """Return the network that reads the observation."""
        return self.network

    def forward(self, obs: Batch, state: Any = None, info: Any = None) -> tuple[torch.Tensor, Any]:
        """Return the logits float32[batch, actions]."""
        logits = self.network(torch.as_tensor(obs.observation))
        return logits.masked_fill(torch.as_tensor(obs.action_mask) == 0, torch.finfo(logits.dtype).min), state


class Critic(nn.Module):
    """A value network."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.network = mlp(inputs, 1)

    def forward(self, obs: Batch, **_: Any) -> torch.Tensor:
        """Return the values float32[batch, 1]."""
        return self.network(torch.as_tensor(obs.observation))


def train(decisions: int, max_turns: int, seed: int) -> Iterator[tuple[int, np.ndarray]]:
    """Train by PPO, and yield the decisions so far and the returns float64[games] of the games that ended."""
    envs = DummyVectorEnv([lambda: make_env(max_turns) for _ in range(NUM_ENVS)])
    envs.seed(seed)
    space = make_env(max_turns)
    size, actions = space.observation_space["observation"].shape[0], int(space.action_space.n)
    algorithm = PPO(
        policy=DiscreteActorPolicy(actor=MaskedActor(size, actions), action_space=space.action_space),
        critic=Critic(size),
        optim=AdamOptimizerFactory(lr=LEARNING_RATE),
        gamma=1.0,
        gae_lambda=0.9,
        max_grad_norm=0.5,
    )
    collector = Collector(algorithm, envs, VectorReplayBuffer(ROLLOUT, NUM_ENVS))
    collector.reset()
    for done in range(ROLLOUT, decisions + 1, ROLLOUT):
        with policy_within_training_step(algorithm.policy):  # it samples actions
            games = collector.collect(n_step=ROLLOUT)
            algorithm.update(collector.buffer, batch_size=MINIBATCH, repeat=EPOCHS)
        collector.reset_buffer(keep_statistics=True)
        yield done, games.returns


def main() -> None:
    """Train, and print the share of games won against `random` while it learns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-turns", type=int, default=200)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    won = games = 0
    for done, returns in train(args.decisions, args.max_turns, args.seed):
        won, games = won + int((returns > 0).sum()), games + len(returns)
        if done % REPORT_FREQ == 0:
            print(f"{done:>8} decisions: won {won / max(1, games):.1%} of {games} games", flush=True)
            won = games = 0


if __name__ == "__main__":
    main()
