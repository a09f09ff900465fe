"""The network in NumPy gives legal, reproducible actions, and reports invalid numbers."""

from types import SimpleNamespace

import numpy as np
import pytest

from wd_env.agents.networks.architecture import Architecture
from wd_env.agents.networks.numpy_network import Diverged, Network
from wd_env.errors import ConfigError, IllegalAction

LINEAR = Architecture((), 0, "tanh")


def linear(logits, worth=3.0):
    """Return a network without hidden layers whose logits are constant, and whose value is `worth` x[0]."""
    actions = len(logits)
    return Network(
        LINEAR,
        {
            "action.weight": np.zeros((actions, 2)),
            "action.bias": np.array(logits),
            "value_head.weight": np.array([[worth, 0.0]]),
            "value_head.bias": np.array([0.5]),
        },
    )


def views(rows):
    return np.tile(np.array([[2, -1]], dtype=np.int8), (rows, 1))


def test_a_network_gives_the_values_computed_by_hand():
    weights = {
        "shared.0.weight": np.array([[1.0, 0.0]]),
        "shared.0.bias": np.array([-1.0]),
        "policy.1.weight": np.array([[2.0], [-2.0]]),
        "policy.1.bias": np.array([0.0, 1.0]),
        "value.1.weight": np.array([[1.0], [0.0]]),
        "value.1.bias": np.array([0.0, 5.0]),
        "action.weight": np.array([[1.0, 1.0], [0.5, 0.0], [0.0, 0.0]]),
        "action.bias": np.array([0.0, 0.0, -4.0]),
        "value_head.weight": np.array([[1.0, 1.0]]),
        "value_head.bias": np.array([0.25]),
    }
    network = Network(Architecture((1, 2), 1, "relu"), weights)
    # trunk relu(4 - 1) = 3; policy relu(6, -5) = 6, 0; value relu(3, 5)
    logits, values = network.evaluate(np.array([[4, 7]], dtype=np.int8))
    assert logits.tolist() == [[6, 3, -4]]
    assert values.tolist() == [8.25]
    assert (logits.dtype, values.dtype) == (np.float32, np.float32)


def test_a_network_that_reads_the_mask_before_the_observation_and_has_a_value_of_its_own():
    weights = {
        "policy.0.weight": np.array([[1.0, 0.0, 2.0, 0.0]]),
        "policy.0.bias": np.array([0.0]),
        "action.weight": np.array([[1.0], [-1.0]]),
        "action.bias": np.array([0.0, 0.0]),
        "value_head.weight": np.array([[0.0, 10.0, 0.0, 1.0]]),
        "value_head.bias": np.array([0.5]),
    }
    network = Network(Architecture((1,), 0, "relu", value_hidden=(), uses_mask=True), weights)
    seen, masks = np.array([[4, 7]], np.int8), np.array([[1, 1]], np.int8)
    logits, values = network.evaluate(seen, masks)
    assert (logits.tolist(), values.tolist()) == ([[9, -9]], [17.5])  # 1 + 2 * 4; 10 + 7 + 0.5
    assert network.best(seen, masks.astype(bool)).tolist() == [0]
    with pytest.raises(IllegalAction, match="masks: expected those of the legal actions, got none"):
        network.evaluate(seen)


def test_the_value_is_read_from_its_own_head():
    assert linear([0.0]).evaluate(views(2))[1].tolist() == [6.5, 6.5]


def test_of_equally_good_actions_the_first_legal_one_is_best():
    network = linear([7.0, 5.0, 5.0, 5.0])
    assert network.best(views(2), np.array([[0, 0, 1, 1], [1, 1, 1, 1]], dtype=np.int8)).tolist() == [2, 0]


@pytest.mark.parametrize("huge", [1e9, 1e38])
def test_illegal_actions_have_probability_zero_whatever_the_logits(huge):
    network = linear([huge, -huge, -huge])
    masks = np.array([[0, 1, 1]], dtype=np.int8)
    assert network.probabilities(views(1), masks).tolist() == [[0.0, 0.5, 0.5]]
    drawn = network.sample(views(500), np.repeat(masks, 500, axis=0), np.random.default_rng(0))
    assert set(drawn.tolist()) == {1, 2}


def test_probabilities_are_the_softmax_over_what_is_offered():
    masks = np.array([[1, 1, 0]], dtype=np.int8)
    found = linear(np.log([3.0, 1.0, 9.0])).probabilities(views(1), masks)
    np.testing.assert_allclose(found, [[0.75, 0.25, 0]], atol=1e-6)


def test_actions_are_drawn_as_often_as_their_probability_says_and_again_from_the_same_seed():
    network, masks = linear(np.log([3.0, 1.0, 9.0])), np.tile([1, 1, 0], (40_000, 1))
    drawn = network.sample(views(40_000), masks, np.random.default_rng(5))
    assert np.bincount(drawn) / 40_000 == pytest.approx([0.75, 0.25], abs=0.011)  # five standard errors
    assert (drawn == network.sample(views(40_000), masks, np.random.default_rng(5))).all()


@pytest.mark.parametrize(("drawn", "action"), [(0.0, 1), (1 - 2**-53, 2)])
def test_random_numbers_at_the_ends_of_the_range_give_legal_actions(drawn, action):
    generator = SimpleNamespace(random=lambda shape: np.full(shape, drawn))
    network = linear([0.0, 1.0, 2.0, 3.0])
    assert network.sample(views(1), np.array([[0, 1, 1, 0]]), generator).tolist() == [action]


def test_a_row_that_offers_nothing_is_refused():
    masks = np.array([[1, 0], [0, 0]], dtype=np.int8)
    network = linear([0.0, 0.0])
    for answer in (
        network.best,
        network.probabilities,
        lambda o, m: network.sample(o, m, np.random.default_rng(0)),
    ):
        with pytest.raises(IllegalAction, match="masks: expected a legal action in each row, got none in row 1"):
            answer(views(2), masks)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_a_diverged_network(bad):
    network = linear([0.0, bad])
    with pytest.raises(Diverged, match="logits that are not finite"):
        network.best(views(1), np.array([[1, 0]], dtype=np.int8))


def test_a_value_that_overflows_is_a_diverged_network():
    network = linear([0.0], worth=3e38)
    with pytest.raises(Diverged, match="values that are not finite"):
        network.evaluate(views(1))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (((8,), 0, "gelu"), "expected relu, tanh, got 'gelu'"),
        (((0,), 0, "tanh"), "1 to 8192 units"),
        (((8193,), 0, "tanh"), "1 to 8192 units"),
        (((8,) * 17, 0, "tanh"), "at most 16 layers"),
        (((8,), 2, "tanh"), "expected 0 to 1"),
        (((8,), -1, "tanh"), "expected 0 to 1"),
    ],
)
def test_a_shape_that_cannot_be_is_refused(arguments, words):
    with pytest.raises(ConfigError, match=words):
        Architecture(*arguments)


def test_every_tensor_has_its_name_and_shape():
    assert Architecture((4, 3), 1, "tanh").shapes(10, 6) == {
        "shared.0.weight": (4, 10), "shared.0.bias": (4,),
        "policy.1.weight": (3, 4), "policy.1.bias": (3,),
        "value.1.weight": (3, 4), "value.1.bias": (3,),
        "action.weight": (6, 3), "action.bias": (6,),
        "value_head.weight": (1, 3), "value_head.bias": (1,),
    }  # fmt: skip
