"""The policy has MaskablePPO's mathematics, masks that hold under any logits, and a twin in NumPy."""

import numpy as np
import pytest
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableCategorical
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from wd_env.agents.network import Architecture, Diverged, Network
from wd_env.core.errors import IllegalAction
from wd_env.core.layout import Pointer
from wd_env.train.policy import OfferedActions, SeatPolicy, export_weights, policy_kwargs

SIZE, ACTIONS = 17, 6
SHAPES = [
    Architecture((8, 8), 1, "tanh"),
    Architecture((12, 8), 2, "relu"),
    Architecture((8,), 0, "relu"),
    Architecture((), 0, "tanh"),
]


def spaces_of(size=SIZE):
    return spaces.Box(-128, 127, (size,), np.int8), spaces.Discrete(ACTIONS)


def made(architecture, seed=0):
    """A policy whose heads are as large as training makes them, not as small as they start."""
    torch.manual_seed(seed)
    policy = SeatPolicy(*spaces_of(), lambda _: 1e-3, **policy_kwargs(architecture))
    with torch.no_grad():
        for parameter in policy.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    return policy


def asked(rows, seed=0):
    """Views and masks, each mask with at least one offered action."""
    generator = np.random.default_rng(seed)
    views = generator.integers(-3, 4, (rows, SIZE)).astype(np.int8)
    masks = generator.integers(0, 2, (rows, ACTIONS)).astype(np.int8)
    masks[np.arange(rows), generator.integers(0, ACTIONS, rows)] = 1
    return views, masks


def over(logits, masks):
    distribution = OfferedActions(ACTIONS).proba_distribution(torch.as_tensor(logits, dtype=torch.float32))
    distribution.apply_masking(np.asarray(masks))
    return distribution


def test_probabilities_log_probabilities_and_entropy_are_those_of_sb3_contrib():
    _, masks = asked(64)
    logits = torch.randn(64, ACTIONS, generator=torch.Generator().manual_seed(1))
    ours, theirs = over(logits, masks), MaskableCategorical(logits=logits, masks=masks)
    actions = theirs.sample()
    torch.testing.assert_close(ours.probabilities(), theirs.probs)
    torch.testing.assert_close(ours.log_prob(actions), theirs.log_prob(actions))
    torch.testing.assert_close(ours.entropy(), theirs.entropy())
    assert torch.equal(ours.mode(), theirs.probs.argmax(dim=1))


def test_the_gradient_is_that_of_sb3_contrib():
    _, masks = asked(64)
    start = torch.randn(64, ACTIONS, generator=torch.Generator().manual_seed(2))
    gradients = []
    for make in (over, lambda logits, masks: MaskableCategorical(logits=logits, masks=masks)):
        logits = start.clone().requires_grad_()
        distribution = make(logits, masks)
        actions = torch.as_tensor(masks.argmax(axis=1))
        (distribution.log_prob(actions).sum() + 0.3 * distribution.entropy().sum()).backward()
        gradients.append(logits.grad)
    torch.testing.assert_close(*gradients)


def test_a_whole_policy_answers_as_sb3_contribs_does():
    ours = made(Architecture((8, 8), 0, "tanh"))
    theirs = MaskableActorCriticPolicy(*spaces_of(), lambda _: 1e-3, net_arch=[8, 8])
    theirs.load_state_dict(ours.state_dict())
    ours.features_extractor.scale.fill_(1.0)  # theirs is given the numbers as they stand
    views, masks = asked(32)
    tensor, actions = torch.as_tensor(views), torch.as_tensor(masks.argmax(axis=1))
    for mine, other in zip(
        ours.evaluate_actions(tensor, actions, torch.as_tensor(masks)),
        theirs.evaluate_actions(tensor, actions, torch.as_tensor(masks)),
        strict=True,
    ):
        torch.testing.assert_close(mine, other)
    mine, _ = ours.predict(views, deterministic=True, action_masks=masks)
    assert mine.tolist() == theirs.predict(views, deterministic=True, action_masks=masks)[0].tolist()


def test_the_answers_of_a_rollout_are_consistent_with_their_evaluation():
    policy = made(SHAPES[0])
    views, masks = asked(128)
    actions, values, log_probs = policy(torch.as_tensor(views), action_masks=masks)
    again, score, _ = policy.evaluate_actions(torch.as_tensor(views), actions, torch.as_tensor(masks))
    torch.testing.assert_close(values, again)
    torch.testing.assert_close(log_probs, score)
    torch.testing.assert_close(values, policy.predict_values(torch.as_tensor(views)))


@pytest.mark.parametrize("huge", [1e9, 1e30, 3e38])
def test_what_is_not_offered_has_probability_zero_whatever_the_logits(huge):
    logits = [[huge, 0, 1, 2, 3, 4], [0, -huge, -huge, huge, huge, huge], [-huge] * 6]
    masks = [[0, 1, 1, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1]]
    distribution = over(logits, masks)
    assert distribution.probabilities()[np.array(masks) == 0].tolist() == [0.0] * 12
    assert torch.isfinite(distribution.entropy()).all()
    for _ in range(200):
        drawn = distribution.sample()
        assert np.take_along_axis(np.array(masks), drawn.numpy()[:, None], 1).all()
        assert torch.isfinite(distribution.log_prob(drawn)).all()


def test_actions_are_drawn_as_often_as_their_probability_says():
    logits = torch.tensor([[0.0, 1.0, -1.0, 2.0, 0.5, 9.0]]).repeat(200_000, 1)
    torch.manual_seed(4)
    distribution = over(logits, np.tile([1, 1, 0, 1, 1, 0], (200_000, 1)))
    shares = torch.bincount(distribution.sample(), minlength=ACTIONS) / 200_000
    # five standard errors of a share of a half
    torch.testing.assert_close(shares, distribution.probabilities()[0], atol=0.0056, rtol=0)


def test_the_draw_never_leaves_the_offered_actions_at_the_end_of_its_range(monkeypatch):
    """The largest float32 below 1, drawn over sums that rounding has left on either side of 1."""
    largest = float(np.nextafter(np.float32(1), np.float32(0)))
    monkeypatch.setattr(torch, "rand", lambda *shape, **kwargs: torch.full(*shape, largest))
    _, masks = asked(20_000)
    masks[:, 0], masks[:, -1] = 1, 0
    logits = torch.randn(20_000, ACTIONS, generator=torch.Generator().manual_seed(3)) * 4
    drawn = over(logits, masks).sample().numpy()
    assert np.take_along_axis(masks, drawn[:, None], 1).all()


def test_the_draw_never_leaves_the_offered_actions_at_the_start_of_its_range(monkeypatch):
    monkeypatch.setattr(torch, "rand", lambda *shape, **kwargs: torch.zeros(*shape))
    assert over(np.zeros((1, ACTIONS)), [[0, 0, 1, 1, 0, 1]]).sample().tolist() == [2]


def test_a_row_that_offers_nothing_is_refused():
    with pytest.raises(IllegalAction, match="offers no action"):
        over(np.zeros((2, ACTIONS)), [[1] * ACTIONS, [0] * ACTIONS])


def test_a_policy_without_masks_refuses_to_answer():
    policy = made(SHAPES[0])
    views, masks = asked(2)
    with pytest.raises(IllegalAction, match="needs the masks"):
        policy(torch.as_tensor(views))
    policy(torch.as_tensor(views), action_masks=masks)
    with pytest.raises(IllegalAction, match="needs the masks"):  # those of the last call are not kept
        policy.predict(views)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_logits_that_are_no_numbers_are_a_diverged_policy(bad):
    with pytest.raises(Diverged, match="not finite"):
        over([[0, bad, 0, 0, 0, 0]], [[1, 0, 1, 1, 1, 1]])


@pytest.mark.parametrize("architecture", SHAPES, ids=str)
def test_the_network_in_numpy_is_the_policy(architecture):
    policy = made(architecture)
    network = Network(architecture, export_weights(policy, architecture))
    views, masks = asked(1000)
    logits, values = network.evaluate(views)
    with torch.no_grad():
        distribution = policy.get_distribution(torch.as_tensor(views), masks)
        expected = policy.predict_values(torch.as_tensor(views))[:, 0]
        best, probabilities = distribution.mode().numpy(), distribution.probabilities().numpy()
    # logits of this size have about six digits
    np.testing.assert_allclose(logits[masks == 1], distribution._masked.numpy()[masks == 1], atol=1e-5, rtol=1e-5)
    np.testing.assert_allclose(values, expected.numpy(), atol=1e-5, rtol=1e-5)
    np.testing.assert_allclose(network.probabilities(views, masks), probabilities, atol=1e-5)
    assert (network.best(views, masks) == best).all()


@pytest.mark.parametrize("architecture", SHAPES, ids=str)
def test_the_exported_tensors_are_those_the_architecture_names(architecture):
    weights = export_weights(made(architecture), architecture)
    assert {name: array.shape for name, array in weights.items()} == architecture.shapes(SIZE, ACTIONS)
    assert {array.dtype for array in weights.values()} == {np.dtype(np.float32)}


def test_exported_weights_are_a_copy():
    policy = made(SHAPES[0])
    weights = export_weights(policy, SHAPES[0])
    before = weights["action.weight"].copy()
    with torch.no_grad():
        policy.action_net.weight.add_(1)
    assert (weights["action.weight"] == before).all()


def test_the_network_starts_orthogonal_with_small_steps_in_every_direction():
    policy = SeatPolicy(*spaces_of(), lambda _: 1e-3, **policy_kwargs(Architecture((8, 8), 1, "tanh")))
    for layer, gain in ((policy.shared_layers[0], 2**0.5), (policy.action_net, 0.01)):
        product = layer.weight @ layer.weight.T
        torch.testing.assert_close(product, gain**2 * torch.eye(len(product)), atol=1e-5, rtol=0)


def test_a_pointing_policy_plays_alike_in_numpy_and_weighs_like_things_alike():
    """Two things with the same planes differ by their own biases only; torch and NumPy agree."""
    pointers = (Pointer("things", 1, ((0, 1, 2), (3, 4, 5))),)
    architecture = Architecture((8, 8), 1, "relu", pointed=4, planes=(2,))
    policy = SeatPolicy(*spaces_of(), lambda _: 1e-3, **policy_kwargs(architecture, pointers))
    with torch.no_grad():
        for parameter in policy.parameters():
            parameter.add_(0.3 * torch.randn_like(parameter))
    views, masks = asked(512)
    network = Network(architecture, export_weights(policy, architecture), pointers)
    logits, values = network.evaluate(views)
    tensor = torch.as_tensor(views)
    with torch.no_grad():
        told = policy.get_distribution(tensor, masks).probabilities().numpy()
        worth = policy.predict_values(tensor).numpy()[:, 0]
    np.testing.assert_allclose(network.probabilities(views, masks), told, atol=1e-5)
    np.testing.assert_allclose(values, worth, atol=1e-4)
    plain = Network(architecture, network.weights)
    extra = logits - plain.evaluate(views)[0]
    assert (extra[:, [0, *range(4, extra.shape[1])]] == 0).all()
    same = (views[:, 0] == views[:, 1]) & (views[:, 3] == views[:, 4])
    np.testing.assert_allclose(extra[same, 1], extra[same, 2], atol=1e-5)
    assert not np.allclose(extra[~same, 1], extra[~same, 2])


def test_a_policy_that_reads_some_columns_is_blind_to_the_others_in_torch_and_in_numpy():
    architecture = Architecture((8, 8), 1, "relu")
    policy = SeatPolicy(*spaces_of(), lambda _: 1e-3, **policy_kwargs(architecture, columns=(1, 4)))
    views, masks = asked(64)
    other = views.copy()
    other[:, [0, 2, 3, *range(5, SIZE)]] = 0
    network = Network(architecture, export_weights(policy, architecture))
    with torch.no_grad():
        told, told_blind = (
            policy.get_distribution(torch.as_tensor(seen), masks).probabilities().numpy() for seen in (views, other)
        )
    assert (told == told_blind).all()
    assert not np.allclose(told[0], policy_on_column(policy, views, masks, 4)[0], atol=1e-7)
    np.testing.assert_allclose(network.probabilities(views, masks), told, atol=1e-6)
    np.testing.assert_allclose(network.probabilities(other, masks), told, atol=1e-6)


def policy_on_column(policy, views, masks, column):
    """Its probabilities after that column has changed."""
    changed = views.copy()
    changed[:, column] = 1 - changed[:, column]
    with torch.no_grad():
        return policy.get_distribution(torch.as_tensor(changed), masks).probabilities().numpy()


def test_what_is_offered_gets_the_same_logits_with_and_without_masks():
    """NumPy reckons appeals only where a thing is offered; elsewhere the masks hide that it does not."""
    pointers = (Pointer("things", 1, ((0, 1, 2), (3, 4, 5))),)
    architecture = Architecture((8,), 1, "relu", pointed=4, planes=(2,))
    policy = SeatPolicy(*spaces_of(), lambda _: 1e-3, **policy_kwargs(architecture, pointers))
    network = Network(architecture, export_weights(policy, architecture), pointers)
    views, masks = asked(512)
    masks[:100, 1:4] = 0
    masks[:100, 0] = 1
    whole, lazy = network.logits(views), network.logits(views, masks)
    assert (whole[masks == 1] == lazy[masks == 1]).all()
    assert (whole != lazy).any()
