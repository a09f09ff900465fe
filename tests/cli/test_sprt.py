"""`wd sprt`: the end of a test, as text and as JSON."""

import json

import pytest

pytest.importorskip("numba")

from wd_env.games.world_dominance.game import GAME

BOTS = "tests.evaluation.ladder.bots"


def test_a_stronger_bot_is_detected_early(wd, tmp_path):
    ended = wd("sprt", "scripted", "random", "--elo1", 50, "--out", "out.json")
    assert ended.code == 0
    assert "H0: +0 Elo, a score of 50.0%. H1: +50 Elo, a score of 57.1%." in ended.out
    assert "H1 is accepted: stronger by +50 Elo, rather than +0." in ended.out
    found = json.loads((tmp_path / "out.json").read_text())
    assert (found["conclusion"], found["rules_hash"], found["seed"]) == ("H1", GAME.rules_hash, 1)
    assert found["games"] <= 1024
    assert found["llr"] >= found["bounds"][1]
    assert found["score"][1] <= found["score"][0] <= found["score"][2]


@pytest.mark.parametrize("question", ["continent", "start_menu"])
def test_a_bot_with_one_random_kind_of_decision_is_detected(wd, question):
    ended = wd("sprt", "scripted", f"noisy:rate=1,bot=scripted,decisions={question}", "--elo1", 40)
    assert ended.code == 0
    assert "H1 is accepted: stronger by +40 Elo" in ended.out
    ended = wd("sprt", "scripted", "noisy:rate=0,bot=scripted", "--elo0", 0, "--elo1", 40)
    assert "H1 is accepted" not in ended.out


def test_a_weaker_bot_is_detected_early_by_seat(wd):
    ended = wd("sprt", "random", "scripted", "--players", 4, "--elo1", 50)
    assert ended.code == 0
    assert "random against 3 scripted: an equal bot has a score of 25.0%" in ended.out
    assert "H0 is accepted: no stronger than +0 Elo, rather than +50." in ended.out


def test_too_few_games_give_no_conclusion(wd):
    ended = wd("sprt", "random", "random", "--max-games", 100, "--max-turns", 30)
    assert ended.code == 0
    assert "128 games" in ended.out
    assert "Undecided: the games are over before either can be accepted." in ended.out


def test_a_bot_that_fails_loses_and_is_named(wd):
    ended = wd("sprt", "random", f"{BOTS}:Dies", "--elo1", 300, "--max-turns", 30)
    assert ended.code == 0
    assert "Dies lost 128 games by failing: bot" in ended.out
    assert "H1 is accepted" in ended.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "bots: expected two names, got none"),
        (("random",), "bots: expected two, got 1"),
        (("random", "random", "random"), "bots: expected two, got 3"),
        (("random", "scripted", "--players", 1), "number of players in --players: expected"),
        (("random", "scripted", "--max-games", 0), "games: expected at least 1 for a test, got 0"),
        (("random", "scripted", "--elo0", 20), "expected elo0 below elo1"),
        (("random", "scripted", "--alpha", 0), "alpha: expected more than 0 and less than 0.5, got 0"),
        (("random", "scripted", "--processes", 0), "--processes: expected an integer from 1 to 256, got 0"),
        (
            ("random", "scripted", "--bot-timeout", -1),
            "bot timeout: expected more than 0 seconds, up to 86400, got -1.0",
        ),
        (("random", "nobody"), "unknown bot 'nobody'"),
        (("random", "scripted", "--out", "no/such.json"), "no/such.json cannot be written"),
    ],
)
def test_invalid_arguments_are_rejected_and_nothing_is_written(wd, tmp_path, words, message):
    ended = wd("sprt", *words)
    assert ended.code == 2
    assert message in ended.error_line
    assert not list(tmp_path.iterdir())
