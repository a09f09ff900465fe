"""`wd skill`: values of decisions, differences between options, gains of search."""

import json
import re

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.evaluation import skill_metrics
from wd_env.registry import get_game
from wd_env.text.markdown import placeholders

SMALL = ("skill", "--games", 8, "--decisions", 40, "--min-choices", 8, "--samples", 2, 4, "--max-turns", 40)


def test_the_command_measures_and_reports(wd, tmp_path):
    pytest.importorskip("matplotlib")
    page = tmp_path / "page.md"
    page.write_text(
        "".join(f"<!-- generated: {name} -->\n<!-- end -->\n" for name in ("winners", "decisions", "thinking"))
    )
    ended = wd(*SMALL, "--out", "out.json", "--plots", "plots", "--page", "page.md", "--baseline", "scripted_v1")
    assert (ended.code, ended.err.count("\n")) == (0, 1), "expected one line about the games"
    found = json.loads((tmp_path / "out.json").read_text())
    assert (found["game"], found["baseline"], found["players"]) == ("world_dominance", "scripted_v1", 4)
    assert found["rules"]["max_turns"] == 40
    assert sum(row["num_decisions"] for row in found["option_spreads"]) == 40
    often = [row["decision"] for row in found["option_spreads"] if row["choices"] >= 8]
    assert [worth["decision"] for worth in found["decision_values"]] == often
    assert "start_menu" in often, "expected the menu of every turn"
    assert [thought["samples"] for thought in found["search_costs"]] == [2, 4]
    assert all(thought["win_rate"]["games"] == 8 for thought in found["search_costs"])
    assert list(found["value_metrics"]) == ["2", "3", "4", "5"]
    written = page.read_text()
    assert placeholders(written) == ["winners", "decisions", "thinking"]
    for row in found["option_spreads"]:
        assert re.search(rf"^\| {row['decision']} \| {row['choices']:.2f} \|", written, re.MULTILINE)
        assert row["decision"] in ended.out
    assert sorted(plot.name for plot in (tmp_path / "plots").iterdir()) == ["decisions.png", "thinking.png"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--players", 1), "number of players in --players: expected"),
        (("--decisions", 0), "decisions: expected 1 or more, got 0"),
        (("--samples", 4, 4), "--samples: expected at least one number, each once, got (4, 4)"),
        (("--samples", 0), "samples: expected an integer from 1 to 16384, got 0"),
        (("--processes", 0), "--processes: expected an integer from 1 to 256, got 0"),
        (("--baseline", "nobody"), "unknown bot 'nobody'"),
        (("--games", 0), "games: expected at least 1 for a match, got 0"),
        (("--page", "no.md"), "no.md"),
        (("--out", "no/such.json"), "no/such.json cannot be written"),
    ],
)
def test_invalid_arguments_are_rejected_with_one_line_and_leave_no_file(wd, tmp_path, words, message):
    ended = wd(*SMALL, *words)
    assert ended.code == 2
    assert message in ended.error_line
    assert list(tmp_path.iterdir()) == []


def test_a_page_without_its_places_is_refused_before_anything_is_played(wd, tmp_path):
    (tmp_path / "page.md").write_text("# nothing\n")
    assert "placeholder 'winners'" in wd(*SMALL, "--page", "page.md").error_line


def test_samples_are_decisions_with_a_choice_by_their_frequency():
    plan = skill_metrics.SkillPlan(get_game(), {"max_turns": 60}, "scripted_v1", 3)
    found = skill_metrics.sample_decisions(plan, 3, 300)
    names = skill_metrics.decision_names(plan.game)
    assert len(found.states) == len(found.nodes) == len(found.baseline_actions) == 300
    assert found.choices[names.index("start_menu")] > 3
    drawn = np.bincount(found.nodes, minlength=len(names)) / 300
    expected = found.choices / found.choices.sum()
    assert np.abs(drawn - expected).max() < 4 * np.sqrt(0.25 / 300)
    asked = np.array([plan.game.nodes[number].name for number in found.states["node"]])
    assert asked.tolist() == [names[number] for number in found.nodes]


def test_the_variance_of_samples_is_subtracted_from_the_spread():
    """Compute two decisions of three actions with 100 samples each: one action is 0.3 better, all have noise 0.1."""
    tallies = np.zeros((2, 4, 5))
    for row, gains in enumerate(((0.3, 0.0), (0.0, 0.0))):
        for action, gain in enumerate(gains, 1):
            tallies[row, action] = 100, 50, 30, 100 * gain, 100 * (gain**2 + 0.1**2)
        tallies[row, 0, 0] = 100
    spread, better = skill_metrics._spread_and_better(tallies, np.zeros(2, np.int64))
    assert spread == pytest.approx(np.sqrt((0.3**2 - 4 * 0.1**2 / 99) / 4))
    assert better == 0.5


def test_the_margin_of_a_search_falls_as_its_noise():
    plan = skill_metrics.SkillPlan(get_game(), {}, "scripted_v1", 1)
    assert skill_metrics.search_name(plan, 64) == "search:samples=64,margin=0.0200,prior=scripted_v1"
    assert skill_metrics.search_name(plan, 256) == "search:samples=256,margin=0.0100,prior=scripted_v1"
