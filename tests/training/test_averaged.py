"""A bot with the mean weights of the policies of its run."""

import numpy as np
import pytest

pytest.importorskip("numba")

from tests.training.tiny import HALF, TINY, assert_resumed_alike, tiny, weights_of
from wd_env.errors import CheckpointError, ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.batch_ppo import BatchPPO
from wd_env.training.ppo.network_weights import export_weights
from wd_env.training.settings.training_settings import settings_from_dict
from wd_env.training.training_run import train

AVERAGED = {**TINY["ppo"], "average_weights": True}


def learner_of(**ppo):
    settings = settings_from_dict({**TINY, "learner": "fast", "ppo": {**AVERAGED, **ppo}})
    return BatchPPO.of(settings, OpponentPool(GAME, settings))


def test_the_bot_is_the_mean_of_the_weights_before_and_after_every_update():
    learner = learner_of()
    assert learner.bot_network is learner.network
    found = [export_weights(learner.network)]
    learner.learn(lambda _: found.append(export_weights(learner.network)) is None and len(found) < 4)
    assert len(found) == 4
    for name, array in export_weights(learner.bot_network).items():
        np.testing.assert_allclose(array, np.mean([one[name] for one in found], axis=0), rtol=1e-4, atol=1e-6)
    assert any(
        not np.array_equal(array, found[-1][name]) for name, array in export_weights(learner.bot_network).items()
    )


def test_without_averaging_the_bot_is_the_policy():
    learner = learner_of(average_weights=False)
    learner.learn(lambda _: False)
    assert learner.bot_network is learner.network


def test_with_averaging_the_policy_that_plays_is_still_the_last_one():
    found = []
    for averaged in (True, False):
        learner = learner_of(average_weights=averaged)
        learner.learn(lambda _, mine=learner: mine.updates < 3 * mine.ppo.n_epochs)
        found.append(export_weights(learner.network))
    for name, array in found[0].items():
        np.testing.assert_array_equal(array, found[1][name])


def test_a_resumed_run_ends_with_the_same_mean(tmp_path):
    parts = {"ppo": AVERAGED}
    whole = assert_resumed_alike(tmp_path, parts)
    last = train(tiny(tmp_path / "last", "fast", **HALF))
    assert any(not np.array_equal(array, weights_of(last)[name]) for name, array in weights_of(whole).items())


@pytest.mark.parametrize("count", [0, 1, 3, -1])
def test_a_mean_of_another_number_of_policies_is_refused(count):
    learner = learner_of()
    learner.learn(lambda _: False)
    state, arrays = learner.save()
    with pytest.raises(CheckpointError, match=rf"arrays/mean.n_averaged: expected 2 after 1 updates, got {count}"):
        learner.load(128, state, {**arrays, "mean.n_averaged": np.array(count)})
    learner.load(128, state, arrays)


def test_the_other_learner_has_no_mean(tmp_path):
    with pytest.raises(ConfigError, match=r"ppo.average_weights: expected False unless learner is fast, got True"):
        tiny(tmp_path, "maskable", {"ppo": AVERAGED})
