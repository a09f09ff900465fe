"""Behaviour cloning: before self-play the network learns the actions of a bot, and the returns of its games.

The bot plays every seat of many games. The policy is fitted to its actions in all decisions with several legal actions,
the value head to the remaining rewards of each player. PPO continues with this network.
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.batch.batch import Batch
from wd_env.errors import ConfigError, attribute_errors_to
from wd_env.progress import Progress
from wd_env.training.ppo.torch_network import PolicyValueNet, make_adam
from wd_env.training.settings.pretraining_settings import ImitationSettings

MAX_DECISIONS = 250_000  # recorded at a time, to limit memory


@dataclass(frozen=True)
class Demonstrations:
    """Decisions of finished games: observations int8[k, O], masks int8[k, A], actions int64[k], returns float32[k]."""

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    actions: NDArray[np.int64]
    returns: NDArray[np.float32]


def collect_demonstrations(bot: Agent, batch: Batch, num_decisions: int) -> Demonstrations:
    """Record at least `num_decisions` decisions of the bot in all seats, without those of unfinished games.

    Raises:
        ConfigError: If no game has ended.
    """
    observations, masks, actions, owners, before = [], [], [], [], []
    earned = np.zeros((batch.n, batch.seats), np.float32)  # since recording began, in the game of each row
    active = np.arange(batch.n)  # the index of that game
    start_time, retained = batch.n, 0
    totals: dict[int, NDArray[np.float32]] = {}  # of finished games
    while retained < num_decisions:
        with attribute_errors_to(bot):
            chosen = batch.select_actions(bot, np.arange(batch.n))
        rows = np.flatnonzero(batch.masks.sum(axis=1, dtype=np.int64) > 1)
        players = batch.player[rows]  # rewards are by player, who may control two seats
        observations.append(batch.obs[rows])
        masks.append(batch.masks[rows])
        actions.append(chosen[rows])
        owners.append(np.stack([active[rows], players], axis=1))
        before.append(earned[rows, players])
        batch.step(chosen)
        earned += batch.rewards
        finished = np.flatnonzero(batch.done)
        totals.update(zip(active[finished].tolist(), earned[finished], strict=True))
        earned[finished] = 0.0
        active[finished] = np.arange(start_time, start_time + len(finished))
        start_time += len(finished)
        batch.reset(finished)
        retained += len(rows)
    game, player = np.concatenate(owners).T
    is_terminal = np.isin(game, list(totals))
    if not is_terminal.any():
        played = f"none of {batch.n} games was over after {retained} decisions of the bot that is imitated"
        raise ConfigError(f"{played}; increase imitation.decisions, or reduce ppo.n_envs")
    bounds = np.array(
        [totals[game_index][index] for game_index, index in zip(game[is_terminal], player[is_terminal], strict=True)],
        np.float32,
    )
    return Demonstrations(
        np.concatenate(observations)[is_terminal],
        np.concatenate(masks)[is_terminal],
        np.concatenate(actions)[is_terminal],
        bounds - np.concatenate(before)[is_terminal],
    )


def imitate(
    network: PolicyValueNet, bot: Agent, batch: Batch, settings: ImitationSettings, generator: np.random.Generator
) -> None:
    """Fit policy (cross entropy) and values (squared error) to demonstrations, each used once.

    The learning rate decreases linearly to 0.
    """
    optimizer = make_adam(network.parameters(), settings.learning_rate)
    obs = 0
    with Progress(f"imitating {settings.bot}", settings.decisions, "decisions") as progress:
        while obs < settings.decisions:
            recorded = collect_demonstrations(bot, batch, min(MAX_DECISIONS, settings.decisions))
            order = generator.permutation(len(recorded.actions))
            for rows in np.array_split(order, -(-len(order) // settings.batch_size)):
                for group in optimizer.param_groups:
                    group["lr"] = settings.learning_rate * max(1 - obs / settings.decisions, 0.0)
                loss = imitation_loss(network, recorded, rows, settings)
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # torch ships no type for it
                optimizer.step()
                obs += len(rows)
                progress.advance(len(rows))


def imitation_loss(
    network: PolicyValueNet, demonstrations: Demonstrations, rows: NDArray[np.int64], settings: ImitationSettings
) -> torch.Tensor:
    """Compute the loss: cross entropy of the actions with label smoothing, and the squared error of the values."""
    observations, masks = (
        torch.as_tensor(demonstrations.observations[rows]),
        torch.as_tensor(demonstrations.masks[rows]),
    )
    distribution, values = network(network.inputs(observations, masks))
    errors = values - torch.as_tensor(demonstrations.returns[rows])
    log_prob = distribution.log_prob(torch.as_tensor(demonstrations.actions[rows]))
    smoothing = settings.label_smoothing * (distribution.mean_log_prob() - log_prob)
    loss: torch.Tensor = -(log_prob + smoothing).mean() + settings.vf_coef * (errors**2).mean()
    return loss
