"""A head start: before self-play the network learns to answer like a bot of the roster, and how its games end.

The bot plays every seat of many games; its answers where it had a choice, and what each seat still got until
the end, are what the network is fitted to. PPO goes on from there.
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from tqdm import tqdm

from wd_env.agents.base import Agent
from wd_env.core.batch import Batch
from wd_env.train.policy import SeatPolicy
from wd_env.train.settings import ImitationSettings


@dataclass(frozen=True)
class Lessons:
    """Decisions of finished games: views int8[k, O], masks int8[k, A], answers int64[k], rewards to come float32[k]."""

    views: NDArray[np.int8]
    masks: NDArray[np.int8]
    answers: NDArray[np.int64]
    returns: NDArray[np.float32]


def watch(bot: Agent, games: Batch, decisions: int) -> Lessons:
    """At least so many decisions of the bot, in every seat of whole games."""
    views, masks, answers, owners, before = [], [], [], [], []
    earned: list[NDArray[np.float32]] = [np.zeros(games.seats, np.float32) for _ in range(games.n)]  # by game
    playing = np.arange(games.n)  # row -> game
    ended: set[int] = set()
    kept = 0
    while kept < decisions or len(ended) < games.n:
        chosen = bot.choose_many(games.game, games.obs, games.masks)
        open_rows = np.flatnonzero(games.masks.sum(axis=1, dtype=np.int64) > 1)
        seats = games.seat
        views.append(games.obs[open_rows].copy())
        masks.append(games.masks[open_rows].copy())
        answers.append(chosen[open_rows])
        owners.append(np.stack([playing[open_rows], seats[open_rows]], axis=1))
        before.append(np.array([earned[playing[row]][seats[row]] for row in open_rows], np.float32))
        games.step(chosen)
        for row in range(games.n):
            earned[playing[row]] += games.rewards[row]
        for row in np.flatnonzero(games.done).tolist():
            ended.add(int(playing[row]))
            playing[row] = len(earned)
            earned.append(np.zeros(games.seats, np.float32))
        games.restart(np.flatnonzero(games.done))
        kept += len(open_rows)
    whole = np.concatenate(owners)
    finished = np.isin(whole[:, 0], sorted(ended))
    totals = np.stack(earned)
    returns = totals[whole[:, 0], whole[:, 1]] - np.concatenate(before)
    return Lessons(
        np.concatenate(views)[finished],
        np.concatenate(masks)[finished],
        np.concatenate(answers)[finished],
        returns[finished].astype(np.float32),
    )


def imitate(policy: SeatPolicy, lessons: Lessons, settings: ImitationSettings, generator: np.random.Generator) -> None:
    """Fit answers (cross entropy) and values (squares) to the lessons; the rate falls to 0 on a straight line."""
    optimizer = torch.optim.Adam(policy.parameters(), settings.learning_rate, eps=1e-5)
    batches = len(lessons.answers) // settings.batch_size
    total = settings.epochs * batches
    fall = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 - step / max(total, 1))
    with tqdm(total=total, unit="batch", desc=f"imitating {settings.bot}") as bar:
        for _ in range(settings.epochs):
            order = generator.permutation(len(lessons.answers))
            for rows in order[: batches * settings.batch_size].reshape(batches, settings.batch_size):
                loss = _loss(policy, lessons, rows, settings.value)
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # torch ships no type for it
                optimizer.step()
                fall.step()
                bar.update()


def _loss(policy: SeatPolicy, lessons: Lessons, rows: NDArray[np.int64], weight: float) -> torch.Tensor:
    values, log_probs, _ = policy.evaluate_actions(
        torch.as_tensor(lessons.views[rows]),
        torch.as_tensor(lessons.answers[rows]),
        torch.as_tensor(lessons.masks[rows]),
    )
    errors = values.flatten() - torch.as_tensor(lessons.returns[rows])
    return -log_probs.mean() + weight * (errors**2).mean()
