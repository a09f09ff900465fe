"""Reinforcements: five soldiers from the Garrison, once, before the player's own throw (WD-042 to WD-046)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.errors import IllegalAction


def test_wd_042_reinforcements_are_five_soldiers_from_the_garrison():
    game = position(soldiers=[3, 20, 17])
    assert game.board.garrison == 60
    game.play("reinforce")
    assert game.board.soldiers == [8, 20, 17]
    assert game.board.garrison == 55
    assert game.legal_texts() == ["roll"]


def test_wd_042_the_right_can_still_be_used_in_a_later_round():
    game = position(players=2, turn=1, at={1: "S13"}, ice_house={0: 3}, closed="Asia", queue=["M10"], soldiers=[3, 10])
    for face in (1, 1, 1, 5):  # three closed spaces, then a card that cannot be carried out
        game.play("roll", f"playing dice {face}")
    assert game.board.turn == 0
    game.play("reinforce")
    assert game.board.soldiers == [8, 10]


def test_wd_042_taking_reinforcements_is_not_the_throw():
    game = position()
    game.play("reinforce")
    assert game.node.name == "start_menu"
    assert game.board.turn == 0


def test_wd_043_reinforcements_come_before_the_throw_only():
    game = position(lands="Africa")
    assert "reinforce" not in game.legal_texts()
    with pytest.raises(IllegalAction, match="'reinforce' is illegal"):
        game.play("reinforce")


def test_wd_043_reinforcements_cannot_be_taken_in_the_turn_of_another():
    sab = "Antarctica Research Station (SAB)"
    game = position(cards={0: [sab], 1: ["Havana"]}, turn=1, lands="South America")
    game.play("antarctica")
    assert game.seat == 0
    assert game.legal_texts() == ["block", "allow"]


def test_wd_044_reinforcements_do_not_save_a_player_who_has_lost_the_last_soldier():
    game = position(soldiers=[1, 10, 10], at={0: "S00", 1: "S02"})
    game.play("roll", "playing dice 2")
    assert game.board.soldiers == [0, 11, 10]
    assert game.board.in_play == [1, 2]
    assert game.seat == 1


def test_wd_045_reinforcements_are_available_once_in_the_game():
    game = position(players=2, at={0: "S18", 1: "S18"}, closed="Australasia")
    game.play("reinforce")
    game.play("roll", "playing dice 1")
    game.play("roll", "playing dice 1")
    assert game.board.turn == 0
    assert game.legal_texts() == ["roll"]


def test_wd_045_the_right_of_one_player_is_not_the_right_of_another():
    game = position(players=2, at={0: "S18", 1: "S18"}, closed="Australasia")
    game.play("reinforce")
    game.play("roll", "playing dice 1")
    assert game.legal_texts() == ["roll", "reinforce"]


@pytest.mark.parametrize("left", [1, 3, 4])
def test_wd_046_a_short_garrison_gives_what_it_has_and_the_right_is_spent(left):
    game = position(soldiers=[2, 98 - left, 0], out=[2])
    assert game.board.garrison == left
    game.play("reinforce")
    assert game.board.soldiers[0] == 2 + left
    assert game.board.garrison == 0
    assert game.legal_texts() == ["roll"]


def test_wd_046_a_garrison_of_five_gives_all_five():
    game = position(players=2, soldiers=[2, 93])
    game.play("reinforce")
    assert game.board.soldiers[0] == 7
    assert game.board.garrison == 0


def test_amb_009_an_empty_garrison_offers_no_reinforcements():
    game = position(players=2, soldiers=[2, 98])
    assert game.legal_texts() == ["roll"]


def test_amb_009_the_right_waits_for_an_empty_garrison_to_fill():
    game = position(players=2, soldiers=[2, 98], at={0: "S18", 1: "S22"}, closed="Australasia")
    game.play("roll", "playing dice 1")
    game.play("roll", "playing dice 1")
    game.play("pass")
    assert game.legal_texts() == ["roll", "reinforce"]


def test_amb_009_an_empty_garrison_conscripts_nobody():
    game = position(players=2, soldiers=[50, 49], lands="conscript")
    game.play("soldier dice 3")
    assert game.board.soldiers == [51, 49]
    assert game.board.garrison == 0


def test_amb_006_reinforcements_come_all_five_at_once():
    game = position(soldiers=[1, 10, 10])
    game.play("reinforce")
    assert game.board.soldiers[0] == 6
    assert "reinforce" not in game.legal_texts()
