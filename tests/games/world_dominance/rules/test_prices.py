"""The price of a Continent Card (WD-015 to WD-020)."""

import pytest

from tests.games.world_dominance.rule_settings import position


def test_wd_015_a_strategic_point_costs_three_soldiers():
    game = position(lands="Africa")
    game.play("take", "draw Mozambique")
    assert game.board.soldiers[0] == 7
    assert game.board.garrison == 73
    assert game.board.cards(0) == ["Mozambique"]


def test_wd_016_a_country_costs_two_soldiers():
    game = position(lands="Africa")
    game.play("take", "draw Nigeria")
    assert game.board.soldiers[0] == 8


def test_wd_017_a_city_costs_one_soldier():
    game = position(lands="Africa")
    game.play("take", "draw Cape Town")
    assert game.board.soldiers[0] == 9


@pytest.mark.parametrize(
    ("continent", "title"),
    [
        ("North America", "Alaska"),
        ("South America", "Argentina"),
        ("Australasia", "Wellington"),
        ("Asia", "Anadyr"),
        ("Europe", "British Islands"),
    ],
)
def test_wd_015_every_other_strategic_point_costs_three_as_well(continent, title):
    game = position(lands=continent)
    game.play("take", f"draw {title}")
    assert game.board.soldiers[0] == 7


def test_wd_018_washington_costs_nothing():
    game = position(lands="North America")
    game.play("take", "draw Washington")
    assert game.board.soldiers[0] == 10
    assert game.board.cards(0) == ["Washington"]
    assert game.board.turn == 1  # only George Washington would draw a second card


def test_wd_019_an_antarctica_card_costs_a_coloured_card_and_no_soldier():
    game = position(soldiers=[7, 10, 10], cards={0: ["Havana", "Rome"]}, lands="ANT")
    game.play("world pack")
    game.play("card Havana", "draw Antarctica East")
    assert game.board.soldiers[0] == 7
    assert game.board.cards(0) == ["Antarctica East", "Rome"]
    assert "Havana" in game.board.pack


def test_wd_019_an_antarctica_card_is_not_paid_for_with_another_antarctica_card():
    game = position(cards={0: ["Havana", "Antarctica West"]}, lands="ANT")
    game.play("world pack")
    assert game.legal_texts() == ["card Havana"]


@pytest.mark.parametrize("kind", ["country", "city"])
def test_wd_020_istanbul_is_both_a_city_and_a_country(kind):
    game = position(lands="paradies")
    game.play("pay two", f"purgadies {kind}")
    assert "card Istanbul (Turkey)" in game.legal_texts()


def test_wd_020_istanbul_costs_one_soldier():
    game = position(lands="Europe")
    game.play("take", "draw Istanbul (Turkey)")
    assert game.board.soldiers[0] == 9


@pytest.mark.parametrize("card", ["M24", "M26"])
def test_amb_021_istanbul_is_lost_as_a_country_and_given_as_a_city(card):
    game = position(cards={0: ["Istanbul (Turkey)", "Alaska"]}, lands="S01", queue=[card])
    assert game.legal_texts() == ["card Istanbul (Turkey)"]


@pytest.mark.parametrize(
    ("kind", "red"),
    [("country", ["Mexico"]), ("strategic_point", ["Alaska"]), ("city", ["Vancouver", "Montreal"])],
)
def test_amb_022_washington_is_neither_city_nor_country(kind, red):
    game = position(lands="paradies", pack={"North America": ["Washington", *red]})
    game.play("pay two", f"purgadies {kind}")
    assert {f"card {title}" for title in red} <= set(game.legal_texts())
    assert "card Washington" not in game.legal_texts()


def test_amb_023_a_strategic_point_is_nothing_else():
    for kind in ("country", "city"):
        game = position(lands="paradies")
        game.play("pay two", f"purgadies {kind}")
        assert not {"card Argentina", "card Wellington", "card British Islands"} & set(game.legal_texts())
