"""Estimates from blocks: means and ratios of all games, quantiles from counts, intervals from resampled blocks."""

from types import SimpleNamespace

import numpy as np
import pytest

from tests.toy_game import PLEDGE
from wd_env.statistics.collector import StatsCollector
from wd_env.statistics.estimates import BlockCounts, BlockSample, Estimate, count_block, quantiles, widths_of
from wd_env.statistics.intervals import wilson

LUCK = np.random.default_rng(5)
LENGTHS = LUCK.integers(3, 40, 500)
PAIRS = LUCK.integers(0, 9, (500, 2))


def sample_of(sizes, parts, seed=1):
    """Return the same games in blocks of these sizes."""
    ends = np.cumsum([0, *sizes])
    found = BlockSample(widths_of(parts), len(sizes), seed)
    for number in LUCK.permutation(len(sizes)):
        games = slice(ends[number], ends[number + 1])
        found.add(number, count_block({name: part[games] for name, part in parts.items()}, ["length"]))
    found.bootstrap()
    return found


@pytest.fixture(scope="module")
def sample():
    return sample_of([1] * 500, {"length": LENGTHS, "pairs": PAIRS})


def test_means_ratios_and_quantiles_are_those_of_all_games(sample):
    assert sample.games == 500
    assert sample.mean("pairs", 1).value == pytest.approx(PAIRS[:, 1].mean())
    assert sample.ratio("pairs", "length", 1).value == pytest.approx(PAIRS[:, 1].sum() / LENGTHS.sum())
    assert sample.length("length").quantiles == pytest.approx(np.quantile(LENGTHS, (0.05, 0.5, 0.95)))


@pytest.mark.parametrize("numbers", [[4], [1, 2], [7, 7, 7, 9], list(range(101)), [0, 1000, 3]])
def test_quantiles_of_counts_are_those_of_the_numbers(numbers):
    values, often = np.unique(numbers, return_counts=True)
    shares = (0, 0.05, 0.3, 0.5, 0.95, 1)
    found = quantiles(dict(zip(values.tolist(), often.tolist(), strict=True)), shares)
    assert found == pytest.approx(np.quantile(numbers, shares))


def test_the_width_of_an_interval_follows_from_the_spread_of_games(sample):
    figure = sample.mean("length")
    wide = 2 * 1.96 * LENGTHS.std() / 500**0.5
    assert figure.high - figure.low == pytest.approx(wide, rel=0.1)


@pytest.mark.parametrize("sizes", [[5] * 100, [10] * 49 + [4, 6]])
def test_the_block_size_changes_no_value_and_its_interval_only_slightly(sample, sizes):
    other = sample_of(sizes, {"length": LENGTHS, "pairs": PAIRS})
    assert other.mean("length").value == pytest.approx(sample.mean("length").value)
    assert other.mean("length").low == pytest.approx(sample.mean("length").low, abs=0.5)
    assert other.length("length").quantiles == sample.length("length").quantiles


def test_shares_have_wilsons_interval_and_thirds_add_up():
    thirds = np.full((9, 1), 1 / 3)
    whole = sample_of([3, 3, 3], {"length": np.ones(9, np.int64), "won": np.hstack([thirds, thirds * 3])})
    assert whole.fraction("won", 0).value == pytest.approx(1 / 3)
    assert whole.fraction("won", 1).value == pytest.approx(1)
    assert whole.fraction("won", 1).high == 1


def two_blocks(first, second):
    """Return a sample of two blocks of two games each, with these sums of `part`."""
    found = BlockSample({"part": 2}, 2, 1)
    for block, sums in enumerate((first, second)):
        found.add(block, BlockCounts(2, np.array(sums, float), {}))
    found.bootstrap()
    return found


def test_blocks_in_which_nothing_counts_are_left_out_of_a_ratio():
    assert two_blocks([0, 0], [1, 2]).ratio("part", "part", 0, 1) == Estimate(0.5, 0.5, 0.5)
    assert two_blocks([1, 0], [1, 0]).ratio("part", "part", 0, 1) == Estimate(0.0, 0.0, 0.0)


def test_the_columns_of_a_group_are_parts_of_their_sum():
    sample = two_blocks([1, 1], [0, 2])
    assert sample.fraction_within("part", 0) == Estimate(0.25, *wilson(1, 4))
    assert sample.fraction_within("part", 1) == Estimate(0.75, *wilson(3, 4))
    assert two_blocks([0, 0], [0, 0]).fraction_within("part", 1) == Estimate(0.0, 0.0, 1.0)


def test_a_game_ends_in_one_of_four_ways():
    """Count endings by row: one winner, two winners, no winner, truncated, truncated with winners by the limit."""
    won = np.array([[1, 0, 0], [1, 0, 1], [0, 0, 0], [0, 0, 0], [1, 0, 0]])
    cut = np.array([0, 0, 0, 1, 1], np.int8)
    batch = SimpleNamespace(won=won, field={"truncated": cut}.__getitem__)
    ended = StatsCollector(PLEDGE, 5).ended_by(batch)
    assert [StatsCollector.endings[way] for way in ended] == [
        "one winner", "several winners", "nobody wins", "cut", "cut",
    ]  # fmt: skip
