"""Planes and carriers (SP-171 to SP-186, SP-213 to SP-217)."""

import pytest

from tests.games.superpowers.order_position import ZONES
from tests.games.superpowers.play import attack, legal, play, position, units
from wd_env.table import table_from_json

IE = ("ie", "us", "eu", "la")


def test_sp_172_planes_do_not_land_on_land_taken_this_turn():
    table = position({"manchuria": "ie T6 F1"}, turn="ie", round=1)
    attack(table, "china", ("manchuria", "all T|all F"))
    play(table, "6 6 6" if "end" not in legal(table) else "end")
    while table.node.name == "target":
        table.play("end")
    assert table.node.name == "land_where"
    assert "china" not in legal(table)


def test_sp_176_planes_fly_over_neutral_land():
    table = position(
        {"germany": "eu F1", "chechnya": "eu"}, turn="eu", at="move", round=1, powers=("eu", "us", "ie", "la")
    )
    play(table, "germany|all F")
    assert "chechnya" in legal(table)


def test_sp_179_the_way_back_may_lead_elsewhere():
    spaces = {"japan": "ie F1", "china": "us I1", "tibet": "ie"}
    table = position(spaces, turn="ie")
    attack(table, "china", ("japan", "all F"))
    play(table, "6|6|retreat")
    while table.node.name != "land_where":
        table.play("end")
    assert {"tibet", "manchuria"} <= legal(table)


def test_sp_181_taking_off_from_a_carrier_costs_nothing():
    spaces = {"india": "neutral", "sz_timor_sea": "cfe CV1 F1", "indonesia": "us", "hong_kong": "us", "tibet": "cfe"}
    table = position(spaces, turn="cfe", powers=("cfe", "us", "eu", "la"))
    attack(table, "india", ("sz_timor_sea", "all F"))
    play(table, "6|6 6 6|retreat")
    while table.node.name != "land_where":
        table.play("end")
    assert table.state.amount == 1


def test_sp_182_a_carrier_does_not_carry_its_fighters_forward():
    spaces = {"sz_timor_sea": "cfe CV1 F1", "indo_china": "cfe I1"}
    table = position(spaces, turn="cfe", powers=("cfe", "us", "eu", "la"))
    play(table, "sail|sz_timor_sea|all CV|sz_bay_of_bengal")
    assert "madagascar" not in legal(table)
    assert table.state.ships_spent[120 - 79] == 1


def test_sp_185_a_bomber_that_attacked_carries_nobody():
    table = position({"germany": "eu B1 I2", "ukraine": "us I1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all B"))
    play(table, "6|6|retreat")
    while table.node.name != "move_from":
        table.play("germany" if table.node.name == "land_where" else "end")
    play(table, "germany|all I")
    assert "spain" not in legal(table)


def test_sp_171_planes_land_on_friendly_ground():
    table = position({"japan": "ie F1 T2", "manchuria": "ie I2"}, turn="ie", round=1)
    attack(table, "china", ("japan", "all F|all T"))
    play(table, "1 1 1|6 6 6|end")
    assert table.node.name == "land_where"
    assert "china" not in legal(table)


def test_sp_173_planes_leave_while_the_rest_fights_on():
    table = position({"germany": "eu F2 T3", "ukraine": "us I4"}, turn="eu")
    attack(table, "ukraine", ("germany", "all F|all T"))
    play(table, "6 6 6 6 6|6 6 6 6")
    assert "leave F 3" in legal(table)
    play(table, "leave F 3|press")
    assert sum(table.state.dice) == 4


@pytest.mark.parametrize(("plane", "offered"), [("F1", False), ("B1", True)])
def test_sp_174_the_whole_flight_fits_in_the_range(plane, offered):
    table = position({"japan": f"ie {plane}", "marshall_islands": "us"}, turn="ie", round=1, powers=IE)
    assert ("guam" in legal(table)) == offered


def test_sp_175_every_border_counts():
    table = position({"france": "eu F1", "united_kingdom": "us I1"}, turn="eu")
    attack(table, "united_kingdom", ("france", "all F"))
    play(table, "6|6|retreat")
    assert table.state.amount == 2


def test_sp_178_fighters_attack_at_three_and_defend_at_four():
    table = position({"germany": "eu F1", "ukraine": "us F1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all F"))
    assert table.state.dice[3] == 1
    play(table, "6")
    assert table.state.foe_dice[4] == 1


def test_sp_180_a_target_without_a_way_back_is_masked():
    table = position({"japan": "ie F1", "marshall_islands": "us"}, turn="ie", round=1, powers=IE)
    assert "guam" not in legal(table)
    table = position({"japan": "ie F1", "sz_guam_waters": "ie CV1"}, turn="ie", round=1, powers=IE)
    assert "guam" in legal(table)


def test_sp_183_bombers_attack_at_four_and_defend_at_one():
    table = position({"germany": "eu B2", "ukraine": "us B1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all B"))
    assert table.state.dice[4] == 2
    play(table, "6 6")
    assert table.state.foe_dice[1] == 1


def test_sp_184_bombers_land_on_land_only():
    table = position({"japan": "ie B1", "sz_guam_waters": "ie CV1"}, turn="ie", round=1, powers=IE, at="move")
    play(table, "japan|all B")
    assert "sz_guam_waters" not in legal(table)


def test_sp_100_fighters_land_on_allied_carriers():
    spaces = {"japan": "ie F1 B1", "sz_sea_of_japan": "us CV1"}
    table = position(spaces, turn="ie", powers=IE, at="move", teams="0,1/2,3")
    play(table, "japan|all F")
    assert "sz_sea_of_japan" in legal(table)


def test_sp_186_a_bomber_carries_two_infantry():
    table = position({"germany": "eu B1 I3"}, turn="eu", at="move", round=1)
    play(table, "germany|one I")
    assert "southern_europe" in legal(table)
    play(table, "spain")
    assert units(table, "spain", "eu") == "I1 B1"


def test_sp_213_a_carrier_takes_no_infantry():
    table = position({"germany": "eu I1", "sz_north_sea": "eu CV1"}, turn="eu", at="move", round=1)
    play(table, "germany|all I")
    assert "sz_north_sea" not in legal(table)


def test_sp_214_fighters_of_a_carrier_defend():
    table = position({"sz_north_sea": "eu BB2", "sz_baltic_sea": "us CV1 F2"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "6 6")
    assert table.state.foe_dice[3:5] == [1, 2]


def test_sp_215_a_fighter_may_be_lost_instead_of_the_carrier():
    table = position({"sz_north_sea": "eu BB2", "sz_baltic_sea": "us CV1 F2"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1 6|6 6 6")
    assert legal(table) == {"one F", "one CV"}


def test_sp_216_hits_of_submarines_do_not_fall_on_planes():
    table = position({"sz_north_sea": "eu SU1", "sz_baltic_sea": "us CV1 F2"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all SU"))
    if table.node.name == "sub_stays":
        play(table, "yes")
    play(table, "1")
    assert units(table, "sz_baltic_sea", "us") == "F2"


def test_sp_217_fighters_of_a_sunk_carrier_fight_to_the_end_and_are_lost():
    table = position({"sz_north_sea": "eu BB2", "sz_baltic_sea": "us CV1 F2"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "1 6|6 6 6|one CV")
    assert units(table, "sz_baltic_sea", "us") == "F2"
    play(table, "press|6 6")
    assert table.state.foe_dice[4] == 2
    play(table, "6 6|retreat")
    assert units(table, "sz_baltic_sea", "us") == ""


GUESTS = {"powers": ("us", "eu", "rr", "la"), "ruleset": "advanced"}
TWO_ALLIES = {"powers": ("us", "eu", "rr", "la", "ie", "ac"), "ruleset": "advanced"}  # each power may have two allies


@pytest.mark.parametrize("weapon", ["battleships", "missile"])
def test_sp_217_fighters_of_a_partner_on_a_sunk_carrier_are_lost(weapon):
    spaces = {"sz_baltic_sea": "eu CV1, us F2", "sz_north_sea": "rr BB3", "karelia": "rr N1"}
    table = position(spaces, turn="rr", relations={"us eu": "alliance", "us rr": "peace"}, **GUESTS)
    if weapon == "missile":
        play(table, "sz_baltic_sea|missile|karelia|all N|go|6")
    else:
        play(table, "sz_baltic_sea|assault|sz_north_sea|all BB|go")
        while table.node.name in ("attack_die", "defence_die"):
            table.play("die 1" if table.node.name == "attack_die" else "die 6")
    assert table.board.pieces("sz_baltic_sea").get("us", {}) == {}
    while table.node.name != "move_from":
        table.play("end")
    table_from_json(table.to_json())


def test_sp_217_fighters_of_a_partner_stay_with_a_carrier_of_their_own():
    spaces = {"sz_baltic_sea": "eu CV1, us CV1 F2", "sz_north_sea": "rr BB3"}
    table = position(spaces, turn="rr", relations={"us eu": "alliance", "us rr": "peace"}, **GUESTS)
    play(table, "sz_baltic_sea|sz_north_sea|all BB|go")
    while table.node.name in ("attack_die", "defence_die"):
        table.play("die 1" if table.node.name == "attack_die" else "die 6")
    assert units(table, "sz_baltic_sea", "us") == "F2 CV1"


@pytest.mark.parametrize(("relation", "is_target"), [("alliance", False), ("peace", True)])
def test_r12_a_zone_with_fighters_of_an_ally_is_no_target(relation, is_target):
    spaces = {"sz_baltic_sea": "eu CV1, us F2", "sz_north_sea": "rr BB3"}
    table = position(spaces, turn="rr", relations={"us eu": "alliance", "us rr": relation}, **TWO_ALLIES)
    assert ("sz_baltic_sea" in legal(table)) == is_target


def test_r23_of_fighters_of_two_carriers_the_one_with_the_least_range_left_is_lost_first():
    spaces = {"sz_brazil_waters": "us CV1 F1", "sz_caribbean_sea": "us CV1 F1", "sz_sierra_waters": "ac BB1"}
    table = position(spaces, turn="us")
    attack(table, "sz_sierra_waters", ("sz_brazil_waters", "all F"), ("sz_caribbean_sea", "all F"))
    play(table, "6 6|1")
    fighters = table.state.fleet[: len(ZONES)]
    assert [zone for zone, count in zip(ZONES, fighters, strict=True) if count] == ["sz_brazil_waters"]
