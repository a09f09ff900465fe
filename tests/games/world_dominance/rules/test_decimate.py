"""Checkpoint Decimate and striking out (WD-119 to WD-130)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.errors import IllegalAction


def test_wd_119_the_target_is_named_before_the_throw_and_for_good():
    game = position(lands="decimate")
    assert (game.node.name, game.legal_texts()) == ("decimate", ["name self", "name +1", "name +2"])
    game.play("name +1")
    assert game.node.name == "decimate_throw"
    with pytest.raises(IllegalAction):
        game.play("name +2")


def test_wd_119_a_player_who_is_out_can_not_be_named():
    assert position(out=[1], lands="decimate").legal_texts() == ["name self", "name +2"]


@pytest.mark.parametrize("score", [1, 2, 3])
def test_wd_120_the_target_loses_as_many_soldiers_as_thrown_to_the_garrison(score):
    game = position(soldiers=[10, 7, 10], lands="decimate")
    game.play("name +1", f"soldier dice {score}")
    assert (game.board.soldiers, game.board.garrison) == ([10, 7 - score, 10], 73 + score)


def test_wd_121_a_player_may_name_himself():
    game = position(soldiers=[7, 10, 10], lands="decimate")
    game.play("name self", "soldier dice 3")
    assert (game.board.soldiers, game.board.garrison) == ([4, 10, 10], 76)


def test_wd_122_a_struck_out_player_leaves_soldiers_cards_and_pass_to_the_striker():
    game = position(soldiers=[6, 2, 10], cards={1: ["Rome", "Cairo"]}, khyber_pass=1, lands="decimate")
    game.play("name +1", "soldier dice 3")
    assert (game.board.soldiers, game.board.garrison) == ([8, 0, 10], 82)
    assert (game.board.cards(0), game.board.khyber_pass) == (["Cairo", "Rome"], 0)
    assert (game.board.in_play, game.board.space(1)) == ([0, 2], None)


def test_wd_122_the_pass_of_a_third_player_stays_where_it_is():
    game = position(soldiers=[6, 2, 10], khyber_pass=2, lands="decimate")
    game.play("name +1", "soldier dice 3")
    assert game.board.khyber_pass == 2


def test_wd_122_a_player_struck_out_misses_his_turn():
    game = position(soldiers=[6, 2, 10], lands="decimate")
    game.play("name +1", "soldier dice 3")
    assert (game.node.name, game.board.turn) == ("start_menu", 2)


@pytest.mark.parametrize(("army", "soldiers", "garrison"), [(2, [8, 0, 10], 82), (3, [6, 1, 10], 83)])
def test_wd_123_a_throw_exactly_equal_to_the_army_strikes_out_one_below_does_not(army, soldiers, garrison):
    game = position(soldiers=[6, army, 10], cards={1: ["Rome"]}, lands="decimate")
    game.play("name +1", "soldier dice 2")
    assert (game.board.soldiers, game.board.garrison) == (soldiers, garrison)
    assert game.board.cards(0) == (["Rome"] if army == 2 else [])


def test_wd_124_captured_cards_that_complete_the_set_win():
    cards = {0: ["Perth", "Sydney", "Wellington"], 1: ["Darwin", "Jakarta"]}
    game = position(soldiers=[6, 1, 10], cards=cards, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.board.cards(0) == ["Perth", "Sydney", "Wellington", "Darwin", "Jakarta"]
    assert (game.winner, game.is_terminal) == (0, True)


def test_wd_125_all_captured_cards_are_taken_even_if_this_goes_over_five():
    cards = {0: ["Perth", "Sydney", "Wellington"], 1: ["Darwin", "Jakarta", "Hanoi"]}
    game = position(soldiers=[6, 1, 10], cards=cards, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.board.cards(0) == ["Perth", "Sydney", "Wellington", "Darwin", "Jakarta", "Hanoi"]
    assert (game.winner, game.is_terminal) == (None, False)


def test_wd_129_who_strikes_himself_out_collects_his_own_and_stays():
    game = position(soldiers=[2, 10, 10], cards={0: ["Rome"]}, khyber_pass=0, lands="decimate")
    game.play("name self", "soldier dice 3")
    assert (game.board.soldiers, game.board.garrison, game.board.in_play) == ([2, 10, 10], 78, [0, 1, 2])
    assert (game.board.cards(0), game.board.khyber_pass, game.board.space(0)) == (["Rome"], 0, "S16")


def test_wd_129_so_does_who_throws_exactly_his_own_army():
    game = position(soldiers=[2, 10, 10], lands="decimate")
    game.play("name self", "soldier dice 2")
    assert (game.board.soldiers, game.board.in_play) == ([2, 10, 10], [0, 1, 2])


def test_wd_130_with_two_players_and_the_opponent_interned_one_must_name_oneself():
    game = position(players=2, soldiers=[5, 10], ice_house={1: 3}, lands="decimate")
    assert game.legal_texts() == ["name self"]
    game.play("name self", "soldier dice 1")
    assert game.board.soldiers == [4, 10]


def test_amb_058_with_every_opponent_interned_one_must_name_oneself():
    assert position(ice_house={1: 3, 2: 1}, lands="decimate").legal_texts() == ["name self"]


def test_amb_059_a_throw_larger_than_the_army_brings_what_the_target_had():
    game = position(soldiers=[6, 1, 10], lands="decimate")
    game.play("name +1", "soldier dice 3")
    assert (game.board.soldiers, game.board.garrison) == ([7, 0, 10], 83)


def test_amb_060_who_is_driven_out_by_trespassing_is_not_struck_out():
    game = position(soldiers=[1, 10, 10], cards={0: ["Rome"]}, khyber_pass=0, at={1: "lose"}, lands="lose")
    assert (game.board.soldiers, game.board.in_play) == ([0, 11, 10], [1, 2])
    assert (game.board.cards(1), game.board.khyber_pass) == ([], None)
