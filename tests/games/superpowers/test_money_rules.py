"""Movement, placement, income, complexes, capitals and victory (SP-093 to SP-170, SP-257 to SP-269)."""

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, play, position, units
from wd_env.games.superpowers.definitions.actions import POWER_IDS

EU = POWER_IDS.index("eu")


def test_sp_093_units_that_fought_do_not_move():
    table = position({"germany": "eu T4"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "one T|all T"))
    play(table, "1 1 1 6|6 6 6")
    assert "ukraine" not in legal(table)


@pytest.mark.parametrize(("kind", "near"), [("I", "france"), ("T", "spain"), ("F", "united_kingdom")])
def test_sp_101_units_move_as_far_as_they_can(kind, near):
    table = position({"germany": f"eu {kind}2"}, turn="eu", at="move", round=1)
    play(table, f"germany|all {kind}")
    assert near in legal(table)
    assert ("spain" in legal(table)) == (kind != "I")


def test_sp_095_land_of_others_is_closed_in_movement():
    table = position({"algeria": "us I1", "libya": "mef", "west_africa": "us"}, turn="us", at="move", round=1)
    play(table, "algeria|all I")
    assert legal(table) == {"west_africa"}


def test_sp_094_allied_land_is_friendly():
    table = position({"germany": "eu I1", "ukraine": "us I1"}, turn="eu", at="move", teams="0,1/2,3")
    play(table, "germany|all I")
    assert "ukraine" in legal(table)


def test_sp_096_land_taken_this_turn_is_closed_in_movement():
    table = position({"manchuria": "ie T4 I1"}, turn="ie", round=1)
    attack(table, "china", ("manchuria", "one T|all T"))
    play(table, "1 1 1 6|6 6 6")
    play(table, "manchuria|all I" if table.node.name == "move_from" else "end|manchuria|all I")
    assert "china" not in legal(table)


def test_sp_102_everything_bought_is_placed():
    table = position({"spain": "eu X1"}, turn="eu", at="buy", round=1)
    play(table, "all T")
    assert table.node.name == "place_what"
    assert "end" not in legal(table)
    play(table, "one T|spain|all T|germany")
    assert units(table, "spain", "eu") == "T1"
    assert units(table, "germany", "eu") == "T3"


def test_sp_103_units_are_placed_beside_complexes():
    table = position({"spain": "eu X1"}, turn="eu", at="buy", round=1)
    play(table, "all T")
    if table.node.name != "place_what":
        play(table, "end")
    play(table, "all T")
    assert legal(table) == {"germany", "spain"}


def test_sp_104_ships_are_placed_in_a_zone_at_a_complex():
    table = position({}, turn="eu", at="buy", round=1)
    play(table, "one SU|end")
    while table.node.name != "place_what":
        table.play("end")
    play(table, "all SU")
    assert legal(table) == {"sz_north_sea", "sz_baltic_sea"}


def test_sp_105_a_complex_taken_this_turn_takes_no_units():
    spaces = {"central_usa": "eu T3", "eastern_usa": "us"}
    table = position(spaces, turn="eu", at="buy")
    play(table, "all T|eastern_usa|central_usa|all T|go")
    while table.state.turn == 1:
        table.play("end")
    assert units(table, "germany", "eu") == "T4"


def test_sp_106_fighters_are_placed_on_carriers():
    table = position({"sz_north_sea": "eu CV1"}, turn="eu", at="buy", round=1)
    play(table, "one F|all F" if "one F" in legal(table) else "all F")
    while table.node.name not in ("place_what", "place_where"):
        table.play("end")
    play(table, "all F")
    assert legal(table) == {"germany", "sz_north_sea"}


def test_sp_106_a_part_of_new_fighters_is_placed_on_a_carrier():
    table = position({"sz_north_sea": "eu CV1 F1"}, turn="eu", at="buy", round=1)
    play(table, "all F")
    while table.node.name not in ("place_what", "place_where"):
        table.play("end")
    assert {"one F", "all F"} <= legal(table)
    play(table, "one F|sz_north_sea")
    assert (units(table, "sz_north_sea", "eu"), units(table, "germany", "eu")) == ("F2 CV1", "F1")


@pytest.mark.parametrize(
    ("spaces", "value"),
    [
        ({}, 20),
        ({"spain": "us I1"}, 10),
        ({"france": "eu L1"}, 30),
        ({"germany": "eu L1"}, 20),
        ({"sz_north_sea": "eu SU1 aboard L1"}, 20),
        ({"france": "eu E1", "spain": "eu E1"}, 30),
        ({"russia": "eu I1"}, 30),
        ({"france": "eu X1"}, 20),
    ],
)
def test_sp_111_production_is_the_sum_of_the_criteria(spaces, value):
    table = position(spaces, turn="eu", at="income")
    assert table.board.production["eu"] == value


def test_sp_112_captured_capitals_bring_ten():
    table = position({"russia": "eu I1"}, turn="eu", at="income")
    assert table.board.production["eu"] == 30


def test_sp_113_whole_empires_bring_ten():
    lands = ("russia", "karelia", "chechnya", "caucasus", "kazakstan", "taimyr", "novosibirsk", "siberia")
    table = position(dict.fromkeys(lands, "eu"), turn="eu", at="income")
    assert table.board.production["eu"] == 40


def test_sp_114_the_ruler_in_allied_land_brings_nothing():
    table = position({"ukraine": "us, eu L1"}, turn="eu", at="income", teams="0,1/2,3")
    assert table.board.production["eu"] == 20


def test_sp_116_a_land_that_is_lost_costs_ten():
    table = position({"spain": "us I1"}, turn="eu", at="income")
    assert table.board.production["eu"] == 10


def test_sp_117_the_new_value_is_the_money_of_the_next_turn():
    table = position({"france": "eu E1"}, turn="eu", at="income")
    for _ in range(4):
        finish_turn(table)
        if table.state.turn == 1:
            break
    assert table.board.money == 25


@pytest.mark.parametrize(
    ("spaces", "income"),
    [
        ({}, 20),
        ({"algeria": "eu"}, 22),
        ({"spain": "us"}, 18),
        ({"france": "eu L1 E1"}, 35),
        ({"germany": "us I1 X1"}, 0),
    ],
)
def test_sp_248_the_printed_model_counts_the_numbers_of_all_lands(spaces, income):
    table = position(spaces, turn="eu", at="income", powers=("eu", "us", "rr", "la"), income_model="printed")
    assert table.state.production[EU] == income


def test_sp_118_the_income_step_ends_the_turn():
    table = position({}, turn="eu", at="income")
    assert table.state.turn != 1


def test_sp_157_a_general_is_not_bought():
    table = position({}, turn="eu", at="buy")
    assert not {"all G", "all L"} & legal(table)


def test_sp_164_a_complex_is_put_on_land_held_since_the_turn_began():
    table = position({}, turn="eu", at="buy")
    play(table, "buy complex")
    assert legal(table) == {"france", "spain", "united_kingdom", "sweden_finland", "southern_europe"}
    play(table, "france")
    assert table.board.money == 5


def test_sp_165_a_new_complex_takes_units_from_the_next_turn_on():
    table = position({}, turn="eu", at="buy", round=1)
    play(table, "buy complex|france|all T")
    while table.state.turn == 1:
        table.play("end")
    assert units(table, "germany", "eu") == "T1"


def test_sp_167_an_economic_centre_brings_five():
    table = position({}, turn="eu", at="buy", round=1)
    play(table, "buy centre|france|end")
    finish_turn(table)
    assert table.board.production["eu"] == 25


@pytest.mark.parametrize(("text", "offered"), [("eu X1 E1", True), ("eu X1 E2", False)])
def test_sp_168_the_capital_has_three_complexes(text, offered):
    table = position({"germany": text}, turn="eu", at="buy")
    play(table, "buy centre")
    assert ("germany" in legal(table)) == offered


def test_sp_168_other_lands_have_one_of_each():
    table = position({"france": "eu X1 E1"}, turn="eu", at="buy")
    play(table, "buy centre")
    assert "france" not in legal(table)


def test_sp_170_complexes_belong_to_whoever_holds_the_land():
    table = position({"spain": "eu E1", "algeria": "us T1"}, turn="us", at="income")
    assert table.board.production["us"] == 20
    table = position({"spain": "us E1"}, turn="us", at="income")
    assert table.board.production["us"] == 25
