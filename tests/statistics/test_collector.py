"""What a game without further statistics reports, and the JSON data of a time series."""

import pytest

pytest.importorskip("numba")

from tests.toy_game import PLEDGE
from wd_env.statistics.collector import StatsCollector, TimePoint, TimeSeries
from wd_env.statistics.estimates import Estimate


def test_a_game_without_further_statistics_has_no_columns_tables_and_series():
    collector = StatsCollector(PLEDGE, 0)
    nothing = (collector.columns(), collector.lengths(None), collector.tables(None, None), collector.time_series(None))
    assert nothing == ({}, {}, {}, {})


def test_a_time_series_has_a_row_of_json_for_each_time():
    points = (TimePoint(0, 1.0, {"army": Estimate(10.0, 9.5, 10.5)}), TimePoint(10, 0.25, {}))
    rows = TimeSeries("Soldiers", "turn", "soldiers", {}, {}, points).to_json()
    assert [(row["turn"], row["ongoing"]) for row in rows] == [(0, 1.0), (10, 0.25)]
    assert [list(row) for row in rows] == [["turn", "ongoing", "army"], ["turn", "ongoing"]]
