"""`make stats`: statistics of every game are written to the page."""

import json

import pytest

pytest.importorskip("numba")

from wd_env.evaluation import regenerate_docs_tables
from wd_env.evaluation.game_stats import collect_game_stats
from wd_env.games.world_dominance.doc_pages import figures_page, measure_figures, spec_tables
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.variants import VARIANT_ROWS, all_tables
from wd_env.registry import get_game
from wd_env.statistics.intervals import wilson


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Run a few games of two variants, with results in their own files."""
    folder = tmp_path_factory.mktemp("figures")
    page, file = folder / "SPEC.md", folder / "regenerate_docs_tables.json"
    page.write_text(spec_tables.PAGE_PATH.read_text("utf-8"), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spec_tables, "PAGE_PATH", page)
        for module in (measure_figures, figures_page):
            patch.setattr(module, "FILE", file)
        patch.setattr(measure_figures, "all_tables", lambda: iter([(VARIANT_ROWS[0], 4), (VARIANT_ROWS[1], 2)]))
        figures_page._data.cache_clear()
        assert regenerate_docs_tables.main(["--games", "20", "--seed", "3"]) == 0
    figures_page._data.cache_clear()
    return json.loads(file.read_text("utf-8")), page.read_text("utf-8")


def test_the_file_has_the_surveys_and_what_they_were_made_of(made):
    data, _ = made
    assert (data["games"], data["seed"], data["version"]) == (20, 3, GAME.version)
    assert data["rules_hash"] == GAME.rules_hash
    assert [(row["variant"], row["players"]) for row in data["rows"]] == [("five_card", 4), ("multi_five, 2 sets", 2)]
    options = {"variant": "multi_five", "sets_to_win": 2, "max_turns": data["max_turns"]}
    for kind, more in (("book", {}), ("benchmark", data["benchmark"])):
        found = collect_game_stats(get_game(), [data["bot"]] * 2, 20, 3, options | more)
        assert data["rows"][1][kind]["turns"]["mean"]["value"] == pytest.approx(
            found.lengths["turns"].mean.value, rel=1e-4
        )
        assert data["rows"][1][kind]["endings"].keys() == found.endings.keys()


def test_the_page_has_the_values_of_the_file(made):
    data, page = made
    assert "20 games of `scripted_v1` bots per row" in page
    assert f"seed 3, version {GAME.version}, rules `{GAME.rules_hash}`" in page
    book = data["rows"][0]["book"]
    assert f"| five_card | 4 | {book['turns']['mean']['value']:.0f} |" in page
    by_set = sum(book["endings"][name]["value"] for name in ("five cards", "ten cards", "Antarctica", "several sets"))
    low, high = wilson(by_set * 20, 20)
    assert f"| five_card | 4 | {by_set:.1%} ({low:.1%} to {high:.1%}) |" in page
    times = book["decisions_by_node"]["start_menu"]["value"]
    assert f"| `start_menu` | {times:.2f} |" in page
    assert "| five_card | 4 | 10.0 / 60.0 / 0.0 |" in page


def test_games_that_sets_seldom_decide_are_named(made):
    data, page = made
    line = next(line for line in page.splitlines() if "By the rules of the book, a set" in line)
    for row in data["rows"]:
        share = sum(row["book"]["endings"][name]["value"] for name in figures_page.BY_A_SET)
        assert (row["variant"] in line) == (share < figures_page.RARE)


def test_the_rows_of_the_page_are_existing_games():
    data = json.loads(figures_page.FILE.read_text("utf-8"))
    there_are = {(row.title, players) for row, players in all_tables()}
    assert {(row["variant"], row["players"]) for row in data["rows"]} <= there_are
    assert data["version"] == GAME.version


def test_without_arguments_the_bundled_results_are_measured_again(monkeypatch):
    data, calls = json.loads(figures_page.FILE.read_text("utf-8")), []
    monkeypatch.setattr(regenerate_docs_tables, "regenerate_tables", lambda *args: calls.append(args))
    assert regenerate_docs_tables.main([]) == 0
    assert calls == [(get_game(data["game"]), data["games"], data["seed"])]
