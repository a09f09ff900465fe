"""`wd info`: its tables agree with the code."""

import json
import re
from dataclasses import fields
from math import isfinite
from typing import get_args

import pytest

from tests.games.pledge.samples import ROW as TOY
from wd_env import __version__, registry
from wd_env.agents.agent_registry import builtin_bots
from wd_env.cli.commands.lookup.info import Section
from wd_env.cli.info_tables import TABLES
from wd_env.cli.plots import run_plots
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.text.line_width import WIDTH
from wd_env.training.run_log import append_scalars, win_rate_scalars


def looked_up(wd, section):
    ended = wd("info", section, "--json")
    assert ended.code == 0
    return json.loads(ended.out)


def test_every_section_has_a_table():
    assert set(get_args(Section)) == {*TABLES, "runs"}


@pytest.mark.parametrize("section", TABLES)
def test_a_table_has_the_values_of_its_json(wd, section):
    found = looked_up(wd, section)
    rows = [list(pair) for pair in found.items()] if isinstance(found, dict) else [list(row.values()) for row in found]
    printed = " ".join(wd("info", section).out.split())
    for row in rows:
        assert " ".join(str(cell) for cell in row[:-1]).strip() in printed
    assert max(map(len, wd("info", section).out.splitlines())) <= WIDTH


@pytest.mark.parametrize("section", TABLES)
def test_columns_of_numbers_and_shapes_are_right_aligned(section):
    table = TABLES[section](registry.get_game("world_dominance"))
    numeric_columns = [
        column
        for column, cells in enumerate(zip(*table.rows, strict=True))
        if all(re.fullmatch(r"-?\d+(x\d+)*", str(cell)) for cell in cells)
    ]
    assert list(table.numeric_columns) == numeric_columns


def test_the_report_of_spaces_has_sizes_versions_and_hashes(wd):
    found = looked_up(wd, "spaces")
    assert found["package"] == f"wd-env {__version__}"
    assert (found["game"], found["version"]) == (GAME.name, GAME.version)
    assert found["actions"] == f"Discrete({len(GAME.actions)})"
    assert found["observation"].startswith(f"int8[{GAME.layout.size}]")
    assert found["actions_hash"] == GAME.actions_hash
    assert found["layout_hash"] == GAME.layout_hash
    assert found["rules_hash"] == GAME.rules_hash


def test_the_report_of_spaces_comes_first(wd):
    assert wd("info").out == wd("info", "spaces").out


def test_every_action_has_its_number(wd):
    assert [(row["number"], row["action"]) for row in looked_up(wd, "actions")] == list(enumerate(GAME.actions))


def test_the_pieces_cover_the_observation(wd):
    rows = looked_up(wd, "observation")
    assert [row["start"] for row in rows] == [0, *(row["stop"] for row in rows[:-1])]
    assert rows[-1]["stop"] == GAME.layout.size
    for row, piece in zip(rows, GAME.layout.features, strict=True):
        assert (row["feature"], row["low"], row["high"], row["description"]) == (
            piece.name, piece.low, piece.high, piece.description,
        )  # fmt: skip
        assert row["shape"] == ("x".join(map(str, piece.shape)) if piece.shape else "1")


def test_every_question_is_listed_with_its_kind(wd):
    rows = looked_up(wd, "nodes")
    assert [(row["node"], row["kind"]) for row in rows] == [(q.name, q.kind) for q in GAME.nodes]
    words = {row["node"]: row["text"] for row in rows}
    assert words["decimate"] == "WHO decimates: who is named?"
    assert all(words[q.name] for q in GAME.nodes if q.kind in ("player", "chance"))


def test_every_house_rule_has_its_default_and_meaning(wd):
    rows = looked_up(wd, "rules")
    assert [(row["option"], row["default"]) for row in rows] == [(f.name, f.default) for f in fields(Config)]
    meanings = {row["option"]: row["description"] for row in rows}
    assert meanings["six_rule"].endswith("Allowed: no_extra, extra_turn, skip_next")
    assert (
        meanings["death_penalty_two_players"]
        == "Whether Life/Death also ejects in a game of two. Allowed: True or False"
    )
    assert all(meanings.values())


def test_every_bot_of_the_roster_is_listed(wd):
    assert {row["bot"] for row in looked_up(wd, "bots")} == {*builtin_bots("world_dominance"), "FILE or FOLDER"}


@pytest.fixture
def drawn(monkeypatch):
    """Collect the plots instead of saving them."""
    canvases = []
    monkeypatch.setattr(run_plots, "save_plot", lambda canvas, output, name: canvases.append((canvas, name)))
    return canvases


def write_run(folder, seconds=None, opponents=("random",)):
    """Write a run with three evaluations; without `seconds` they have no time, as in older versions."""
    folder.mkdir()
    (folder / "run.json").write_text("{}")
    for step in range(3):
        scalars, elapsed = {}, {} if seconds is None else {"time/time_elapsed": seconds * step}
        for opponent in opponents:
            scalars |= win_rate_scalars("eval", opponent, 0.1 * step, 0.0, 0.5)
        append_scalars(folder, 2_000_000 * step, scalars | elapsed)
        append_scalars(folder, 2_000_000 * step + 1, {name: value + 1 for name, value in elapsed.items()})


def legend(panel):
    return [text.get_text() for text in panel.get_legend().get_texts()]


def test_runs_are_drawn_over_decisions_and_over_minutes(wd, tmp_path, drawn):
    folders = {"slow": 120.0, "quick $\\foo$": 60.0}
    for name, seconds in folders.items():
        write_run(tmp_path / name, seconds)
    ended = wd("info", "runs", *(str(tmp_path / name) for name in folders), "--plots", str(tmp_path))
    assert (ended.code, len(drawn)) == (0, 1)
    canvas, name = drawn[0]
    assert name == "runs"
    canvas.canvas.draw()  # the name is text, not a formula
    by_decisions, by_time = canvas.axes
    for panel, positions in ((by_decisions, ([0, 2, 4], [0, 2, 4])), (by_time, ([0, 2, 4], [0, 1, 2]))):
        for line, of_run in zip(panel.lines, positions, strict=True):
            assert list(line.get_xdata()) == of_run
            assert list(line.get_ydata()) == [0.0, 0.1, 0.2]


def test_a_run_whose_name_begins_with_an_underscore_is_in_the_legend(wd, tmp_path, monkeypatch, drawn):
    monkeypatch.chdir(tmp_path)
    names = ["_first", "second", "__third"]
    for name in names:
        write_run(tmp_path / name, 60.0)
    assert wd("info", "runs", *names, "--plots", "plots").code == 0
    assert legend(drawn[0][0].axes[0]) == ["./_first", "second", "./__third"]


def test_a_run_without_its_time_is_drawn_over_decisions_only(wd, tmp_path, drawn):
    write_run(tmp_path / "old")
    write_run(tmp_path / "new", 60.0)
    assert wd("info", "runs", str(tmp_path / "old"), str(tmp_path / "new"), "--plots", str(tmp_path)).code == 0
    canvas, _ = drawn[0]
    canvas.canvas.draw()
    by_decisions, by_time = canvas.axes
    assert [list(line.get_xdata()) for line in by_decisions.lines] == [[0, 2, 4], [0, 2, 4]]
    minutes = {line.get_label(): [x for x in line.get_xdata() if isfinite(x)] for line in by_time.lines}
    assert minutes == {str(tmp_path / "old"): [], str(tmp_path / "new"): [0, 1, 2]}


@pytest.mark.parametrize("game", [*registry.GAMES, TOY.name])
def test_runs_of_every_game_have_a_row_of_panels_for_each_bot_of_the_game(wd, tmp_path, monkeypatch, drawn, game):
    monkeypatch.setitem(registry.GAMES, TOY.name, TOY)
    opponents = sorted([*builtin_bots(game), "my_module:Miser"])
    write_run(tmp_path / "one", 60.0, opponents)
    write_run(tmp_path / "other", 60.0, opponents[:1])
    ended = wd("info", "runs", "--game", game, str(tmp_path / "one"), str(tmp_path / "other"), "--plots", str(tmp_path))
    assert (ended.code, len(drawn)) == (0, 1)
    panels = drawn[0][0].axes[::2]  # over decisions
    assert [panel.get_ylabel().removeprefix("win rate against ") for panel in panels] == opponents
    both = [str(tmp_path / "one"), str(tmp_path / "other")]
    for panel in panels:
        with_points = [line.get_label() for line in panel.lines if len(line.get_xdata())]
        assert with_points == both[: 2 if panel is panels[0] else 1]
        assert legend(panel) == both  # so that a run has the same colour in every panel


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("bots", "runs/x"), "unexpected argument 'runs/x'; expected with runs (see wd info --help)"),
        (("bots", "--plots", "here"), "--plots: expected only with runs, got bots (see wd info --help)"),
        (("runs", "nowhere"), "RUN: expected the folder of a run, got 'nowhere' without run.json"),
        (("runs", "--plots", "here"), "RUN: expected runs with evaluations, got none"),
        (("runs", "--game", "nosuch"), "--game: unknown game 'nosuch'"),
    ],
)
def test_options_of_runs_are_rejected_elsewhere(wd, words, error, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ended = wd("info", *words)
    assert ended.code == 2
    assert ended.err.startswith(f"wd: {error}")
    assert not list(tmp_path.iterdir())
