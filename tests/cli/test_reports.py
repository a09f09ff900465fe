"""Tables as files: one description of a table gives text, CSV, Markdown and LaTeX; plots in three formats."""

import csv
import io

import pytest

pytest.importorskip("numba")
pytest.importorskip("rich")

from tests.games.pledge.samples import ROW as PLEDGE
from wd_env import registry
from wd_env.cli.report_tables import EstimateCell, IntervalCell, Report, as_csv, as_latex, as_markdown

REPORT = Report(
    "Shares",
    ("bot", "won", "share", "95% interval", "Elo"),
    [
        ("a_b,c", 3, 0.375, IntervalCell(0.25, 0.5), EstimateCell(12.4, -3.0, 20.0)),
        ("50%|x", 0, 0.0, IntervalCell(0.0, 0.125), None),
    ],
    ("", "d", ".1%", ".1%", "+.0f"),
)
BOTS = ("random", "random")
OPTIONS = {
    "world_dominance": ("--max-turns", 60),
    "domination": ("--auto-place", "all", "--game-type", "mission", "--max-rounds", 20),
    "pledge": (),
}


@pytest.fixture(autouse=True)
def with_a_toy_game(monkeypatch):
    monkeypatch.setitem(registry.GAMES, PLEDGE.name, PLEDGE)


def test_a_table_of_text():
    assert REPORT.to_text(titled=False).splitlines()[2:] == [
        "a_b,c    3  37.5%  25.0% to 50.0%  +12 (-3 to +20)",
        "50%|x    0   0.0%   0.0% to 12.5%",
    ]


def test_csv_has_plain_numbers_and_a_column_for_each_end():
    rows = list(csv.DictReader(io.StringIO(as_csv([REPORT]))))
    assert rows[0] == {
        "bot": "a_b,c", "won": "3", "share": "0.375", "95% interval low": "0.25", "95% interval high": "0.5",
        "Elo": "12.4", "Elo low": "-3.0", "Elo high": "20.0",
    }  # fmt: skip
    assert [rows[1][name] for name in ("Elo", "Elo low", "Elo high")] == ["", "", ""]
    several = as_csv([REPORT, REPORT]).split("\n\n")
    assert [part.splitlines()[0] for part in several] == ["Shares", "Shares"]


def test_markdown_and_latex_have_the_values_of_the_text():
    assert "| 50%\\|x | 0 | 0.0% | 0.0% to 12.5% |  |\n" in as_markdown([REPORT])
    latex = as_latex([REPORT])
    assert r"a\_b,c & 3 & 37.5\% & 25.0\% to 50.0\% & +12 (-3 to +20) \\" in latex
    assert r"\begin{tabular}{lrrrr}" in latex
    assert latex.count(r"\toprule") == latex.count(r"\bottomrule") == 1


@pytest.mark.parametrize(
    ("command", "game"),
    [*(("stats", game) for game in OPTIONS), ("evaluate", "pledge"), ("ladder", "pledge"), ("ladder", "domination")],
)
def test_every_command_of_every_game_writes_its_tables_and_plots(wd, tmp_path, command, game):
    pytest.importorskip("matplotlib")
    pytest.importorskip("choix")
    size = {
        "evaluate": ("--games", 12),
        "stats": ("--games", 8, "--block-size", 2),
        "ladder": ("--games", 8, "--block-size", 4),
    }
    form = {"evaluate": "svg", "stats": "pdf", "ladder": "svg"}[command]
    bots = ("random", "search:samples=1,rollout=1" if game == "pledge" else "noisy") if command == "ladder" else BOTS
    ended = wd(command, *bots, "--game", game, *OPTIONS[game], *size[command], "--csv", "t.csv", "--markdown", "t.md",
               "--latex", "t.tex", "--plots", "plots", "--plot-format", form)  # fmt: skip
    assert ended.code == 0, ended.err
    text = list(csv.reader(io.StringIO((tmp_path / "t.csv").read_text())))
    numbers = [cell for row in text for cell in row if cell.replace(".", "").replace("-", "").isdigit()]
    assert len(numbers) > 5
    assert "%" not in "".join(cell for row in text[2:3] for cell in row)
    assert "random" in (tmp_path / "t.md").read_text()
    assert r"\bottomrule" in (tmp_path / "t.tex").read_text()
    plots = list((tmp_path / "plots").iterdir())
    assert plots
    for plot in plots:
        assert plot.suffix == f".{form}"
        if form == "svg":
            assert b"<svg " in plot.read_bytes()
        else:
            assert plot.read_bytes().startswith(b"%PDF")


def test_standard_output_has_only_the_tables(wd):
    ended = wd("evaluate", "random", "random", "--game", "pledge", "--games", 8, "--csv", "-")
    assert ended.out.startswith("bot,won")
    assert "games, " in ended.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--csv", "no/such.csv"), "no/such.csv cannot be written"),
        (("--latex", "."), ".: expected a file, got a folder"),
        (("--csv", "one", "--out", "one"), "one: expected a different file for each result"),
        (("--plots", "p", "--plot-format", "gif"), "--plot-format: expected png, svg, pdf, got 'gif'"),
    ],
)
@pytest.mark.parametrize("command", ["evaluate", "stats", "ladder"])
def test_an_unwritable_file_is_rejected_before_the_work(wd, tmp_path, command, words, message):
    ended = wd(command, "random", "noisy", "--game", "pledge", *words)
    assert ended.code == 2
    assert message in ended.error_line
    assert not list(tmp_path.iterdir())
