"""Jetstream Directional Opposites (WD-058 to WD-065)."""

import pytest

from tests.games.world_dominance.rule_settings import position

AFRICA = ["Cape Town", "Angola", "Nigeria", "Kenya"]
PAIRS = [
    ("Europe", "S11", "S23"),
    ("Africa", "S23", "S11"),
    ("North America", "S07", "S19"),
    ("Australasia", "S19", "S07"),
    ("South America", "S03", "S15"),
    ("Asia", "S15", "S03"),
]


@pytest.mark.parametrize(("continent", "here", "opposite"), PAIRS)
def test_wd_058_every_continent_space_is_linked_with_its_opposite(continent, here, opposite):
    game = position(lands=continent)
    assert game.board.space(0) == here
    game.play("jetstream")
    assert game.board.space(0) == opposite


def test_wd_059_the_crossing_belongs_to_the_same_turn_and_costs_nothing():
    game = position(lands="Europe")
    game.play("jetstream")
    assert game.board.space(0) == "S23"
    assert game.board.turn == 0
    assert game.board.soldiers == [10, 10, 10]


def test_wd_060_after_the_crossing_a_card_is_taken_or_a_soldier_paid():
    game = position(soldiers=5, lands="Europe")
    game.play("jetstream")
    assert game.legal_texts() == ["take", "pass"]
    game.play("pass")
    assert game.board.soldiers[0] == 4


def test_wd_060_after_the_crossing_the_card_is_one_of_the_new_continent():
    game = position(pack={"Africa": ["Nigeria"]}, lands="Europe")
    game.play("jetstream")
    game.play("take", "draw Nigeria")
    assert game.board.cards(0) == ["Nigeria"]
    assert game.board.soldiers[0] == 8


@pytest.mark.parametrize("continent", [continent for continent, _, _ in PAIRS])
def test_amb_046_there_is_no_crossing_back_in_the_same_turn(continent):
    game = position(lands=continent)
    game.play("jetstream")
    assert "jetstream" not in game.legal_texts()


def test_wd_061_nobody_crosses_to_a_continent_without_cards():
    game = position(cards={1: AFRICA}, pack={"Africa": [], "Europe": ["Rome", "Spain"]}, lands="Europe")
    assert game.legal_texts() == ["take", "pass"]


def test_wd_061_nobody_crosses_to_a_closed_continent():
    game = position(closed="Africa", lands="Europe")
    assert game.legal_texts() == ["take", "pass"]


def test_amb_048_an_empty_australasia_is_no_way_to_antarctica():
    held = {0: ["Rome"], 1: ["Perth", "Sydney", "Darwin", "Hanoi"]}
    game = position(cards=held, pack={"Australasia": []}, lands="North America")
    assert game.legal_texts() == ["take", "pass"]


def test_wd_062_antarctica_has_no_opposite():
    game = position(cards={0: ["Havana"], 1: ["Antarctica East"]}, lands="ANT")
    assert game.legal_texts() == ["world pack", "card Antarctica East"]


@pytest.mark.parametrize("continent", ["Europe", "Africa", "North America", "Asia"])
def test_wd_063_antarctica_is_not_entered_from_the_other_four(continent):
    game = position(cards={0: ["Havana"]}, lands=continent)
    assert game.legal_texts() == ["take", "pass", "jetstream"]


@pytest.mark.parametrize(("start", "gate"), [("North America", "S19"), ("Asia", "S03")])
def test_wd_064_who_came_by_jetstream_may_go_on_to_antarctica(start, gate):
    game = position(cards={0: ["Rome"]}, lands=start)
    game.play("jetstream")
    assert game.board.space(0) == gate
    assert game.legal_texts() == ["take", "pass", "antarctica"]
    game.play("antarctica")
    assert game.board.space(0) == "ANT"


def test_wd_065_arriving_on_an_occupied_space_is_trespassing():
    game = position(soldiers=5, at={1: "S23"}, lands="Europe")
    game.play("jetstream")
    assert game.board.soldiers == [4, 6, 5]
    assert game.board.space(0) == "S23"
    assert game.board.cards(0) == []
    assert game.board.turn == 1


def test_wd_065_the_last_soldier_may_be_lost_by_crossing():
    game = position(soldiers=[1, 5, 5], at={1: "S23"}, lands="Europe")
    game.play("jetstream")
    assert game.board.soldiers == [0, 6, 5]
    assert game.board.in_play == [1, 2]


def test_amb_045_a_trespasser_does_not_cross():
    game = position(soldiers=5, at={0: "S09", 1: "S11"})
    game.play("roll", "playing dice 2")
    assert game.board.space(0) == "S11"
    assert game.board.soldiers == [4, 6, 5]
    assert game.board.turn == 1
