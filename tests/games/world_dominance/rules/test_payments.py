"""Payments, debts and how players go out (WD-047 to WD-050)."""

import pytest

from tests.games.world_dominance.rule_settings import position

SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"


def test_wd_047_soldiers_paid_for_continent_cards_go_to_the_garrison():
    game = position(lands="North America")
    game.play("take", "draw Mexico")
    assert game.board.garrison == 72
    assert game.board.soldiers[0] == 8


def test_wd_048_the_penalty_for_passing_goes_to_the_garrison():
    game = position(soldiers=5, lands="Africa")
    game.play("pass")
    assert game.board.garrison == 86
    assert game.board.rsz == 0


def test_wd_048_the_toll_of_a_checkpoint_goes_to_the_garrison():
    game = position(soldiers=5, lands="lose")
    game.play("soldier dice 2")
    assert game.board.garrison == 87
    assert game.board.rsz == 0


def test_wd_048_what_a_manoeuvre_card_orders_goes_to_the_rsz():
    game = position(soldiers=5, lands="S01", queue=["M17"])
    assert game.board.soldiers == [4, 4, 4]
    assert game.board.rsz == 3
    assert game.board.garrison == 85


def test_wd_048_what_is_paid_to_a_player_goes_to_that_player():
    game = position(soldiers=5, at={0: "S00", 2: "S02"})
    game.play("roll", "playing dice 2")
    assert game.board.soldiers == [4, 5, 6]
    assert game.board.garrison == 85
    assert game.board.rsz == 0


def test_wd_049_an_eliminated_player_leaves_cards_to_the_pack_and_the_pass_to_the_garrison():
    game = position(soldiers=[1, 10, 10], cards={0: ["Rome", "Cairo"]}, khyber_pass=0, lands="Africa")
    game.play("pass")
    assert {"Rome", "Cairo"} <= set(game.board.pack)
    assert game.board.cards(0) == []
    assert game.board.khyber_pass is None
    assert game.board.space(0) is None


def test_wd_049_the_returned_cards_are_shuffled_into_the_pack():
    game = position(
        soldiers=[1, 10, 10], cards={0: ["Rome"]}, pack={"Europe": ["Berlin"]}, at={1: "S10"}, lands="Africa"
    )
    game.play("pass")
    game.play("roll", "playing dice 1")
    game.play("take")
    assert game.chance_weights() == {"draw Rome": 1, "draw Berlin": 1}


def test_amb_014_the_south_pole_goes_back_beside_the_garrison():
    game = position(soldiers=[1, 10, 10], cards={0: [SOUTH_POLE, "Antarctica East"]}, lands="Africa")
    game.play("pass")
    assert game.board.garrison_cards == [SOUTH_POLE]
    assert "Antarctica East" in game.board.pack


def test_wd_049_a_player_who_goes_out_by_trespassing_leaves_no_cards_to_the_occupant():
    game = position(soldiers=[1, 10, 10], cards={0: ["Rome"]}, khyber_pass=0, at={0: "S00", 1: "S02"})
    game.play("roll", "playing dice 2")
    assert game.board.cards(1) == []
    assert "Rome" in game.board.pack
    assert game.board.khyber_pass is None


def test_wd_050_a_debt_larger_than_the_army_takes_all_and_puts_the_player_out():
    game = position(soldiers=[2, 10, 10], lands="Asia")
    game.play("take", "draw Anadyr")
    assert game.board.garrison == 80
    assert game.board.in_play == [1, 2]
    assert "Anadyr" in game.board.pack


def test_wd_050_a_debt_equal_to_the_army_puts_the_player_out():
    game = position(soldiers=[3, 10, 10], lands="Asia")
    game.play("take", "draw Anadyr")
    assert game.board.in_play == [1, 2]


def test_amb_010_the_creditor_gets_what_there_was():
    game = position(soldiers=[1, 10, 10], lands="S01", queue=["M16"])
    assert game.board.rsz == 1
    assert game.board.in_play == [1, 2]


@pytest.mark.parametrize("army", [1, 2])
def test_amb_013_a_poor_player_may_gamble_on_a_face_down_card(army):
    game = position(soldiers=[army, 10, 10], lands="Africa")
    assert "take" in game.legal_texts()


def test_amb_011_who_pays_the_last_soldier_is_out_before_the_pre_set_bonus():
    held = ["Argentina", "Peru", "Chile"]
    game = position(soldiers=[2, 10, 10], cards={0: held}, lands="South America")
    game.play("take", "draw Bolivia")
    assert game.board.in_play == [1, 2]
    assert game.board.soldiers[0] == 0
    assert game.board.garrison == 80
