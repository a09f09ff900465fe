"""Queen Maud, who draws Antarctica North (WD-229 to WD-234)."""

import pytest

from tests.games.world_dominance.rule_settings import position

WEST, EAST, NORTH = "Antarctica West", "Antarctica East", "Antarctica North"
SAB = "Antarctica Research Station (SAB)"
SOUTH_POLE = "Antarctica South Pole (Questions on Antarctica)"
QUEEN_MAUD = {0: "Queen Maud"}


def draws_north(*cards, **options):
    """Return a game in which Queen Maud has come from Australasia, ceded Rome and drawn Antarctica North."""
    game = position(pieces=QUEEN_MAUD, cards={0: [*cards, "Rome"]}, lands="Australasia", **options)
    game.play("antarctica")
    game.play("world pack")
    game.play("card Rome", f"draw {NORTH}")
    return game


def test_wd_229_queen_maud_takes_back_what_she_ceded():
    game = draws_north("Cairo")
    assert game.board.cards(0) == [NORTH, "Cairo", "Rome"]


def test_wd_229_another_piece_does_not():
    game = position(cards={0: ["Rome", "Cairo"]}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    game.play("card Rome", f"draw {NORTH}")
    assert (game.seat, game.board.cards(0)) == (1, [NORTH, "Cairo"])


def test_wd_229_another_white_card_brings_her_nothing_back():
    game = position(pieces=QUEEN_MAUD, cards={0: ["Rome", "Cairo"]}, lands="Australasia")
    game.play("antarctica")
    game.play("world pack")
    game.play("card Rome", f"draw {WEST}")
    assert (game.seat, game.board.cards(0)) == (1, [WEST, "Cairo"])


def test_wd_230_a_second_antarctica_card_follows_for_another_coloured_card():
    game = draws_north("Cairo", pack={"Antarctica": [NORTH, EAST]})
    game.play("card Cairo", f"draw {EAST}")
    assert game.board.cards(0) == [EAST, NORTH, "Rome"]
    assert "Cairo" in game.board.pack


def test_wd_231_with_no_antarctica_card_left_in_the_pack_there_is_no_second():
    game = draws_north("Cairo", pack={"Antarctica": [NORTH]})
    assert (game.seat, game.board.cards(0)) == (1, [NORTH, "Cairo", "Rome"])


def test_wd_232_north_taken_from_an_opponent_brings_no_bonus():
    game = position(pieces=QUEEN_MAUD, cards={0: ["Rome", "Cairo"], 1: [NORTH]}, lands="Australasia")
    game.play("antarctica")
    game.play(f"card {NORTH}")
    game.play("card Rome")
    assert (game.seat, game.node.name) == (1, "start_menu")
    assert (game.board.cards(0), game.board.cards(1)) == ([NORTH, "Cairo"], ["Rome"])


def test_wd_233_with_north_as_the_fourth_the_second_card_is_the_question_and_nothing_is_ceded():
    game = draws_north(WEST, EAST, SAB, knows={})
    assert (game.node.name, game.board.cards(0)) == ("examiner", [WEST, SAB, EAST, NORTH, "Rome"])
    game.play("name +1")
    game.play(f"card {SOUTH_POLE}", "right")
    assert (game.winner, "Rome" in game.board.cards(0)) == (0, True)


def test_wd_233_a_wrong_answer_costs_her_no_coloured_card():
    game = draws_north(WEST, EAST, SAB, knows={})
    game.play("name +1")
    game.play(f"card {SAB}", "wrong")
    assert (game.seat, game.board.cards(0)) == (1, [WEST, SAB, EAST, NORTH, "Rome"])


def test_wd_233_with_nobody_there_to_ask_there_is_no_question():
    game = draws_north(WEST, EAST, SAB, ice_house={1: 1, 2: 3})
    assert game.node.name == "start_menu"
    assert game.board.cards(0) == [WEST, SAB, EAST, NORTH, "Rome"]


def test_wd_234_with_no_other_coloured_card_the_second_cannot_be_taken():
    game = draws_north()
    assert (game.seat, game.board.cards(0)) == (1, [NORTH, "Rome"])


def test_amb_103_the_card_taken_back_does_not_pay_for_the_second():
    assert draws_north("Cairo", "Havana").legal_texts() == ["card Havana", "card Cairo"]


def test_amb_104_the_second_draw_is_compulsory():
    assert draws_north("Cairo").legal_texts() == ["card Cairo"]


def test_amb_105_north_drawn_by_the_planet_at_heart_costs_a_card_for_the_second():
    game = position(pieces=QUEEN_MAUD, cards={0: ["Rome", "Cairo"]}, queue=["M04", "M08"], lands="S01")
    game.play("world pack", f"draw {NORTH}")
    assert game.legal_texts() == ["card Cairo", "card Rome"]
    game.play("card Rome", f"draw {EAST}")
    assert game.board.cards(0) == [EAST, NORTH, "Cairo"]


def test_amb_105_without_a_coloured_card_the_planet_at_heart_gives_north_alone():
    game = position(pieces=QUEEN_MAUD, queue=["M04", "M08"], lands="S01")
    game.play("world pack", f"draw {NORTH}")
    assert (game.seat, game.board.cards(0)) == (1, [NORTH])


def test_wd_232_north_taken_from_an_opponent_by_a_card_brings_no_bonus():
    game = position(pieces=QUEEN_MAUD, cards={0: ["Rome"], 1: [NORTH]}, queue=["M04", "M08"], lands="S01")
    game.play(f"card {NORTH}")
    assert (game.seat, game.board.cards(0)) == (1, [NORTH, "Rome"])


@pytest.mark.parametrize("source", ["Paradies", "any card"])
def test_ruling_r7_north_chosen_face_up_from_the_pack_carries_the_bonus(source):
    game = face_up(source, "Rome")
    assert (game.seat, game.legal_texts()) == (0, ["card Rome"])
    game.play("card Rome", f"draw {WEST}")
    assert (game.seat, game.board.cards(0)) == (1, [WEST, NORTH])


@pytest.mark.parametrize("source", ["Paradies", "any card"])
def test_ruling_r7_north_chosen_face_up_as_the_fourth_leads_to_the_question(source):
    game = face_up(source, WEST, SAB, EAST, "Rome")
    assert (game.seat, game.node.name) == (0, "examiner")


def face_up(source, *cards):
    """Return a game in which Queen Maud has chosen Antarctica North from the World Pack."""
    options = {"pieces": QUEEN_MAUD, "cards": {0: cards}, "knows": {}}
    if source == "Paradies":
        game = position(**options, lands="paradies")
        game.play("pay two", "purgadies antarctica")
    else:
        game = position(**options, queue=["M13", "M08"], lands="S01")
    game.play(f"card {NORTH}")
    return game
