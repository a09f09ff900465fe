"""Effects of other rules on Stacks: captured, conceded, ceded and declared Stacks, and the powers of their cards."""

import pytest

from tests.games.world_dominance.hands import (
    ASIA,
    EUROPE,
    FIVE_BLACK,
    FIVE_BLUE,
    FOUR_BLACK,
    gains,
    ten_card,
)


def test_wd_126_completing_two_continents_by_one_strike_is_still_a_win():
    cards = {0: [*EUROPE[:6], *ASIA[:4]], 1: [*EUROPE[6:], *ASIA[4:]]}
    game = ten_card(soldiers=[10, 1, 10], cards=cards, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.winner == 0
    assert len(game.board.cards(0)) == 20


def test_wd_127_a_captured_stack_stays_a_stack():
    cards = {0: ["Kenya", "Marrakesh"], 1: FIVE_BLACK}
    game = ten_card(soldiers=[10, 1, 10], cards=cards, at={2: "S05"}, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert set(game.board.stacks(0)["Africa"]) == set(FIVE_BLACK)
    assert game.board.soldiers[0] == 11  # no bonus for a Stack that another player has made
    game = ten_card(cards={0: [*FIVE_BLACK, "Kenya", "Marrakesh"]}, stacks={0: ["Africa"]}, lands="concede")
    game.play("continent dice Africa")
    assert game.legal_texts() == ["card Marrakesh", "card Kenya"]


@pytest.mark.parametrize(("used", "left"), [([], 9), ([0], 6)])
def test_wd_128_a_set_made_by_capture_is_stacked_at_once(used, left):
    cards = {0: ["Alaska", "Havana", "Mexico"], 1: ["Vancouver", "Montreal"]}
    game = ten_card(soldiers=[5, 1, 10], cards=cards, reinforcements_used=used, lands="decimate")
    game.play("name +1", "soldier dice 1")
    assert game.board.soldiers[0] == left
    assert list(game.board.stacks(0)) == ["North America"]


def test_wd_139_who_has_only_stacks_pays_a_soldier_on_concede():
    game = ten_card(soldiers=[4, 10, 10], cards={0: FIVE_BLUE}, lands="concede")
    game.play("continent dice Europe")
    assert game.board.soldiers[0] == 3
    assert list(game.board.stacks(0)) == ["Europe"]


def test_wd_139_who_has_a_loose_card_of_another_colour_pays_nothing():
    game = ten_card(soldiers=[4, 10, 10], cards={0: [*FIVE_BLUE, "Cairo"]}, lands="concede")
    game.play("continent dice Europe")
    assert game.board.soldiers[0] == 4
    assert game.board.turn == 1


def test_wd_164_a_stack_is_safe_from_purgatory():
    game = ten_card(soldiers=[3, 10, 10], cards={0: FIVE_BLACK}, lands="purgatory")
    game.play("playing dice 1", "playing dice 1", "playing dice 1", "purgadies city")
    assert game.board.soldiers[0] == 2
    assert list(game.board.stacks(0)) == ["Africa"]


def test_wd_211_no_card_of_a_stack_can_be_ceded():
    game = ten_card(cards={0: [*FIVE_BLUE, "Cairo"]}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    assert game.legal_texts() == ["card Cairo"]


def test_wd_201_only_stacks_do_not_open_the_way_to_antarctica():
    game = ten_card(cards={0: FIVE_BLUE}, lands="Australasia")
    assert "antarctica" not in game.legal_texts()


def test_wd_245_stacked_cards_serve_in_runs():
    cards = {0: ["Spain", "France", "Berlin", "Athens", "British Islands"]}
    game = ten_card(soldiers=[3, 10, 10], cards=cards)
    game.play("run Spain")
    game.play("length 3")
    assert game.board.soldiers[0] == 4
    assert list(game.board.stacks(0)) == ["Europe"]


GREEN_STACK = ["Argentina", "Ecuador & the Galapagos Islands", "Peru", "Chile", "Bolivia"]


@pytest.mark.parametrize(("powers", "question"), [(True, "ecuador"), (False, "concede_dice")])
def test_amb_142_ecuador_in_a_stack_keeps_its_power_unless_agreed(powers, question):
    game = ten_card(cards={0: GREEN_STACK}, lands="concede", stacked_powers=powers)
    assert game.node.name == question


def test_amb_142_loose_ecuador_has_its_power_in_any_case():
    game = ten_card(cards={0: GREEN_STACK[1:]}, lands="concede", stacked_powers=False)
    assert game.node.name == "ecuador"


def test_wd_079_a_pre_set_is_no_stack_and_can_be_lost():
    game = ten_card(cards={0: FOUR_BLACK}, lands="concede")
    game.play("continent dice Africa")
    assert len(game.legal_texts()) == 4


@pytest.mark.parametrize(
    ("variant", "agreed", "left"),
    [
        ("ten_card", True, 12),
        ("ten_card", False, 10),
        ("two_set", False, 10),
        ("multi_five", False, 12),
        ("five_card", False, 12),
    ],
)
def test_amb_026_the_pre_set_bonus_of_games_for_ten_cards_can_be_left_out(variant, agreed, left):
    cards = {0: FOUR_BLACK[1:]}
    game = gains("Cairo", "Africa", cards=cards, variant=variant, preset_bonus_in_ten_card=agreed)
    assert game.board.soldiers[0] == left
