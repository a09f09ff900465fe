"""The fast lane: masked PPO in plain torch over the batch, for every seat that learns.

It learns what MaskablePPO learns, from the same settings, with the same network, opponents and credit. What it saves:

- Nobody waits for long. MaskablePPO wants an answer in every game at once, so all games wait for the one in which
  opponents play longest. Here a round is an answer of everybody else who is asked, and of the learner in all games that
  wait for it, once half of them do.
- A view is copied once, out of the batch into the memory from which every epoch reads it.
- What can be checked, converted or told once for an update is not done for each minibatch.

A rollout ends with the round in which the learner has made its `n_envs * n_steps` decisions, or a few more.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from wd_env.faces.seats import LEARNER, SeatGames
from wd_env.train.checks import check_count, check_keys
from wd_env.train.credit import NO_LEARNER, seat_advantages
from wd_env.train.lane import Arrays, Visit, make_batch, make_network
from wd_env.train.network import Questions, SeatNetwork, adam
from wd_env.train.opponents import Pool
from wd_env.train.settings import TrainSettings

PATIENCE = 0.5  # share of the games that wait before the network is asked; for few it takes nearly as long as for many
NONE = np.zeros(0, np.int64)
TOLD = ("policy_gradient_loss", "value_loss", "entropy", "approx_kl", "clip_fraction", "loss")  # of a minibatch


class Decisions(NamedTuple):
    """What the learner was asked in k games of a round, or in all of a rollout, and what it answered."""

    questions: Questions
    actions: Tensor  # int64[k]
    log_probs: Tensor  # float32[k]
    values: Tensor  # float32[k]


class Round(NamedTuple):
    """One answer in each of n games, as `seat_advantages` wants to know it."""

    rewards: NDArray[np.float32]  # [n, seats]
    seats: NDArray[np.int64]  # [n]
    values: NDArray[np.float32]  # [n]
    ends: NDArray[np.bool_]  # [n]
    final_values: NDArray[np.float32]  # [n, seats]


class Rollout(NamedTuple):
    """The decisions between two updates, and what came of them."""

    decisions: Decisions
    advantages: Tensor  # float32[k]
    returns: Tensor  # float32[k]


class FastLane:
    """PPO as a lane of a run; see `train/lane.py`."""

    def __init__(self, settings: TrainSettings, games: SeatGames, network: SeatNetwork) -> None:
        self.ppo = settings.ppo
        self.total = settings.run.total_decisions
        self.wanted = self.ppo.n_envs * self.ppo.n_steps  # decisions for an update
        self.games = games
        self.network = network
        self.optimizer = adam(network, self.ppo.learning_rate)
        self.memory = network.room(self.wanted + self.ppo.n_envs)
        self.decisions = 0
        self.updates = 0

    @classmethod
    def of(cls, settings: TrainSettings, pool: Pool) -> "FastLane":
        """The lane of a run, with games and network of its own."""
        batch = make_batch(settings, settings.ppo.n_envs, settings.run.seed)
        games = SeatGames(batch, pool.choosers, pool.line_up, pool.deal_players)
        games.begin()
        torch.manual_seed(settings.run.seed)
        return cls(settings, games, make_network(settings))

    def learn(self, visit: Visit) -> None:
        """Play and update in turn."""
        goes_on = True
        while goes_on and self.decisions < self.total:
            rollout = self.play()
            self.decisions += len(rollout.returns)
            goes_on = visit(self.update(rollout))

    # Playing

    @torch.no_grad()
    def play(self) -> Rollout:
        """Rounds until there are enough decisions, each of them with its credit."""
        batch = self.games.batch
        rounds: list[Round] = []
        decided: list[Decisions] = []
        waiting = np.zeros((batch.n, batch.seats), np.bool_)  # seats whose last decision has no outcome yet
        count = 0
        while count < self.wanted:
            asked = self.games.asked()
            rows = np.flatnonzero(asked == LEARNER)
            if len(rows) < PATIENCE * batch.n:
                rounds.append(self.play_round(asked))
            else:
                waiting[rows, batch.player[rows]] = True
                decided.append(self.decide(rows, slice(count, count + len(rows))))
                rounds.append(self.play_round(asked, rows, decided[-1]))
                count += len(rows)
            waiting[rounds[-1].ends] = False
        credit = Round(*(np.stack(column) for column in zip(*rounds, strict=True)))
        advantages = seat_advantages(*credit, self.worth(waiting), self.ppo.gamma, self.ppo.gae_lambda)
        _, *answers = zip(*decided, strict=True)
        whole = Decisions(self.memory.part(slice(count)), *(torch.cat(column) for column in answers))
        earned = torch.from_numpy(advantages[credit.seats != NO_LEARNER])  # round by round, as the decisions are
        return Rollout(whole, earned, earned + whole.values)

    def decide(self, rows: NDArray[np.int64], places: slice) -> Decisions:
        """The learner's answers in these games; the questions stay at these places of the memory."""
        batch = self.games.batch
        views, offered = torch.from_numpy(batch.obs), torch.from_numpy(batch.masks.view(np.bool_))
        questions = self.network.look(self.memory, places, views, offered, torch.from_numpy(rows))
        answers, values = self.network(questions)
        actions = answers.sample()
        return Decisions(questions, actions, answers.log_prob(actions), values)

    def play_round(
        self, asked: NDArray[np.int64], rows: NDArray[np.int64] = NONE, decided: Decisions | None = None
    ) -> Round:
        """Play what others answer where they are asked, and what the learner has decided in these games."""
        games, actions = self.games, NONE
        seats, values = np.full(len(asked), NO_LEARNER), np.zeros(len(asked), np.float32)
        if decided is not None:
            seats[rows], values[rows] = games.batch.player[rows], decided.values.numpy()
            actions = decided.actions.numpy()
        games.play_round(asked, rows, actions)
        final_values = np.zeros_like(games.seat_rewards)
        if games.truncated.any():
            last = torch.from_numpy(games.final_observations)
            final_values[games.truncated] = self.network.values(last.flatten(0, 1)).view(last.shape[:2]).numpy()
        return Round(games.seat_rewards, seats, values, games.ended, final_values)

    def worth(self, waiting: NDArray[np.bool_]) -> NDArray[np.float32]:
        """What the present views are worth to the seats bool[n, seats] that wait for an outcome, float32[n, seats]."""
        values = np.zeros(waiting.shape, np.float32)
        views = self.games.batch.observe_players(*np.nonzero(waiting))
        values[waiting] = self.network.values(torch.from_numpy(views)).numpy()
        return values

    # Updating

    def update(self, rollout: Rollout) -> dict[str, float]:
        """Go over the decisions as often as the settings say; what the update tells of itself."""
        remaining = 1 - min(self.decisions, self.total) / self.total
        rate, entropy = self.ppo.learning_rate_at(remaining), self.ppo.entropy_at(remaining)
        self.optimizer.param_groups[0]["lr"] = rate
        told: list[Tensor] = []
        for rows in self.minibatches(len(rollout.returns)):
            loss, one = self.loss(rollout, rows, entropy)
            told.append(one)
            if self.ppo.target_kl is not None and one[TOLD.index("approx_kl")] > 1.5 * self.ppo.target_kl:
                break
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch ships no type for it
            nn.utils.clip_grad_norm_(self.network.parameters(), self.ppo.max_grad_norm)
            self.optimizer.step()
        self.updates += self.ppo.epochs
        means = dict(zip(TOLD, torch.stack(told).mean(dim=0).tolist(), strict=True))
        return {f"train/{name}": value for name, value in means.items()} | {
            "train/explained_variance": explained(rollout.decisions.values, rollout.returns),
            "train/learning_rate": rate,
            "train/clip_range": self.ppo.clip,
            "train/n_updates": float(self.updates),
        }

    def minibatches(self, decisions: int) -> Iterator[Tensor]:
        """Rows of the rollout, int64[batch_size or a few more], every row once an epoch."""
        for _ in range(self.ppo.epochs):
            yield from torch.randperm(decisions).tensor_split(decisions // self.ppo.batch_size)

    def loss(self, rollout: Rollout, rows: Tensor, entropy_weight: float) -> tuple[Tensor, Tensor]:
        """What is made small for these rows of the rollout, and TOLD float32[6] of it."""
        questions, actions, old, _ = rollout.decisions
        answers, values = self.network(questions.take(rows))
        advantages = rollout.advantages.index_select(0, rows)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        moved = answers.log_prob(actions.index_select(0, rows)) - old.index_select(0, rows)
        ratio = moved.exp()
        clipped = ratio.clamp(1 - self.ppo.clip, 1 + self.ppo.clip)
        policy_loss = -torch.min(advantages * ratio, advantages * clipped).mean()
        value_loss = (values - rollout.returns.index_select(0, rows)).square().mean()
        entropy = answers.entropy().mean()
        loss = policy_loss + self.ppo.value * value_loss - entropy_weight * entropy
        with torch.no_grad():
            kl = (ratio - 1 - moved).mean()
            clip_fraction = ((ratio - 1).abs() > self.ppo.clip).float().mean()
            return loss, torch.stack([policy_loss, value_loss, entropy, kl, clip_fraction, loss])

    # On disk

    def save(self) -> tuple[dict[str, Any], Arrays]:
        """Games and counters between two updates."""
        return {"updates": self.updates}, self.games.save()

    def load(self, decisions: int, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Bring back what `save` gave after so many decisions."""
        check_keys(state, self.save()[0], "lane")
        self.updates = check_count(state["updates"], "lane.updates")
        self.games.load(arrays)
        self.decisions = decisions


def explained(values: Tensor, returns: Tensor) -> float:
    """The share of the variance of the returns that the values tell, at most 1; NaN where there is none."""
    spread = returns.var()
    return float("nan") if spread == 0 else float(1 - (returns - values).var() / spread)
