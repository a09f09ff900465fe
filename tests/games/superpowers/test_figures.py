"""`make stats ARGS="--game superpowers"`: surveys become the data file and the tables of SPEC.md."""

import json
from types import SimpleNamespace

import pytest

from wd_env.evaluation import regenerate_docs_tables
from wd_env.games.superpowers.doc_pages import figures_page, measure_figures, spec_tables
from wd_env.games.superpowers.game import GAME
from wd_env.games.superpowers.stats_collector import ATTACKS, PURCHASES

ESTIMATE = {"value": 0.25, "low": 0.125, "high": 0.5}


def collect_game_stats(game, bots, games, seed, options, *, block_size):
    """Return made-up results without games; the number of rounds is the number of players."""
    assert game.name == "superpowers"
    return SimpleNamespace(as_json=lambda: survey(bots, games, seed, options))


def survey(bots, games, seed, options):
    """Return the figures of made-up results."""
    length = {"mean": ESTIMATE | {"value": float(len(bots))}, "quantiles": [1.0, 2.0, 3.0]}
    stats = {"game": "superpowers", "version": 0, "rules_hash": "abc", "games": games, "seed": seed}
    stats |= {"rounds": length, "decisions": length, "wins_by_turn_order": [ESTIMATE] * len(bots), "forced": ESTIMATE}
    stats |= {"endings": dict.fromkeys(figures_page.ENDINGS, ESTIMATE), "winners": {"winners": ESTIMATE}}
    stats |= {"attacks": dict.fromkeys(ATTACKS, ESTIMATE), "purchases": dict.fromkeys(PURCHASES, ESTIMATE)}
    if options["ruleset"] == "advanced" and len(bots) >= 4:
        stats |= {name: {"us": ESTIMATE, "eu": ESTIMATE} for name in figures_page.TREATIES}
        stats["kept"] = {"peace": ESTIMATE, "alliance": ESTIMATE}
    return stats


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """Write the data file and the page from made-up results."""
    page, file = tmp_path / "SPEC.md", tmp_path / "figures.json"
    page.write_text(spec_tables.PAGE_PATH.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(spec_tables, "PAGE_PATH", page)
    for module in (measure_figures, figures_page):
        monkeypatch.setattr(module, "FILE", file)
    figures_page._data.cache_clear()
    monkeypatch.setattr(regenerate_docs_tables, "collect_game_stats", collect_game_stats)
    assert regenerate_docs_tables.main(["--game", "superpowers", "--games", "20", "--seed", "3"]) == 0
    yield json.loads(file.read_text("utf-8")), page.read_text("utf-8")
    figures_page._data.cache_clear()


def test_there_is_a_row_for_each_set_of_rules_bot_and_number_of_players(measured):
    data, page = measured
    rows = [(row["ruleset"], row["bot"], row["players"]) for row in data["rows"]]
    assert len(rows) == len(set(rows)) == 2 * 2 * 7
    assert "20 games per row" in page
    assert "--games 20 --seed 3" in page
    assert "| basic | `random` | 2 | 2.0 | 1 to 3 | 2 | 25% | 25.0% (12.5% to 50.0%) | 25.0% |" in page


def test_treaties_count_by_all_powers(measured):
    _, page = measured
    line = next(line for line in page.splitlines() if line.startswith("| advanced | `hard` | 4 | 0.50 |"))
    assert line == "| advanced | `hard` | 4 | 0.50 | 0.50 | 0.50 | 0.50 | 0.50 | 0.50 | 0.25 | 0.25 |"
    assert not any(line.startswith("| basic | `hard` | 4 | 0.50 |") for line in page.splitlines())


def test_the_figures_of_the_page_are_those_of_the_current_rules():
    data = json.loads(figures_page.FILE.read_text("utf-8"))
    assert data["version"] == GAME.version
    assert {row["bot"] for row in data["rows"]} == set(measure_figures.BOTS)
