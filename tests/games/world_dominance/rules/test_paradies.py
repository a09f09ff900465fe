"""Paradies: two soldiers for a Purgadies Card with a gain (WD-182 to WD-187)."""

from typing import Any

import pytest

from tests.games.world_dominance.rule_settings import position
from wd_env.games.world_dominance.table import WorldDominanceTable

SAB, SOUTH_POLE = "Antarctica Research Station (SAB)", "Antarctica South Pole (Questions on Antarctica)"
FOUR = ["Antarctica West", SAB, "Antarctica East", "Antarctica North"]


def pay_and_draw(card: str, **table: Any) -> WorldDominanceTable:
    """Return a game in which P1 with five soldiers has paid two in Paradies and drawn this card."""
    game = position(soldiers=[5, 10, 10], lands="S02", **table)
    game.play("pay two", f"purgadies {card}")
    return game


def test_wd_182_paradies_offers_rest_or_a_purgadies_card_for_two_soldiers():
    game = position(soldiers=[5, 10, 10], lands="paradies")
    assert (game.node.name, game.legal_texts()) == ("paradies", ["rest", "pay two"])
    rested = game.copy()
    rested.play("rest")
    assert (rested.board.soldiers, rested.board.garrison, rested.board.turn) == ([5, 10, 10], 75, 1)
    game.play("pay two")
    assert (game.board.soldiers, game.board.garrison, game.node.name) == ([3, 10, 10], 77, "paradies_draw")


def test_wd_183_a_card_of_the_kind_is_chosen_face_up_from_the_world_pack_never_from_an_opponent():
    points = ["Wellington", "Argentina", "Mozambique", "British Islands"]
    game = pay_and_draw("strategic_point", cards={1: points})
    assert (game.node.name, game.legal_texts()) == ("paradies_card", ["decline", "card Alaska", "card Anadyr"])
    game.play("card Anadyr")
    assert (game.board.cards(0), game.board.soldiers[0]) == (["Anadyr"], 3)


def test_wd_183_istanbul_is_on_offer_as_a_city_and_as_a_country():
    for kind in ("city", "country"):
        assert "card Istanbul (Turkey)" in pay_and_draw(kind).legal_texts()


def test_wd_183_the_card_may_be_declined():
    game = pay_and_draw("city")
    game.play("decline")
    assert (game.board.cards(0), game.board.soldiers[0], game.board.turn) == ([], 3, 1)


def test_wd_183_the_card_can_win_the_game():
    game = pay_and_draw("city", cards={0: ["Alaska", "Vancouver", "Montreal", "New York"]})
    game.play("card Kansas City")
    assert (game.winner, game.board.soldiers[0]) == (0, 3)


def test_wd_184_life_death_brings_three_soldiers():
    game = pay_and_draw("life_death")
    assert (game.board.soldiers, game.board.garrison) == ([6, 10, 10], 74)


def test_wd_185_with_no_card_of_the_kind_in_the_pack_the_payment_is_lost():
    game = pay_and_draw("antarctica", cards={0: FOUR[:2], 1: FOUR[2:]})
    assert (game.node.name, game.board.turn) == ("start_menu", 1)
    assert (game.board.soldiers[0], game.board.cards(0)) == (3, FOUR[:2])


def test_wd_185_cards_of_a_closed_continent_are_not_on_offer():
    others = ["Argentina", "Mozambique", "Wellington", "Anadyr", "British Islands"]
    game = pay_and_draw("strategic_point", cards={1: others}, closed="North America")
    assert (game.node.name, game.board.soldiers[0]) == ("start_menu", 3)


def test_wd_186_with_four_antarctica_cards_the_fifth_is_asked_for_and_wins():
    game = pay_and_draw("antarctica", cards={0: FOUR}, knows={})
    assert (game.node.name, game.legal_texts()) == ("examiner", ["name +1", "name +2"])
    game.play("name +1")
    assert sorted(game.legal_texts()) == sorted([f"card {SAB}", f"card {SOUTH_POLE}"])
    game.play(f"card {SOUTH_POLE}", "right")
    assert (game.winner, game.board.soldiers[0], len(game.board.cards(0))) == (0, 3, 5)


def test_wd_186_a_wrong_answer_brings_nothing():
    game = pay_and_draw("antarctica", cards={0: FOUR}, knows={})
    game.play("name +1")
    game.play(f"card {SAB}", "wrong")
    assert (game.winner, game.board.cards(0), game.board.soldiers[0], game.board.turn) == (None, FOUR, 3, 1)


def test_wd_186_with_everybody_interned_nobody_can_ask():
    game = pay_and_draw("antarctica", cards={0: FOUR}, ice_house={1: 2, 2: 1})
    assert (game.node.name, game.board.turn, game.board.soldiers[0]) == ("start_menu", 0, 3)


@pytest.mark.parametrize("answer", ["right", "wrong"])
def test_wd_187_no_coloured_card_is_ceded_for_the_question(answer):
    game = pay_and_draw("antarctica", cards={0: [*FOUR, "Rome"]}, knows={})
    game.play("name +1")
    game.play(f"card {SAB}", answer)
    assert "Rome" in game.board.cards(0)


def test_wd_187_nor_for_an_antarctica_card_from_the_pack():
    game = pay_and_draw("antarctica", cards={0: ["Rome"]})
    assert game.legal_texts() == ["decline", *(f"card {title}" for title in FOUR)]
    game.play("card Antarctica East")
    assert game.board.cards(0) == ["Antarctica East", "Rome"]


@pytest.mark.parametrize(("army", "options"), [(2, ["rest"]), (3, ["rest", "pay two"])])
def test_amb_083_the_last_two_soldiers_can_not_be_paid(army, options):
    assert position(soldiers=[army, 10, 10], lands="paradies").legal_texts() == options


def test_r7_one_s_own_picture_card_taken_here_calls_for_a_second_card():
    game = pay_and_draw("antarctica", cards={0: ["Rome", "Cairo"]}, pieces={0: "Queen Maud"})
    game.play("card Antarctica North")
    assert (game.node.name, game.legal_texts()) == ("cede", ["card Cairo", "card Rome"])
