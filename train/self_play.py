"""Self-play PPO in one file, in the style of CleanRL: one policy plays every seat of many games and learns from all.

    python train/self_play.py --total-decisions 1000000

Read it from top to bottom and change it. `train/ppo.py` learns in one seat against bots; `wd train` adds past
checkpoints as opponents, snapshots and bot files.
"""

import argparse
import time
from dataclasses import dataclass, fields

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

from wd_env import world_dominance_v0
from wd_env.games.world_dominance.game import GAME


@dataclass(frozen=True)
class Args:
    """The settings, which are options of the command line."""

    seed: int = 1  # of games, network and sampling
    total_decisions: int = 1_000_000  # of all seats
    num_players: int = 2
    n_envs: int = 256  # parallel games
    n_steps: int = 64  # decisions in each game between two updates
    num_minibatches: int = 8  # per update
    n_epochs: int = 4  # passes of an update over its decisions
    learning_rate: float = 1e-3  # decreases linearly to 0
    gamma: float = 1.0  # discount from a decision of a player to the next one
    gae_lambda: float = 0.8  # of generalised advantage estimation
    clip_range: float = 0.2  # range of the probability ratio
    ent_coef: float = 0.01  # weight of the entropy bonus
    vf_coef: float = 1.0  # weight of the value loss
    max_grad_norm: float = 0.5  # of the gradient
    max_turns: int = 200  # of a game
    test_games: int = 500  # games against random opponents, before and after


class Net(nn.Module):
    """A policy over legal actions and a critic with shared layers."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.policy, self.critic = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, obs: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        hidden = self.body(obs)
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.critic(hidden)[:, 0]


def tensors(observations: dict[str, np.ndarray]) -> tuple[Tensor, Tensor]:
    return torch.as_tensor(observations["observation"]), torch.as_tensor(observations["action_mask"]).bool()


def player_advantages(
    rewards: np.ndarray, players: np.ndarray, values: np.ndarray, done: np.ndarray, gamma: float, gae_lambda: float
) -> np.ndarray:
    """Compute advantages float32[steps, games], each player's along its own decisions.

    The last decision of each player in an unfinished game is credited with what is known: the rewards so far and the
    value of that decision itself.
    """
    steps, games, seats = rewards.shape
    games_index = np.arange(games)
    next_value, advantage, earned = (np.zeros((games, seats), np.float32) for _ in range(3))
    has_next = np.zeros((games, seats), bool)  # or the end of the game
    advantages = np.zeros_like(values)
    for step in reversed(range(steps)):
        for array in (next_value, advantage, earned):
            array[done[step]] = 0
        has_next[done[step]] = True
        earned += rewards[step]
        actors = games_index, players[step]
        bootstrap = np.where(has_next[actors], next_value[actors], values[step])
        delta = earned[actors] + gamma * bootstrap - values[step]
        advantage[actors] = delta + gamma * gae_lambda * advantage[actors]
        advantages[step] = advantage[actors]
        next_value[actors], earned[actors], has_next[actors] = values[step], 0, True
    return advantages


def win_rate(net: Net, args: Args) -> float:
    """Play the most probable actions in one seat against random opponents, and return the share of games won."""
    envs = gymnasium.make_vec(
        "WorldDominance-v0", num_envs=100, num_players=args.num_players, seat="rotating", observations="scaled",
        max_turns=args.max_turns,
    )  # fmt: skip
    observations, _ = envs.reset(seed=args.seed + 1)
    games = wins = 0
    while games < args.test_games:
        with torch.no_grad():
            policy, _ = net(*tensors(observations))
        observations, rewards, terminated, truncated, _ = envs.step(policy.probs.argmax(dim=1).numpy())
        games += int((terminated | truncated).sum())
        wins += int((rewards[terminated] > 0).sum())
    return wins / games


def main(args: Args) -> float:
    """Train, and return the win share against random opponents."""
    torch.manual_seed(args.seed)
    envs = world_dominance_v0.batch_env(
        args.n_envs, args.num_players, include_forced=False, observations="scaled", max_turns=args.max_turns
    )
    envs.reset(seed=args.seed)
    net = Net(GAME.layout.size, len(GAME.actions))
    optimizer = torch.optim.Adam(net.parameters(), lr=args.learning_rate, eps=1e-5)
    size, updates = args.n_envs * args.n_steps, args.total_decisions // (args.n_envs * args.n_steps)
    print(f"win share against random opponents before training: {win_rate(net, args):.1%}")
    start = time.monotonic()
    for update in range(updates):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - update / updates)

        # Play
        steps, rewards, players, done = [], [], [], []
        for _ in range(args.n_steps):
            obs, mask = tensors(envs.last()[0])
            players.append(envs.agent_selection)
            with torch.no_grad():
                policy, values = net(obs, mask)
                actions = policy.sample()
            envs.step(actions.numpy())
            rewards.append(envs.rewards.copy())
            done.append(envs.done.copy())  # a truncated game is treated as one that has ended
            steps.append((obs, mask, actions, policy.log_prob(actions), values))

        # Credit
        columns = [torch.stack(column) for column in zip(*steps, strict=True)]
        credit = np.stack(rewards), np.stack(players), columns[4].numpy(), np.stack(done)
        advantages = torch.as_tensor(player_advantages(*credit, args.gamma, args.gae_lambda))
        rollout = [column.flatten(0, 1) for column in (*columns, advantages, advantages + columns[4])]

        # Learn
        for _ in range(args.n_epochs):
            for chosen in torch.randperm(size).chunk(args.num_minibatches):
                obs, mask, actions, old, _, advantage, returns = (column[chosen] for column in rollout)
                policy, values = net(obs, mask)
                ratio = (policy.log_prob(actions) - old).exp()
                gain = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                clipped = ratio.clamp(1 - args.clip_range, 1 + args.clip_range)
                policy_loss = -torch.min(gain * ratio, gain * clipped).mean()
                value_loss = (values - returns).square().mean()
                loss = policy_loss + args.vf_coef * value_loss - args.ent_coef * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), args.max_grad_norm)
                optimizer.step()

        if (update + 1) % max(1, updates // 10) == 0:
            speed = (update + 1) * size / (time.monotonic() - start)
            text = f"{win_rate(net, args):.1%} against random opponents, {speed:,.0f} decisions per second"
            print(f"{(update + 1) * size:>9,} decisions: {text}", flush=True)
    return win_rate(net, args)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for field in fields(Args):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
    print(f"{main(Args(**vars(parser.parse_args()))):.1%} of the games against random opponents won")
