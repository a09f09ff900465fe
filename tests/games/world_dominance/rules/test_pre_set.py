"""The Pre Set and its bonus, and more than five cards (WD-073 to WD-081)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.definitions.names import REGION_NAMES

GREEN = ["Argentina", "Peru", "Chile"]
ASIA = ["Anadyr", "Tehran", "Jerusalem"]
SIX_BLUE = ["British Islands", "Greenland (Denmark)", "Athens", "Spain", "France", "Berlin"]


def pre_set_paid(game, seat, continent):
    """Return the flag in the observation."""
    return game.view(seat).feature("pre_set_paid")[0][REGION_NAMES.index(continent)]


def test_wd_073_four_of_a_continent_with_its_strategic_point_are_a_pre_set():
    game = position(cards={0: GREEN}, lands="South America")
    game.play("take", "draw Bolivia")
    assert pre_set_paid(game, 0, "South America") == 1


def test_wd_073_four_without_the_strategic_point_are_no_pre_set():
    game = position(cards={0: ["Rio de Janeiro", "Peru", "Chile"]}, lands="South America")
    game.play("take", "draw Bolivia")
    assert pre_set_paid(game, 0, "South America") == 0
    assert game.board.soldiers[0] == 8


@pytest.mark.parametrize("held", [["Argentina"], ["Argentina", "Peru"]])
def test_wd_073_fewer_than_four_are_no_pre_set(held):
    game = position(cards={0: held}, lands="South America")
    game.play("take", "draw Bolivia")
    assert game.board.soldiers[0] == 8


def test_wd_074_a_pre_set_earns_two_soldiers_at_once():
    game = position(soldiers=[6, 10, 10], cards={0: GREEN}, lands="South America")
    game.play("take", "draw Bolivia")
    assert game.board.soldiers[0] == 6
    assert game.board.garrison == 74


def test_wd_074_the_strategic_point_as_the_fourth_card_makes_the_pre_set_too():
    held = ["Rio de Janeiro", "Peru", "Chile"]
    game = position(soldiers=[6, 10, 10], cards={0: held}, lands="South America")
    game.play("take", "draw Argentina")
    assert game.board.soldiers[0] == 5


def test_wd_074_a_pre_set_by_a_free_card_is_paid_as_well():
    game = position(cards={0: GREEN}, lands="gain")
    game.play("continent dice South America")
    game.play("take", "draw Bolivia")
    assert game.board.soldiers[0] == 12


def test_amb_009_an_almost_empty_garrison_pays_what_it_has_for_a_pre_set():
    game = position(players=2, soldiers=[10, 89], cards={0: GREEN}, lands="gain")
    game.play("continent dice South America")
    game.play("take", "draw Bolivia")
    assert game.board.soldiers[0] == 11
    assert game.board.garrison == 0


def test_wd_075_antarctica_has_no_pre_set_bonus():
    three = ["Antarctica West", "Antarctica East", "Antarctica North"]
    game = position(cards={0: [*three, "Havana"]}, lands="South America")
    game.play("antarctica")
    game.play("world pack")
    game.play("card Havana", "draw Antarctica Research Station (SAB)")
    assert len(game.board.cards(0)) == 4
    assert game.board.soldiers[0] == 10


def test_wd_076_the_pre_set_is_claimed_without_being_announced():
    game = position(cards={0: GREEN}, lands="South America")
    game.play("take", "draw Bolivia")
    assert game.board.soldiers[0] == 10
    assert game.board.turn == 1


def test_wd_077_a_pre_set_lost_and_rebuilt_is_not_paid_again():
    game = position(
        players=2, cards={0: GREEN}, at={1: "S17"}, closed="Australasia", lands="gain", queue=["M15", "M13"]
    )
    game.play("continent dice South America")
    game.play("take", "draw Bolivia")
    assert game.board.soldiers[0] == 12
    game.play("roll", "playing dice 1")
    game.play("roll", "playing dice 1")
    game.play("card Bolivia")
    game.play("roll", "playing dice 1")
    game.play("roll", "playing dice 4")
    game.play("card Bolivia")
    assert len(game.board.cards(0)) == 4
    assert game.board.soldiers[0] == 12


def test_wd_077_a_pre_set_that_was_paid_brings_nothing_the_second_time():
    paid = {0: ["North America"]}
    held = {0: ["Alaska", "Vancouver", "Montreal"]}
    game = position(cards=held, pre_sets_paid=paid, lands="North America")
    game.play("take", "draw Havana")
    assert game.board.soldiers[0] == 9
    assert game.board.garrison == 71


def test_wd_077_the_bonus_of_one_player_is_not_the_bonus_of_another():
    game = position(cards={0: GREEN}, pre_sets_paid={1: ["South America"]}, lands="South America")
    game.play("take", "draw Bolivia")
    assert game.board.soldiers[0] == 10


@pytest.mark.parametrize(("used", "left"), [([], 11), ([0], 9), ([1], 11)])
def test_wd_078_another_continent_is_paid_while_reinforcements_are_unused(used, left):
    game = position(cards={0: ASIA}, pre_sets_paid={0: ["North America"]}, reinforcements_used=used, lands="Asia")
    game.play("take", "draw New Delhi")
    assert game.board.soldiers[0] == left


def test_amb_025_the_first_pre_set_is_paid_whether_reinforcements_are_used_or_not():
    game = position(cards={0: ASIA}, reinforcements_used=[0], lands="Asia")
    game.play("take", "draw New Delhi")
    assert game.board.soldiers[0] == 11


def test_wd_079_the_cards_of_a_pre_set_can_be_lost():
    held = ["Mozambique", "Cairo", "Kenya", "Angola"]
    game = position(cards={0: held}, lands="concede")
    game.play("continent dice Africa")
    assert set(game.legal_texts()) == {f"card {title}" for title in held}


def test_amb_027_a_jump_from_three_to_five_cards_is_no_pre_set():
    cards = {0: ["Peru", "Chile", "Bolivia"], 1: ["Venezuela", "Argentina"]}
    game = position(soldiers=[10, 1, 10], cards=cards, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.winner == 0
    assert game.board.soldiers[0] == 11  # the soldier of the player struck out, and no bonus


def test_amb_027_two_cards_at_once_that_make_exactly_four_are_a_pre_set():
    cards = {0: ["Peru", "Chile"], 1: ["Venezuela", "Argentina"]}
    game = position(soldiers=[10, 1, 10], cards=cards, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.board.soldiers[0] == 13


def test_r05_a_pre_set_is_paid_to_an_opponent_who_is_given_the_fourth_card():
    game = position(cards={0: ["Rio de Janeiro"], 1: GREEN}, lands="S01", queue=["M24"])
    game.play("card Rio de Janeiro")
    game.play("name +1")
    assert game.board.soldiers == [10, 12, 10]


def test_r05_a_player_who_drops_to_four_is_not_paid():
    held = [*GREEN, "Bolivia", "Uruguay"]
    game = position(variant="ten_card", manual_stacking=True, cards={0: held}, lands="concede")
    game.play("continent dice South America")
    game.play("card Peru")
    assert game.board.soldiers[0] == 10


def test_r05_four_cards_held_before_are_not_paid_when_something_else_changes():
    held = ["Alaska", "Vancouver", "Montreal", "Havana"]
    game = position(cards={0: held}, at={1: "S21"}, lands="Africa")
    game.play("take", "draw Cape Town")
    game.play("roll", "playing dice 2")  # P2 trespasses
    assert game.board.soldiers[0] == 10
    assert pre_set_paid(game, 0, "North America") == 0


def test_wd_080_the_strategic_point_as_the_sixth_card_is_going_over():
    five = ["Cape Town", "Angola", "Nigeria", "Kenya", "Cairo"]
    game = position(cards={0: five}, lands="Africa")
    game.play("take", "draw Mozambique")
    assert len(game.board.cards(0)) == 6
    assert game.board.soldiers[0] == 7
    assert not game.is_terminal


def test_wd_081_who_is_over_wins_by_losing_the_surplus_card():
    game = position(soldiers=[5, 10, 10], cards={0: SIX_BLUE}, lands="concede")
    game.play("continent dice Europe")
    game.play("card Greenland (Denmark)")
    assert game.winner == 0


def test_wd_081_who_is_over_does_not_win_by_losing_the_strategic_point():
    game = position(cards={0: SIX_BLUE}, lands="concede")
    game.play("continent dice Europe")
    game.play("card British Islands")
    assert not game.is_terminal


def test_wd_081_who_is_two_over_does_not_win_by_losing_one():
    game = position(cards={0: [*SIX_BLUE, "Moscow"]}, lands="concede")
    game.play("continent dice Europe")
    game.play("card Moscow")
    assert not game.is_terminal
