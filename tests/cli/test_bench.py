"""`wd bench`: results as tables, as one JSON object, and in a page."""

import json
import os

import pytest

pytest.importorskip("numba")
pytest.importorskip("torch")

from wd_env.benchmarks import engine_report, engine_speed
from wd_env.benchmarks.learner_speed import ENVIRONMENT, FORWARD, SAMPLING, UPDATE, CpuTime

PAGE = "# Speed\n\n<!-- generated: engine -->\nold\n<!-- end -->\n"


@pytest.fixture
def found(monkeypatch):
    """Return made-up results: 100 and 300 per second for everything, 50 times as many for the batch."""
    made = engine_speed.BenchmarkResults(2, 0.5)
    made.speeds = {case.name: [100.0, 300.0] for case in (*engine_speed.DECISIONS, *engine_speed.COMPONENTS)}
    made.speeds |= {
        "batch_1024": [5000.0, 15000.0],
        "batch_draw": [100_000.0],
        "batch_mask_and_observation": [25_000.0],
    }
    made.speeds["batch_observation"] = [50_000.0]
    ours = CpuTime(1000, 0.25, {ENVIRONMENT: 0.025, FORWARD: 0.05, SAMPLING: 0.0125, UPDATE: 0.15})
    made.training = {"masked_ppo": engine_speed.TrainingSpeed.of([ours], [CpuTime(1000, 0.2, {})])}
    made.memory = {"state": 952, "resident_in_batch": 2900}
    asked = []
    monkeypatch.setattr(
        engine_speed, "run_benchmarks", lambda rounds, seconds, _say, _row: asked.append((rounds, seconds)) or made
    )
    made.asked = asked
    return made


def test_tables_have_a_row_for_everything(wd, found):
    ended = wd("bench")
    assert max(map(len, ended.out.splitlines())) <= 100
    for case in (*engine_speed.DECISIONS, *engine_speed.COMPONENTS):
        assert case.title in ended.out
    row = next(line for line in ended.out.splitlines() if line.startswith("batch of 1,024"))
    assert [cell.strip() for cell in row.split("  ") if cell.strip()][-2:] == [
        "10.0 k (5.00 to 15.0)",
        "x50.0 (50.0 to 50.0)",
    ]
    speed, shares = (line.split() for line in ended.out.splitlines() if line.startswith("masked_ppo"))
    assert speed[-3:] == ["85%", "not", "reached"]
    assert shares[1:] == ["10%", "20%", "5%", "60%"]
    assert "5,000.00" in ended.out  # microseconds at 200 per second


def test_json_is_one_object_with_the_main_figures_on_top(wd, found):
    ended = wd("bench", "--quick", "--json")
    assert ended.code == 0
    assert ended.out.count("\n") == 1
    data = json.loads(ended.out)
    assert (data["interpreted"], data["batch"]) == (200.0, 10000.0)
    assert data["per_second"].keys() == found.speeds.keys()
    assert data["per_second"]["mask"] == {"median": 200.0, "min": 100.0, "max": 300.0}
    learner = data["training"]["masked_ppo"]
    assert learner["decisions_per_second"]["median"] == 4000.0
    assert learner["ratio"]["median"] == 0.8
    assert (learner["target_ratio"], learner["target_reached"]) == (0.85, False)
    assert {part: share["median"] for part, share in learner["time_fractions"].items()} == {
        ENVIRONMENT: 0.1,
        FORWARD: 0.2,
        SAMPLING: 0.05,
        UPDATE: 0.6,
    }
    assert data["bytes_per_game"] == {"state": 952, "resident_in_batch": 2900}
    assert data["machine"]["python"].startswith("CPython")


def test_quick_uses_short_rounds_with_any_other_options(wd, found):
    wd("bench", "--quick", "--rounds", 9)
    wd("bench", "--rounds", 9, "--seconds", 0.5)
    assert found.asked == [(3, 0.1), (9, 0.5)]


def test_a_decision_of_a_batch_is_told_by_its_parts(wd, found):
    rows = [line.rsplit(maxsplit=2) for line in wd("bench").out.splitlines() if line.endswith("%") and "," in line]
    assert rows == [
        ["random action", "10,000", "10%"],
        ["rules and chance", "50,000", "50%"],
        ["mask", "20,000", "20%"],
        ["observation", "20,000", "20%"],
    ]


def test_the_page_gets_the_same_tables(wd, found, tmp_path):
    (tmp_path / "page.md").write_text(PAGE)
    wd("bench", "--page", "page.md")
    page = (tmp_path / "page.md").read_text()
    assert page.startswith("# Speed\n\n<!-- generated: engine -->\n`make bench` on 20")
    assert "2 interleaved rounds, 0.5 s each" in page
    for _, rows in engine_report.REPORT_TABLES:
        for row in rows(found):
            assert f"| {' | '.join(row)} |" in page
    assert "old" not in page


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (("--page", "empty.md"), "placeholder 'engine' occurs 0 times"),
        (("--page", "no/such.md"), "no/such.md cannot be written"),
        (("--page", "missing.md"), "missing.md: cannot be read: No such file"),
    ],
)
def test_a_page_without_places_for_the_tables_is_rejected_before_the_run(wd, found, tmp_path, words, refusal):
    (tmp_path / "empty.md").write_text("nothing")
    ended = wd("bench", *words)
    assert ended.code == 2
    assert refusal in ended.error_line
    assert found.asked == []


def test_after_a_benchmark_the_process_may_use_its_former_cores(wd, found):
    before = os.sched_getaffinity(0)
    wd("bench", "--quick")
    assert os.sched_getaffinity(0) == before


@pytest.mark.parametrize("words", [("--rounds", 0), ("--seconds", 0), ("--seconds", -1)])
def test_no_rounds_or_no_time_is_refused(wd, words):
    ended = wd("bench", *words)
    assert ended.code == 2
    assert "expected at least 1 round of more than 0 s" in ended.error_line
