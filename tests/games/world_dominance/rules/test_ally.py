"""The Ally of the two-player game (WD-294 to WD-300); an Ally sits next to its player."""

from typing import Any

import pytest

from tests.games.world_dominance.hands import ASIA, ally_game
from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import PIECE_NAMES
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable


def after_a_move(soldiers: int, **table: Any) -> WorldDominanceTable:
    """Return a game in which P1 has moved, and paid for passing a Continent Space."""
    game = ally_game(soldiers=[soldiers + 1, 0, 10], at={0: "S05", 2: "S20"}, **table)
    game.play("roll", "playing dice 2")
    game.play("pass")
    return game


def test_wd_294_with_exactly_five_soldiers_left_and_reinforcements_used_an_ally_may_be_called():
    game = after_a_move(5, reinforcements_used=[0])
    assert (game.node.name, game.seat) == ("call_ally", 0)
    unused = [piece for piece in PIECE_NAMES if piece not in ("Genghis Khan", "Pachacuti")]
    assert game.legal_texts() == ["decline", *(f"piece {piece}" for piece in unused)]


@pytest.mark.parametrize("soldiers", [4, 6])
def test_wd_294_with_fewer_or_more_nobody_is_called(soldiers):
    assert after_a_move(soldiers, reinforcements_used=[0]).node.name == "start_menu"


def test_wd_294_with_reinforcements_unused_nobody_is_called():
    assert after_a_move(5).node.name == "start_menu"


def test_wd_294_in_other_games_nobody_is_called():
    game = position(players=2, variant="ten_card", soldiers=[6, 10], at={0: "S05"}, reinforcements_used=[0])
    game.play("roll", "playing dice 2")
    game.play("pass")
    assert game.node.name == "start_menu"


def test_wd_294_who_declines_may_call_after_a_later_move():
    game = after_a_move(5, reinforcements_used=[0])
    game.play("decline")
    assert (game.node.name, game.seat) == ("start_menu", 2)
    game.play("roll", "playing dice 2")  # to the Ice House
    game.play("rest")
    game.play("roll", "playing dice 1", "continent dice Asia")
    game.play("decline")
    assert (game.node.name, game.seat) == ("call_ally", 0)


def test_wd_294_the_call_waits_for_ones_own_move():
    game = ally_game(soldiers=[5, 0, 10], at={0: "S07", 2: "S21"}, turn=2, reinforcements_used=[0])
    game.play("roll", "playing dice 1")
    game.play("rest")
    assert (game.node.name, game.seat) == ("start_menu", 0)


def test_wd_294_a_turn_that_is_missed_is_no_move():
    game = ally_game(soldiers=[5, 0, 10], ice_house={0: 1}, at={2: "S21"}, turn=2, reinforcements_used=[0])
    game.play("roll", "playing dice 1")
    game.play("rest")
    assert (game.board.interned(0), game.node.name, game.seat) == (0, "start_menu", 2)


def test_wd_294_who_has_just_been_interned_calls_nobody():
    game = ally_game(soldiers=[3, 0, 10], lands="ice_house", reinforcements_used=[0])
    game.play("be interned")
    assert (game.board.soldiers[0], game.node.name) == (5, "start_menu")


def test_wd_294_there_is_one_call_in_a_game():
    game = after_a_move(5, allies=[1], out=[1], reinforcements_used=[0])
    assert (game.board.piece(1), game.board.in_play, game.node.name) == ("Buddha", [0, 2], "start_menu")


def test_wd_295_player_and_ally_get_five_soldiers_each_from_the_garrison():
    game = after_a_move(5, rsz=24, reinforcements_used=[0])
    assert game.board.garrison == 61
    game.play("piece Cleopatra")
    assert (game.board.soldiers, game.board.garrison) == ([10, 5, 10, 0], 51)
    assert game.board.piece(1) == "Cleopatra"


def test_wd_295_a_short_garrison_serves_the_ally_first():
    game = after_a_move(5, rsz=77, reinforcements_used=[0])
    assert game.board.garrison == 8
    game.play("piece Cleopatra")
    assert (game.board.soldiers, game.board.garrison) == ([8, 5, 10, 0], 0)


def test_wd_295_with_an_empty_garrison_nobody_can_be_called():
    game = ally_game(soldiers=[5, 0, 10], rsz=85, at={0: "S07", 2: "S20"}, reinforcements_used=[0])
    game.play("roll", "playing dice 1")
    game.play("continent dice Asia")
    game.play("decline")
    assert (game.board.garrison, game.node.name) == (0, "start_menu")


def test_wd_296_the_ally_throws_from_conscript_right_after_its_player():
    game = after_a_move(5, reinforcements_used=[0])
    game.play("piece Cleopatra")
    assert (game.node.name, game.seat, game.board.turn, game.board.space(1)) == ("movement_throw", 1, 1, "S00")
    game.play("playing dice 6", "soldier dice 2")
    assert (game.board.space(1), game.board.soldiers) == ("S06", [10, 3, 10, 0])
    assert (game.node.name, game.seat) == ("start_menu", 2)


def test_wd_296_an_ally_who_trespasses_on_conscript_pays_and_waits():
    game = ally_game(soldiers=[6, 0, 10], at={0: "S05", 2: "S00"}, reinforcements_used=[0])
    game.play("roll", "playing dice 2")
    game.play("pass")
    game.play("piece Cleopatra")
    assert (game.board.soldiers, game.board.space(1)) == ([10, 4, 11, 0], "S00")
    assert (game.node.name, game.seat) == ("start_menu", 2)


def test_wd_296_the_player_answers_for_both_pieces():
    game = ally_game(soldiers=[10, 5, 10, 5], allies=[1, 3], at={0: "S04", 1: "S05", 2: "S10", 3: "S11"})
    asked = []
    for _ in range(4):
        asked.append((game.seat, game.player))
        game.play("roll", "playing dice 1")
        while game.node.name != "start_menu":
            game.play(game.legal_texts()[0])
    assert asked == [(0, 0), (1, 0), (2, 1), (3, 1)]


def test_wd_296_an_ally_has_no_reinforcements():
    game = ally_game(soldiers=[10, 5, 10], allies=[1], at={1: "S05"}, turn=1)
    assert game.legal_texts() == ["roll"]


def test_wd_297_m08_takes_a_soldier_off_the_ally_too():
    game = ally_game(soldiers=[5, 5, 5], allies=[1], queue=["M08", "M26"], lands="S01")
    assert game.board.soldiers == [7, 4, 4, 0]


def test_wd_297_the_ally_takes_a_soldier_off_its_player_too():
    game = ally_game(soldiers=[5, 5, 5], allies=[1], turn=1, queue=["M08", "M26"], lands="S01")
    assert game.board.soldiers == [4, 7, 4, 0]


def test_wd_297_m09_may_be_aimed_at_ones_own_ally():
    game = ally_game(soldiers=[5, 5, 5], allies=[1], queue=["M09", "M26"], lands="S01")
    assert game.node.name == "card_opponent"
    assert game.legal_texts() == ["name +1", "name +2"]


def test_wd_297_cards_of_player_and_ally_are_not_pooled():
    held = {0: ASIA[:5], 1: ASIA[5:9]}
    game = ally_game(soldiers=10, allies=[1], cards=held, pack={"Asia": [ASIA[9]]}, lands="Asia")
    game.play("take", f"draw {ASIA[9]}")
    assert not game.is_terminal


def test_wd_297_player_and_ally_trespass_on_each_other():
    game = ally_game(soldiers=[5, 5, 5], allies=[1], at={1: "S06"}, lands="lose")
    assert game.board.soldiers == [4, 6, 5, 0]


def test_wd_298_the_ally_may_be_tested_and_its_player_answers_for_it():
    game = ally_game(soldiers=[5, 5, 5], allies=[1], knows={}, lands="rsz")
    game.play("theme T01")
    assert game.legal_texts() == ["name +1", "name +2"]
    game.play("name +1")
    game.play("raise")
    assert (game.node.name, game.seat, game.player) == ("match_raise", 1, 0)
    game.play("match", "right")
    assert game.board.soldiers == [3, 7, 5, 0]


def test_wd_298_the_ally_may_ask():
    game = ally_game(soldiers=[5, 5, 5], allies=[1], knows={}, turn=1, lands="rsz")
    game.play("theme T01")
    assert (game.node.name, game.seat, game.player) == ("test_whom", 1, 0)
    assert game.legal_texts() == ["name +1", "name +3"]
    game.play("name +3")
    game.play("ask", "wrong")
    assert game.board.soldiers == [4, 6, 5, 0]


def test_wd_298_what_the_one_knows_the_other_knows():
    game = ally_game(soldiers=[5, 5, 5], allies=[1], turn=2, knows={1: ["T01"]}, lands="rsz")
    game.play("theme T01")
    game.play("name +2")
    game.play("ask")
    assert (game.seat, game.chance_weights()) == (0, {"right": 90, "wrong": 10})


def test_wd_299_the_ally_cannot_win():
    game = ally_game(
        soldiers=[10, 12, 10], allies=[1], turn=1, cards={1: ASIA[:9]}, pack={"Asia": [ASIA[9]]}, lands="Asia"
    )
    game.play("take", f"draw {ASIA[9]}")
    assert game.board.cards(1) == list(ASIA)
    assert not game.is_terminal


def test_wd_299_the_ally_goes_out_with_its_player_who_has_lost():
    game = ally_game(soldiers=[1, 12, 10], allies=[1], cards={1: ["Rome"]}, lands="lose")
    game.play("soldier dice 1")
    assert (game.board.in_play, game.board.soldiers, game.board.garrison) == ([2], [0, 0, 10, 0], 90)
    assert "Rome" in game.board.pack
    assert (game.is_terminal, game.winner, game.board.ended_by) == (True, 1, "last survivor")


def test_wd_299_an_ally_that_strikes_its_own_player_out_falls_with_it():
    game = ally_game(soldiers=[2, 5, 10], allies=[1], cards={0: ["Rome"]}, turn=1, lands="decimate")
    game.play("name +3", "soldier dice 3")
    assert (game.board.in_play, game.winner) == ([2], 1)
    assert "Rome" in game.board.pack


def test_wd_299_the_player_goes_on_without_the_ally():
    game = ally_game(soldiers=[10, 1, 10], allies=[1], turn=1, lands="lose")
    game.play("soldier dice 1")
    assert (game.board.in_play, game.is_terminal, game.board.turn) == ([0, 2], False, 2)


def test_wd_299_who_is_out_is_not_brought_back():
    game = ally_game(soldiers=[0, 0, 10, 10], out=[0], allies=[3], turn=2, lands="paradies")
    assert game.legal_texts() == ["rest", "pay two"]
    game = ally_game(soldiers=[10, 0, 10], lands="paradies")
    assert game.legal_texts() == ["rest", "pay two"]


def test_wd_300_a_player_and_the_ally_go_on_when_the_opponent_is_out():
    game = ally_game(
        soldiers=[9, 9, 2], allies=[1], at={1: "S21"}, cards={0: ASIA[:9]}, lands="decimate", last_player="stalemate"
    )
    game.play("name +2", "soldier dice 3")
    assert (game.board.in_play, game.is_terminal) == ([0, 1], False)
    game.play("roll", "playing dice 1")
    game.play("rest")
    assert (game.node.name, game.seat, game.is_terminal) == ("start_menu", 0, False)


def test_wd_300_then_the_own_piece_may_still_win():
    held, left = ASIA[:9], ASIA[9]
    game = ally_game(soldiers=[9, 9, 0], out=[2], allies=[1], cards={0: held}, lands="Asia")
    game.play("take", f"draw {left}")
    assert (game.is_terminal, game.winner, game.board.ended_by) == (True, 0, "ten cards")


def test_wd_300_the_last_piece_of_all_ends_the_game():
    game = ally_game(soldiers=[9, 1, 0], out=[2], allies=[1], lands="decimate")
    game.play("name +1", "soldier dice 3")
    assert (game.is_terminal, game.winner) == (True, 0)


def test_wd_300_a_player_whose_pieces_both_fall_without_an_opponent_leaves_no_winner():
    game = ally_game(soldiers=[1, 9, 0], out=[2], allies=[1], lands="lose")
    game.play("soldier dice 1")
    assert (game.board.in_play, game.is_terminal, game.winner) == ([], True, None)


def test_wd_030_the_two_players_alone_throw_for_the_first_turn():
    game = WorldDominance(Config(num_players=2, variant="ally"), chance="explicit")
    throwers = []
    for face in (4, 4, 3, 5):
        throwers.append(game.seat)
        game.play(f"playing dice {face}")
    assert throwers == [0, 2, 0, 2]
    assert (game.node.name, game.seat) == ("choose_piece", 2)
