"""`wd evaluate`: win shares as a table and as JSON."""

import json

import pytest

from wd_env.agents import arena
from wd_env.agents.arena import MatchResult, Share
from wd_env.world_dominance.game import GAME


@pytest.fixture
def match(monkeypatch):
    """`play_match` that plays nothing: it notes what it was asked and gives a result known beforehand."""
    asked = {}

    def played(game, names, games, seed, options, **how):
        asked.update(game=game, names=names, games=games, seed=seed, options=options)
        shares = (
            Share("scripted", 60, 100, 0.6, 0.5, 0.7),
            Share("greedy:runs/x", 15, 100, 0.15, 0.1, 0.2),
            Share("runs/y", 20, 100, 0.2, 0.15, 0.35),
        )
        return MatchResult(shares, 100, 2, 12345, options, 64)

    monkeypatch.setattr(arena, "play_match", played)
    return asked


def test_a_real_match_counts_every_game(wd, tmp_path):
    ended = wd("evaluate", "scripted", "random", "random", "--games", 30, "--seed", 5, "--json", "out.json")
    result = json.loads((tmp_path / "out.json").read_text())
    assert ended.code == 0
    assert [share["name"] for share in result["shares"]] == ["scripted", "random", "random"]
    wins = sum(share["wins"] for share in result["shares"])
    assert wins + result["truncated"] + result["without_winner"] == result["games"] == 30
    for share in result["shares"]:
        assert share["low"] <= share["share"] <= share["high"]
        assert share["share"] == pytest.approx(share["wins"] / share["games"])
    assert (result["seed"], result["block"]) == (5, 64)
    assert result["rules_hash"] == GAME.rules_hash
    assert result["equal_share"] == pytest.approx(1 / 3)
    assert result["options"]["max_turns"] == 400


def test_each_bot_has_its_row_against_an_equal_share(wd, match):
    rows = [line.split("  ") for line in wd("evaluate", "a", "b", "c").out.splitlines()[2:5]]
    cells = [[cell.strip() for cell in row if cell] for row in rows]
    assert cells == [
        ["scripted", "60", "100", "60.0%", "50.0% to 70.0%", "above"],
        ["greedy:runs/x", "15", "100", "15.0%", "10.0% to 20.0%", "below"],
        ["runs/y", "20", "100", "20.0%", "15.0% to 35.0%", "cannot be told apart"],
    ]


def test_the_report_says_how_the_games_were_played(wd, match):
    out = wd("evaluate", "a", "b", "c", "--seed", 9).out
    assert "against an equal share of 33.3%" in out
    assert "100 games, 12345 decisions; 2 games were cut, 3 ended without a winner. Seed 9, blocks of 64 deals." in out
    assert "every rotation of the seats" in out
    assert "greedy:runs/x greedily, runs/y by sampling" in out
    assert "scripted by" not in out


def test_the_defaults_are_decisive_games_that_end(wd, match):
    out = wd("evaluate", "a", "b", "c").out
    assert (match["games"], match["seed"]) == (1000, 1)
    assert match["options"]["max_turns"] == 400
    assert match["options"]["last_player"] == "last_survivor_wins"
    assert "Rules: variant five_card, max_turns 400, last_player last_survivor_wins." in out


def test_house_rules_reach_the_match_and_the_report(wd, match):
    out = wd("evaluate", "a", "b", "c", "--last-player", "stalemate", "--no-death-penalty", "--max-turns", "None").out
    assert match["options"]["last_player"] == "stalemate"
    assert match["options"]["death_penalty"] is False
    assert match["options"]["max_turns"] is None
    assert "num_players" not in match["options"]
    assert "max_turns None, last_player stalemate, death_penalty False." in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["random", "nobody"], "'nobody' is no bot and no file"),
        (["random"], "the number of bots is 1; allowed with these rules: 2, 3, 4, 5"),
        (["random", "random", "--games", "0"], "0 games"),
        (["random", "random", "--knowledge-model", "quiz"], "knowledge_model is quiz and bots have nobody to judge"),
        (["random", "random", "--seed", "-2"], "seed -2"),
        (["random", "random", "--json", "nosuch/out.json"], "nosuch/out.json cannot be written"),
        (["random", "random", "--manoeuvre-deck", "nosuch.toml"], "nosuch.toml"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_written(wd, tmp_path, arguments, words):
    ended = wd("evaluate", *arguments) if "--json" in arguments else wd("evaluate", *arguments, "--json", "out.json")
    assert ended.code == 2
    assert words in ended.refusal
    assert not list(tmp_path.iterdir())


def test_a_bot_that_fails_loses_its_games_and_is_named(wd, tmp_path):
    ended = wd("evaluate", "random", "tests.agents.ladder.bots:Illegal", "--games", 6, "--json", "out.json")
    assert ended.code == 0
    assert (
        "tests.agents.ladder.bots:Illegal lost 6 games by failing: bot 'tests.agents.ladder.bots:Illegal': action 0 in"
        in ended.out
    )
    found = json.loads((tmp_path / "out.json").read_text())
    assert [share["wins"] for share in found["shares"]] == [6, 0]
    assert [(one["entry"], one["games"]) for one in found["failures"]] == [(1, 6)]
