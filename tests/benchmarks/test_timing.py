"""Alternating measurements and their report."""

import pytest

from wd_env.benchmarks.interleaved_timing import Summary, format_summary, ratios, run_interleaved


def test_every_case_is_measured_once_a_round_in_turn():
    order = []
    found = run_interleaved({name: lambda name=name: order.append(name) or len(order) for name in "ab"}, rounds=3)
    assert order == list("ababab")
    assert found == {"a": [1, 3, 5], "b": [2, 4, 6]}


def test_a_summary_is_the_median_with_its_least_and_greatest():
    assert Summary.of([3.0, 1.0, 2.0, 10.0]) == Summary(2.5, 1.0, 10.0)


def test_ratios_are_formed_within_a_round():
    """Use a machine that is twice as fast in the second round, which must not change the ratio."""
    assert ratios([10.0, 20.0], [5.0, 10.0]) == Summary(2.0, 2.0, 2.0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([920_000.0, 910_400.0, 1_031_000.0], "920 k (910 to 1031)"),
        ([2_345_678.0], "2.35 M (2.35 to 2.35)"),
        ([37.44, 36.0, 38.0], "37.4 (36.0 to 38.0)"),
        ([0.118, 0.1, 0.2], "0.12 (0.10 to 0.20)"),
        ([24_000.0], "24.0 k (24.0 to 24.0)"),
    ],
)
def test_a_spread_has_three_digits_in_the_unit_of_the_median(values, message):
    assert format_summary(Summary.of(values)) == message


def test_plain_data_has_five_digits():
    assert Summary.of([123_456.789]).as_json() == {"median": 123460.0, "min": 123460.0, "max": 123460.0}
