"""Who sits where: as many learners as the settings say, anywhere at the table, and opponents by their weights."""

import numpy as np
import pytest

from wd_env.faces.seats import LEARNER
from wd_env.train.opponents import Pool
from wd_env.train.settings import settings_from
from wd_env.world_dominance.game import GAME

GAMES = 20_000


def pool_of(**opponents):
    return Pool(GAME, settings_from({"net": {"hidden": [4]}, "opponents": opponents}))


def dealt(pool, players):
    """Line-ups of so many games with this number of players, the seats at the table only."""
    return pool.line_up(np.full(GAMES, players, np.int64))[:, :players]


@pytest.mark.parametrize(("players", "share", "learners"), [
    (2, 0.0, 1), (5, 0.0, 1), (2, 0.5, 1), (3, 0.5, 1), (4, 0.5, 2), (5, 0.5, 2), (5, 0.9, 4), (4, 1.0, 4),
])  # fmt: skip
def test_beside_opponents_a_share_of_the_seats_learns_one_at_least(players, share, learners):
    lineup = dealt(pool_of(all_seats_share=0.0, learner_seats=share, weights={"random": 1.0}), players)
    assert ((lineup == LEARNER).sum(axis=1) == learners).all()
    assert set(lineup[lineup != LEARNER].tolist()) <= {0}


def test_every_seat_learns_as_often_as_any_other():
    lineup = dealt(pool_of(all_seats_share=0.0, learner_seats=0.5, weights={"random": 1.0}), 5)
    # five standard errors of a share of two fifths
    assert (lineup == LEARNER).mean(axis=0) == pytest.approx([0.4] * 5, abs=0.018)
    together = (lineup[:, 0] == LEARNER) & (lineup[:, 1] == LEARNER)
    assert together.mean() == pytest.approx(0.1, abs=0.011)


def test_the_share_of_games_in_which_every_seat_learns_is_as_set():
    lineup = dealt(pool_of(all_seats_share=0.3, learner_seats=0.0, weights={"random": 1.0}), 3)
    assert (lineup == LEARNER).all(axis=1).mean() == pytest.approx(0.3, abs=0.017)


def test_opponents_sit_by_their_weights():
    lineup = dealt(pool_of(all_seats_share=0.0, weights={"random": 1.0, "scripted": 3.0}), 4)
    assert (lineup[lineup != LEARNER] == 1).mean() == pytest.approx(0.75, abs=0.01)


def test_without_anybody_else_every_seat_learns():
    assert (pool_of(all_seats_share=1.0, weights={}).line_up(np.array([2, 5])) == LEARNER).all()


def test_a_full_pool_forgets_one_for_each_that_joins():
    pool = pool_of(weights={"random": 1.0, "past": 1.0}, pool_size=2)
    shapes = settings_from({"net": {"hidden": [4]}}).net.architecture().shapes(GAME.layout.size, len(GAME.actions))
    for number in range(5):
        pool.join({name: np.full(shape, number, np.float32) for name, shape in shapes.items()})
    assert (len(pool.past), len(pool.opponents), pool.joined) == (2, 3, 5)
    assert [pool.name(number) for number in range(3)] == ["random", "past", "past"]
    assert pool.past[0]["worth.bias"][0] != pool.past[1]["worth.bias"][0]
    assert 4.0 in {past["worth.bias"][0] for past in pool.past}
