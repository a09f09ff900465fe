"""Limits of rounds, of carriers and transports, of turns and of income, each where only that limit applies."""

import pytest

from tests.games.superpowers.play import attack, legal, play, position

FOUR = ("us", "eu", "ie", "la")


@pytest.mark.parametrize(("round", "offered"), [(5, False), (7, True)])
def test_sp_060_a_neighbour_is_not_attacked_in_the_grace_rounds(round, offered):
    table = position({"germany": "eu T2", "ukraine": "us I1"}, turn="eu", round=round, powers=FOUR)
    assert ("ukraine" in legal(table)) == offered


@pytest.mark.parametrize(("round", "offered"), [(5, False), (7, True)])
def test_sp_238_no_rush_at_neutral_land_in_the_grace_rounds(round, offered):
    spaces = {"sz_sierra_waters": "la TR1 aboard T2", "sz_congo_waters": "us TR1"}
    table = position(spaces, turn="la", round=round, powers=FOUR)
    assert ("nigeria" in legal(table)) == offered


def test_sp_062_a_power_takes_one_land_of_all_others_in_the_limited_round():
    spaces = {"germany": "eu T2", "ukraine": "us", "sweden_finland": "eu I1", "norway": "ie"}
    table = position(spaces, turn="eu", round=6, powers=FOUR)
    assert {"ukraine", "norway"} <= legal(table)
    attack(table, "ukraine", ("germany", "all T"))
    assert "norway" not in legal(table)


def test_sp_063_a_power_loses_one_land_to_all_others_in_the_limited_round():
    spaces = {"germany": "eu T2", "ukraine": "us", "fareast": "ie T1"}
    table = position(spaces, turn="eu", round=6, powers=FOUR)
    attack(table, "ukraine", ("germany", "all T"))
    while (table.state.turn, table.node.name) != (3, "target"):
        table.play("end")
    assert "alaska" not in legal(table)


def test_sp_057_tanks_do_not_pass_land_taken_by_an_ally_in_this_round():
    spaces = {"germany": "eu T1", "ukraine": "us I1", "chechnya": "ie I1"}
    table = position(spaces, turn="eu", powers=FOUR, teams="0,1/2,3")
    assert "chechnya" in legal(table)
    table.state.captured[list(table.board.holders).index("ukraine")] = 1
    assert "chechnya" not in legal(table)


@pytest.mark.parametrize(("option", "offered"), [("allies", True), ("nobody", False)])
def test_r31_allies_let_ships_pass_where_that_is_agreed(option, offered):
    spaces = {"sz_mediterranean_e": "eu BB1", "egypt": "us", "syria_iraq": "ie"}
    table = position(spaces, turn="eu", at="move", powers=FOUR, teams="0,1/2,3", canal_permission=option)
    play(table, "sz_mediterranean_e|all BB")
    assert ("sz_red_sea" in legal(table)) == offered


def test_sp_265_a_power_that_surrendered_has_no_turn():
    table = position({}, turn="eu", at="buy", round=1, powers=FOUR, allow_surrender=True)
    table.play("surrender")
    turns = set()
    while table.board.round == 1:
        turns.add(table.state.turn)
        table.play("end")
    for _ in range(6):
        turns.add(table.state.turn)
        table.play("end")
    assert turns == {0, 3, 7}


def test_r4_capitals_count_more_than_production_at_the_limit():
    spaces = {"japan": "us I1"}
    table = position(spaces, turn="eu", at="next", round=9, max_rounds=9, powers=FOUR, production={"eu": 90})
    while not table.is_terminal:
        table.play("end")
    assert table.winners == (0,)


def test_sp_259_centres_bring_nothing_without_a_capital():
    table = position({"germany": "us I1", "france": "eu E1"}, turn="eu", at="income")
    assert table.board.production["eu"] == 0


def test_sp_106_a_new_carrier_beside_one_of_an_ally_takes_no_fighter():
    spaces = {"sz_north_sea": "us CV1", "france": "eu X1"}
    table = position(spaces, turn="eu", at="buy", teams="0,1/2,3", production={"eu": 40})
    play(table, "one CV|one F")
    while table.node.name != "place_what":
        table.play("end")
    play(table, "all CV|sz_north_sea|all F")
    assert legal(table) == {"germany", "france"}


def test_sp_231_a_transport_that_sailed_unloads_in_one_land():
    spaces = {"sz_north_sea": "eu TR1 aboard I2", "france": "eu", "spain": "eu"}
    table = position(spaces, turn="eu", at="move", round=1)
    play(table, "sz_north_sea|all TR|sz_denmark_strait|sz_denmark_strait|one I|france|sz_denmark_strait|all I")
    assert legal(table) == {"france"}


def test_sp_228_five_places_close_two_transports():
    spaces = {"sz_north_sea": "eu TR2 aboard I6", "france": "eu", "spain": "eu"}
    table = position(spaces, turn="eu", at="move", round=1)
    play(table, "sz_north_sea|all TR|sz_denmark_strait|sz_denmark_strait|half I|france")
    play(table, "sz_denmark_strait|one I|france|sz_denmark_strait|one I|france|sz_denmark_strait|all I")
    assert legal(table) == {"france"}


def test_sp_244_a_transport_that_loaded_in_combat_does_not_bridge_beside_another():
    table = position({"germany": "eu I8 T1", "sz_north_sea": "eu TR2", "norway": "us"}, turn="eu")
    play(table, "sail|germany|all I|sz_north_sea")
    attack(table, "norway", ("sz_north_sea", "half I"))
    play(table, "end|sz_north_sea|all I|germany|germany|all T")
    assert "france" in legal(table)
    assert "sz_north_sea" not in legal(table)


@pytest.mark.parametrize(("foe", "moves"), [("us", False), ("la", True)])
def test_sp_093_the_step_ends_where_ships_alone_are_left_and_enemies_close_their_way(foe, moves):
    spaces = {"sz_hudson_bay": "la SU1", "sz_labrador_sea": f"{foe} BB1", "sz_quebec_waters": f"{foe} BB1"}
    table = position(spaces, turn="la", at="move", powers=("us", "eu", "ie", "la"))
    assert (table.node.name == "move_from") == moves


def test_sp_230_units_board_ships_that_cannot_sail():
    spaces = {"germany": "eu I1", "sz_north_sea": "eu TR1", "sz_baltic_sea": "us BB1"}
    spaces |= {"sz_denmark_strait": "us BB1", "sz_norwegian_sea": "us BB1"}
    table = position(spaces, turn="eu", round=5)
    play(table, "sail")
    assert legal(table) == {"germany"}
