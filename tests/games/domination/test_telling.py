"""Domination as text: every node, action and option of whole games has a text, and secrets stay with their owners."""

import random

import numpy as np
import pytest

from tests.games.domination.tables import play, table_at
from wd_env.agents.random_agent import RandomAgent
from wd_env.errors import IllegalAction
from wd_env.games.domination.config import Config
from wd_env.games.domination.position import position
from wd_env.games.domination.table import Domination
from wd_env.games.domination.text.domination_text import PRESENTER
from wd_env.registry import GAMES
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.table.game_record import RecordLine
from wd_env.text.line_width import WIDTH
from wd_env.text.seat_names import SeatNames

ROW = GAMES["domination"]
NAMES = SeatNames(("Anna", "Ben", "Cleo"))


@pytest.mark.parametrize("kind", ["domination", "capital", "mission"])
def test_every_line_of_a_game_has_a_text(kind):
    table = Domination(ROW.config(game_type=kind, max_rounds=2, auto_defend=False, card_values="fixed"), seed=7)
    bot, seen = RandomAgent(np.random.default_rng(1)), set()
    while not table.is_terminal:
        seen.add(table.node.name)
        before = PRESENTER.public_state(table)
        sentence = PRESENTER.decision_text(table, NAMES)
        assert "{" not in sentence
        for option in table.legal_texts()[:5]:
            assert isinstance(PRESENTER.action_help(table, option, names=NAMES), str)
            PRESENTER.aliases(table, option, NAMES)
        table.play(bot.choose(table.view(table.seat)))
        PRESENTER.changes(before, table, NAMES)
        PRESENTER.heading(table, NAMES)
    assert {"claim", "setup_place"} & seen
    text = PRESENTER.describe(table, 0, names=NAMES, max_events=50)
    assert max(map(len, text.split("\n"))) <= WIDTH
    assert "Alaska" in text
    assert "truncated after 2 rounds" in PRESENTER.decision_text(table, NAMES)


def test_every_question_has_a_sentence_of_its_own():
    for question in ROW.game.nodes:
        if question.kind in (PLAYER, CHANCE):
            pattern = PRESENTER.node_pattern(question)
            assert pattern
            assert question.name.replace("_", " ") != pattern


def test_a_battle_is_told_by_title_and_number():
    table = position({0: [12]}, {12: 5, 21: 3}, at="attack", num_players=2)
    table.play("country 12")
    table.play("country 21")
    message = "Anna attacks North Africa (3 armies, Ben) from Brazil (5 armies): how many dice?"
    assert PRESENTER.decision_text(table, NAMES) == message
    before = PRESENTER.public_state(table)
    table.play("dice 3", "throw 6 6 6", "throw 1 1")
    assert PRESENTER.changes(before, table, NAMES) == ["North Africa: 1 army (-2)"]


def test_options_are_helped_and_go_by_their_titles():
    table = position({0: [12]}, {12: 5}, {0: ["card 1", "card 3", "card 4"]}, num_players=2)
    assert PRESENTER.action_help(table, "trade III") == "3 infantry, for 4 armies"
    table.play("pass")
    assert PRESENTER.aliases(table, "country 12") == ("Brazil", "12")
    assert PRESENTER.action_help(table, "country 12", names=NAMES) == "Brazil in South America, Anna with 5 armies"
    table.play("country 12")
    assert PRESENTER.action_help(table, "amount 7") == "3 armies"
    with pytest.raises(IllegalAction):
        PRESENTER.action_help(table, "country 1")


def test_hands_and_missions_are_told_to_their_seat_alone():
    table = position({0: [12], 1: [13]}, hands={1: ["card 42"]}, missions=(1, 9, 3), game_type="mission")
    own, others = PRESENTER.describe(table, 1, names=NAMES), PRESENTER.describe(table, 0, names=NAMES)
    assert "Your cards: Eastern Australia (infantry)" in own
    assert "Your mission: " in own
    assert "Eastern Australia (infantry)" not in others
    assert PRESENTER.scene_data(table, 1)["countries"][0]["title"] == "Alaska"
    assert PRESENTER.scene_data(table)["own"] == []


def test_the_picture_shows_the_table():
    pytest.importorskip("pygame")
    one, other = (PRESENTER.image(position({0: [12]}, {12: armies}), size=(600, 450)) for armies in (1, 7))
    assert one.shape == (450, 600, 3)
    assert (one != other).any()


def test_a_won_game_says_how():
    table = position({0: range(1, 42)}, {41: 9}, at="attack", num_players=2)
    for answer in ("country 41", "country 42", "dice 3", "throw 6 6 6", "throw 1", "amount 7"):
        table.play(answer)
    assert PRESENTER.decision_text(table, NAMES) == "The game is over: Anna owns every country and wins"
    assert PRESENTER.goal(table.config) == "A player who owns all countries wins."


OPTIONAL = [
    {"encoding": "edge"},
    {"trade_mode": "exact", "card_values": "fixed"},
    {"continue_after_win": "ask", "game_type": "mission"},
    {"shuffle_seats": True, "reward": "rank"},
    {"capacity": 64, "game_type": "capital"},
]


@pytest.mark.parametrize("options", OPTIONAL, ids=str)
def test_every_action_of_every_option_has_a_text(options):
    table = Domination(Config(max_rounds=4, **options), seed=3)
    rng = random.Random(1)
    while not table.is_terminal:
        result = PRESENTER.decision_text(table)
        assert "{" not in result
        assert result[0].isupper()
        for text in table.legal_texts():
            PRESENTER.action_help(table, text)
            assert all(isinstance(name, str) and name for name in PRESENTER.aliases(table, text))
        before = table.copy()
        table.play(rng.choice(table.legal_texts()))
        for line in table.lines[len(before.lines) :][:1]:
            assert PRESENTER.line_text(before, line)
            sentence = PRESENTER.in_context(before, line, NAMES)
            assert not set("?{") & set(sentence)
            assert any(name in sentence for name in NAMES.names)
    assert PRESENTER.summary(table)


def test_one_country_and_one_card_are_singular():
    table = position({0: [12], 1: [21, 22]}, {12: 5, 21: 3}, {0: ["card 1"]}, at="attack", num_players=2)
    assert sum("number, name, player, armies" in line for line in PRESENTER.summary(table, NAMES)) == 1
    mine, theirs = PRESENTER.summary(table, NAMES)[1:3]
    assert mine.startswith("   Anna: 1 country, 5 armies, 1 card, ")
    assert theirs.startswith("   Ben: ")
    assert " countries, " in theirs
    assert ", 0 cards, " in theirs


def test_lines_of_the_history_are_sentences():
    table = position({0: [12]}, {12: 5, 21: 3}, at="attack", num_players=2)
    sentences = []
    for text in ("country 12", "country 21", "dice 1", "throw 6", "throw 1 1", "pass", "pass"):
        before = table.copy()
        play(table, text)
        sentences.append(PRESENTER.in_context(before, table.lines[-1], NAMES))
    assert sentences == [
        "Anna attacks from Brazil",
        "Anna attacks North Africa from Brazil",
        "Anna attacks North Africa (3 armies, Ben) from Brazil (5 armies) with 1 die",
        "Anna throws 1 die from Brazil against North Africa: 6",
        "Ben defends North Africa with 2 dice: 1 1",
        "Anna retreats from North Africa",
        "Anna ends the attacks",
    ]


def test_a_border_is_told_by_the_titles_of_its_ends():
    table = table_at({0: [12]}, {12: 5, 21: 3}, at="attack", num_players=2, encoding="edge")
    assert PRESENTER.action_help(table, "border 12 21") == "from 5 armies to seat 1 with 3 armies"
    assert PRESENTER.aliases(table, "border 12 21") == ("Brazil to North Africa", "12 21")
    assert PRESENTER.in_context(table, RecordLine("border 12 21", 0)) == "Seat 0 attacks North Africa from Brazil"


def test_naming_a_card_is_not_a_set():
    table = table_at({0: [42]}, hands={0: ["wildcard", "card 1", "card 5"]}, num_players=2, trade_mode="exact")
    assert PRESENTER.action_help(table, "trade WWW") == "a wildcard"
    assert "Alaska" in PRESENTER.action_help(table, "country 1")
    play(table, "country 1")
    assert "must trade" in PRESENTER.decision_text(table), "a set that was started must be completed"


def test_continuing_and_seats_have_texts():
    table = table_at(
        {0: [12]}, {12: 9}, at="attack", num_players=2, game_type="capital", capitals=[12, 21], continue_after_win="ask"
    )
    play(table, "country 12", "country 21", "dice 1", "throw 6", "throw 1", "amount 0")
    assert PRESENTER.decision_text(table).endswith("has reached the goal: continue until a player owns every country?")
    assert PRESENTER.action_help(table, "pass") == "end the game as its winner"
    before = table.copy()
    play(table, "dice 1")
    assert PRESENTER.line_text(before, table.lines[-1]).endswith("continues")
    seats = Domination(Config(shuffle_seats=True), chance="explicit")
    assert PRESENTER.input_prompt(seats) == "Which seat?"
    first = seats.copy()
    seats.play("seat 2")
    assert PRESENTER.line_text(first, seats.lines[0]).endswith("sits on seat 2")
