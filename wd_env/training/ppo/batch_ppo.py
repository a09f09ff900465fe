"""The fast learner: masked PPO in plain torch over the batch, for every seat that learns.

It is MaskablePPO with the same settings, network, opponents and advantages, but faster:

- Games do not wait for the slowest one. MaskablePPO needs an action in every game at once, so all games wait for the
  one in which opponents act longest. Here a step plays an action of every opponent to move, and of the learner in all
  games in which it is to move, once these are half of the games.
- An observation is copied once, from the batch to the rollout buffer that every epoch reads.
- Checks, conversions and metrics run once per update if possible, not once per minibatch.

A rollout ends with the step in which the learner has made `n_envs * n_steps` decisions, or a few more.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.optim.swa_utils import AveragedModel

from wd_env.envs.vector.lineup import LEARNER
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.training.distributed.process_group import SINGLE_PROCESS, ProcessGroup
from wd_env.training.learner import Arrays, Callback, make_batch, make_network
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.counterfactual_advantages import (
    CounterfactualAdvantages,
    CounterfactualEstimator,
    concatenate_and_scale,
)
from wd_env.training.ppo.masked_distribution import MaskedCategorical
from wd_env.training.ppo.pointer_logits import PolicyInputs
from wd_env.training.ppo.ppo_losses import clipped_surrogate, counterfactual_loss, mean_divergence
from wd_env.training.ppo.rollout import Decisions, Rollout, Steps, explained_variance
from wd_env.training.ppo.seat_gae import NO_LEARNER, player_scales, seat_advantages
from wd_env.training.ppo.torch_network import PolicyValueNet
from wd_env.training.settings.training_settings import TrainSettings
from wd_env.training.snapshots.snapshot_checks import check_count, check_keys
from wd_env.training.snapshots.tensor_arrays import ANCHOR_PREFIX, MEAN_PREFIX, check_average, to_arrays, to_tensors

# of games that wait for the network before it is called; a small call takes nearly as long as a large one
MIN_PENDING_FRACTION = 0.5
NO_ROWS = np.zeros(0, np.int64)
METRICS = (
    "policy_gradient_loss",
    "value_loss",
    "entropy_loss",
    "anchor_kl",
    "approx_kl",
    "clip_fraction",
    "loss",
)  # minibatch
COUNTERFACTUAL_STREAM = 5  # the random stream of a run for the search that estimates counterfactual values


class BatchPPO:
    """Masked PPO over the batch; see `wd_env/training/learner.py` for the methods."""

    def __init__(
        self,
        settings: TrainSettings,
        games: MultiSeatEnv,
        network: PolicyValueNet,
        process_group: ProcessGroup = SINGLE_PROCESS,
    ) -> None:
        self.process_group = process_group  # `settings` are the part of this process
        self.ppo = settings.ppo
        self.total_decisions = settings.run.total_decisions
        self.decisions_per_update = self.ppo.n_envs * self.ppo.n_steps  # of an update
        self.games = games
        self.network = network
        self.parameters = list(network.parameters())
        self.anchor = deepcopy(network).requires_grad_(False) if self.ppo.anchor_kl_coef else None
        self.mean = AveragedModel(network) if self.ppo.average_weights else None
        self.counterfactual = CounterfactualEstimator.of(
            settings, process_group.stream(settings.run.seed, COUNTERFACTUAL_STREAM)
        )
        self.optimizer = process_group.make_optimizer(network, self.ppo.learning_rate)
        self.buffer = network.make_buffer(self.decisions_per_update + self.ppo.n_envs)
        self.decisions = 0
        self.updates = 0

    @classmethod
    def of(
        cls, settings: TrainSettings, pool: OpponentPool, process_group: ProcessGroup = SINGLE_PROCESS
    ) -> "BatchPPO":
        """Make the learner of a run with new games and a new network; all processes start with equal weights."""
        batch = make_batch(settings, settings.ppo.n_envs, process_group.seed(settings.run.seed))
        games = MultiSeatEnv(batch, pool.opponents, pool.sample_lineup, pool.sample_num_players)
        games.start_games()
        torch.manual_seed(settings.run.seed)
        network = make_network(settings)
        if not process_group.is_first:
            torch.manual_seed(process_group.seed(settings.run.seed))
        return cls(settings, games, network, process_group)

    @property
    def bot_network(self) -> PolicyValueNet:
        """Return the network of the bot: the policy, or the mean of its weights since before the first update."""
        if self.mean is None or not self.mean.n_averaged:
            return self.network
        assert isinstance(self.mean.module, PolicyValueNet)
        return self.mean.module

    @property
    def remaining(self) -> float:
        """Return the fraction of the run that remains, by which schedules go."""
        return 1 - min(self.decisions, self.total_decisions) / self.total_decisions

    def learn(self, callback: Callback) -> None:
        """Alternate between collecting rollouts and updating."""
        continues = True
        if self.anchor is not None and not self.decisions:
            self.anchor.load_state_dict(self.network.state_dict())
        if self.mean is not None and not self.decisions:
            self.mean.update_parameters(self.network)
        while continues and self.decisions < self.total_decisions:
            rollout = self.collect_rollout()
            self.decisions += self.process_group.sum(len(rollout.returns))
            continues = callback(self.update(rollout))

    # Playing

    @torch.no_grad()
    def collect_rollout(self) -> Rollout:
        """Step games until there are enough decisions, and compute their advantages."""
        batch = self.games.batch
        steps: list[Steps] = []
        decided: list[Decisions] = []
        counterfactuals: list[CounterfactualAdvantages] = []
        pending = np.zeros((batch.n, batch.max_players), np.bool_)  # players whose last decision has no successor yet
        count = 0
        while count < self.decisions_per_update:
            to_move = self.games.actors()
            rows = np.flatnonzero(to_move == LEARNER)
            if len(rows) < MIN_PENDING_FRACTION * batch.n:
                steps.append(self.step_games(to_move))
            else:
                pending[rows, batch.player[rows]] = True
                decided.append(self.sample_actions(rows, slice(count, count + len(rows)), counterfactuals))
                steps.append(self.step_games(to_move, rows, decided[-1]))
                count += len(rows)
            pending[steps[-1].done] = False
        credit = Steps(*(np.stack(column) for column in zip(*steps, strict=True)))
        advantages = seat_advantages(*credit, self.bootstrap_values(pending), self.ppo.gamma, self.ppo.gae_lambda)
        _, *columns = zip(*decided, strict=True)
        all_decisions = Decisions(self.buffer.slice_rows(slice(count)), *(torch.cat(column) for column in columns))
        earned = torch.from_numpy(advantages[credit.seats != NO_LEARNER])  # step by step, as the decisions are
        return Rollout(
            all_decisions,
            earned * all_decisions.scales,
            earned + all_decisions.values,
            concatenate_and_scale(counterfactuals) if counterfactuals else None,
        )

    def sample_actions(
        self, rows: NDArray[np.int64], slots: slice, counterfactuals: list[CounterfactualAdvantages]
    ) -> Decisions:
        """Sample actions in these games, whose inputs are stored at `slots` of the buffer.

        Counterfactual advantages of sampled decisions are appended to `counterfactuals`.
        """
        batch = self.games.batch
        observations, masks = torch.from_numpy(batch.obs), torch.from_numpy(batch.masks.view(np.bool_))
        inputs = self.network.fill(self.buffer, slots, observations, masks, torch.from_numpy(rows))
        distribution, values = self.act(inputs, slots, rows)
        if self.counterfactual is not None:
            counterfactuals.append(self.counterfactual.estimate(batch, rows, distribution))
        actions = distribution.sample()
        scales = player_scales(batch.num_players[rows]) if self.ppo.scale_by_players else np.ones(len(rows), np.float32)
        return Decisions(inputs, actions, distribution.log_prob(actions), values, torch.from_numpy(scales))

    def act(self, inputs: PolicyInputs, slots: slice, rows: NDArray[np.int64]) -> tuple[MaskedCategorical, Tensor]:
        """Compute distribution and values in these games, for the decisions at `slots` of the rollout."""
        outputs: tuple[MaskedCategorical, Tensor] = self.network(inputs)
        return outputs

    def step_games(
        self, actors: NDArray[np.int64], rows: NDArray[np.int64] = NO_ROWS, decisions: Decisions | None = None
    ) -> Steps:
        """Step the games of `actors`, and the games of `rows` with the decisions of the learner."""
        games, actions = self.games, NO_ROWS
        seats, values = np.full(len(actors), NO_LEARNER), np.zeros(len(actors), np.float32)
        if decisions is not None:
            seats[rows], values[rows] = games.batch.player[rows], decisions.values.numpy()
            actions = decisions.actions.numpy()
        games.play_actions(actors, rows, actions)
        final_values = np.zeros_like(games.seat_rewards)
        if games.truncated.any():
            last = torch.from_numpy(games.final_observations)
            rows, players = np.divmod(np.arange(last.shape[0] * last.shape[1]), last.shape[1])
            truncated = np.flatnonzero(games.truncated)[rows]
            final_values[truncated, players] = self.state_values(last.flatten(0, 1), truncated, players).numpy()
        return Steps(games.seat_rewards, seats, values, games.done, final_values)

    def bootstrap_values(self, pending: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Estimate values float32[n, players] at the end of the rollout; 0 except for `pending` players."""
        values = np.zeros(pending.shape, np.float32)
        rows, players = np.nonzero(pending)
        observations = torch.from_numpy(self.games.batch.observe_players(rows, players))
        values[pending] = self.state_values(observations, rows, players).numpy()
        return values

    def state_values(self, observations: Tensor, rows: NDArray[np.int64], players: NDArray[np.int64]) -> Tensor:
        """Compute values float32[k] of observations int8[k, O] of these players in these games."""
        return self.network.values(observations)

    # Updating

    def update(self, rollout: Rollout) -> dict[str, float]:
        """Run the epochs of one update and return its metrics by name."""
        rate, ent_coef = self.ppo.learning_rate_at(self.remaining), self.ppo.ent_coef_at(self.remaining)
        self.optimizer.param_groups[0]["lr"] = rate
        metrics: list[Tensor] = []
        for rows in self.minibatches(len(rollout.returns)):
            loss, one = self.loss(rollout, rows, ent_coef)
            metrics.append(one)
            if self.exceeds_target_kl(one):
                break
            for parameter in self.parameters:
                parameter.grad = None
            loss.backward()  # type: ignore[no-untyped-call]  # torch ships no type for it
            self.process_group.clip_gradients(self.parameters, self.ppo.max_grad_norm)
            self.optimizer.step()
        self.updates += self.ppo.n_epochs
        if self.mean is not None:
            self.mean.update_parameters(self.network)
        means = dict(zip(METRICS, torch.stack(metrics).mean(dim=0).tolist(), strict=True))
        if self.anchor is None:
            del means["anchor_kl"]  # which the other learner does not have
        return {f"train/{name}": value for name, value in means.items()} | {
            "train/explained_variance": explained_variance(rollout.decisions.values, rollout.returns),
            "train/learning_rate": rate,
            "train/clip_range": self.ppo.clip_range,
            "train/n_updates": float(self.updates),
        }

    def exceeds_target_kl(self, metrics: Tensor) -> bool:
        """Return whether the policy has moved further than `target_kl` allows, which ends the update."""
        if self.ppo.target_kl is None:
            return False
        return bool(self.process_group.mean(metrics[METRICS.index("approx_kl")]) > 1.5 * self.ppo.target_kl)

    def minibatches(self, num_decisions: int) -> Iterator[Tensor]:
        """Yield rows of the rollout, int64[batch_size or a few more], every row once per epoch."""
        count = self.process_group.min(num_decisions // self.ppo.batch_size)  # rollouts differ by a few decisions
        for _ in range(self.ppo.n_epochs):
            yield from torch.randperm(num_decisions).tensor_split(count)

    def loss(self, rollout: Rollout, rows: Tensor, ent_coef: float) -> tuple[Tensor, Tensor]:
        """Compute the PPO loss of these rows of the rollout, and its METRICS float32[7]."""
        inputs, actions, old, _, scales = rollout.decisions
        taken = inputs.select(rows)
        distribution, values = self.evaluate(taken, rows)
        log_ratio = distribution.log_prob(actions.index_select(0, rows)) - old.index_select(0, rows)
        ratio = log_ratio.exp()
        if rollout.counterfactual is None:
            advantages = rollout.advantages.index_select(0, rows)
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
            policy_loss = -clipped_surrogate(advantages, ratio, self.ppo.clip_range).mean()
        else:
            policy_loss = counterfactual_loss(rollout.counterfactual, rows, distribution, self.ppo.clip_range)
        errors = (values - rollout.returns.index_select(0, rows)) * scales.index_select(0, rows)
        value_loss = errors.square().mean()
        entropy = distribution.entropy().mean()
        anchor_kl = torch.zeros(()) if self.anchor is None else mean_divergence(distribution, self.anchor, taken)
        loss = policy_loss + self.ppo.vf_coef * value_loss - ent_coef * entropy + self.ppo.anchor_kl_coef * anchor_kl
        with torch.no_grad():
            kl = (ratio - 1 - log_ratio).mean()
            clip_fraction = ((ratio - 1).abs() > self.ppo.clip_range).float().mean()
            return loss, torch.stack([policy_loss, value_loss, -entropy, anchor_kl, kl, clip_fraction, loss])

    def evaluate(self, inputs: PolicyInputs, rows: Tensor) -> tuple[MaskedCategorical, Tensor]:
        """Compute distribution and values of these rows of the rollout for the loss, from their inputs."""
        outputs: tuple[MaskedCategorical, Tensor] = self.network(inputs)
        return outputs

    # On disk

    def save(self) -> tuple[dict[str, Any], Arrays]:
        """Return games, counters, the initial policy of self-play and the mean weights, between two updates."""
        anchor = {} if self.anchor is None else self.anchor.state_dict()
        mean = {} if self.mean is None else self.mean.state_dict()
        counterfactual_state = {} if self.counterfactual is None else {"counterfactual": self.counterfactual.save()}
        arrays = self.games.save() | to_arrays(ANCHOR_PREFIX, anchor) | to_arrays(MEAN_PREFIX, mean)
        return {"updates": self.updates, **counterfactual_state}, arrays

    def load(self, decisions: int, state: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Restore the result of `save` after this number of decisions."""
        check_keys(state, self.save()[0], "learner")
        self.updates = check_count(state["updates"], "learner.updates")
        if self.counterfactual is not None:
            self.counterfactual.load(state["counterfactual"])
        anchor, mean = to_tensors(ANCHOR_PREFIX, arrays), to_tensors(MEAN_PREFIX, arrays)
        check_average(mean, self.updates // self.ppo.n_epochs)
        self.games.load(
            {name: array for name, array in arrays.items() if not name.startswith((ANCHOR_PREFIX, MEAN_PREFIX))}
        )
        if self.anchor is not None:
            self.anchor.load_state_dict(anchor)
        if self.mean is not None:
            self.mean.load_state_dict(mean)
        self.decisions = decisions
