"""Stacking: sets of five leave the play, with their bonus (WD-281 to WD-289 and other clauses on Stacks)."""

import pytest

from tests.games.world_dominance.hands import (
    FIVE_BLACK,
    FIVE_BLUE,
    FIVE_WHITE,
    FOUR_BLACK,
    FOUR_YELLOW,
    gains,
    ten_card,
)
from tests.games.world_dominance.rule_settings import position
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.text.record_text import decision_text

POINT_BLACK = ["Mozambique", "Cape Town", "Angola", "Nigeria", "Cairo"]
EVERY_STACKING_GAME = ["multi_five", "ten_card", "two_set", "three_set", "four_set"]


@pytest.mark.parametrize("variant", EVERY_STACKING_GAME)
def test_wd_281_exactly_five_with_the_strategic_point_are_stacked(variant):
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant=variant)
    assert set(game.board.stacks(0)["Africa"]) == set(FIVE_BLACK)


def test_wd_281_five_without_the_strategic_point_are_not():
    game = gains("Cairo", "Africa", cards={0: [*FOUR_BLACK[:3], "Kenya"]}, variant="ten_card")
    assert game.board.stacks(0) == {}


def test_wd_281_who_is_over_stacks_on_shedding_to_five():
    game = ten_card(cards={0: [*FIVE_BLACK, "Kenya"]}, lands="concede")
    assert game.board.stacks(0) == {}
    game.play("continent dice Africa")
    game.play("card Kenya")
    assert set(game.board.stacks(0)["Africa"]) == set(FIVE_BLACK)


def test_wd_281_stacking_waits_for_the_second_draw_of_a_picture_card():
    pieces = {0: "Cleopatra"}
    game = ten_card(cards={0: FOUR_BLACK}, pieces=pieces, lands="Africa")
    game.play("take", "draw Cairo", "draw Kenya")
    assert game.board.stacks(0) == {}
    assert len(game.board.cards(0)) == 6


def test_wd_277_a_completed_five_card_set_becomes_a_stack_in_games_for_several():
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant="multi_five")
    assert list(game.board.stacks(0)) == ["Africa"]
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant="multi_five", stacking=False)
    assert game.board.stacks(0) == {}
    assert not game.is_terminal


def test_wd_282_no_card_of_a_stack_can_be_conceded():
    game = ten_card(cards={0: [*FIVE_BLACK, "Kenya"]}, stacks={0: ["Africa"]}, lands="concede")
    game.play("continent dice Africa")
    assert game.legal_texts() == ["card Kenya"]


@pytest.mark.parametrize("card", ["M10", "M11", "M12", "M14", "M15", "M24", "M25", "M26"])
def test_wd_282_who_has_only_stacks_can_lose_swap_and_donate_nothing(card):
    game = ten_card(cards={0: FIVE_BLUE, 1: [*FIVE_BLACK, "Havana"]}, lands="S01", queue=[card])
    assert game.board.turn == 1  # the card is void


def test_wd_282_a_stack_cannot_be_taken():
    game = ten_card(cards={1: [*FIVE_BLACK, "Havana"]}, lands="S01", queue=["M13"])
    offered = {option.removeprefix("card ") for option in game.legal_texts()}
    assert offered == {"Havana", *game.board.pack}


def test_wd_282_losing_every_card_leaves_the_stack():
    game = ten_card(cards={0: [*FIVE_BLACK, "Havana", "Peru"]}, lands="S01", queue=["M07"])
    assert set(game.board.cards(0)) == set(FIVE_BLACK)
    assert list(game.board.stacks(0)) == ["Africa"]


@pytest.mark.parametrize(("used", "left"), [([], 5), ([0], 2)])
def test_wd_283_stacking_earns_three_soldiers_while_reinforcements_are_unused(used, left):
    cards = {0: ["Mozambique", "Cape Town", "Angola", "Nigeria"]}
    game = ten_card(soldiers=[4, 10, 10], cards=cards, reinforcements_used=used, lands="Africa")
    game.play("take", "draw Kenya")
    assert game.board.soldiers[0] == left


def test_wd_284_the_bonus_of_a_stack_is_paid_once_a_continent():
    again = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, stacks_paid={0: ["Africa"]}, variant="ten_card")
    assert again.board.soldiers[0] == 10
    assert list(again.board.stacks(0)) == ["Africa"]
    other = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, stacks_paid={0: ["Europe"]}, variant="ten_card")
    assert other.board.soldiers[0] == 13


def test_wd_284_a_paid_bonus_is_remembered():
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant="ten_card")
    assert game.view(1).feature("stack_paid")[2][3] == 1
    assert game.board.soldiers[0] == 13


def test_wd_286_a_stack_shows_its_strategic_point_on_top():
    game = ten_card(cards={0: FIVE_BLACK, 1: FIVE_BLUE})
    tops = [{continent: cards[0] for continent, cards in game.board.stacks(seat).items()} for seat in (0, 1)]
    assert tops == [{"Africa": "Mozambique"}, {"Europe": "British Islands"}]


def test_wd_286_antarctica_has_no_stack():
    game = ten_card(cards={0: FIVE_WHITE})
    assert (game.board.stacks(0), list(game.board.completed(0))) == ({}, ["Antarctica"])


def test_wd_287_six_at_once_are_going_over_and_all_can_be_lost():
    cards = {0: FOUR_BLACK, 1: ["Cairo", "Kenya"]}
    game = ten_card(soldiers=[10, 1, 10], cards=cards, lands="decimate", turn=0)
    game.play("name +1", "soldier dice 1")
    assert game.board.stacks(0) == {}
    assert len(game.board.cards(0)) == 6
    game = ten_card(cards={0: [*FOUR_BLACK, "Cairo", "Kenya"]}, lands="concede")
    game.play("continent dice Africa")
    assert len(game.legal_texts()) == 6


def test_amb_143_a_card_beside_a_stack_stays_loose():
    game = gains("Kenya", "Africa", cards={0: FIVE_BLACK}, variant="ten_card")
    assert set(game.board.stacks(0)["Africa"]) == set(FIVE_BLACK)
    assert "Kenya" in game.board.cards(0)


def test_amb_143_a_stack_of_five_counts_whatever_lies_beside_it():
    cards = {0: [*FIVE_BLACK, "Kenya", *FOUR_YELLOW]}
    game = gains("Japan", "Asia", cards=cards, stacks={0: ["Africa"]}, variant="multi_five")
    assert game.winner == 0


def test_wd_288_a_set_left_in_play_is_unprotected_and_broken_for_good():
    game = ten_card(cards={0: [*FIVE_BLACK]}, manual_stacking=True, lands="S01", queue=["M15"])
    game.play("card Cairo")
    assert "Cairo" in game.board.pack
    assert game.board.stacks(0) == {}


def test_wd_288_the_owner_is_asked_at_the_gain_and_as_each_own_turn_begins():
    game = ten_card(players=2, cards={0: FOUR_BLACK}, at={1: "S21"}, manual_stacking=True, lands="gain")
    game.play("continent dice Africa")
    game.play("take", "draw Cairo")
    assert (game.node.name, game.seat, game.legal_texts()) == ("stack_set", 0, ["stack", "wait"])
    game.play("wait")
    assert game.board.stacks(0) == {}
    assert game.seat == 1
    game.play("roll", "playing dice 2")
    game.play("pass")
    assert (game.node.name, game.seat) == ("stack_set", 0)
    game.play("stack")
    assert list(game.board.stacks(0)) == ["Africa"]
    assert game.node.name == "start_menu"
    assert game.board.soldiers[0] == 13


def test_wd_288_stacking_by_hand_at_the_gain_pays_the_bonus():
    game = gains("Cairo", "Africa", cards={0: FOUR_BLACK}, variant="ten_card", manual_stacking=True)
    game.play("stack")
    assert game.board.soldiers[0] == 13
    assert game.board.turn == 1


def test_wd_288_several_sets_are_asked_about_one_after_another():
    game = ten_card(cards={1: [*FIVE_BLACK, *FIVE_BLUE]}, manual_stacking=True, lands="lose")
    game.play("soldier dice 1")
    game.play("wait")
    assert decision_text(game) == "seat 1 holds a set of five of Europe: put it into a Stack?"
    game.play("stack")
    assert list(game.board.stacks(1)) == ["Europe"]
    assert game.node.name == "start_menu"


def test_wd_288_an_opponent_whose_set_is_completed_by_a_gift_is_asked():
    cards = {0: ["Cairo"], 1: FOUR_BLACK}
    game = ten_card(cards=cards, at={1: "S05", 2: "S05"}, manual_stacking=True, lands="S01", queue=["M24"])
    game.play("card Cairo")
    game.play("name +1")
    assert (game.node.name, game.seat) == ("stack_set", 1)
    game.play("stack")
    assert game.board.soldiers[1] == 13
    assert game.node.name == "start_menu"
    assert game.board.turn == 1


def test_wd_288_nobody_is_asked_while_something_waits():
    cards = {0: ["Cairo", "Havana"], 1: [*FOUR_BLACK, "Antarctica West"]}
    game = ten_card(cards=cards, at={1: "S05"}, manual_stacking=True, lands="Australasia")
    game.play("antarctica")
    game.play("card Antarctica West")
    game.play("card Cairo")
    assert "Antarctica West" in game.board.cards(0)
    assert (game.node.name, game.seat) == ("stack_set", 1)
    game.play("wait")
    assert game.node.name == "stack_set"  # in the player's next turn the decision comes back
    game.play("wait")
    assert game.node.name == "start_menu"


@pytest.mark.parametrize("options", [{}, {"variant": "multi_five", "stacking": False}])
def test_amb_141_stacking_by_hand_needs_stacking(options):
    with pytest.raises(ConfigError, match=r"manual_stacking: expected False in .*, where nothing is Stacked, got True"):
        position(manual_stacking=True, **options)


def test_wd_289_every_player_sees_what_is_stacked():
    game = ten_card(cards={0: FIVE_BLACK})
    in_set = game.view(1).feature("in_set")
    assert sum(in_set) == 5
    assert game.view(1).feature("laid_in_region")[2][3] == 5
    assert game.board.stacks(0) == {"Africa": POINT_BLACK}


def test_wd_097_cards_of_a_stack_are_part_of_a_set():
    game = ten_card(cards={0: [*FIVE_BLUE, "Cairo"]}, lands="S01", queue=["M15"])
    assert game.legal_texts() == ["card Cairo"]
