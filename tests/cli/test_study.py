"""`wd study`: what decisions are worth, how far options lie apart, what thinking brings."""

import json
import re

import numpy as np
import pytest

pytest.importorskip("numba")

from wd_env.evaluation import skill_study
from wd_env.registry import game_named
from wd_env.text.markdown import places

SMALL = ("study", "--games", 8, "--decisions", 40, "--often", 8, "--samples", 2, 4, "--max-turns", 40)


def test_it_measures_and_tells(wd, tmp_path):
    pytest.importorskip("matplotlib")
    page = tmp_path / "page.md"
    page.write_text(
        "".join(f"<!-- generated: {name} -->\n<!-- end -->\n" for name in ("winners", "decisions", "thinking"))
    )
    ended = wd(*SMALL, "--json", "out.json", "--plots", "plots", "--page", "page.md", "--yardstick", "scripted_v1")
    assert (ended.code, ended.err.count("\n")) == (0, 1), "what is played"
    found = json.loads((tmp_path / "out.json").read_text())
    assert (found["game"], found["yardstick"], found["players"]) == ("world_dominance", "scripted_v1", 4)
    assert found["rules"]["max_turns"] == 40
    assert sum(row["decisions"] for row in found["spreads"]) == 40
    often = [row["question"] for row in found["spreads"] if row["choices"] >= 8]
    assert [worth["question"] for worth in found["worths"]] == often
    assert "start_menu" in often, "the menu of every turn"
    assert [thought["samples"] for thought in found["thoughts"]] == [2, 4]
    assert all(thought["share"]["games"] == 8 for thought in found["thoughts"])
    assert list(found["winners"]) == ["2", "3", "4", "5"]
    written = page.read_text()
    assert places(written) == ["winners", "decisions", "thinking"]
    for row in found["spreads"]:
        assert re.search(rf"^\| {row['question']} \| {row['choices']:.2f} \|", written, re.MULTILINE)
        assert row["question"] in ended.out
    assert sorted(plot.name for plot in (tmp_path / "plots").iterdir()) == ["decisions.png", "thinking.png"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--players", 1), "the number of players in --players is 1"),
        (("--decisions", 0), "0 decisions; allowed are 1 and more"),
        (("--samples", 4, 4), "--samples (4, 4); allowed are one or more, each once"),
        (("--samples", 0), "samples is 0; allowed are 1..16384"),
        (("--processes", 0), "0 processes"),
        (("--yardstick", "nobody"), "'nobody' is no bot and no file"),
        (("--games", 0), "0 games; a match has at least 1"),
        (("--page", "no.md"), "no.md"),
        (("--json", "no/such.json"), "no/such.json cannot be written"),
    ],
)
def test_what_cannot_be_is_refused_by_one_line_and_leaves_nothing(wd, tmp_path, words, told):
    ended = wd(*SMALL, *words)
    assert ended.code == 2
    assert told in ended.refusal
    assert list(tmp_path.iterdir()) == []


def test_a_page_without_its_places_is_refused_before_anything_is_played(wd, tmp_path):
    (tmp_path / "page.md").write_text("# nothing\n")
    assert "generated place 'winners'" in wd(*SMALL, "--page", "page.md").refusal


def test_moments_are_decisions_with_a_choice_as_often_as_they_come():
    plan = skill_study.Plan(game_named(), {"max_turns": 60}, "scripted_v1", 3)
    found = skill_study.moments(plan, 3, 300)
    names = skill_study.decisions_of(plan.game)
    assert len(found.states) == len(found.questions) == len(found.own) == 300
    assert found.choices[names.index("start_menu")] > 3
    drawn = np.bincount(found.questions, minlength=len(names)) / 300
    expected = found.choices / found.choices.sum()
    assert np.abs(drawn - expected).max() < 4 * np.sqrt(0.25 / 300)
    asked = np.array([plan.game.questions[number].name for number in found.states["question"]])
    assert asked.tolist() == [names[number] for number in found.questions]


def test_what_the_noise_of_samples_explains_is_taken_off_the_spread():
    """Two decisions of three options, 100 samples each: one option .3 better, the others as good, all with noise .1."""
    tallies = np.zeros((2, 4, 5))
    for row, gains in enumerate(((0.3, 0.0), (0.0, 0.0))):
        for action, gain in enumerate(gains, 1):
            tallies[row, action] = 100, 50, 30, 100 * gain, 100 * (gain**2 + 0.1**2)
        tallies[row, 0, 0] = 100
    spread, better = skill_study._apart(tallies, np.zeros(2, np.int64))
    assert spread == pytest.approx(np.sqrt((0.3**2 - 4 * 0.1**2 / 99) / 4))
    assert better == 0.5


def test_the_margin_of_a_search_falls_as_its_noise():
    plan = skill_study.Plan(game_named(), {}, "scripted_v1", 1)
    assert skill_study.search_of(plan, 64) == "search:samples=64,margin=0.0200,prior=scripted_v1"
    assert skill_study.search_of(plan, 256) == "search:samples=256,margin=0.0100,prior=scripted_v1"
