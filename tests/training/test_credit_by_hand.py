"""Learners and labels credit each player as computed by hand, step by step."""

import numpy as np
import pytest

from tests.envs.expected_rewards import ExpectedRewards
from tests.training.test_fast_ppo import Witness
from tests.training.test_rollout import GAMMA, LAMBDA
from wd_env.agents.agent_registry import make_bot
from wd_env.batch.batch import Batch
from wd_env.games.world_dominance.game import GAME
from wd_env.spec.rewards import RewardShaping
from wd_env.training.learner import make_learner
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.settings.training_settings import settings_from_dict
from wd_env.training.supervised.behaviour_cloning import collect_demonstrations

SETTINGS = [
    pytest.param([2, 3, 4, 5], {"max_turns": 12}, id="five_card"),
    pytest.param([2], {"max_turns": 60, "variant": "ally"}, id="ally"),
]
SHAPING = {"soldiers": 0.25, "set_progress": -0.5}


def learner_of(learner, players, options):
    """Return a learner and an independent computation for its games."""
    settings = settings_from_dict(
        {
            "learner": learner,
            "game": {"players": players, "options": options},
            "shaping": SHAPING,
            "ppo": {"n_envs": 12, "n_steps": 40, "batch_size": 96, "n_epochs": 1, "gamma": GAMMA, "gae_lambda": LAMBDA},
            "net": {"hidden": [16]},
            "opponents": {"weights": {"random": 1.0}, "self_play_fraction": 0.5},
        }
    )
    made = make_learner(settings, OpponentPool(GAME, settings))
    return made, ExpectedRewards(made.games.batch, **options)


class ByHand(Witness):
    """Records the rewards computed by hand, and compares the rewards of the games with them."""

    def __init__(self, learner, reckoner):
        super().__init__(learner)
        self.reckoner = reckoner

    def round(self, asked, rows, actions):
        super().round(asked, rows, actions)
        self.rewards[-1] = self.reckoner.take()
        assert np.allclose(self.games.seat_rewards, self.rewards[-1], atol=1e-5)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_the_fast_learner_credits_each_player_as_computed_by_hand(players, options):
    learner, reckoner = learner_of("fast", players, options)
    learner.collect_rollout()  # afterwards games are at all stages
    reckoner.take()
    witness = ByHand(learner, reckoner)
    rollout = learner.collect_rollout()
    expected, seats = witness.naive(), np.stack(witness.seats)
    np.testing.assert_allclose(rollout.advantages.numpy(), expected[seats >= 0], atol=1e-4)
    assert reckoner.covers_all_players(*players, ends=False)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_maskable_ppo_stores_the_rewards_computed_by_hand(players, options):
    learner, reckoner = learner_of("maskable", players, options)
    env, buffer, noted, kept = learner.games, learner.model.rollout_buffer, [], {}
    step_wait, compute = env.step_wait, buffer.compute_returns_and_advantage

    def noting():
        reckoner.take()
        actors = env.batch.player.copy()
        given = step_wait()
        noted.append((actors, reckoner.take()))
        return given

    def keeping(*args, **kwargs):
        kept.update(seats=buffer.seats.copy(), rewards=buffer.seat_rewards.copy())
        return compute(*args, **kwargs)

    env.step_wait, buffer.compute_returns_and_advantage = noting, keeping
    learner.learn(lambda results: False)
    steps = len(kept["seats"])
    actors, due = (np.stack(column) for column in zip(*noted[:steps], strict=True))
    assert np.array_equal(kept["seats"], actors)
    assert np.allclose(kept["rewards"], due, atol=1e-5)
    assert reckoner.covers_all_players(*players, ends=False)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_the_return_of_a_sample_is_the_sum_of_its_players_later_rewards(players, options):
    games = Batch(GAME, 8, 5, players, options, RewardShaping.of(GAME.shaping_terms, **SHAPING))
    reckoner = ExpectedRewards(games, **options)
    step, lessons, playing = games.step, [], [[] for _ in range(games.n)]

    def noting(actions):
        asked = [(row, int(games.player[row])) for row in np.flatnonzero(games.masks.sum(axis=1, dtype=int) > 1)]
        for row, player in asked:
            lessons.append({"player": player, "to_come": 0.0, "whole": False})
            playing[row].append(lessons[-1])
        step(actions)
        due = reckoner.take()
        for row in range(games.n):
            for lesson in playing[row]:
                lesson["to_come"] += due[row, lesson["player"]]
                lesson["whole"] = bool(games.done[row])
            if games.done[row]:
                playing[row] = []

    games.step = noting
    found = collect_demonstrations(make_bot("scripted", GAME, np.random.default_rng(1)), games, 1500)
    expected = [lesson["to_come"] for lesson in lessons if lesson["whole"]]
    assert len(expected) > 500
    assert np.allclose(found.returns, expected, atol=1e-4)
