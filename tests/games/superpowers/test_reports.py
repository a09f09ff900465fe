"""Issue reports of another engine, as tests of these rules; the numbers are those of its issues."""

import pytest

from tests.games.superpowers.play import attack, legal, play, position, units

GUAM = {"japan": "ie F2", "sz_e_japan_waters": "ie CV1 F1", "marshall_islands": "us"}
IE = ("ie", "us", "eu", "la")


def test_report_4162_without_a_rush_nothing_lands():
    spaces = {"sz_congo_waters": "ac TR1", "sz_sierra_waters": "la TR1 SU1 aboard I2", "nigeria": "ac I1"}
    table = position(spaces, turn="la")
    attack(table, "sz_congo_waters", ("sz_sierra_waters", "all SU"))
    play(table, "yes|6|6|retreat")
    assert table.board.cargo("sz_sierra_waters") == {"la": {"I": 2}}
    play(table, "nigeria")
    assert table.node.name == "through"


def test_report_14990_ships_retreat_to_where_they_came_from():
    spaces = {"sz_mediterranean_e": "eu BB1", "sz_arabian_sea": "eu BB1", "egypt": "eu I1", "sz_red_sea": "us BB2"}
    table = position(spaces, turn="eu")
    attack(table, "sz_red_sea", ("sz_mediterranean_e", "all BB"), ("sz_arabian_sea", "all BB"))
    play(table, "6 6|6 6|retreat")
    assert units(table, "sz_mediterranean_e", "eu") == units(table, "sz_arabian_sea", "eu") == "BB1"


def test_report_13280_a_landing_past_enemy_ships_is_a_rush():
    spaces = {"sz_congo_waters": "ac BB1", "sz_sierra_waters": "la TR1 aboard I2", "nigeria": "ac I1"}
    table = position(spaces, turn="la")
    play(table, "nigeria|sz_congo_waters|sz_sierra_waters|all I|go")
    assert table.node.name == "rush_die"


def test_report_9067_a_transport_used_in_combat_unloads_and_does_not_load_again():
    spaces = {"germany": "eu I2", "france": "eu I4", "sz_north_sea": "eu TR1"}
    table = position(spaces, turn="eu", round=1)
    play(table, "sail|germany|all I|sz_north_sea|sail|sz_north_sea|all TR|sz_denmark_strait|end")
    play(table, "france|one I")
    assert "sz_denmark_strait" not in legal(table)
    play(table, "spain|sz_denmark_strait|all I")
    assert legal(table) == {"france", "spain", "united_kingdom"}


def test_report_1148_the_rest_of_a_load_stays_aboard_beside_land_just_taken():
    spaces = {"sz_north_sea": "eu TR1 aboard I2", "norway": "us"}
    table = position(spaces, turn="eu")
    attack(table, "norway", ("sz_north_sea", "one I"))
    assert table.board.holders["norway"] == "eu"
    assert table.board.cargo("sz_north_sea") == {"eu": {"I": 1}}
    while table.state.turn == 1 and table.node.name != "move_from":
        table.play("end")
    assert table.state.turn != 1 or "sz_north_sea" not in legal(table)


def test_report_874_units_go_ashore_while_some_packing_of_ships_allows_it():
    spaces = {"sz_denmark_strait": "eu TR3 aboard I3 T3"}
    table = position(spaces, turn="eu", at="move", round=1)
    s = table.state
    s.hauls[3 * 66 + 30] = s.ships_spent[66 + 30] = 3
    play(table, "sz_denmark_strait|one I|france|sz_denmark_strait|one T|spain|sz_denmark_strait|one T")
    assert legal(table) == {"france", "spain", "united_kingdom"}


def test_report_874_where_no_packing_does_it_is_masked():
    table = position({"sz_denmark_strait": "eu TR2 aboard T3 I2"}, turn="eu", at="move", round=1)
    s = table.state
    s.hauls[3 * 66 + 30] = s.ships_spent[66 + 30] = 2
    play(table, "sz_denmark_strait|one I|france|sz_denmark_strait|all I")
    assert legal(table) == {"france"}


def test_report_3344_the_other_transport_sails_on():
    table = position({"sz_north_sea": "eu TR2 aboard I4", "germany": "eu I4"}, turn="eu", at="move", round=1)
    play(table, "sz_north_sea|all I|united_kingdom|germany|all I|sz_north_sea|sz_north_sea")
    assert "all TR" in legal(table)


def test_report_13655_a_sunk_transport_leaves_an_empty_zone():
    table = position({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us TR1 aboard I2"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1|6")
    assert table.board.pieces("sz_baltic_sea") == {"eu": {"BB": 1}}
    assert table.board.cargo("sz_baltic_sea") == {}


def test_report_3428_a_submarine_does_not_leave_to_enemies():
    spaces = {"sz_north_sea": "us SU1", "sz_denmark_strait": "eu BB2", "sz_norwegian_sea": "eu SU1"}
    table = position(spaces, turn="eu")
    attack(table, "sz_north_sea", ("sz_denmark_strait", "one BB"))
    play(table, "6|no")
    assert legal(table) == {"sz_baltic_sea"}


def test_report_4821_submarines_dive_one_by_one():
    table = position({"germany": "eu F1", "sz_baltic_sea": "us SU3"}, turn="eu")
    attack(table, "sz_baltic_sea", ("germany", "all F"))
    play(table, "6|dive")
    assert table.state.dived[0] == 1
    play(table, "yes")
    assert table.state.foe_dice[0] == 2


def test_report_1645_submarines_strike_first_in_attack_alone():
    table = position({"sz_north_sea": "eu SU1 BB1", "sz_baltic_sea": "us SU1 BB1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all SU|all BB"))
    play(table, "yes|1")
    assert table.node.name == "give"
    play(table, "one BB")
    assert table.node.name == "attack_die"
    play(table, "6")
    assert table.state.foe_dice[0] == 1


def test_report_9069_a_ship_hit_by_a_defending_submarine_has_rolled():
    table = position({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us SU1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1|1")
    assert table.board.pieces("sz_baltic_sea") == {}
    assert table.board.pieces("sz_north_sea") == {}


def test_report_2367_a_force_that_cannot_attack_is_not_offered():
    table = position({"sz_north_sea": "eu TR3", "sz_baltic_sea": "us TR1"}, turn="eu")
    assert "sz_baltic_sea" not in legal(table)


@pytest.mark.parametrize(("text", "offered"), [("mef N1", False), ("mef X1", True)])
def test_report_4486_a_blitz_passes_a_complex_and_no_missile(text, offered):
    table = position({"algeria": "us T1", "libya": text, "egypt": "mef I1"}, turn="us")
    attack(table, "libya", ("algeria", "all T"))
    assert table.board.holders["libya"] == "us"
    assert (table.node.name == "target" and table.state.turn == 0 and "egypt" in legal(table)) == offered


def test_report_7350_no_plane_lands_on_land_taken_this_turn():
    table = position({"manchuria": "ie T6", "japan": "ie F1"}, turn="ie", round=1)
    attack(table, "china", ("manchuria", "all T"), ("japan", "all F"))
    play(table, "6 6 6")
    while table.node.name != "land_where":
        table.play("end")
    assert "china" not in legal(table)


def test_report_14508_no_more_fighters_fly_than_a_carrier_takes():
    table = position(GUAM, turn="ie", round=1, powers=IE)
    play(table, "guam|japan")
    assert legal(table) == {"one F"}
    play(table, "one F|sz_e_japan_waters")
    assert legal(table) == {"all F"}
    play(table, "all F")
    assert legal(table) == {"go"}


def test_report_12677_guests_take_places_on_a_carrier():
    spaces = {"japan": "ie F1", "sz_e_japan_waters": "ie CV1, us F2", "sz_sea_of_japan": "us CV1"}
    table = position(spaces, turn="ie", at="move", powers=IE, teams="0,1/2,3")
    play(table, "japan|all F")
    assert "sz_e_japan_waters" not in legal(table)
    assert "sz_sea_of_japan" in legal(table)


def test_report_4429_a_carrier_bought_this_turn_takes_no_fighter_in_combat():
    spaces = {"japan": "ie F2", "marshall_islands": "us"}
    table = position(spaces, turn="ie", at="buy", round=1, powers=IE)
    play(table, "all CV")
    while table.node.name == "buy":
        table.play("end")
    assert "guam" not in legal(table)


def test_report_8789_fighters_of_a_sunk_carrier_are_lost_after_the_battle():
    table = position({"sz_north_sea": "eu BB3", "sz_baltic_sea": "us CV1 F2", "ukraine": "us I1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1 6 6|6 6 6|one CV|press|6 6 6|6 6|retreat")
    assert table.board.pieces("sz_baltic_sea") == {}


def test_report_2256_without_a_capital_nothing_is_bought_and_stacks_move():
    table = position({"germany": "us I1", "france": "eu I2"}, turn="eu", at="buy")
    assert table.state.turn == 1
    assert table.node.name != "buy"
    while table.node.name != "move_from":
        table.play("end")
    assert "france" in legal(table)


def test_report_11970_of_equal_units_the_landed_go_first():
    spaces = {"sz_north_sea": "eu TR1 aboard I2", "sweden_finland": "eu I2", "norway": "us I4"}
    table = position(spaces, turn="eu")
    attack(table, "norway", ("sz_north_sea", "all I"), ("sweden_finland", "all I"))
    play(table, "6 6 6 6|1 6 6 6|one I")
    assert sum(table.state.landers) == 1
    assert sum(table.state.force) == 2


def test_report_13244_a_plane_moves_once():
    table = position({"germany": "eu F1"}, turn="eu", at="move", round=1)
    play(table, "germany|all F|france")
    assert table.state.turn != 1 or "france" not in legal(table)
