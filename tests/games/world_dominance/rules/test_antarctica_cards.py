"""The fifth Antarctica card by a Manoeuvre Card (WD-235, WD-236)."""

import pytest

from tests.games.world_dominance.rule_settings import position

WEST, EAST, NORTH = "Antarctica West", "Antarctica East", "Antarctica North"
SAB = "Antarctica Research Station (SAB)"
SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"
FOUR = (WEST, SAB, EAST, NORTH)


def draws(card, *cards, **options):
    """Return a game in which P1 holds these cards and draws this Manoeuvre Card."""
    return position(cards={0: cards}, queue=[card, "M08"], knows={}, lands="S01", **options)


def test_wd_235_with_the_four_cards_the_planet_at_heart_leads_to_the_question():
    game = draws("M04", *FOUR)
    game.play("name +1")
    assert game.legal_texts() == [f"card {SAB}", f"card {SOUTH_POLE}"]
    game.play(f"card {SAB}", "right")
    assert (game.winner, game.board.cards(0)) == (0, [WEST, SAB, SOUTH_POLE, EAST, NORTH])


def test_wd_235_any_card_may_be_the_south_pole_for_who_holds_the_other_four():
    game = draws("M13", *FOUR)
    game.play(f"card {SOUTH_POLE}")
    game.play("name +2")
    game.play(f"card {SOUTH_POLE}", "right")
    assert game.winner == 0


def test_wd_235_any_card_is_never_the_south_pole_for_who_holds_fewer():
    game = draws("M13", WEST, SAB, EAST)
    assert f"card {NORTH}" in game.legal_texts()
    assert f"card {SOUTH_POLE}" not in game.legal_texts()


def test_wd_235_with_nobody_there_to_ask_the_planet_at_heart_is_void():
    game = draws("M04", *FOUR, players=2, ice_house={1: 2})
    assert game.node.name == "start_menu"
    assert game.board.cards(0) == list(FOUR)


def test_wd_235_with_antarctica_closed_there_is_no_question():
    assert draws("M04", *FOUR, closed="Antarctica").node.name == "start_menu"
    assert f"card {SOUTH_POLE}" not in draws("M13", *FOUR, closed="Antarctica").legal_texts()


def test_wd_235_with_nobody_there_to_ask_the_south_pole_is_not_offered():
    game = draws("M13", *FOUR, players=2, ice_house={1: 2})
    assert "card Rome" in game.legal_texts()
    assert f"card {SOUTH_POLE}" not in game.legal_texts()


@pytest.mark.parametrize("answer", ["right", "wrong"])
def test_wd_236_no_coloured_card_is_ceded_for_the_question_of_a_card(answer):
    game = draws("M04", *FOUR, "Rome")
    game.play("name +1")
    game.play(f"card {SAB}", answer)
    assert "Rome" in game.board.cards(0)


def test_wd_236_an_antarctica_card_drawn_by_a_card_costs_no_coloured_card():
    game = draws("M04", "Rome")
    game.play("world pack", f"draw {EAST}")
    assert (game.seat, game.board.cards(0)) == (1, [EAST, "Rome"])
