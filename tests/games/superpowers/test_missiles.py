"""Missiles (SP-192 to SP-202)."""

import pytest

from tests.games.superpowers.play import legal, play, position, units

RR = ("eu", "rr", "us", "la")


def test_sp_192_a_missile_reaches_two_spaces():
    table = position(
        {"germany": "eu N1", "karelia": "rr I1", "spain": "rr I1", "russia": "rr I1"}, turn="eu", powers=RR
    )
    assert {"ukraine", "karelia", "spain"} <= legal(table)
    assert "russia" not in legal(table)


def test_sp_193_four_dice_tell_how_many_units_are_destroyed():
    table = position({"germany": "eu N1", "karelia": "rr I10"}, turn="eu", powers=RR)
    play(table, "karelia|germany|all N|go|1 2 3 3")
    assert units(table, "karelia", "rr") == "I1"
    assert units(table, "germany", "eu") == ""


def test_sp_194_what_a_missile_destroys_does_not_roll():
    table = position({"germany": "eu N1 I1", "karelia": "rr I10"}, turn="eu", powers=RR)
    play(table, "karelia|germany|all N|go|1 2 3 3")
    assert table.node.name != "defence_die"


@pytest.mark.parametrize(("spares", "left"), [(False, ""), (True, "G1 L1")])
def test_sp_193_a_missile_takes_general_and_ruler_last_or_not_at_all(spares, left):
    spaces = {"germany": "eu N1", "karelia": "rr I3 G1 L1"}
    table = position(spaces, turn="eu", powers=RR, missile_spares_leaders=spares)
    play(table, "karelia|germany|all N|go|6 6 6 6")
    assert units(table, "karelia", "rr") == left
    assert table.node.name != "give"


def test_r11_a_general_whom_missiles_spare_is_not_lost_before_units_of_an_ally():
    spaces = {"germany": "eu N1", "karelia": "rr G1, us I3"}
    table = position(spaces, turn="eu", powers=RR, teams="0,3/1,2", missile_spares_leaders=True)
    play(table, "karelia|germany|all N|go|6 6 6 6")
    assert (units(table, "karelia", "rr"), units(table, "karelia", "us")) == ("G1", "")


def test_sp_193_one_unit_more_than_the_others_leaves_a_choice_between_general_and_ruler():
    table = position({"germany": "eu N1", "karelia": "rr I3 G1 L1"}, turn="eu", powers=RR)
    play(table, "karelia|germany|all N|go|1 1 1 1")
    assert legal(table) == {"one G", "one L"}


def test_sp_197_one_die_at_sea():
    table = position({"germany": "eu N1", "sz_baltic_sea": "rr TR2 CV1 F2"}, turn="eu", powers=RR, auto_casualties=True)
    play(table, "sz_baltic_sea|germany|all N|go|3")
    assert table.board.pieces("sz_baltic_sea") == {}


def test_sp_198_the_space_is_closed_until_the_turn_of_the_defender():
    spaces = {"germany": "eu N1 T1", "karelia": "rr I10", "ukraine": "us T1"}
    table = position(spaces, turn="eu", powers=RR)
    play(table, "karelia|germany|all N|go|1 2 3 3")
    karelia = list(table.board.holders).index("karelia")
    assert "karelia" not in legal(table)
    assert table.state.closed_until[karelia] == 3
    while table.state.turn != 2:
        assert "karelia" not in legal(table)
        table.play("end")
    assert table.state.closed_until[karelia] == 0


def test_sp_198_grace_rounds_hold_for_missiles():
    table = position({"germany": "eu N1", "karelia": "rr I10"}, turn="eu", powers=RR, round=5)
    assert "karelia" not in legal(table)


def test_sp_200_missiles_and_complexes_are_not_affected():
    table = position({"germany": "eu N1", "karelia": "rr I1 N1 X1"}, turn="eu", powers=RR)
    play(table, "karelia|germany|all N|go|6 6 6 6")
    assert units(table, "karelia", "rr") == "N1"
    assert table.state.complexes[list(table.board.holders).index("karelia")] == 1


def test_sp_201_missiles_fall_to_the_conqueror():
    table = position({"sweden_finland": "eu T1", "karelia": "rr N1"}, turn="eu", powers=RR)
    play(table, "karelia|sweden_finland|all T|go")
    assert units(table, "karelia", "eu") == "T1 N1"


def test_sp_202_a_transport_carries_two_missiles():
    table = position({"germany": "eu N3", "sz_north_sea": "eu TR1"}, turn="eu", at="move", round=1)
    play(table, "germany|one N|sz_north_sea|germany|one N|sz_north_sea|germany|all N")
    assert "sz_north_sea" not in legal(table)


SURRENDERED = {"germany": "eu N1", "sweden_finland": "eu T3", "karelia": "rr I9"}


def play_to(table, turn, node):
    """End steps until a power is to decide at this node."""
    while table.state.turn != turn or table.node.name != node:
        table.play("end")


def test_sp_198_without_a_turn_to_come_the_space_opens_after_the_turn_of_the_launcher():
    options = {"powers": ("us", "eu", "rr", "la"), "allow_surrender": True, "ruleset": "advanced"}
    table = position(SURRENDERED, turn="rr", at="buy", **options)
    play(table, "surrender")
    play_to(table, 1, "target")
    play(table, "karelia|missile|germany|all N|go|1 1 1 1")
    assert "karelia" not in legal(table)
    play_to(table, 0, "buy")
    play_to(table, 1, "target")
    assert "karelia" in legal(table)


def test_sp_198_the_space_opens_when_its_defender_surrenders():
    options = {"powers": ("us", "eu", "rr", "la"), "allow_surrender": True, "ruleset": "advanced"}
    table = position(SURRENDERED, turn="eu", **options)
    play(table, "karelia|missile|germany|all N|go|1 1 1 1")
    play_to(table, 2, "buy")
    play(table, "surrender")
    play_to(table, 1, "target")
    assert "karelia" in legal(table)
