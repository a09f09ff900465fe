"""Distributions over legal actions: the mathematics of MaskablePPO, and masks that hold with any logits."""

import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategorical

from wd_env.agents.networks.numpy_network import Diverged
from wd_env.errors import IllegalAction
from wd_env.training.ppo.masked_distribution import MaskedCategorical

ACTIONS = 6


def some_masks(rows, seed=0):
    """Return masks bool[rows, ACTIONS] with at least one legal action each."""
    generator = np.random.default_rng(seed)
    masks = generator.integers(0, 2, (rows, ACTIONS)).astype(bool)
    masks[np.arange(rows), generator.integers(0, ACTIONS, rows)] = True
    return masks


def over(logits, masks):
    return MaskedCategorical.of(torch.as_tensor(logits, dtype=torch.float32), torch.as_tensor(masks).bool())


def test_probabilities_log_probabilities_and_entropy_are_those_of_sb3_contrib():
    masks = some_masks(64)
    logits = torch.randn(64, ACTIONS, generator=torch.Generator().manual_seed(1))
    ours, theirs = over(logits, masks), MaskableCategorical(logits=logits, masks=masks)
    actions = theirs.sample()
    torch.testing.assert_close(ours.probabilities(), theirs.probs)
    torch.testing.assert_close(ours.log_prob(actions), theirs.log_prob(actions))
    torch.testing.assert_close(ours.entropy(), theirs.entropy())
    assert torch.equal(ours.mode(), theirs.probs.argmax(dim=1))


def test_the_divergence_is_that_of_torch_and_0_from_itself():
    masks = some_masks(64)
    logits = torch.randn(2, 64, ACTIONS, generator=torch.Generator().manual_seed(3))
    ours = [over(some, masks) for some in logits]
    theirs = [MaskableCategorical(logits=some, masks=masks).probs for some in logits]
    ratios = (theirs[0] / theirs[1]).log().nan_to_num(0.0, 0.0, 0.0)
    torch.testing.assert_close(ours[0].divergence(ours[1]), (theirs[0] * ratios).sum(dim=1))
    assert not ours[0].divergence(ours[0]).any()


def test_the_gradient_is_that_of_sb3_contrib():
    masks = some_masks(64)
    start = torch.randn(64, ACTIONS, generator=torch.Generator().manual_seed(2))
    gradients = []
    for make in (over, lambda logits, masks: MaskableCategorical(logits=logits, masks=masks)):
        logits = start.clone().requires_grad_()
        distribution = make(logits, masks)
        actions = torch.as_tensor(masks.argmax(axis=1))
        (distribution.log_prob(actions).sum() + 0.3 * distribution.entropy().sum()).backward()
        gradients.append(logits.grad)
    torch.testing.assert_close(*gradients)


def test_the_mean_log_probability_is_over_what_is_offered():
    found = over([[0.0, 0, 0, 0, 5, 5], [1.0, 2, 3, 4, 5, 6]], [[1, 1, 1, 1, 0, 0], [0, 0, 1, 0, 0, 0]]).mean_log_prob()
    assert found.tolist() == pytest.approx([np.log(1 / 4), 0.0])


@pytest.mark.parametrize("huge", [1e9, 1e30, 3e38])
def test_illegal_actions_have_probability_zero_whatever_the_logits(huge):
    logits = [[huge, 0, 1, 2, 3, 4], [0, -huge, -huge, huge, huge, huge], [-huge] * 6]
    masks = [[0, 1, 1, 0, 0, 0], [0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 1, 1]]
    answers = over(logits, masks)
    assert answers.probabilities()[np.array(masks) == 0].tolist() == [0.0] * 12
    assert torch.isfinite(answers.entropy()).all()
    for _ in range(200):
        drawn = answers.sample()
        assert np.take_along_axis(np.array(masks), drawn.numpy()[:, None], 1).all()
        assert torch.isfinite(answers.log_prob(drawn)).all()


def test_actions_are_drawn_as_often_as_their_probability_says():
    logits = torch.tensor([[0.0, 1.0, -1.0, 2.0, 0.5, 9.0]]).repeat(200_000, 1)
    torch.manual_seed(4)
    answers = over(logits, np.tile([1, 1, 0, 1, 1, 0], (200_000, 1)))
    shares = torch.bincount(answers.sample(), minlength=ACTIONS) / 200_000
    # five standard errors of a fraction of one half
    torch.testing.assert_close(shares, answers.probabilities()[0], atol=0.0056, rtol=0)


def test_each_row_is_sampled_independently():
    """Put a row with two legal actions between rows with one: its sample is independent of its index."""
    masks = np.zeros((5001, ACTIONS), bool)
    masks[:, 0] = True
    masks[2500, 3] = True
    answers = over(np.zeros(masks.shape), masks)
    torch.manual_seed(5)
    drawn = torch.stack([answers.sample() for _ in range(400)])
    assert (drawn[:, 2500] == 3).float().mean() == pytest.approx(0.5, abs=0.125)  # five standard errors
    assert not drawn[:, np.arange(5001) != 2500].any()


def test_the_draw_never_leaves_the_offered_actions_at_the_end_of_its_range(monkeypatch):
    """Sample with the largest float32 below 1, where rounding leaves sums on either side of 1."""
    largest = float(np.nextafter(np.float32(1), np.float32(0)))
    monkeypatch.setattr(torch, "rand", lambda *shape, **kwargs: torch.full(*shape, largest))
    masks = some_masks(20_000)
    masks[:, 0], masks[:, -1] = True, False
    logits = torch.randn(20_000, ACTIONS, generator=torch.Generator().manual_seed(3)) * 4
    drawn = over(logits, masks).sample().numpy()
    assert np.take_along_axis(masks, drawn[:, None], 1).all()


def test_the_draw_never_leaves_the_offered_actions_at_the_start_of_its_range(monkeypatch):
    monkeypatch.setattr(torch, "rand", lambda *shape, **kwargs: torch.zeros(*shape))
    assert over(np.zeros((1, ACTIONS)), [[0, 0, 1, 1, 0, 1]]).sample().tolist() == [2]


def test_of_equally_likely_actions_the_lowest_index_is_taken():
    masks = [[0, 1, 1, 1, 0, 0], [1, 0, 0, 0, 0, 1]]
    assert over([[9.0, 1, 2, 2, 9, 9], [3.0, 9, 9, 9, 9, 3]], masks).mode().tolist() == [2, 0]


def test_a_row_that_offers_nothing_is_refused():
    with pytest.raises(IllegalAction, match="expected a legal action in each row"):
        over(np.zeros((2, ACTIONS)), [[1] * ACTIONS, [0] * ACTIONS])


def test_the_log_probability_of_what_is_not_offered_is_refused():
    answers = over(np.zeros((3, ACTIONS)), [[1, 1, 0, 0, 0, 0]] * 3)
    with pytest.raises(IllegalAction, match="1 of 3 actions are not legal"):
        answers.log_prob(torch.tensor([0, 5, 1]))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("offered", [0, 1])
def test_logits_that_are_not_numbers_are_reported_as_a_diverged_policy(bad, offered):
    with pytest.raises(Diverged, match="not finite"):
        over([[0, bad, 0, 0, 0, 0]], [[1, offered, 1, 1, 1, 1]])
