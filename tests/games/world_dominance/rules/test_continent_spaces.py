"""Continent Spaces: take a card, pass, or continue (WD-051 to WD-057)."""

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.definitions.actions import CARD_TITLES

EUROPE = ["Athens", "Rome", "Spain", "France"]
AFRICA = ["Cape Town", "Angola", "Nigeria", "Kenya"]


def test_wd_051_south_america_offers_take_pass_jetstream_and_antarctica():
    game = position(soldiers=5, cards={0: ["Havana"]}, lands="South America")
    assert game.legal_texts() == ["take", "pass", "jetstream", "antarctica"]


def test_wd_051_australasia_offers_antarctica_as_well():
    game = position(soldiers=5, cards={0: ["Havana"]}, lands="Australasia")
    assert game.legal_texts() == ["take", "pass", "jetstream", "antarctica"]


def test_wd_051_africa_does_not_offer_antarctica():
    game = position(soldiers=5, cards={0: ["Havana"]}, lands="Africa")
    assert game.legal_texts() == ["take", "pass", "jetstream"]


def test_wd_051_at_a_full_table_the_way_to_antarctica_is_free_while_nobody_holds_the_sab_card():
    game = position(players=5, cards={0: ["Havana"]}, lands="South America")
    game.play("antarctica")
    assert game.board.space(0) == "ANT"
    assert game.seat == 0


def test_wd_052_a_card_is_drawn_face_down_from_what_the_pack_has_of_the_continent():
    game = position(soldiers=5, pack={"Africa": ["Angola", "Cairo"]}, lands="Africa")
    game.play("take")
    assert game.chance_weights() == {"draw Angola": 1, "draw Cairo": 1}


@pytest.mark.parametrize(("title", "left"), [("Angola", 3), ("Cairo", 4)])
def test_wd_052_the_printed_price_of_the_drawn_card_is_paid(title, left):
    game = position(soldiers=5, pack={"Africa": ["Angola", "Cairo"]}, lands="Africa")
    game.play("take", f"draw {title}")
    assert game.board.cards(0) == [title]
    assert game.board.soldiers[0] == left
    assert game.board.turn == 1


def test_wd_052_the_last_card_of_a_continent_can_be_taken():
    game = position(pack={"Africa": ["Kenya"]}, lands="Africa")
    game.play("take")
    assert game.chance_weights() == {"draw Kenya": 1}


def test_amb_020_a_card_that_came_back_is_as_likely_as_any_other():
    game = position(cards={0: ["Cairo"]}, pack={"Africa": ["Kenya"]}, at={1: "S21"}, lands="concede")
    game.play("continent dice Africa")
    game.play("card Cairo")
    game.play("roll", "playing dice 2")
    game.play("take")
    assert game.chance_weights() == {"draw Cairo": 1, "draw Kenya": 1}


def test_wd_053_passing_costs_one_soldier_to_the_garrison():
    game = position(soldiers=5, lands="Africa")
    game.play("pass")
    assert game.board.soldiers == [4, 5, 5]
    assert game.board.garrison == 86
    assert game.board.turn == 1


def test_wd_054_passing_with_the_last_soldier_puts_the_player_out():
    game = position(soldiers=[1, 5, 5], lands="Africa")
    assert "pass" in game.legal_texts()
    game.play("pass")
    assert game.board.in_play == [1, 2]


def test_wd_055_bought_cards_lie_face_up_for_everybody():
    game = position(lands="Europe")
    game.play("take", "draw Berlin")
    berlin = CARD_TITLES.index("Berlin")
    assert game.view(1).feature("cards")[2][berlin] == 1  # the buyer sits two places clockwise of P2
    assert game.view(2).feature("cards")[1][berlin] == 1
    assert game.view(1).feature("in_pack")[berlin] == 0


def test_wd_056_without_cards_here_and_opposite_there_is_only_the_penalty():
    held = {1: EUROPE + AFRICA}
    game = position(soldiers=3, cards=held, pack={"Europe": [], "Africa": []}, lands="Europe")
    assert game.legal_texts() == ["pass"]
    game.play("pass")
    assert game.board.soldiers[0] == 2


def test_wd_056_the_penalty_of_an_empty_continent_can_put_a_player_out():
    held = {0: ["Moscow", "Berlin", "Cairo", "Marrakesh"], 1: EUROPE + AFRICA}
    game = position(soldiers=[1, 3, 3], cards=held, pack={"Europe": [], "Africa": []}, lands="Europe")
    game.play("pass")
    assert game.board.in_play == [1, 2]


def test_wd_057_an_empty_home_with_a_stocked_opposite_may_be_left_or_paid_for():
    game = position(cards={1: EUROPE}, pack={"Europe": [], "Africa": AFRICA}, lands="Europe")
    assert game.legal_texts() == ["pass", "jetstream"]
    game.play("jetstream")
    assert game.legal_texts() == ["take", "pass"]


def test_amb_016_a_closed_continent_space_costs_nothing():
    game = position(closed="Europe", lands="Europe")
    assert game.board.soldiers == [10, 10, 10]
    assert game.board.turn == 1


def test_amb_047_antarctica_stays_open_where_south_america_and_asia_are_empty():
    held = {0: ["Rome"], 1: ["Venezuela", "Peru", "Chile", "Bolivia", "China", "Japan", "Iraq", "Syria"]}
    game = position(cards=held, pack={"South America": [], "Asia": []}, lands="South America")
    assert game.legal_texts() == ["pass", "antarctica"]
