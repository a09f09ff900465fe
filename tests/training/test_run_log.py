"""The curves of a run are read back as written, and an invalid line is rejected with its position."""

import math

import pytest

from wd_env.errors import CheckpointError
from wd_env.training import run_log


def test_scalars_come_back_without_what_was_not_finite(tmp_path):
    run_log.append_scalars(tmp_path, 5, {"a/b": 0.25, "none": math.nan, "much": math.inf})
    run_log.append_scalars(tmp_path, 9, {"a/b": 1.0})
    assert run_log.read_scalars(tmp_path) == [{"decisions": 5, "a/b": 0.25}, {"decisions": 9, "a/b": 1.0}]
    assert "NaN" not in (tmp_path / run_log.CURVES).read_text()


def test_lines_of_earlier_versions_and_an_incomplete_line_are_skipped(tmp_path):
    (tmp_path / run_log.CURVES).write_text('{"decisions": 5, "a": NaN, "b": 1}\n{"decisions": 7, "a"')
    assert run_log.read_scalars(tmp_path) == [{"decisions": 5, "b": 1}]
    assert run_log.read_scalars(tmp_path / "none") == []


@pytest.mark.parametrize(
    "line",
    [
        '{"decisions": 5, "a": "\\u001b[31m"}', '{"decisions": true}', '{"decisions": 5.0}', "{}", '{"a": 1}',
        '{"decisions": 5, "decisions": 6}', '{"decisions": ' + "9" * 5000 + "}", '{"a":' * 40 + "1" + "}" * 40, "{x}",
        '{"decisions": 5, "a": true}', '{"decisions": 5, "a": Infinity}',
    ],
)  # fmt: skip
def test_an_invalid_line_of_a_run_is_rejected_by_its_position(tmp_path, line):
    (tmp_path / run_log.CURVES).write_text('{"decisions": 1}\n' + line + "\n")
    with pytest.raises(CheckpointError, match=r"curves\.jsonl: line 2") as refused:
        run_log.read_scalars(tmp_path)
    assert str(refused.value).isprintable()


def test_the_final_table_is_indented_json(tmp_path):
    path = run_log.write_results(tmp_path, {"matches": [{"won": 1}]})
    assert path == tmp_path / run_log.RESULTS
    assert path.read_text() == '{\n  "matches": [\n    {\n      "won": 1\n    }\n  ]\n}\n'


def test_curves_that_are_not_text_are_rejected(tmp_path):
    (tmp_path / run_log.CURVES).write_bytes(b"\xff\n")
    with pytest.raises(CheckpointError, match="expected text in UTF-8"):
        run_log.read_scalars(tmp_path)
