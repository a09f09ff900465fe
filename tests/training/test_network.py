"""The network in training: its NumPy copy plays the same, and it uses the input features of the settings."""

import numpy as np
import pytest
import torch

from tests.training.networks import ACTIONS, SIZE, random_inputs, with_larger_weights
from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Diverged, Network
from wd_env.spec.observation_layout import Pointer
from wd_env.training.ppo.network_weights import export_weights
from wd_env.training.ppo.torch_network import PolicyValueNet

SHAPES = [
    Architecture((8, 8), 1, "tanh"),
    Architecture((12, 8), 2, "relu"),
    Architecture((8,), 0, "relu"),
    Architecture((), 0, "tanh"),
]
THINGS = (Pointer("things", 1, ((0, 1, 2), (3, 4, 5))),)


def fresh(architecture, **more):
    """Return a new network."""
    return PolicyValueNet(architecture, np.full(SIZE, -128, np.int8), np.full(SIZE, 127, np.int8), ACTIONS, **more)


def made(architecture, seed=0, **more):
    """Return a network with heads as large as after training, not as small as at the start."""
    torch.manual_seed(seed)
    return with_larger_weights(fresh(architecture, **more))


def outputs_of(network, views, masks):
    """Return actions and values, without a gradient."""
    with torch.no_grad():
        return network(network.inputs(torch.as_tensor(views), torch.as_tensor(masks)))


def probabilities(network, views, masks):
    return outputs_of(network, views, masks)[0].probabilities().numpy()


@pytest.mark.parametrize("architecture", SHAPES, ids=str)
def test_the_network_in_numpy_is_the_same(architecture):
    network = made(architecture)
    twin = Network(architecture, export_weights(network))
    views, masks = random_inputs(1000)
    logits, values = twin.evaluate(views)
    answers, expected = outputs_of(network, views, masks)
    # logits of this size have about six digits
    np.testing.assert_allclose(logits[masks == 1], answers.logits.numpy(), atol=1e-5, rtol=1e-5)
    np.testing.assert_allclose(values, expected.numpy(), atol=1e-5, rtol=1e-5)
    np.testing.assert_allclose(twin.probabilities(views, masks), answers.probabilities().numpy(), atol=1e-5)
    assert (twin.best(views, masks) == answers.mode().numpy()).all()
    with torch.no_grad():
        assert torch.equal(network.values(torch.as_tensor(views)), expected)


@pytest.mark.parametrize("architecture", SHAPES, ids=str)
def test_the_exported_tensors_are_those_the_architecture_names(architecture):
    weights = export_weights(made(architecture))
    assert {name: array.shape for name, array in weights.items()} == architecture.shapes(SIZE, ACTIONS)
    assert {array.dtype for array in weights.values()} == {np.dtype(np.float32)}


def test_exported_weights_are_a_copy():
    network = made(SHAPES[0])
    weights = export_weights(network)
    before = weights["action.weight"].copy()
    with torch.no_grad():
        network.action.weight.add_(1)
    assert (weights["action.weight"] == before).all()


def test_the_network_starts_orthogonal_with_small_steps_in_every_direction():
    network = fresh(Architecture((8, 8), 1, "tanh"))
    for layer, gain in ((network.shared[0], 2**0.5), (network.policy[0], 2**0.5), (network.action, 0.01)):
        product = layer.weight @ layer.weight.T
        torch.testing.assert_close(product, gain**2 * torch.eye(len(product)), atol=1e-5, rtol=0)


def test_counts_are_scaled_by_a_root_and_flags_are_not():
    network = PolicyValueNet(SHAPES[0], np.array([0, -100], np.int8), np.array([1, 64], np.int8), ACTIONS)
    assert network.scale.tolist() == pytest.approx([1.0, 0.1])


def test_a_pointer_network_plays_the_same_in_numpy_and_treats_equal_items_equally():
    """Check that two items with the same planes differ only by their own biases, in torch and in NumPy."""
    architecture = Architecture((8, 8), 1, "relu", pointer_units=4, planes=(2,))
    network = made(architecture, pointers=THINGS)
    views, masks = random_inputs(512)
    twin = Network(architecture, export_weights(network), THINGS)
    logits, values = twin.evaluate(views)
    answers, worth = outputs_of(network, views, masks)
    np.testing.assert_allclose(twin.probabilities(views, masks), answers.probabilities().numpy(), atol=1e-5)
    np.testing.assert_allclose(values, worth.numpy(), atol=1e-4)
    plain = Network(architecture, twin.weights)
    extra = logits - plain.evaluate(views)[0]
    assert (extra[:, [0, *range(4, extra.shape[1])]] == 0).all()
    same = (views[:, 0] == views[:, 1]) & (views[:, 3] == views[:, 4])
    np.testing.assert_allclose(extra[same, 1], extra[same, 2], atol=1e-5)
    assert not np.allclose(extra[~same, 1], extra[~same, 2])


def test_with_item_embeddings_equal_items_differ_and_torch_and_numpy_agree():
    architecture = Architecture((8, 8), 1, "relu", pointer_units=4, planes=(2,), item_counts=(THINGS[0].num_items,))
    network = made(architecture, pointers=THINGS)
    assert all((own == 0).all() for own in fresh(architecture, pointers=THINGS).action.item_embeddings), (
        "expected equal logits at the start"
    )
    views, masks = random_inputs(512)
    twin = Network(architecture, export_weights(network), THINGS)
    np.testing.assert_allclose(twin.probabilities(views, masks), probabilities(network, views, masks), atol=1e-5)
    extra = twin.logits(views) - Network(architecture, twin.weights).logits(views)
    same = (views[:, 0] == views[:, 1]) & (views[:, 3] == views[:, 4])
    assert same.any()
    assert not np.isclose(extra[same, 1], extra[same, 2], atol=1e-3).any()


def test_a_pointer_network_gives_the_same_results_for_a_part_of_the_rows():
    network = made(Architecture((8,), 1, "relu", pointer_units=4, planes=(2,)), pointers=THINGS)
    views, masks = random_inputs(300)
    whole = probabilities(network, views, masks)
    questions = network.inputs(torch.as_tensor(views), torch.as_tensor(masks))
    rows = torch.randperm(300)[:50]
    with torch.no_grad():
        some, _ = network(questions.select(rows))
        part, _ = network(questions.slice_rows(slice(40, 90)))
    np.testing.assert_allclose(some.probabilities().numpy(), whole[rows.numpy()], atol=1e-6)
    np.testing.assert_allclose(part.probabilities().numpy(), whole[40:90], atol=1e-6)


@pytest.mark.parametrize("columns", [(), (1, 4, 9)], ids=["all", "some"])
def test_rows_evaluated_in_parts_give_the_same_results(columns):
    network = made(Architecture((8,), 1, "relu", pointer_units=4, planes=(2,)), pointers=THINGS, columns=columns)
    views, masks = random_inputs(40)
    rows = torch.randperm(40)[:30]
    room = network.make_buffer(35)
    for places in (slice(0, 12), slice(12, 30)):
        network.fill(room, places, torch.as_tensor(views), torch.as_tensor(masks).bool(), rows[places])
    found = room.slice_rows(slice(30))
    expected = network.inputs(torch.as_tensor(views[rows]), torch.as_tensor(masks[rows]))
    assert torch.equal(found.features, expected.features)
    assert torch.equal(found.masks, expected.masks)
    assert torch.equal(found.observations[found.rows], expected.observations)


def test_a_network_that_reads_some_columns_is_blind_to_the_others_in_torch_and_in_numpy():
    architecture = Architecture((8, 8), 1, "relu")
    network = made(architecture, columns=(1, 4))
    views, masks = random_inputs(64)
    blind, other = views.copy(), views.copy()
    blind[:, [0, 2, 3, *range(5, SIZE)]] = 0
    other[:, 4] = 1 - other[:, 4]
    twin = Network(architecture, export_weights(network))
    seen = probabilities(network, views, masks)
    assert (seen == probabilities(network, blind, masks)).all()
    assert not np.allclose(seen, probabilities(network, other, masks), atol=1e-3)
    np.testing.assert_allclose(twin.probabilities(views, masks), seen, atol=1e-6)
    np.testing.assert_allclose(twin.probabilities(blind, masks), seen, atol=1e-6)


def test_legal_actions_get_the_same_logits_with_and_without_masks():
    """Check NumPy, which computes pointer logits only for legal actions; the masks hide the others."""
    architecture = Architecture((8,), 1, "relu", pointer_units=4, planes=(2,))
    network = Network(architecture, export_weights(made(architecture, pointers=THINGS)), THINGS)
    views, masks = random_inputs(512)
    masks[:100, 1:4] = 0
    masks[:100, 0] = 1
    whole, lazy = network.logits(views), network.logits(views, masks)
    assert (whole[masks == 1] == lazy[masks == 1]).all()
    assert (whole != lazy).any()


def test_a_network_with_a_number_not_finite_is_an_error_even_if_no_legal_action_has_it():
    network = made(SHAPES[0])
    views, masks = random_inputs(4)
    masks[:, 0], masks[:, 3] = 1, 0
    with torch.no_grad():
        network.action.bias[3] = np.nan
    with pytest.raises(Diverged, match="not finite"):
        outputs_of(network, views, masks)


@pytest.mark.parametrize("architecture", SHAPES[:3])
def test_a_standardised_network_starts_with_both_signs_in_every_first_unit(architecture):
    network = fresh(architecture, columns=(0, 1, 3))
    observations = torch.randint(0, 100, (200, SIZE), dtype=torch.int8)  # never negative, like most features
    network.standardise_inputs(observations)
    inputs = observations[:, [0, 1, 3]].float() * network.scale
    for layers in [network.shared] if architecture.shared else [network.policy, network.value]:
        outputs = layers[0](inputs)
        assert outputs.mean(dim=0).abs().max() < 1e-3
        assert ((outputs > 0).any(dim=0) & (outputs < 0).any(dim=0)).all()


def test_a_network_without_hidden_layers_has_nothing_to_standardise():
    network = fresh(SHAPES[3])
    before = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    network.standardise_inputs(torch.ones((4, SIZE), dtype=torch.int8))
    assert all(torch.equal(tensor, before[name]) for name, tensor in network.state_dict().items())
