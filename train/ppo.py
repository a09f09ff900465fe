"""PPO in one file, in the style of CleanRL: one seat of many games against bots, with illegal actions masked.

    python train/ppo.py --total-decisions 1000000

Read it from top to bottom and change what you like; `wd train` adds self-play, snapshots and bot files.
"""

import argparse
import time
from dataclasses import dataclass, fields

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

import wd_env  # noqa: F401 - registers the environment
from wd_env.agents.agent_registry import make_bot
from wd_env.games.world_dominance.game import GAME


@dataclass(frozen=True)
class Args:
    """The command-line options."""

    seed: int = 1  # of games, network and sampling
    total_decisions: int = 100_000  # of the learner
    n_envs: int = 64  # parallel games
    n_steps: int = 64  # decisions per game between two updates
    num_minibatches: int = 8  # per update
    n_epochs: int = 4  # passes over the decisions per update
    learning_rate: float = 3e-4  # decreases linearly to 0
    gamma: float = 0.999  # discount per decision
    gae_lambda: float = 0.95  # of generalised advantage estimation
    clip_range: float = 0.2  # of the probability ratio
    ent_coef: float = 0.01  # weight of the entropy bonus
    vf_coef: float = 0.5  # weight of the value loss
    max_grad_norm: float = 0.5  # of the gradient
    max_turns: int = 200  # of a game
    opponent: str = "random"  # bot of `wd info bots` in the other seats


class Net(nn.Module):
    """A policy over legal actions and a critic with shared layers."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.policy, self.critic = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, obs: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        hidden = self.body(obs / 10)  # soldiers go up to a hundred, flags up to one
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.critic(hidden)[:, 0]


def tensors(observation: dict[str, np.ndarray]) -> tuple[Tensor, Tensor]:
    return torch.as_tensor(observation["observation"]).float(), torch.as_tensor(observation["action_mask"]).bool()


def main(args: Args) -> float:
    """Train, and return the learner's mean return in the last hundred games."""
    torch.manual_seed(args.seed)
    bots = [make_bot(args.opponent, GAME, np.random.default_rng((args.seed, seat))) for seat in range(3)]
    envs = gymnasium.make_vec(
        "WorldDominance-v0", num_envs=args.n_envs, opponents=bots, seat="rotating", max_turns=args.max_turns
    )
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    net = Net(GAME.layout.size, len(GAME.actions))
    optimizer = torch.optim.Adam(net.parameters(), lr=args.learning_rate, eps=1e-5)

    observation, _ = envs.reset(seed=args.seed)
    obs, mask = tensors(observation)
    size, updates = args.n_envs * args.n_steps, args.total_decisions // (args.n_envs * args.n_steps)
    started, first = time.monotonic(), None
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - update / updates)

        # Play
        steps = []
        for _ in range(args.n_steps):
            with torch.no_grad():
                policy_dist, values = net(obs, mask)
                actions = policy_dist.sample()
            observation, rewards, terminated, truncated, _ = envs.step(actions.numpy())
            # a truncated game is treated as terminated: its future value is ignored
            dones = torch.as_tensor(terminated | truncated)
            steps.append(
                (obs, mask, actions, policy_dist.log_prob(actions), values, torch.as_tensor(rewards).float(), dones)
            )
            obs, mask = tensors(observation)

        # Compute advantages
        columns = [torch.stack(column) for column in zip(*steps, strict=True)]
        values, rewards, dones = columns[4], columns[5], columns[6].float()
        with torch.no_grad():
            next_values = net(obs, mask)[1]
        advantages, last = torch.zeros_like(values), torch.zeros(args.n_envs)
        for step in reversed(range(args.n_steps)):
            not_done = 1 - dones[step]
            delta = rewards[step] + args.gamma * next_values * not_done - values[step]
            last = delta + args.gamma * args.gae_lambda * not_done * last
            advantages[step], next_values = last, values[step]
        flat = [column.flatten(0, 1) for column in (*columns[:5], advantages, advantages + values)]

        # Update
        for _ in range(args.n_epochs):
            for indices in torch.randperm(size).chunk(args.num_minibatches):
                b_obs, b_mask, b_actions, b_logs, _, b_advantages, b_returns = (column[indices] for column in flat)
                policy_dist, values = net(b_obs, b_mask)
                ratio = (policy_dist.log_prob(b_actions) - b_logs).exp()
                gain = (b_advantages - b_advantages.mean()) / (b_advantages.std() + 1e-8)
                clipped = ratio.clamp(1 - args.clip_range, 1 + args.clip_range)
                policy_loss = -torch.min(gain * ratio, gain * clipped).mean()
                value_loss = (values - b_returns).square().mean()
                loss = policy_loss + args.vf_coef * value_loss - args.ent_coef * policy_dist.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), args.max_grad_norm)
                optimizer.step()

        done, recent = (update + 1) * size, list(envs.return_queue)
        first = float(np.mean(recent)) if first is None and len(recent) == envs.return_queue.maxlen else first
        speed = done / (time.monotonic() - started)
        print(f"{done:>9,} decisions, {speed:,.0f} a second: return {np.mean(recent or [0.0]):+.3f} of the last games")
    last = float(np.mean(envs.return_queue or [0.0]))
    if first is not None:
        print(f"return {first:+.3f} of the first {len(envs.return_queue)} games, {last:+.3f} of the last")
    return last


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for field in fields(Args):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
    main(Args(**vars(parser.parse_args())))
