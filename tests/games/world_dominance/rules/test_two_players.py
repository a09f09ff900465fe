"""Rules that other tests check with three players, checked with two: the other player is always the opponent."""

from tests.games.world_dominance.hands import FIVE_BLUE
from tests.games.world_dominance.rule_settings import position

CARDS = {0: ["Perth", "Sydney", "Wellington"], 1: ["Darwin", "Jakarta", "Hanoi"]}


def test_wd_038_two_players_take_turns():
    game = position(2, at={0: "S21", 1: "S01"})
    game.play("roll", "playing dice 1")
    game.play("rest")
    assert (game.node.name, game.board.turn) == ("start_menu", 1)
    game.play("roll", "playing dice 1")
    game.play("rest")
    assert (game.node.name, game.board.turn) == ("start_menu", 0)


def test_wd_092_the_sent_opponent_acts_and_then_has_the_turn():
    game = position(2, queue=["M09", "M26"], lands="S01")
    game.play("name +1")
    game.play("space S22")
    assert (game.node.name, game.seat, game.board.turn) == ("ice_house", 1, 0)
    game.play("rest")
    assert (game.node.name, game.board.turn) == ("start_menu", 1)


def test_wd_094_m08_is_void_while_the_opponent_is_interned():
    game = position(2, ice_house={1: 2}, queue=["M08", "M26"], lands="S01")
    assert (game.board.soldiers, game.board.interned(1)) == ([10, 10], 1 if game.board.turn == 0 else 2)


def test_wd_102_the_opponent_alone_can_be_named():
    game = position(2, lands="rsz")
    game.play("theme T01")
    assert game.legal_texts() == ["name +1"]


def test_wd_119_oneself_or_the_opponent_is_named():
    assert position(2, lands="decimate").legal_texts() == ["name self", "name +1"]


def test_wd_125_all_captured_cards_are_taken_where_one_plays_on():
    game = position(2, soldiers=[6, 1], cards=CARDS, lands="decimate", last_player="play_on")
    game.play("name +1", "soldier dice 1")
    assert game.board.cards(0) == ["Perth", "Sydney", "Wellington", "Darwin", "Jakarta", "Hanoi"]


def test_wd_127_a_captured_stack_stays_a_stack_where_one_plays_on():
    cards = {1: FIVE_BLUE}
    game = position(2, variant="ten_card", soldiers=[6, 1], cards=cards, lands="decimate", last_player="play_on")
    game.play("name +1", "soldier dice 1")
    assert set(game.board.stacks(0)) == {"Europe"}
    assert sorted(game.board.stacks(0)["Europe"]) == sorted(FIVE_BLUE)


def test_wd_145_the_pass_protects_the_opponent():
    game = position(2, khyber_pass=1, queue=["M18", "M26"], lands="S01")
    game.play("name +1")
    assert (game.node.name, game.seat) == ("target_pass", 1)
    game.play("use pass")
    assert (game.board.soldiers, game.board.khyber_pass) == ([10, 10], None)


def test_wd_212_an_interned_opponents_antarctica_card_cannot_be_taken():
    game = position(2, cards={0: ["Havana"], 1: ["Antarctica East"]}, ice_house={1: 2}, lands="South America")
    game.play("antarctica")
    assert game.legal_texts() == ["world pack"]


def test_wd_219_the_opponent_alone_can_ask():
    four = ["Antarctica West", "Antarctica Research Station (SAB)", "Antarctica East", "Antarctica North"]
    game = position(2, cards={0: [*four, "Havana"]}, lands="South America")
    game.play("antarctica")
    game.play("card Havana")
    assert game.legal_texts() == ["name +1"]
