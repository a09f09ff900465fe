"""A head start: before self-play the network learns to answer like a bot of the roster, and how its games end.

The bot plays every seat of many games; its answers where it had a choice, and what each player still got until
the end, are what the network is fitted to. PPO goes on from there.
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from tqdm import tqdm

from wd_env.agents.base import Agent
from wd_env.core.batch import Batch
from wd_env.core.errors import blaming
from wd_env.train.network import SeatNetwork, adam
from wd_env.train.settings import ImitationSettings

LESSON = 250_000  # decisions watched at a time, for memory's sake


@dataclass(frozen=True)
class Lessons:
    """Decisions of finished games: views int8[k, O], masks int8[k, A], answers int64[k], rewards to come float32[k]."""

    views: NDArray[np.int8]
    masks: NDArray[np.int8]
    answers: NDArray[np.int64]
    returns: NDArray[np.float32]


def watch(bot: Agent, games: Batch, decisions: int) -> Lessons:
    """At least so many decisions of the bot, in every seat; those of games that are not over by then are left out."""
    views, masks, answers, owners, before = [], [], [], [], []
    earned = np.zeros((games.n, games.seats), np.float32)  # since the watching began, in the game of each row
    playing = np.arange(games.n)  # the number of that game
    begun, kept = games.n, 0
    totals: dict[int, NDArray[np.float32]] = {}  # of the games that are over
    while kept < decisions:
        with blaming(bot):
            chosen = bot.choose_many(games.game, games.obs, games.masks)
        rows = np.flatnonzero(games.masks.sum(axis=1, dtype=np.int64) > 1)
        players = games.player[rows]  # rewards are by player, who may answer for two seats
        views.append(games.obs[rows])
        masks.append(games.masks[rows])
        answers.append(chosen[rows])
        owners.append(np.stack([playing[rows], players], axis=1))
        before.append(earned[rows, players])
        games.step(chosen)
        earned += games.rewards
        over = np.flatnonzero(games.done)
        totals.update(zip(playing[over].tolist(), earned[over], strict=True))
        earned[over] = 0.0
        playing[over] = np.arange(begun, begun + len(over))
        begun += len(over)
        games.restart(over)
        kept += len(rows)
    game, player = np.concatenate(owners).T
    whole = np.isin(game, list(totals))
    ends = np.array(
        [totals[number][place] for number, place in zip(game[whole], player[whole], strict=True)], np.float32
    )
    return Lessons(
        np.concatenate(views)[whole],
        np.concatenate(masks)[whole],
        np.concatenate(answers)[whole],
        ends - np.concatenate(before)[whole],
    )


def imitate(
    network: SeatNetwork, bot: Agent, games: Batch, settings: ImitationSettings, generator: np.random.Generator
) -> None:
    """Fit answers (cross entropy) and values (squares) to one lesson after another, each gone through once.

    The step size falls to 0 on a straight line.
    """
    optimizer = adam(network, settings.learning_rate)
    seen = 0
    with tqdm(total=settings.decisions, unit="decision", unit_scale=True, desc=f"imitating {settings.bot}") as bar:
        while seen < settings.decisions:
            lessons = watch(bot, games, min(LESSON, settings.decisions))
            order = generator.permutation(len(lessons.answers))
            for rows in np.array_split(order, -(-len(order) // settings.batch_size)):
                for group in optimizer.param_groups:
                    group["lr"] = settings.learning_rate * max(1 - seen / settings.decisions, 0.0)
                loss = loss_of(network, lessons, rows, settings)
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # torch ships no type for it
                optimizer.step()
                seen += len(rows)
                bar.update(len(rows))


def loss_of(
    network: SeatNetwork, lessons: Lessons, rows: NDArray[np.int64], settings: ImitationSettings
) -> torch.Tensor:
    """What is made small: cross entropy of the answers, part of them spread by doubt, and the value's squares."""
    views, masks = torch.as_tensor(lessons.views[rows]), torch.as_tensor(lessons.masks[rows])
    answers, values = network(network.questions(views, masks))
    errors = values - torch.as_tensor(lessons.returns[rows])
    told = answers.log_prob(torch.as_tensor(lessons.answers[rows]))
    doubt = settings.doubt * (answers.mean_log_prob() - told)
    loss: torch.Tensor = -(told + doubt).mean() + settings.value * (errors**2).mean()
    return loss
