"""Continent Dice Gain (WD-132 to WD-135)."""

import pytest

from tests.games.world_dominance.rule_settings import position

COLOURED = ["North America", "South America", "Africa", "Australasia", "Asia", "Europe"]


def test_wd_132_gain_throws_the_continent_dice_once():
    game = position(players=2, lands="S08")
    assert (game.node.name, game.chance_weights()) == (
        "gain_dice",
        {f"continent dice {region}": 1 for region in COLOURED},
    )
    game.play("continent dice Africa")
    game.play("decline")
    assert [line.text for line in game.lines] == ["continent dice Africa", "decline"]
    assert game.board.turn == 1


def test_wd_133_a_face_down_card_of_the_colour_can_be_taken():
    game = position(pack={"Australasia": ["Hanoi"]}, lands="gain")
    game.play("continent dice Australasia")
    game.play("take", "draw Hanoi")
    assert game.board.cards(0) == ["Hanoi"]


def test_wd_133_any_card_of_that_colour_in_the_pack_may_come_up():
    game = position(pack={"Australasia": ["Hanoi", "Perth"]}, lands="gain")
    game.play("continent dice Australasia")
    game.play("take")
    assert game.chance_weights() == {"draw Perth": 1, "draw Hanoi": 1}


def test_wd_133_the_card_may_be_declined():
    game = position(lands="gain")
    game.play("continent dice Australasia")
    assert game.legal_texts() == ["take", "decline"]
    game.play("decline")
    assert (game.board.cards(0), game.board.soldiers, game.board.turn) == ([], [10, 10, 10], 1)


def test_wd_134_a_card_won_with_the_dice_costs_no_soldiers():
    game = position(soldiers=[1, 10, 10], pack={"Asia": ["Anadyr"]}, lands="gain")
    game.play("continent dice Asia")
    game.play("take", "draw Anadyr")
    assert (game.board.cards(0), game.board.soldiers, game.board.in_play) == (["Anadyr"], [1, 10, 10], [0, 1, 2])


def test_wd_134_a_card_won_with_the_dice_can_win_the_game():
    held = ["Alaska", "Vancouver", "Montreal", "New York"]
    game = position(soldiers=[1, 10, 10], cards={0: held}, lands="gain")
    game.play("continent dice North America")
    game.play("take", "draw Mexico")
    assert (game.winner, game.board.soldiers[0]) == (0, 1)


def test_wd_135_with_no_card_of_that_colour_left_the_player_gets_nothing():
    game = position(cards={0: ["Cairo"]}, pack={"Africa": []}, lands="gain")
    game.play("continent dice Africa")
    assert (game.node.name, game.board.turn) == ("start_menu", 1)
    assert (game.board.cards(0), game.board.soldiers) == (["Cairo"], [10, 10, 10])


@pytest.mark.parametrize("region", COLOURED[1:])
def test_wd_135_nor_does_a_closed_colour_bring_anything(region):
    game = position(closed=region, lands="gain")
    game.play(f"continent dice {region}")
    assert (game.node.name, game.board.turn, game.board.cards(0)) == ("start_menu", 1, [])
