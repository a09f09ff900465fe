"""Rare orders: joint flights, passages past enemies, missiles that enter land, passengers of bombers."""

import pytest

from tests.games.superpowers.order_position import SPACES
from tests.games.superpowers.play import attack, legal, play, position, units
from wd_env.games.superpowers.battle_odds import OddsOptions, odds

FAR_SEA = {"sz_south_pacific_se": "ie CV1 F1", "sz_south_pacific_sw": "us TR1"}  # no land is within four borders
LA_WATERS = ("sz_sierra_waters", "sz_congo_waters", "sz_angola_waters")
PAST = {"sz_sierra_waters": "la TR2 aboard I4 T2", "sz_congo_waters": "ac BB1", "sz_angola_waters": "la SU1"}
PAST |= {"sz_south_atlantic": "ac TR1"}


def test_sp_081_a_first_attack_with_the_general():
    chances = [odds("I2 T2 G1", "I3", OddsOptions(encircle=choice)).captured for choice in ("no", "yes")]
    assert [float(chance) for chance in chances] == pytest.approx([0.919799, 0.924665], abs=5.1e-7)


def test_sp_182_a_carrier_follows_the_fighter_that_counts_on_it():
    table = position(FAR_SEA, turn="ie")
    play(table, "sz_south_pacific_sw|sz_south_pacific_se|all F|sz_south_pacific_se")
    assert legal(table) == {"all CV"}
    play(table, "all CV|go|1 6|6")
    play(table, "sz_south_pacific_sw")
    assert units(table, "sz_south_pacific_sw", "ie") == "F1 CV1"


def test_sp_182_carriers_of_an_ally_do_not_sail_for_a_fighter_that_counts_on_them():
    spaces = {"sz_south_pacific_se": "eu F2, us CV1", "sz_south_pacific_sw": "ie TR1"}
    table = position(spaces, turn="eu", teams="0,1/2,3")
    attack(table, "sz_south_pacific_sw", ("sz_south_pacific_se", "one F"))
    play(table, "1|6")
    assert table.state.planes_aloft == 1
    assert "sail" not in legal(table)


def test_sp_182_a_carrier_stays_for_a_fighter_of_another_attack():
    spaces = {"india": "neutral I3", "tibet": "neutral", "sz_timor_sea": "cfe CV1 F1", "sz_tasman_sea": "us TR1"}
    table = position(spaces | {"indo_china": "us I1"}, turn="cfe", powers=("cfe", "us", "eu", "la"))
    assert "sz_tasman_sea" in legal(table)
    play(table, "india|sz_timor_sea|all F|go|4|6 6 6|retreat")
    assert "sz_tasman_sea" not in legal(table)


@pytest.mark.parametrize(("carriers", "node"), [("CV1", "move_from"), ("CV2", "place_what")])
def test_sp_106_guests_take_places_from_new_fighters(carriers, node):
    table = position({"sz_north_sea": f"eu {carriers}, us F2"}, turn="eu", at="buy", teams="0,1/2,3")
    play(table, "one F")
    while table.node.name != "move_from":
        table.play("end")
    table.play("end")
    assert (table.node.name == "place_what") == (node == "place_what")  # with one place there is nothing to decide
    if node == "place_what":
        table.play("all F")
        assert legal(table) == {"germany", "sz_north_sea"}


def test_sp_106_carriers_of_this_turn_take_no_fighters():
    table = position({"france": "eu X1"}, turn="eu", at="buy", production={"eu": 40})
    play(table, "one CV|one F")
    while table.node.name != "place_what":
        table.play("end")
    play(table, "all CV|sz_north_sea|all F")
    assert legal(table) == {"germany", "france"}


def test_sp_239_transports_pass_enemy_water_to_a_friendly_zone():
    table = position(PAST, turn="la", round=8)
    play(table, "sail|sz_sierra_waters|all TR")
    assert "sz_angola_waters" in legal(table)
    play(table, "sz_angola_waters")
    assert legal(table) == {"sz_congo_waters", "sz_south_atlantic"}
    play(table, "sz_congo_waters")
    assert table.node.name == "rush_die"
    play(table, "4")
    assert table.node.name == "sink"
    play(table, "one T|one T")
    assert units(table, "sz_angola_waters", "la") == "TR1 SU1"
    assert table.board.cargo("sz_angola_waters") == {"la": {"I": 4}}
    assert units(table, "sz_congo_waters", "ac") == "BB1"
    play(table, "sail|sz_angola_waters")
    assert legal(table) == {"all SU"}
    play(table, "all SU|sz_south_african_waters|angola|sz_angola_waters")
    assert "all I" in legal(table)


@pytest.mark.parametrize(("round", "at"), [(5, "combat"), (8, "move")])
def test_r20_enemy_water_is_passed_in_combat_after_the_grace_rounds(round, at):
    table = position(PAST, turn="la", round=round, at=at)
    if at == "combat":
        play(table, "sail|sz_sierra_waters|all TR")
    else:
        play(table, "sz_sierra_waters|all TR")
    assert "sz_angola_waters" not in legal(table)


def test_r57_a_landing_from_a_shared_zone_is_a_rush():
    spaces = {"sz_congo_waters": "la TR1 aboard I2, ac SU1", "nigeria": "ac"}
    table = position(spaces, turn="la", round=8)
    play(table, "nigeria|sz_congo_waters")
    assert table.state.mode
    play(table, "sz_congo_waters|all I|go")
    assert table.node.name == "rush_die"
    play(table, "6")
    assert table.board.holders["nigeria"] == "la"
    assert units(table, "sz_congo_waters", "la") == ""


def test_r3_a_missile_enters_land_with_those_that_hold_it():
    table = position({"germany": "eu T2 N1", "ukraine": "us I1"}, turn="eu")
    play(table, "ukraine|assault|germany")
    assert "all N" not in legal(table)
    play(table, "all T|germany")
    assert legal(table) == {"all N"}
    play(table, "all N|go")
    assert table.node.name == "defence_die"
    play(table, "6")
    assert units(table, "ukraine", "eu") == "T2 N1"


def test_r43_a_missile_whose_army_is_lost_goes_back():
    table = position({"germany": "eu I1 N1", "ukraine": "us I2"}, turn="eu")
    play(table, "ukraine|assault|germany|all I|germany|all N|go|6|1 6")
    assert units(table, "germany", "eu") == "N1"
    assert table.board.holders["ukraine"] == "us"


def test_r43_a_missile_that_was_landed_falls_to_the_holder():
    table = position({"sz_north_sea": "eu TR1 aboard I1 N1", "norway": "us I2"}, turn="eu")
    attack(table, "norway", ("sz_north_sea", "all I"), ("sz_north_sea", "all N"))
    play(table, "6|1 1")
    assert units(table, "norway", "us") == "I2 N1"
    assert table.board.cargo("sz_north_sea") == {}


def test_q58_a_bomber_carries_two_infantry_the_general_and_the_ruler():
    table = position({"germany": "eu B1 I2 G1 L1"}, turn="eu", at="move", round=1)
    play(table, "germany|all G|spain|germany|all I|spain|germany|all L|spain")
    assert units(table, "spain", "eu") == "I2 B1 G1 L1"


def test_q58_the_places_of_a_flight_are_counted():
    table = position({"germany": "eu B2 I5 G1"}, turn="eu", at="move", round=1)
    play(table, "germany|one I|spain|germany|half I")
    assert "spain" in legal(table)
    play(table, "spain|germany|all I")
    assert "spain" not in legal(table)
    assert units(table, "spain", "eu") == "I3 B2"


def test_q58_the_general_rides_along_to_the_same_place_only():
    table = position({"germany": "eu B1 I2 G1"}, turn="eu", at="move", round=1)
    play(table, "germany|all I|spain|germany|all G")
    assert "spain" in legal(table)
    assert "united_kingdom" not in legal(table)


def test_r47_fighters_of_a_stack_count_on_carriers_of_two_zones():
    spaces = {"japan": "ie F3", "sz_e_japan_waters": "ie CV1 F1", "sz_marshall_waters": "ie CV1 F1", "guam": "us I1"}
    table = position(spaces | {"sz_north_sea": "ie CV2"}, turn="ie")  # these carriers are out of reach
    play(table, "guam|japan")
    assert legal(table) == {"one F"}  # not all three
    play(table, "one F|japan|one F")
    assert legal(table) == {"go", "sz_e_japan_waters", "sz_marshall_waters"}


def test_sp_239_ground_units_join_a_rush_that_brings_cargo():
    spaces = {"sz_sierra_waters": "la TR1 aboard I2", "sz_congo_waters": "ac TR1", "nigeria": "ac I1"}
    table = position(spaces | {"west_africa": "la T1"}, turn="la", round=8)
    play(table, "nigeria|rush|sz_congo_waters|west_africa|all T")
    assert "go" not in legal(table)
    play(table, "sz_sierra_waters|all I|go|6|1 6 6|6")
    assert units(table, "nigeria", "la") == "I2 T1"


def test_r22_a_tank_that_went_on_after_an_empty_land_has_moved():
    spaces = {"algeria": "us T1", "libya": "mef", "egypt": "us I1", "sudan": "us"}
    table = position(spaces, turn="us", powers=("us", "mef", "eu", "ie"))
    attack(table, "libya", ("algeria", "all T"))
    play(table, "egypt|libya|all T")
    assert units(table, "egypt", "us") == "I1 T1"
    play(table, "end|egypt")
    assert legal(table) == {"all I"}


def test_q22_the_general_joins_beside_others_only():
    table = position({"germany": "eu T1 G1", "ukraine": "us I1"}, turn="eu")
    play(table, "ukraine|germany")
    assert legal(table) == {"all T"}
    play(table, "all T|germany")
    assert legal(table) == {"all G"}


def test_sp_231_a_transport_that_unloaded_takes_no_second_load():
    spaces = {"sz_north_sea": "eu TR1 aboard I2", "france": "eu I2", "spain": "eu"}
    table = position(spaces, turn="eu", at="move", round=1)
    play(table, "sz_north_sea|all TR|sz_denmark_strait|sz_denmark_strait|all I|spain|france|all I")
    assert "sz_denmark_strait" not in legal(table)


def test_sp_111_income_is_collected_after_placing():
    table = position({"germany": "eu E1"}, turn="eu", at="buy", powers=("eu", "us", "ie", "la"))
    play(table, "one SU")
    while table.node.name != "place_what":
        table.play("end")
    assert table.board.production["eu"] == 20
    while table.node.name in ("place_what", "place_where"):
        table.play(sorted(legal(table))[0])
    assert table.board.production["eu"] == 25


def test_q26_units_that_landed_do_not_retreat():
    table = position({"sz_north_sea": "eu TR1 aboard I3", "norway": "us I4"}, turn="eu")
    attack(table, "norway", ("sz_north_sea", "all I"))
    play(table, "6 6 6|6 6 6 6")
    assert table.node.name == "attack_die"
    table = position({"sz_north_sea": "eu TR1 aboard I3", "norway": "us I4", "sweden_finland": "eu I1"}, turn="eu")
    attack(table, "norway", ("sz_north_sea", "all I"), ("sweden_finland", "all I"))
    play(table, "6 6 6 6|6 6 6 6|retreat")
    assert units(table, "sweden_finland", "eu") == "I1"
    assert table.node.name == "attack_die"


def test_sp_216_the_attacker_gives_up_a_ship_for_the_hit_of_a_submarine():
    table = position({"sz_north_sea": "eu CV1 BB1 F1", "sz_baltic_sea": "us SU1"}, turn="eu")
    play(table, "sz_baltic_sea|sz_north_sea|all CV|sz_north_sea|all BB|go")
    while table.node.name == "attack_die":
        table.play("die 6")
    play(table, "1")
    assert legal(table) == {"one CV", "one BB"}


def test_r22_a_unit_that_moved_does_not_move_again():
    table = position({"germany": "eu T1", "france": "eu I1"}, turn="eu", at="move", round=1)
    play(table, "germany|all T|france|france")
    assert legal(table) == {"all I"}


def test_q25_a_missile_takes_the_general_last():
    table = position({"germany": "eu N1", "ukraine": "us I6 G1"}, turn="eu")
    play(table, "ukraine|germany|all N|go|1 1 1 1")
    assert units(table, "ukraine", "us") == "I2 G1"


def test_r37_a_submarine_that_is_hit_does_not_leave():
    table = position({"sz_denmark_strait": "eu BB1", "sz_north_sea": "us SU1"}, turn="eu")
    attack(table, "sz_north_sea", ("sz_denmark_strait", "all BB"))
    play(table, "1")
    assert table.node.name == "defence_die"


def test_sp_225_submarines_do_not_dive_under_ships():
    table = position({"sz_denmark_strait": "eu BB1", "sz_north_sea": "us SU2", "germany": "eu F1"}, turn="eu")
    attack(table, "sz_north_sea", ("sz_denmark_strait", "all BB"), ("germany", "all F"))
    play(table, "6 6")
    assert legal(table) == {"yes", "no"}


def test_r14_a_capital_that_is_retaken_is_the_capital_again():
    table = position({"germany": "us I1", "france": "eu X1 T3"}, turn="eu", at="buy")
    assert table.board.capitals["eu"] == "france"
    while table.node.name != "target":
        table.play("end")
    attack(table, "germany", ("france", "all T"))
    play(table, "6")
    assert table.board.capitals["eu"] == "germany"


def test_sp_164_a_complex_costs_fifteen():
    table = position({}, turn="eu", at="buy")
    play(table, "buy complex|france")
    assert table.state.credit == 5


def test_r47_a_fighter_that_no_carrier_can_meet_keeps_no_other_on_the_ground():
    spaces = {"sz_south_pacific_se": "ie CV1 F2", "sz_south_pacific_sw": "us TR1", "sz_south_pacific_ne": "us TR1"}
    table = position(spaces, turn="ie")
    attack(table, "sz_south_pacific_sw", ("sz_south_pacific_se", "one F"))
    play(table, "1|6")
    s = table.state
    s.aloft[s.aloft.index(1)] = 0
    s.aloft[SPACES.index("sz_north_sea")] = 1  # no moves left, and no carrier near
    assert "sz_south_pacific_ne" in legal(table)


def test_sp_182_fighters_that_reach_a_land_leave_the_places_on_carriers_to_those_in_the_air():
    fleets = {
        "sz_marshall_waters": "us CV2 F3",
        "sz_e_japan_waters": "us CV1 F2",
        "sz_north_pacific_waters": "us CV1",
        "sz_guam_waters": "eu BB1",
    }
    lands = {"eastern_usa": "us I3 L1 G1", "australia": "us", "israel": "us", "turkey": "us"}
    table = position(fleets | lands, turn="us", at="combat", round=9)
    for zone, left in (("sz_marshall_waters", 1), ("sz_e_japan_waters", 1), ("sz_north_pacific_waters", 0)):
        table.state.aloft[left * len(SPACES) + list(SPACES).index(zone)] += 1
        table.state.planes_aloft += 1
    play(table, "sz_guam_waters|sz_marshall_waters")
    assert legal(table) == {"all CV", "all F", "one CV", "one F"}
