"""Intervals of any width: bounds, errors and samples agree with hand-computed numbers."""

import math

import numpy as np
import pytest

from wd_env.agents.search.search_engine import SearchStats
from wd_env.evaluation.ladder.sequential_test import Hypotheses, InterimResult
from wd_env.kernels import philox
from wd_env.statistics.estimates import BlockCounts, BlockSample, quantiles
from wd_env.statistics.intervals import bootstrap_means, bootstrap_ratio, interval, wilson

DRAWS = 12_000


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (50, 100, 0.4038, 0.5962), (1, 3, 0.0615, 0.7923)],
)
def test_wilsons_interval_is_the_one_of_the_formula(wins, games, low, high):
    """Compare with (p + z2/2n -+ z sqrt(p(1-p)/n + z2/4n2)) / (1 + z2/n) for z = 1.96, computed by hand."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("ones", "deals"), [(50, 100), (100, 400), (90, 100)])
def test_the_interval_of_a_mean_is_as_wide_as_the_deals_vary(ones, deals):
    values = np.repeat([1.0, 0.0], [ones, deals - ones])
    mean, low, high = bootstrap_ratio(values, np.ones(len(values)), np.random.default_rng(1), 4000)
    share = ones / deals
    half = 1.96 * math.sqrt(share * (1 - share) / deals)
    assert mean == pytest.approx(share)
    assert (low, high) == pytest.approx((share - half, share + half), abs=half * 0.12 + 0.5 / deals)


def test_an_interval_of_draws_leaves_out_a_fortieth_at_either_end():
    assert interval(np.arange(1001.0)) == (25.0, 975.0)


def test_columns_of_one_deal_are_drawn_together_and_deals_by_themselves():
    values = np.array([[1.0, 10.0], [2.0, 20.0], [5.0, 50.0]])
    means = bootstrap_means(values, np.random.default_rng(1), 3000)
    assert means[:, 1] == pytest.approx(10 * means[:, 0])
    counted = np.unique(means[:, 0].round(6), return_counts=True)
    assert len(counted[0]) == 10
    triple_one = counted[1][counted[0] == 1.0][0] / 3000
    assert triple_one == pytest.approx(1 / 27, abs=0.012)


def test_a_ratio_of_two_columns_has_the_interval_of_its_draws():
    sample = BlockSample({"won": 1, "played": 1}, 400, 1)
    generator = np.random.default_rng(2)
    won = generator.integers(0, 2, 400).astype(float)
    for number in range(400):
        sample.add(number, BlockCounts(1, np.array([won[number], 2.0]), {}))
    sample.bootstrap()
    figure = sample.ratio("won", "played")
    share = won.mean()
    half = 1.96 * math.sqrt(share * (1 - share) / 400) / 2
    assert figure.value == pytest.approx(share / 2)
    assert (figure.low, figure.high) == pytest.approx((share / 2 - half, share / 2 + half), abs=half * 0.15)


def test_quantiles_of_counts_are_those_of_the_numbers():
    numbers = [1, 1, 2, 5, 5, 5, 9]
    often = {number: numbers.count(number) for number in numbers}
    assert quantiles(often, (0.05, 0.5, 0.95)) == pytest.approx(tuple(np.quantile(numbers, (0.05, 0.5, 0.95))))


def test_the_errors_of_a_search_are_those_of_its_samples():
    findings = SearchStats(np.zeros((1, 2, 4)), np.zeros((1, 2), np.int8), np.zeros(1, np.int64), np.zeros(1, np.int64))
    values = np.array([0.0, 1.0, 1.0, 1.0])
    findings.totals[0, 0, :3] = len(values), values.sum(), (values**2).sum()
    assert findings.means[0, 0] == 0.75
    assert findings.half_widths[0, 0] == pytest.approx(1.96 * math.sqrt(0.1875 / 4), abs=1e-4)
    assert np.isnan(findings.half_widths[0, 1])


def test_a_sequential_test_computes_ratio_and_interval_as_by_hand():
    hypotheses = Hypotheses(2, 0.0, 10.0)
    scores = np.array([1.0, 0.5, 1.0, 0.5] * 25)
    mean1 = 1 / (1 + 10 ** (-10 / 400))
    variance = np.concatenate([scores, [0.0, 1.0]]).var()
    by_hand = (mean1 - 0.5) * (75.0 - 100 * (0.5 + mean1) / 2) / variance
    assert hypotheses.llr(scores) == pytest.approx(by_hand)
    mean, low, high = InterimResult(hypotheses, scores, 0, 0, ()).score
    assert (mean, low, high) == pytest.approx((0.75, 0.75 - 0.049, 0.75 + 0.049))


@pytest.mark.parametrize("weights", [[1, 2, 3, 4], [5, 0, 5], [1, 1, 1, 1, 1, 1], [7, 1]])
def test_outcomes_come_as_often_as_their_weights_say(weights):
    counted = np.zeros(len(weights))
    stream = [11, 22, 0]
    for _ in range(DRAWS):
        counted[philox.weighted_draw(stream, weights, len(weights))] += 1
    expected = DRAWS * np.array(weights) / sum(weights)
    deviations = np.abs(counted - expected) / np.sqrt(np.maximum(expected, 1))
    assert counted[np.array(weights) == 0].sum() == 0
    assert deviations.max() < 4
