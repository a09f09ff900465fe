"""How many games and steps the kernel plays at once."""

import pytest

pytest.importorskip("numba")

from tests.toy_game import PLEDGE
from wd_env.batch.batch import Batch
from wd_env.batch.kernel_runner import games_at_once


@pytest.mark.parametrize(
    ("game_bytes", "games"), [(100, 128), (4096, 128), (4097, 127), (2**15 - 1, 16), (2**15, 1), (2**20, 1)]
)
def test_games_that_play_together_fit_into_the_cache(game_bytes, games):
    assert games_at_once(game_bytes) == games


def test_random_play_can_be_interrupted_after_64_steps(monkeypatch):
    batch, calls = Batch(PLEDGE, 2, seed=1), []
    monkeypatch.setattr(Batch, "_advance", lambda self, op, rows, actions, num_steps: calls.append(num_steps))
    for num_steps in (130, 64, 1, 0):
        batch.play(num_steps)
    assert calls == [64, 64, 2, 64, 1]
