"""The object of the game: five of a continent with its Strategic Point and a soldier left (WD-001 to WD-006)."""

from dataclasses import FrozenInstanceError

import pytest

from tests.games.world_dominance.hands import ASIA
from tests.games.world_dominance.rule_settings import position
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.table import WorldDominance

FOUR_RED = ["Alaska", "Vancouver", "Montreal", "New York"]
SIX_BLUE = ["Athens", "Rome", "Spain", "France", "British Islands", "Greenland (Denmark)"]
NINE_YELLOW = ASIA[:9]


def test_wd_001_five_of_a_continent_with_its_strategic_point_win():
    game = position(soldiers=[4, 10, 10], cards={0: FOUR_RED}, lands="North America")
    game.play("take", "draw Kansas City")
    assert game.is_terminal
    assert game.winner == 0
    assert game.board.ended_by == "five cards"
    assert game.board.soldiers[0] == 3


def test_wd_001_the_strategic_point_may_come_last():
    game = position(cards={0: ["Vancouver", "Washington", "New York", "Havana"]}, lands="North America")
    game.play("take", "draw Alaska")
    assert game.winner == 0
    assert game.board.soldiers[0] == 7


def test_wd_002_the_last_soldier_paid_for_the_fifth_card_loses_instead():
    game = position(soldiers=[1, 10, 10], cards={0: FOUR_RED}, lands="North America")
    game.play("take", "draw Kansas City")
    assert game.winner is None
    assert game.board.in_play == [1, 2]
    assert {*FOUR_RED, "Kansas City"} <= set(game.board.pack)


def test_wd_002_a_free_fifth_card_wins_with_a_single_soldier():
    game = position(soldiers=[1, 10, 10], cards={0: FOUR_RED}, lands="North America")
    game.play("take", "draw Washington")
    assert game.winner == 0
    assert game.board.soldiers[0] == 1


def test_wd_003_a_player_without_soldiers_is_out_and_gets_no_turn():
    game = position(soldiers=[1, 10, 10], at={1: "S18", 2: "S18"}, lands="lose", closed="Australasia")
    game.play("soldier dice 2")
    assert game.board.soldiers == [0, 10, 10]
    assert game.board.in_play == [1, 2]
    for seat in (1, 2, 1):
        assert game.board.turn == seat
        game.play("roll", "playing dice 1")


def test_wd_003_a_player_with_one_soldier_left_stays_in_the_game():
    game = position(soldiers=[3, 10, 10], lands="lose")
    game.play("soldier dice 2")
    assert game.board.in_play == [0, 1, 2]


def test_wd_004_five_without_the_strategic_point_do_not_win():
    five = ["Vancouver", "Washington", "Montreal", "New York", "Havana"]
    game = position(soldiers=[9, 10, 10], cards={0: five}, lands="Africa")
    game.play("pass")
    assert game.winner is None
    assert game.board.turn == 1


@pytest.mark.parametrize("held", [6, 7, 8, 9])
def test_wd_004_more_than_five_and_fewer_than_ten_do_not_win(held):
    game = position(cards={0: NINE_YELLOW[:held]}, lands="Africa")
    game.play("pass")
    assert game.winner is None
    assert game.board.turn == 1


def test_wd_004_five_cards_of_two_continents_do_not_win():
    game = position(cards={0: [*FOUR_RED, "British Islands"]}, lands="Africa")
    game.play("pass")
    assert game.winner is None


def test_wd_005_all_ten_of_a_continent_win():
    game = position(soldiers=[6, 10, 10], cards={0: NINE_YELLOW}, lands="Asia")
    game.play("take", "draw Syria")
    assert game.winner == 0
    assert game.board.ended_by == "ten cards"
    assert game.board.soldiers[0] == 4


def test_wd_005_the_last_soldier_paid_for_the_tenth_card_loses_instead():
    game = position(soldiers=[2, 10, 10], cards={0: NINE_YELLOW}, lands="Asia")
    game.play("take", "draw Syria")
    assert game.winner is None
    assert game.board.in_play == [1, 2]


def test_wd_006_the_five_card_game_is_the_base_game():
    game = WorldDominance(chance="explicit")
    assert game.config.variant == "five_card"
    assert game.board.soldiers == [10, 10, 10, 10]


def test_wd_006_an_unknown_variant_is_refused():
    with pytest.raises(ConfigError, match=r"variant: expected .*got 'seven_card'"):
        Config(variant="seven_card")


def test_wd_006_the_variant_is_fixed_before_the_game():
    game = WorldDominance(chance="explicit")
    with pytest.raises(FrozenInstanceError):
        game.config.variant = "five_card"


def test_amb_012_a_winner_needs_a_soldier_even_when_all_others_are_poorer():
    game = position(players=2, soldiers=[1, 1], cards={0: FOUR_RED}, lands="North America")
    game.play("take", "draw Kansas City")
    assert game.winner == 1


def test_amb_033_who_drops_to_five_with_the_strategic_point_wins_on_anothers_turn():
    game = position(cards={1: SIX_BLUE}, lands="S01", queue=["M13"])
    game.play("card Athens")
    assert game.winner == 1


def test_amb_034_a_gift_that_completes_a_set_makes_its_receiver_win():
    game = position(cards={0: ["Kansas City"], 1: FOUR_RED}, lands="S01", queue=["M24"])
    game.play("card Kansas City")
    game.play("name +1")
    assert game.winner == 1


def test_amb_034_when_a_swap_completes_two_sets_the_active_player_wins():
    blue = ["British Islands", "Athens", "Spain", "France"]
    cards = {0: [*blue, "Kansas City"], 1: [*FOUR_RED, "Rome"]}
    for turn, answers in ((0, ("card Kansas City", "card Rome")), (1, ("card Rome", "card Kansas City"))):
        game = position(players=2, cards=cards, turn=turn, lands="S01", queue=["M14"])
        for answer in ("accept", *answers):
            game.play(answer)
        assert game.winner == turn


def test_amb_034_clockwise_from_the_active_player_the_first_with_a_set_wins():
    game = position(cards={0: ["Argentina", "Peru", "Chile", "Bolivia"], 1: FOUR_RED}, turn=2, lands="Africa")
    game.correct("card 1 Kansas City")
    game.correct("card 0 Uruguay")
    game.play("pass")
    assert game.winner == 0


def test_r17_ceding_down_to_five_wins_before_the_antarctica_card_is_drawn():
    game = position(cards={0: SIX_BLUE}, lands="South America")
    game.play("antarctica")
    game.play("world pack")
    game.play("card Greenland (Denmark)")
    assert game.winner == 0
    assert game.board.soldiers[0] == 10
    assert not any(title.startswith("Antarctica") for title in game.board.cards(0))


def test_r17_a_ceded_card_that_completes_an_opponents_set_makes_that_opponent_win():
    cards = {0: ["Kansas City"], 1: [*FOUR_RED, "Antarctica East"]}
    game = position(cards=cards, lands="South America")
    game.play("antarctica")
    game.play("card Antarctica East")
    game.play("card Kansas City")
    assert game.winner == 1
