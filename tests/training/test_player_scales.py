"""Advantages and value errors in games of n players are multiplied by sqrt(n - 1) with `ppo.scale_by_players`."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from tests.training.tiny import tiny
from wd_env.games.world_dominance.game import GAME
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.batch_ppo import BatchPPO
from wd_env.training.ppo.maskable_ppo_learner import MaskablePPOLearner
from wd_env.training.ppo.seat_gae import player_scales
from wd_env.training.settings.training_settings import TrainSettings


def settings(folder, scale: bool, **ppo) -> TrainSettings:
    made = tiny(folder, "fast", {"game": {"players": [2, 3, 4, 5], "options": {"max_turns": 30}}})
    return replace(made, ppo=replace(made.ppo, scale_by_players=scale, **ppo))


def test_even_results_have_the_same_variance_for_every_number_of_players():
    for players in range(2, 9):
        results = np.array([1.0] + [-1 / (players - 1)] * (players - 1))  # one wins, and the sum is zero
        assert player_scales(np.array([players]))[0] * results.std() == pytest.approx(1)


def test_the_fast_learner_scales_each_decision_by_the_players_of_its_game(tmp_path):
    rollouts = {}
    for scale in (False, True):
        made = settings(tmp_path, scale)
        learner, counts = BatchPPO.of(made, OpponentPool(GAME, made)), []
        batch, sample = learner.games.batch, learner.sample_actions

        def record(rows, *arguments, counts=counts, batch=batch, sample=sample):
            counts.append(batch.num_players[rows].copy())
            return sample(rows, *arguments)

        learner.sample_actions = record
        collected = [learner.collect_rollout() for _ in range(3)]  # games end, and rows change their numbers of players
        advantages, returns = (
            np.concatenate([getattr(one, name) for one in collected]) for name in ("advantages", "returns")
        )
        rollouts[scale] = advantages, returns, np.concatenate(counts)
    (plain, returns, players), (scaled, same_returns, same_players) = rollouts.values()
    np.testing.assert_array_equal(players, same_players)
    np.testing.assert_array_equal(returns, same_returns)
    np.testing.assert_allclose(scaled, plain * np.sqrt(players - 1), rtol=1e-6)
    assert np.unique(players).tolist() == [2, 3, 4, 5]


def test_value_errors_are_scaled_as_well(tmp_path):
    made = settings(tmp_path, True)
    learner = BatchPPO.of(made, OpponentPool(GAME, made))
    rollout = learner.collect_rollout()
    _, metrics = learner.loss(rollout, torch.arange(len(rollout.returns)), 0.0)
    decisions = rollout.decisions
    expected = ((rollout.returns - decisions.values) * decisions.scales).square().mean()
    assert metrics[1].item() == pytest.approx(expected.item(), rel=1e-4)
    assert decisions.scales.unique().numpy() == pytest.approx(np.sqrt([1, 2, 3, 4]))


def test_maskable_ppo_scales_the_advantages(tmp_path):
    games = []
    for scale in (False, True):
        made = replace(settings(tmp_path, scale, learning_rate=1e-9), learner="maskable")
        learner = MaskablePPOLearner.of(made, OpponentPool(GAME, made))
        buffer, counts = learner.model.rollout_buffer, []
        step = learner.games.step_async

        def record(actions, step=step, counts=counts, learner=learner):
            counts.append(learner.games.batch.num_players.copy())  # before games end and new ones start
            step(actions)

        learner.games.step_async = record
        learner.model.learn(128)
        games.append((buffer, np.stack(counts)))
    (plain, counts), (scaled, same) = games
    np.testing.assert_array_equal(counts, same)
    order = np.sqrt(counts - 1).T.ravel()  # the buffer is flattened, game by game
    np.testing.assert_allclose(scaled.advantages.ravel(), plain.advantages.ravel() * order, rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(scaled.returns, plain.returns, rtol=1e-6)
    assert len(np.unique(counts)) > 1
