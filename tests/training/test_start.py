"""A run that starts with the weights of a trained bot, and one with a KL penalty to its initial policy."""

from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.tiny import TINY, assert_resumed_alike, each_learner, tiny, weights_of
from wd_env.agents.agent_registry import bot_files
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.game import GAME
from wd_env.training.learner import make_network
from wd_env.training.opponent_pool import OpponentPool
from wd_env.training.ppo.batch_ppo import BatchPPO
from wd_env.training.ppo.network_weights import export_weights, fits_widened, import_weights, widen_weights
from wd_env.training.settings.training_settings import load_settings, settings_from_dict
from wd_env.training.training_run import load_start_weights, train

STILL = {**TINY["ppo"], "learning_rate": 1e-9}  # a step too small for float32 to change a weight of 1
NET = TINY["net"]
CONFIGS = Path(__file__).parents[2] / "configs" / "world_dominance"


def network_of(**net):
    torch.manual_seed(2)
    return make_network(settings_from_dict({**TINY, "net": {**NET, **net}}))


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Path:
    return train(tiny(tmp_path_factory.mktemp("trained") / "run", "fast"))


@each_learner
def test_a_run_begins_with_the_weights_of_a_bot(tmp_path, trained, learner):
    parts = {"net": {**NET, "init_from": str(trained)}, "ppo": STILL}
    second = train(tiny(tmp_path / "run", learner, parts, total_decisions=256))
    before, after = weights_of(trained), weights_of(second)
    assert all(np.allclose(array, after[name], atol=1e-5) for name, array in before.items())
    assert not all(np.allclose(array, export_weights(network_of())[name], atol=1e-2) for name, array in before.items())


@each_learner
def test_a_new_run_standardises_its_inputs_and_one_with_the_weights_of_a_bot_does_not(tmp_path, trained, learner):
    biases = []
    for run, net in enumerate(
        ({}, {"standardise_inputs": True}, {"standardise_inputs": True, "init_from": str(trained)})
    ):
        parts = {"net": {**NET, **net}, "ppo": STILL}
        biases.append(
            weights_of(train(tiny(tmp_path / str(run), learner, parts, total_decisions=128)))["shared.0.bias"]
        )
    plain, standardised, imported = biases
    assert np.abs(plain).max() < 1e-6
    assert np.abs(standardised).min() > 1e-3
    np.testing.assert_allclose(imported, weights_of(trained)["shared.0.bias"], atol=1e-6)


@pytest.mark.parametrize(
    "net",
    [
        {"hidden": [12, 8], "shared": 0},
        {"pointer_units": 6, "item_embeddings": True, "input_features": ["decision", "army"]},
    ],
)
def test_imported_weights_are_exported_again(net):
    given = network_of(**net)
    with torch.no_grad():
        for tensor in given.parameters():
            tensor.normal_()
    other = network_of(**net)
    wanted = export_weights(given)
    import_weights(other, wanted)
    found = export_weights(other)
    assert found.keys() == wanted.keys()
    assert all(np.allclose(array, wanted[name], rtol=1e-6, atol=0) for name, array in found.items())


@pytest.mark.parametrize("config", ["league", "exploiter"])
def test_the_policy_of_the_package_begins_a_run_by_its_name(config):
    settings = load_settings(CONFIGS / f"{config}.yaml")
    assert settings.net.init_from == "policy"
    network = make_network(settings)
    load_start_weights(settings, network)
    wanted = weights_of(bot_files("policy")[0])
    assert all(np.allclose(array, wanted[name], rtol=1e-6, atol=0) for name, array in export_weights(network).items())


def test_it_begins_a_run_of_a_wider_network_too():
    shape = {"hidden": [272, 128], "activation": "relu", "item_embeddings": True, "pointer_units": 49}
    settings = settings_from_dict({"net": {"init_from": "policy", **shape}})
    network = make_network(settings)
    load_start_weights(settings, network)
    wanted = weights_of(bot_files("policy")[0])["shared.0.weight"]
    found = export_weights(network)["shared.0.weight"]
    assert np.allclose(found[: len(wanted)], wanted, rtol=1e-6, atol=0)
    assert found[len(wanted) :].any(axis=1).all()


def test_a_bot_that_cannot_begin_a_run_is_refused_before_anything_is_written(tmp_path, trained):
    def refused(start, words, **net):
        folder = tmp_path / "run"
        with pytest.raises(ConfigError, match=words):
            train(tiny(folder, "fast", {"net": {**NET, "init_from": start, **net}}))
        assert not folder.exists()

    refused("random", "net.init_from: expected a trained bot, got 'random', which has no network")
    refused("nobody", "unknown bot 'nobody'")
    refused(str(trained), r"network like that of this run .*hidden=\(8,\).* got .*hidden=\(16,\)", hidden=[8])
    refused(str(trained), r"activation='relu'.* activation='tanh'", activation="relu")
    refused(str(trained), r"net.input_features: expected all features", input_features=["decision"])


def divergence_after(trained, pull, rate=0.01):
    """Return how far a policy has moved from its start after some updates with this learning rate."""
    ppo = {**TINY["ppo"], "learning_rate": rate, "anchor_kl_coef": pull}
    settings = settings_from_dict({**TINY, "learner": "fast", "ppo": ppo, "net": {**NET, "init_from": str(trained)}})
    learner = BatchPPO.of(settings, OpponentPool(GAME, settings))
    load_start_weights(settings, learner.network)
    found = []
    learner.learn(lambda metrics: found.append(metrics.get("train/anchor_kl")) is None and len(found) < 4)
    return found[-1]


def test_a_kl_penalty_keeps_the_policy_near_its_start(trained):
    assert divergence_after(trained, 10.0) < divergence_after(trained, 0.1) / 2
    assert abs(divergence_after(trained, 0.1, rate=1e-9)) < 1e-6, (
        "expected the divergence from the initial policy, not from random weights"
    )


def test_without_a_kl_penalty_none_is_reported(trained):
    assert divergence_after(trained, 0.0) is None


def test_a_run_with_a_kl_penalty_is_resumed_to_the_same_bits(tmp_path, trained):
    parts = {"ppo": {**TINY["ppo"], "anchor_kl_coef": 0.5}, "net": {**NET, "init_from": str(trained)}}
    assert_resumed_alike(tmp_path, parts)


def test_a_wider_network_begins_with_the_answers_of_the_bot():
    """Check that the output of the new units has weight 0, and that they have weights with which they can learn."""
    small = network_of(
        hidden=[12, 8], activation="relu", pointer_units=6, item_embeddings=True, input_features=["decision", "army"]
    )
    with torch.no_grad():
        for tensor in small.parameters():
            tensor.normal_(std=0.3)
    more = ["decision", "army", "place"]
    large = network_of(hidden=[20, 11], activation="relu", pointer_units=9, item_embeddings=True, input_features=more)
    import_weights(large, widen_weights(export_weights(small), large))
    generator = np.random.default_rng(1)
    seen = torch.from_numpy(generator.integers(0, 2, (50, GAME.layout.size)).astype(np.int8))
    masks = torch.from_numpy(generator.random((50, len(GAME.actions))) < 0.3)
    (was, worth), (now, worth_now) = (net(net.inputs(seen, masks)) for net in (small, large))
    np.testing.assert_allclose(now.probabilities().detach(), was.probabilities().detach(), atol=1e-5)
    np.testing.assert_allclose(worth_now.detach(), worth.detach(), atol=1e-4)
    first = export_weights(large)["shared.0.weight"]
    assert first[12:].any(axis=1).all()


@pytest.mark.parametrize("hidden", [[8, 12], [12], [12, 8, 4]])
def test_a_network_that_is_narrower_somewhere_or_has_other_layers_cannot_take_the_weights(hidden):
    given = export_weights(network_of(hidden=[12, 8]))
    assert not fits_widened(given, network_of(hidden=hidden))
    assert fits_widened(given, network_of(hidden=[12, 9]))
