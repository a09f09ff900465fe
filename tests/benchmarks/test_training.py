"""The page on training is measured: every row changes what it says, and all tables are filled."""

import dataclasses

import pytest

pytest.importorskip("torch")

from wd_env.benchmarks import training_speed
from wd_env.benchmarks.sb3_overhead import overhead_cases
from wd_env.benchmarks.training_speed import BASE, VARIATIONS, Variation, main, report_tables
from wd_env.registry import get_game

SMALL = {"n_envs": 32, "n_steps": 8, "batch_size": 128, "n_epochs": 1}


@pytest.mark.parametrize("row", VARIATIONS, ids=lambda row: row.title)
def test_a_row_changes_what_it_says_and_nothing_else(row):
    base, found = BASE.settings(get_game()), row.settings(get_game())
    changed = {name: value for name, value in dataclasses.asdict(found.ppo).items() if getattr(base.ppo, name) != value}
    assert changed == row.ppo
    assert (found.game, found.net, found.run) == (base.game, base.net, base.run)
    assert found.ppo.n_envs * found.ppo.n_steps == base.ppo.n_envs * base.ppo.n_steps


def test_all_tables_are_filled(monkeypatch):
    monkeypatch.setattr(training_speed, "REPEATS", 1)
    made = report_tables(get_game(), 1, [Variation("small", SMALL), Variation("all learn", SMALL, opponents=False)])
    lines = [line.split(" | ") for line in made.splitlines() if line.startswith("| ")]
    assert [len(line) for line in lines] == [5] * 4 + [3] * 4 + [3] * (
        2 + len(overhead_cases(BASE.settings(get_game())))
    )
    assert [line[0].strip("| ") for line in lines if line[0].startswith("| small")] == ["small", "small"]
    assert all(cell.strip() for line in lines for cell in line)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--page", "page.md"], "'training' occurs 0 times"),
        (["--page", "none.md"], "bench-train: none.md: No such file or directory"),
        (["--game", "chess"], "unknown game 'chess'; expected one of world_dominance"),
        (["--rounds", "0"], "rounds: expected at least 1, got 0"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_before_anything_is_measured(
    tmp_path, monkeypatch, capsys, words, message
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text("nothing")
    monkeypatch.setattr(training_speed, "report_tables", None)
    assert main(words) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
