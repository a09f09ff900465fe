"""`wd evaluate`: win rates as a table and as JSON."""

import json

import pytest
import yaml

from wd_env.evaluation.matches import match as arena
from wd_env.evaluation.matches.match import JointWin, MatchResult, WinRate
from wd_env.evaluation.matches.match_blocks import Block
from wd_env.games.world_dominance.game import GAME


@pytest.fixture
def match(monkeypatch):
    """Replace `play_match` by a function that records its arguments and returns a fixed result."""
    asked = {}

    def played(game, names, games, seed, options, **how):
        asked.update(game=game, names=names, games=games, seed=seed, options=options)
        shares = (
            WinRate("scripted", 60, 60, 60, 105, 100, 0.6, 0.5, 0.7),
            WinRate("greedy:runs/x", 15, 15, 15, 105, 100, 0.15, 0.1, 0.2),
            WinRate("runs/y", 25, 25, 25, 105, 100, 0.25, 0.15, 0.35),
        )
        return MatchResult(shares, 105, 2, 12345, options, 64, joint_wins=asked.get("joint_wins", ()))

    monkeypatch.setattr(arena, "play_match", played)
    monkeypatch.setattr("wd_env.cli.announce.estimate_seconds", lambda *_: 150.0)
    return asked


def test_a_real_match_counts_every_game(wd, tmp_path):
    ended = wd("evaluate", "scripted", "random", "random", "--games", 30, "--seed", 5, "--out", "out.json")
    result = json.loads((tmp_path / "out.json").read_text())
    assert ended.code == 0
    assert [share["name"] for share in result["win_rates"]] == ["scripted", "random", "random"]
    wins = sum(share["wins"] for share in result["win_rates"])
    assert wins + result["truncated"] + result["without_winner"] == result["games"] == 30
    for share in result["win_rates"]:
        assert share["low"] <= share["win_rate"] <= share["high"]
        assert share["win_rate"] == pytest.approx(share["wins"] / share["decided"])
        assert share["won"] == share["won_alone"] == share["wins"]
    assert (result["seed"], result["block_size"]) == (5, 64)
    assert result["rules_hash"] == GAME.rules_hash
    assert result["even_share"] == pytest.approx(1 / 3)
    assert result["options"]["max_turns"] == 400


def test_each_bot_has_its_row_against_an_equal_share(wd, match):
    rows = [line.split("  ") for line in wd("evaluate", "random", "random", "random").out.splitlines()[2:5]]
    cells = [[cell.strip() for cell in row if cell] for row in rows]
    assert cells == [
        ["scripted", "60", "60.0%", "50.0% to 70.0%", "above"],
        ["greedy:runs/x", "15", "15.0%", "10.0% to 20.0%", "below"],
        ["runs/y", "25", "25.0%", "15.0% to 35.0%", "no significant difference"],
    ]


def test_the_report_says_how_the_games_were_played(wd, match):
    out = wd("evaluate", "random", "random", "random", "--seed", 9).out
    assert "against an even share of 33.3%" in out
    assert "105 games, 12345 decisions; 100 games were won, 2 were truncated, 3 ended without a winner." in out
    assert "Win rates are those of games with a winner. Seed 9, blocks of 64 deals." in out
    assert "every rotation of the seats" in out
    assert "greedy:runs/x greedily, runs/y by sampling" in out
    assert "scripted by" not in out


def test_the_defaults_are_decisive_games_that_end(wd, match):
    out = wd("evaluate", "random", "random", "random").out
    assert (match["games"], match["seed"]) == (1000, 1)
    assert match["options"]["max_turns"] == 400
    assert match["options"]["last_player"] == "last_survivor_wins"
    assert "Rules: variant five_card, max_turns 400, last_player last_survivor_wins." in out


def test_house_rules_reach_the_match_and_the_report(wd, match):
    out = wd(
        "evaluate",
        "random",
        "random",
        "random",
        "--last-player",
        "stalemate",
        "--no-death-penalty",
        "--max-turns",
        "None",
    ).out
    assert match["options"]["last_player"] == "stalemate"
    assert match["options"]["death_penalty"] is False
    assert match["options"]["max_turns"] is None
    assert "num_players" not in match["options"]
    assert "max_turns None, last_player stalemate, death_penalty False." in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["random", "nobody"], "unknown bot 'nobody'"),
        (["random"], "number of bots: expected 2, 3, 4, 5 with these rules, got 1"),
        (["random", "random", "--games", "0"], "games: expected at least 1 for a match, got 0"),
        (
            ["random", "random", "--knowledge-model", "quiz"],
            "knowledge_model: expected profile or constant in a game of bots, got quiz",
        ),
        (["random", "random", "--seed", "-2"], "got -2"),
        (["random", "random", "--out", "nosuch/out.json"], "nosuch/out.json cannot be written"),
        (["random", "random", "--manoeuvre-deck", "nosuch.toml"], "nosuch.toml"),
    ],
)
def test_invalid_arguments_are_rejected_and_nothing_is_written(wd, tmp_path, arguments, words):
    ended = wd("evaluate", *arguments) if "--out" in arguments else wd("evaluate", *arguments, "--out", "out.json")
    assert ended.code == 2
    assert words in ended.error_line
    assert not list(tmp_path.iterdir())


def test_a_bot_that_fails_loses_its_games_and_is_named(wd, tmp_path):
    ended = wd("evaluate", "random", "tests.evaluation.ladder.bots:Illegal", "--games", 6, "--out", "out.json")
    assert ended.code == 0
    assert (
        "tests.evaluation.ladder.bots:Illegal lost 6 games by failing: "
        "bot 'tests.evaluation.ladder.bots:Illegal': action 0 in" in ended.out
    )
    found = json.loads((tmp_path / "out.json").read_text())
    assert [share["wins"] for share in found["win_rates"]] == [6, 0]
    assert [(one["lineup_index"], one["games"]) for one in found["failures"]] == [(1, 6)]
    assert "Trained bots" not in ended.out


def test_shared_wins_are_reported_separately_from_sole_wins(wd, match, tmp_path):
    match["joint_wins"] = (JointWin(("scripted", "runs/y"), (0, 2), 25, 0.25),)
    ended = wd("evaluate", "random", "random", "random", "--csv", "out.csv")
    assert ended.out.splitlines()[0].split()[:4] == ["bot", "won", "alone", "win"]
    assert "scripted and runs/y     25     25.0%" in ended.out
    assert (tmp_path / "out.csv").read_text().splitlines()[-2:] == [
        "won together,games,fraction",
        "scripted and runs/y,25,0.25",
    ]


def test_one_line_describes_the_games_their_duration_and_the_machine(wd, match):
    ended = wd("evaluate", "random", "scripted", "random", "--games", 4000, "--processes", 2, "--out", "out.json")
    what = "4,002 games of World Dominance between 2 random and scripted"
    assert ended.err.splitlines()[0] == (f"wd: {what}; about 2 min; processes 2; into out.json")


def test_a_dry_run_prints_the_settings_and_does_nothing(wd, match, tmp_path):
    ended = wd("evaluate", "random", "random", "--dry-run", "--max-turns", 50, "--out", "out.json")
    data = yaml.safe_load(ended.out)
    assert (ended.code, ended.err, match) == (0, "", {})
    assert (data["bots"], data["games"], data["out"]) == (["random", "random"], 1000, "out.json")
    assert data["rules"]["max_turns"] == 50
    assert not list(tmp_path.iterdir())


def test_standard_output_has_only_the_result(wd, match):
    ended = wd("evaluate", "random", "random", "random", "--json")
    assert json.loads(ended.out)["games"] == 105
    assert "scripted" in ended.err
    assert "against an even share" in ended.err


@pytest.mark.parametrize("json_to", [(), ("--out", "out.json")])
def test_an_interrupted_match_prints_its_table_so_far_and_how_to_resume(wd, tmp_path, monkeypatch, json_to):
    """Interrupt at the start of the third of five blocks, and resume from the saved ones."""
    words = ("evaluate", "random", "random", "--games", 40, "--block-size", 4, "--max-turns", 30, *json_to)
    whole = wd(*words[:-2]) if json_to else None
    begun, seeds = [], Block.deal_seeds

    def deal_seeds(block):
        begun.append(block.index)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return seeds(block)

    with monkeypatch.context() as patch:
        patch.setattr(Block, "deal_seeds", deal_seeds)
        ended = wd(*words)
    assert ended.code == 130
    assert "16 games, " in ended.out
    assert "wd: interrupted after 16 of 40 games; " in ended.err
    if json_to:
        assert "the same command with --resume continues from out.json.blocks" in ended.err
        assert wd(*words, "--resume").out == whole.out
        assert not (tmp_path / "out.json.blocks").exists()
    else:
        assert "with --out FILE finished blocks are saved" in ended.err
        assert not list(tmp_path.iterdir())
