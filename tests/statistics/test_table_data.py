"""Numbers in data files of tables are rounded."""

import json

from wd_env.statistics.table_data import write_table_data


def test_the_figures_of_rows_are_rounded_at_any_depth_and_all_else_is_kept(tmp_path):
    row = {"name": "x", "games": 1234567, "won": {"value": 2 / 3, "of": [1 / 3, (12345.678, True, None)]}}
    write_table_data(tmp_path / "data.json", {"seed": 3}, [row, {"name": "y"}])
    assert json.loads((tmp_path / "data.json").read_text("utf-8")) == {
        "seed": 3,
        "rows": [
            {"name": "x", "games": 1234567, "won": {"value": 0.66667, "of": [0.33333, [12346.0, True, None]]}},
            {"name": "y"},
        ],
    }
