"""Planes, ships, transports and canals (SP-171 to SP-256)."""

import pytest

from tests.games.superpowers.order_position import ZONES
from tests.games.superpowers.play import attack, legal, play, position, units
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import AIR_POWER, TECHNOLOGIES, TORPEDOES

IE = ("ie", "us", "eu", "la")


def test_sp_203_a_battleship_fights_at_four():
    table = position({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us SU1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    assert table.state.dice[4] == 1
    play(table, "1")
    assert table.node.name == "defence_die"


def test_sp_204_a_battleship_supports_a_landing():
    spaces = {"sz_north_sea": "eu BB1 TR1 aboard I2", "norway": "us I3"}
    table = position(spaces, turn="eu")
    attack(table, "norway", ("sz_north_sea", "all I"))
    assert table.state.dice[4] == 1
    assert table.state.dice[1] == 2


def test_sp_206_a_battleship_that_fought_does_not_support():
    spaces = {"sz_north_sea": "eu BB1 TR1 aboard I2", "sz_norwegian_sea": "us TR1", "norway": "us I3"}
    table = position(spaces, turn="eu", encircle="off")
    attack(table, "sz_norwegian_sea", ("sz_north_sea", "all BB"))
    play(table, "1|6")
    play(table, "sail|sz_north_sea|all TR|sz_norwegian_sea")
    attack(table, "norway", ("sz_norwegian_sea", "all I"))
    assert table.state.dice[4] == 0


def test_sp_219_a_submarine_carries_the_ruler_only():
    table = position({"germany": "eu I1 L1", "sz_north_sea": "eu SU1"}, turn="eu", at="move", round=1)
    play(table, "germany|all L")
    assert "sz_north_sea" in legal(table)


def test_sp_220_submarine_hits_are_final_at_once():
    table = position({"sz_north_sea": "eu SU1", "sz_baltic_sea": "us TR1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all SU"))
    play(table, "yes|1")
    assert units(table, "sz_baltic_sea", "us") == ""
    assert units(table, "sz_baltic_sea", "eu") == "SU1"


def test_sp_222_a_defending_submarine_has_no_first_strike():
    table = position({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us SU1 BB1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "6|6 1")
    assert units(table, "sz_north_sea", "eu") == ""


def test_sp_223_a_submarine_leaves_instead_of_rolling():
    table = position({"sz_north_sea": "eu SU2 BB1", "sz_baltic_sea": "us BB1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all SU|all BB"))
    assert table.node.name == "sub_stays"
    play(table, "no|sz_north_sea|no|sz_north_sea")
    assert table.state.dice[0] == 0
    assert units(table, "sz_north_sea", "eu") == "SU2"


def test_sp_224_a_submarine_without_a_free_zone_cannot_leave():
    table = position({"sz_north_sea": "eu BB2", "sz_baltic_sea": "us SU1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "one BB"))
    play(table, "6")
    assert table.node.name == "defence_die"


def test_sp_225_submarines_dive_under_planes():
    table = position({"germany": "eu F3", "sz_baltic_sea": "us SU2"}, turn="eu")
    attack(table, "sz_baltic_sea", ("germany", "all F"))
    play(table, "6 6 6")
    assert table.node.name == "sub_stays"
    assert "dive" in legal(table)
    play(table, "dive|dive")
    assert table.node.name == "land_where"
    assert units(table, "sz_baltic_sea", "us") == "SU2"


def test_sp_226_hits_of_submarines_on_planes_are_wasted():
    table = position({"germany": "eu F1", "sz_baltic_sea": "us SU1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("germany", "all F"))
    play(table, "6|yes|1")
    assert table.state.engaged[4] == 1


def test_sp_227_transports_do_not_attack():
    table = position({"sz_north_sea": "eu TR1", "sz_baltic_sea": "us TR1"}, turn="eu")
    assert "sz_baltic_sea" not in legal(table)


def test_sp_162_a_general_helps_to_defend_at_sea():
    table = position({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us TR1 aboard G1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "6")
    assert table.state.foe_dice[1] == 1
    assert table.state.foe_dice[3] == 1


@pytest.mark.parametrize(("aboard", "offered"), [("I2", True), ("I3", False)])
def test_sp_228_a_transport_has_four_places(aboard, offered):
    table = position({"germany": "eu T1", "sz_north_sea": f"eu TR1 aboard {aboard}"}, turn="eu", at="move", round=1)
    play(table, "germany|all T")
    assert ("sz_north_sea" in legal(table)) == offered


def test_sp_230_a_transport_loads_sails_loads_and_sails():
    spaces = {"germany": "eu I2", "spain": "eu T1", "sz_north_sea": "eu TR1"}
    table = position(spaces, turn="eu", at="combat", round=1)
    play(table, "sail|germany|all I|sz_north_sea|sail|sz_north_sea|all TR|sz_denmark_strait")
    play(table, "sail|spain|all T|sz_denmark_strait|sail|sz_denmark_strait|all TR|sz_quebec_waters")
    assert table.board.cargo("sz_quebec_waters") == {"eu": {"I": 2, "T": 1}}
    attack(table, "quebec", ("sz_quebec_waters", "all I|all T"))
    assert table.node.name == "attack_die"


def test_sp_231_cargo_is_unloaded_in_one_place():
    table = position({"sz_denmark_strait": "eu TR1 aboard I2"}, turn="eu", at="move", round=1)
    table.state.hauls[3 * 66 + 30] = 1
    table.state.ships_spent[66 + 30] = 1
    play(table, "sz_denmark_strait|one I|france")
    play(table, "sz_denmark_strait|all I")
    assert legal(table) == {"france"}


def test_sp_232_cargo_stands_on_the_coast_when_the_turn_begins():
    table = position({"germany": "eu T1", "sz_mediterranean_w": "eu TR1"}, turn="eu", at="move", round=1)
    play(table, "germany|all T|france")
    assert table.node.name != "move_from" or "france" not in legal(table)


def test_sp_233_unloaded_cargo_does_not_move_on():
    table = position({"sz_denmark_strait": "eu TR1 aboard T1"}, turn="eu", at="move", round=1)
    play(table, "sz_denmark_strait|all T|france")
    assert table.node.name != "move_from" or "france" not in legal(table)


def test_sp_235_a_sunk_transport_takes_its_cargo_down():
    table = position({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us TR1 aboard I4"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1|6")
    assert table.board.cargo("sz_baltic_sea") == {}


def test_r10_the_owner_chooses_what_sinks():
    table = position({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us TR2 aboard I4 T2"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1|6 6")
    assert table.node.name == "sink"
    assert table.seat == 0
    play(table, "one T|one T")
    assert table.board.cargo("sz_baltic_sea") == {"us": {"I": 4}}


def test_sp_239_a_rush_is_fired_at_once_by_all_enemies():
    spaces = {"sz_sierra_waters": "la TR2 aboard I4 T2", "sz_congo_waters": "ac BB1 SU1", "nigeria": "ac I1"}
    table = position(spaces, turn="la", round=8)
    play(table, "nigeria|sz_congo_waters|sz_sierra_waters")
    play(table, "all I|sz_sierra_waters|all T|go")
    assert table.node.name == "rush_die"
    play(table, "1 6")
    assert sum(table.state.landing_ships) == 1


def test_sp_242_transports_in_enemy_water_are_removed():
    spaces = {"sz_sierra_waters": "la TR1 aboard T2", "sz_congo_waters": "ac TR1", "nigeria": "ac I1"}
    table = position(spaces, turn="la", round=8)
    play(table, "nigeria|sz_congo_waters|sz_sierra_waters|all T|go|6|6")
    assert table.board.holders["nigeria"] == "la"
    assert units(table, "sz_congo_waters", "la") == units(table, "sz_sierra_waters", "la") == ""


@pytest.mark.parametrize("round", [5, 8])
def test_sp_238_no_rush_in_the_grace_rounds(round):
    spaces = {"sz_sierra_waters": "la TR1 aboard T2", "sz_congo_waters": "ac TR1", "nigeria": "ac I1"}
    table = position(spaces, turn="la", round=round)
    assert ("nigeria" in legal(table)) == (round == 8)


def test_sp_243_an_unused_transport_brings_two_loads():
    table = position({"france": "eu I8", "sz_denmark_strait": "eu TR1"}, turn="eu", at="move", round=1)
    play(table, "france|half I|sz_denmark_strait|sz_denmark_strait|all I|united_kingdom")
    play(table, "france|all I|sz_denmark_strait|sz_denmark_strait|all I|united_kingdom")
    assert units(table, "united_kingdom", "eu") == "I8"


def test_sp_244_a_transport_that_sailed_does_not_bridge():
    table = position({"france": "eu I4", "sz_north_sea": "eu TR1 aboard I4"}, turn="eu", at="move", round=1)
    play(table, "sz_north_sea|all TR|sz_denmark_strait|sz_denmark_strait|all I|united_kingdom")
    play(table, "france|all I")
    assert "sz_denmark_strait" not in legal(table)


@pytest.mark.parametrize(("holder", "open_"), [("eu", True), ("us", False)])
def test_sp_251_suez_needs_one_of_its_lands(holder, open_):
    spaces = {"egypt": f"{holder} I1", "syria_iraq": "us I1", "sz_mediterranean_e": "eu BB1"}
    table = position(spaces, turn="eu", at="move")
    play(table, "sz_mediterranean_e|all BB")
    assert ("sz_red_sea" in legal(table)) == open_


def test_sp_252_neutrals_never_permit():
    table = position({"sz_mediterranean_e": "eu BB1"}, turn="eu", at="move", powers=("eu", "us", "ie", "la"))
    play(table, "sz_mediterranean_e|all BB")
    assert "sz_red_sea" not in legal(table)


def test_sp_253_taking_a_land_opens_the_canal_at_once():
    spaces = {"libya": "eu T2", "egypt": "mef", "sz_mediterranean_e": "eu BB1"}
    table = position(spaces, turn="eu")
    attack(table, "egypt", ("libya", "all T"))
    play(table, "sail|sz_mediterranean_e|all BB")
    assert "sz_red_sea" in legal(table)


@pytest.mark.parametrize(("holder", "open_"), [("la", True), ("us", False)])
def test_sp_254_panama_needs_its_owner(holder, open_):
    table = position({"panama": f"{holder} I1", "sz_caribbean_sea": "la BB1"}, turn="la", at="move")
    play(table, "sz_caribbean_sea|all BB")
    assert ("sz_w_panama_waters" in legal(table)) == open_


def test_sp_058_a_zone_won_this_turn_is_passed_at_once():
    spaces = {"sz_brazil_waters": "la BB3", "sz_sierra_waters": "ac TR1", "sz_south_atlantic": "ac TR1"}
    table = position(spaces | {"sz_congo_waters": "ac TR1"}, turn="la")
    assert "sz_congo_waters" not in legal(table)
    attack(table, "sz_sierra_waters", ("sz_brazil_waters", "one BB"))
    play(table, "1|6")
    assert "sz_congo_waters" in legal(table)


def test_sp_064_sea_battles_are_not_limited():
    spaces = {"sz_brazil_waters": "la BB2", "sz_sierra_waters": "ac TR1", "sz_south_atlantic": "ac TR1"}
    table = position(spaces, turn="la", round=6)
    attack(table, "sz_sierra_waters", ("sz_brazil_waters", "one BB"))
    play(table, "1|6")
    assert "sz_south_atlantic" in legal(table)


def test_sp_250_bridges_are_never_blocked():
    table = position({"japan": "ie I1", "sz_sea_of_japan": "us BB3"}, turn="ie", at="move")
    play(table, "japan|all I")
    assert "manchuria" in legal(table)


def test_sp_256_ships_stay_at_sea():
    table = position({"sz_north_sea": "eu BB1"}, turn="eu", at="move")
    play(table, "sz_north_sea|all BB")
    assert all(name.startswith("sz_") for name in legal(table))


def test_guest_fighters_sail_along_with_their_carrier():
    spaces = {"sz_spain_waters": "us CV1, la F2"}
    table = position(spaces, turn="us", at="move", powers=("us", "eu", "ie", "la"), teams="0,3/1,2")
    play(table, "sz_spain_waters|all CV|sz_quebec_waters")
    assert units(table, "sz_quebec_waters", "la") == "F2"
    assert units(table, "sz_spain_waters", "la") == ""


@pytest.mark.parametrize(("cargo", "offered"), [("I2 T1", {"one TR", "all TR"}), ("I3 T1", {"all TR"})])
def test_sp_236_transports_join_while_the_others_hold_the_cargo(cargo, offered):
    spaces = {"sz_e_usa_waters": f"us CV1 TR2 aboard {cargo}", "sz_quebec_waters": "eu SU1"}
    table = position(spaces, turn="us")
    play(table, "sz_quebec_waters|sz_e_usa_waters|all CV")
    assert "sz_e_usa_waters" in legal(table)
    play(table, "sz_e_usa_waters")
    assert legal(table) == offered


@pytest.mark.parametrize(("ships", "category", "face"), [("SU1", TORPEDOES, 3), ("CV1 F2", AIR_POWER, 5)])
@pytest.mark.parametrize("level", [0, 1])
def test_sp_281_technologies_count_in_the_fire_at_a_rush(ships, category, face, level):
    spaces = {"sz_congo_waters": f"la TR1 aboard I2, ac {ships}", "nigeria": "ac I1"}
    table = position(spaces, turn="la", round=8, powers=("la", "ac", "us", "eu"), ruleset="advanced")
    table.state.technology[POWER_IDS.index("ac") * TECHNOLOGIES + category] = level
    play(table, f"nigeria|sz_congo_waters|sz_congo_waters|all I|go|{face}")
    assert table.state.landing_ships[tuple(ZONES).index("sz_congo_waters")] == 1 - level
