"""Intervals have the coverage that they claim."""

import numpy as np
import pytest

from wd_env.errors import ConfigError
from wd_env.statistics.intervals import bootstrap_means, bootstrap_ratio, interval, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (250, 1000, 0.2242, 0.2778)],
)
def test_wilson_gives_the_known_interval(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilsons_ends_are_the_shares_that_the_result_just_does_not_refute():
    for games in range(1, 40):
        for wins in range(games + 1):
            for end in wilson(wins, games):
                distance = wins / games - end
                assert distance**2 == pytest.approx(1.96**2 * end * (1 - end) / games, abs=1e-12)


def test_without_games_the_interval_is_the_whole_range():
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_shared_win_counts_as_its_share():
    low, high = wilson(2.5, 10)
    assert wilson(2, 10)[0] < low < high < wilson(3, 10)[1]


def test_wilson_covers_the_truth_about_95_times_in_100():
    wins = np.random.default_rng(8).binomial(200, 0.25, size=2000)
    covered = np.mean([low <= 0.25 <= high for low, high in (wilson(int(won), 200) for won in wins)])
    assert 0.93 < covered < 0.97


@pytest.mark.parametrize(("wins", "games"), [(-1, 10), (11, 10), (0, -1), (float("nan"), 10)])
def test_impossible_counts_are_refused(wins, games):
    with pytest.raises(ConfigError, match="wins: expected"):
        wilson(wins, games)


def test_the_bootstrap_covers_the_truth_about_95_times_in_100():
    generator = np.random.default_rng(9)
    covered = []
    for _ in range(200):
        mean, low, high = bootstrap_ratio(generator.exponential(size=60), np.ones(60), generator, resamples=300)
        assert low < mean < high
        covered.append(low <= 1 <= high)
    assert 0.88 < np.mean(covered) <= 0.99


def test_the_same_generator_gives_the_same_interval():
    values = np.arange(20.0)
    one, same, other = (bootstrap_ratio(values, values + 1, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one == same != other


@pytest.mark.parametrize("times", [1, 5])
@pytest.mark.parametrize("share", [0.25, 1 / 3, 0.5, 1.0])
def test_equal_deals_have_the_interval_of_as_many_games(share, times):
    decided = np.array([3.0, 3.0, 0.0, 1.0, 3.0] * times)
    games = 4 * times
    assert bootstrap_ratio(share * decided, decided, np.random.default_rng(0)) == (
        pytest.approx((share, *wilson(games * share, games)))
    )


def test_equal_deals_with_a_ratio_above_1_have_an_interval_without_width():
    assert bootstrap_ratio(np.full(5, 2.0), np.ones(5), np.random.default_rng(0)) == (2, 2, 2)


@pytest.mark.parametrize(("won", "low", "high"), [(1.0, 0.3424, 1.0), (0.0, 0.0, 0.6576)])
def test_two_deals_all_won_or_all_lost_show_no_difference_between_bots(won, low, high):
    """Compute by hand, for two deals of two games: 1 / (1 + 1.96 ** 2 / 2) is 0.3424."""
    values = np.full(2, 2 * won), np.full(2, 2.0)
    assert bootstrap_ratio(*values, np.random.default_rng(0)) == pytest.approx((won, low, high), abs=1e-4)


@pytest.mark.parametrize("share", [0, 1])
def test_deals_without_winners_do_not_narrow_the_interval(share):
    decided = np.array([2.0, 2.0, 0.0, 2.0, 2.0])
    assert bootstrap_ratio(share * decided, decided, np.random.default_rng(0)) == (share, *wilson(4 * share, 4))


def test_a_ratio_of_1_over_deals_that_differ_has_the_interval_of_its_resamples():
    ratio, low, high = bootstrap_ratio(np.array([1.0, 3, 1, 3]), np.full(4, 2.0), np.random.default_rng(0), 200)
    assert ratio == 1
    assert (low < 0.8, high > 1.2) == (True, True)


@pytest.mark.parametrize("values", [[], [1.0]])
def test_fewer_than_two_deals_are_refused(values):
    with pytest.raises(ConfigError, match="deals: expected at least 2"):
        bootstrap_ratio(np.array(values), np.array(values), np.random.default_rng(0))


@pytest.mark.parametrize("decided", [1.0, 0.5])
def test_an_interval_has_the_width_that_is_computed_by_hand(decided):
    """Use 900 deals of which some count, and a quarter of these are won: 1.96 standard errors on either side."""
    rng = np.random.default_rng(3)
    counts = (rng.random(900) < decided).astype(float)
    won = counts * (rng.random(900) < 0.25)
    share, low, high = bootstrap_ratio(won, counts, rng, resamples=4000)
    assert share == won.sum() / counts.sum()
    width = 2 * 1.96 * np.sqrt(share * (1 - share) / counts.sum())
    assert high - low == pytest.approx(width, rel=0.06)
    assert (high + low) / 2 == pytest.approx(share, abs=0.1 * width)


def test_without_counts_the_interval_is_the_whole_range():
    assert bootstrap_ratio(np.zeros(9), np.zeros(9), np.random.default_rng(0)) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize("counted", [1.0, 0.25])
def test_one_deal_that_counts_among_others_is_enough_for_a_ratio(counted):
    """Use two deals of which one counts."""
    estimate = bootstrap_ratio(np.array([counted / 2, 0]), np.array([counted, 0]), np.random.default_rng(0))
    assert estimate == (0.5, *wilson(0.5, 1))
    ratio, low, high = bootstrap_ratio(np.array([counted, 0]), np.array([counted, 0]), np.random.default_rng(0))
    assert (ratio, low, high) == (1.0, *wilson(1, 1))


def test_resamples_in_which_no_deal_counts_are_left_out():
    won, decided = np.array([1.0, 2.0, 0.0, 0.0]), np.array([1.0, 1.0, 0.0, 0.0])
    assert bootstrap_ratio(won, decided, np.random.default_rng(0)) == (1.5, 1.0, 2.0)


@pytest.mark.parametrize("won", [(1.0, 1.0, 0.5), (1 / 3 + 1 / 3 + 1 / 3, 1.0, 0.5), (1.0, 0.75), (1.0, 0.875, 1.0)])
def test_few_deals_that_differ_have_at_least_the_interval_of_as_many_games(won):
    deals = len(won)
    ratio, low, high = bootstrap_ratio(np.array([*won, 0]), np.array([1.0] * deals + [0]), np.random.default_rng(0))
    wide = wilson(ratio * deals, deals)
    assert (low, high) == (pytest.approx(wide[0]), pytest.approx(max(wide[1], *won)))


@pytest.mark.parametrize(("deals", "is_wider"), [(19, True), (20, False)])
def test_many_deals_have_the_interval_of_their_resamples_alone(deals, is_wider):
    won = np.array([1.0] * (deals - 1) + [0.5])
    _, low, _ = bootstrap_ratio(won, np.ones(deals), np.random.default_rng(0))
    assert (low < 0.85) == is_wider


def test_columns_are_drawn_together_so_that_ratios_can_be_taken():
    values = np.random.default_rng(1).integers(1, 9, size=50).astype(float)
    means = bootstrap_means(np.stack([values, 3 * values, np.ones(50)], axis=1), np.random.default_rng(2), 200)
    assert means.shape == (200, 3)
    assert means[:, 1] / means[:, 0] == pytest.approx(3)
    assert means[:, 2] == pytest.approx(1)
    assert np.std(means[:, 0]) == pytest.approx(values.std() / np.sqrt(50), rel=0.2)


def test_an_interval_leaves_a_fortieth_on_either_side():
    assert interval(np.arange(1001.0)) == (25.0, 975.0)
