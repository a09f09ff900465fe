"""Seating: the number of learners of the settings, at any seat, and opponents by their weights."""

import numpy as np
import pytest

from wd_env.envs.vector.lineup import LEARNER
from wd_env.errors import CheckpointError
from wd_env.games.world_dominance.game import GAME
from wd_env.training.learner import make_network
from wd_env.training.opponent_pool import OpponentPool, WinRecord
from wd_env.training.ppo.network_weights import export_weights
from wd_env.training.settings.training_settings import settings_from_dict

GAMES = 20_000


def pool_of(**opponents):
    return OpponentPool(GAME, settings_from_dict({"net": {"hidden": [4]}, "opponents": opponents}))


def dealt(pool, players):
    """Return line-ups of games with this number of players, without empty seats."""
    return pool.sample_lineup(np.full(GAMES, players, np.int64))[:, :players]


@pytest.mark.parametrize(("players", "share", "learners"), [
    (2, 0.0, 1), (5, 0.0, 1), (2, 0.5, 1), (3, 0.5, 1), (4, 0.5, 2), (5, 0.5, 2), (5, 0.9, 4), (4, 1.0, 4),
])  # fmt: skip
def test_next_to_opponents_a_fraction_of_the_seats_learns_at_least_one(players, share, learners):
    lineup = dealt(pool_of(self_play_fraction=0.0, learner_seat_fraction=share, weights={"random": 1.0}), players)
    assert ((lineup == LEARNER).sum(axis=1) == learners).all()
    assert set(lineup[lineup != LEARNER].tolist()) <= {0}


def test_every_seat_learns_as_often_as_any_other():
    lineup = dealt(pool_of(self_play_fraction=0.0, learner_seat_fraction=0.5, weights={"random": 1.0}), 5)
    # five standard errors of a fraction of two fifths
    assert (lineup == LEARNER).mean(axis=0) == pytest.approx([0.4] * 5, abs=0.018)
    together = (lineup[:, 0] == LEARNER) & (lineup[:, 1] == LEARNER)
    assert together.mean() == pytest.approx(0.1, abs=0.011)


def test_the_share_of_games_in_which_every_seat_learns_is_as_set():
    lineup = dealt(pool_of(self_play_fraction=0.3, learner_seat_fraction=0.0, weights={"random": 1.0}), 3)
    assert (lineup == LEARNER).all(axis=1).mean() == pytest.approx(0.3, abs=0.017)


def test_opponents_sit_by_their_weights():
    lineup = dealt(pool_of(self_play_fraction=0.0, weights={"random": 1.0, "scripted": 3.0}), 4)
    assert (lineup[lineup != LEARNER] == 1).mean() == pytest.approx(0.75, abs=0.01)


def test_without_opponents_every_seat_learns():
    assert (pool_of(self_play_fraction=1.0, weights={}).sample_lineup(np.array([2, 5])) == LEARNER).all()


def test_a_full_pool_drops_one_checkpoint_for_each_new_one():
    pool = pool_of(weights={"random": 1.0, "past": 1.0}, pool_size=2)
    shapes = settings_from_dict({"net": {"hidden": [4]}}).net.architecture().shapes(GAME.layout.size, len(GAME.actions))
    for number in range(5):
        pool.add_checkpoint({name: np.full(shape, number, np.float32) for name, shape in shapes.items()})
    assert (len(pool.past), len(pool.opponents), pool.num_joined) == (2, 3, 5)
    assert [pool.opponent_name(number) for number in range(3)] == ["random", "past", "past"]
    assert pool.past[0]["value_head.bias"][0] != pool.past[1]["value_head.bias"][0]
    assert 4.0 in {past["value_head.bias"][0] for past in pool.past}


def test_opponents_that_are_hard_to_beat_are_met_more_often():
    pool = pool_of(self_play_fraction=0.0, weights={"random": 1.0, "scripted": 1.0}, pfsp_power=2.0)
    pool.record_games({0: 100, 1: 100}, {0: 80, 1: 40})  # losses of a fifth and three fifths, so weights of one to nine
    lineup = dealt(pool, 4)
    assert (lineup[lineup != LEARNER] == 1).mean() == pytest.approx(0.9, abs=0.01)


def test_without_a_preference_records_change_nothing():
    pool = pool_of(self_play_fraction=0.0, weights={"random": 1.0, "scripted": 1.0})
    pool.record_games({0: 100, 1: 100}, {0: 100, 1: 0})
    lineup = dealt(pool, 4)
    assert (lineup[lineup != LEARNER] == 1).mean() == pytest.approx(0.5, abs=0.01)


def test_unknown_opponents_are_preferred_and_those_always_beaten_are_not_met():
    pool = pool_of(self_play_fraction=0.0, weights={"random": 1.0, "scripted": 1.0}, pfsp_power=1.0)
    pool.record_games({0: 10}, {0: 10})
    assert (dealt(pool, 2).max(axis=1) == 1).all()
    pool.record_games({1: 10}, {1: 10})  # now both are always beaten: only the weights count
    assert (dealt(pool, 2).max(axis=1) == 1).mean() == pytest.approx(0.5, abs=0.018)


def test_the_weights_of_past_checkpoints_are_shared_by_how_hard_they_are():
    pool = pool_of(self_play_fraction=0.0, weights={"random": 0.0, "past": 1.0}, pool_size=2, pfsp_power=1.0)
    shapes = settings_from_dict({"net": {"hidden": [4]}}).net.architecture().shapes(GAME.layout.size, len(GAME.actions))
    for _ in range(2):
        pool.add_checkpoint({name: np.zeros(shape, np.float32) for name, shape in shapes.items()})
    pool.record_games({0: 100, 1: 100}, {0: 75, 1: 25})
    seated = dealt(pool, 2)
    assert (seated[seated != LEARNER] == 1).mean() == pytest.approx(0.75, abs=0.02)
    for _ in range(8):  # until each of the two has been replaced, and the new ones have no record
        pool.add_checkpoint({name: np.zeros(shape, np.float32) for name, shape in shapes.items()})
    seated = dealt(pool, 2)
    assert (seated[seated != LEARNER] == 1).mean() == pytest.approx(0.5, abs=0.02)


def test_old_results_in_records_lose_half_their_weight():
    assert WinRecord(4000, 1000).add(96, 24) == (4096, 1024)
    assert WinRecord(4096, 1024).add(100, 100) == (2098, 562)


def test_records_are_saved_with_the_pool():
    pool = pool_of(weights={"random": 1.0, "scripted": 1.0}, pfsp_power=1.0)
    pool.record_games({0: 10, 1: 7}, {0: 4})
    again = pool_of(weights={"random": 1.0, "scripted": 1.0}, pfsp_power=1.0)
    again.restore(pool.state(), pool.arrays())
    assert again.records == [(10, 4), (7, 0)]


@pytest.mark.parametrize("records", [[[1, 2]], [[10_000, 1]], [[1, -1]], [[1]], [], None, [[1, 0], [1, 0]]])
def test_invalid_records_are_rejected(records):
    pool = pool_of(weights={"random": 1.0})
    with pytest.raises(CheckpointError, match=r"pool\.records"):
        pool_of(weights={"random": 1.0}).restore({**pool.state(), "records": records}, pool.arrays())


def test_every_checkpoint_of_the_pool_is_met_not_only_the_newest():
    pool = pool_of(weights={"past": 1.0}, pool_size=3, self_play_fraction=0.0)
    for _ in range(3):
        pool.add_checkpoint(export_weights(make_network(pool.settings)))
    seated = np.bincount(pool.sample_lineup(np.full(3000, 2)).ravel() + 1, minlength=4)
    assert (seated[1:] > 0.8 * seated[1:].mean()).all(), seated
