"""Domination in words: every question, option and line of whole games is told, secrets to nobody else."""

import numpy as np
import pytest

from wd_env.agents.random import RandomAgent
from wd_env.core.errors import IllegalAction
from wd_env.core.seat_names import SeatNames
from wd_env.core.spec import CHANCE, DECISION
from wd_env.core.telling import WIDTH
from wd_env.domination.position import position
from wd_env.domination.table import Domination
from wd_env.domination.text.telling import TELLING
from wd_env.games import GAMES

ROW = GAMES["domination"]
NAMES = SeatNames(("Anna", "Ben", "Cleo"))


@pytest.mark.parametrize("kind", ["domination", "capital", "mission"])
def test_every_moment_of_a_game_is_told(kind):
    table = Domination(ROW.config(game_type=kind, max_rounds=2, auto_defend=False, card_values="fixed"), seed=7)
    bot, seen = RandomAgent(np.random.default_rng(1)), set()
    while not table.is_over:
        seen.add(table.question.name)
        before = TELLING.moment(table)
        sentence = TELLING.question(table, NAMES)
        assert "{" not in sentence
        for option in table.options()[:5]:
            assert isinstance(TELLING.option_help(table, option, names=NAMES), str)
            TELLING.other_names(table, option, NAMES)
        table.play(bot.choose(table.view(table.seat)))
        TELLING.changes(before, table, NAMES)
        TELLING.heading(table, NAMES)
    assert {"claim", "setup_place"} & seen
    text = TELLING.describe(table, 0, names=NAMES, events=50)
    assert max(map(len, text.split("\n"))) <= WIDTH
    assert "Alaska" in text
    assert "cut after 2 rounds" in TELLING.question(table, NAMES)


def test_every_question_has_a_sentence_of_its_own():
    for question in ROW.game.questions:
        if question.kind in (DECISION, CHANCE):
            pattern = TELLING.pattern(question)
            assert pattern
            assert question.name.replace("_", " ") != pattern


def test_a_battle_is_told_by_title_and_number():
    table = position({0: [12]}, {12: 5, 21: 3}, at="attack", num_players=2)
    table.play("country 12")
    table.play("country 21")
    told = "Anna attacks North Africa (3 armies, Ben) from Brazil (5 armies): how many dice?"
    assert TELLING.question(table, NAMES) == told
    before = TELLING.moment(table)
    table.play("dice 3", "throw 6 6 6", "throw 1 1")
    assert TELLING.changes(before, table, NAMES) == ["North Africa: 1 army (-2)"]


def test_options_are_helped_and_go_by_their_titles():
    table = position({0: [12]}, {12: 5}, {0: ["card 1", "card 3", "card 4"]}, num_players=2)
    assert TELLING.option_help(table, "trade III") == "3 infantry, for 4 armies"
    table.play("pass")
    assert TELLING.other_names(table, "country 12") == ("Brazil", "12")
    assert TELLING.option_help(table, "country 12", names=NAMES) == "Brazil in South America, Anna with 5 armies"
    table.play("country 12")
    assert TELLING.option_help(table, "amount 7") == "3 armies"
    with pytest.raises(IllegalAction):
        TELLING.option_help(table, "country 1")


def test_hands_and_missions_are_told_to_their_seat_alone():
    table = position({0: [12], 1: [13]}, hands={1: ["card 42"]}, missions=(1, 9, 3), game_type="mission")
    own, others = TELLING.describe(table, 1, names=NAMES), TELLING.describe(table, 0, names=NAMES)
    assert "Your cards: Eastern Australia (infantry)" in own
    assert "Your mission: " in own
    assert "Eastern Australia (infantry)" not in others
    assert TELLING.sight(table, 1)["countries"][0]["title"] == "Alaska"
    assert TELLING.sight(table)["own"] == []


def test_the_picture_shows_the_table():
    pytest.importorskip("pygame")
    assert TELLING.draw(position({0: [12]})).startswith(b"\x89PNG")


def test_a_won_game_says_how():
    table = position({0: range(1, 42)}, {41: 9}, at="attack", num_players=2)
    for answer in ("country 41", "country 42", "dice 3", "throw 6 6 6", "throw 1", "amount 7"):
        table.play(answer)
    assert TELLING.question(table, NAMES) == "The game is over: Anna owns every country and wins"
    assert TELLING.goal(table.config) == "Whoever owns all countries wins."
