"""The scenarios of the rule book, from scripted dice to their ends (ledger 3.23)."""

import pytest

from tests.games.superpowers.play import legal, play, position, units

S2 = {"west_africa": "la I1", "nigeria": "ac I2", "brazil": "la I2 T1", "sz_brazil_waters": "la TR1"}
S5 = {"india": "neutral I3", "indo_china": "cfe I1", "tibet": "neutral", "sz_timor_sea": "cfe CV1 F1"}
S5_AT_SEA = S5 | {"indo_china": "us I1", "indonesia": "cfe X1"}


def test_sp_s1_three_lands_attack_china():
    table = position({"japan": "ie T2 F1", "manchuria": "ie I2"}, turn="ie", round=1)
    play(table, "china|japan|all T|japan|all F|manchuria|all I|go|1 2 5 2 4|1 2 6|one I|one I|press|4")
    assert table.board.holders["china"] == "ie"
    assert units(table, "china", "ie") == "I2 T3"
    assert table.node.name == "land_where"
    assert {"japan", "manchuria", "peiping"} <= legal(table)
    assert "china" not in legal(table)


def test_sp_s1_encircled_infantry_roll_once_more():
    table = position({"japan": "ie T2 F1", "manchuria": "ie I2"}, turn="ie", round=1, auto_casualties=True)
    play(table, "china|japan|all T|japan|all F|manchuria|all I|go|1 2 5 2 4|1 2 6|press")
    assert table.node.name == "defence_die"


def land_in_nigeria(table):
    play(table, "sail|brazil|all I|sz_brazil_waters|sail|brazil|all T|sz_brazil_waters")
    play(table, "sail|sz_brazil_waters|all TR|sz_congo_waters")
    play(table, "nigeria|sz_congo_waters|all I|sz_congo_waters|all T|west_africa|all I|go")


def test_sp_s2_a_landing_gives_up_its_transport():
    table = position(S2, turn="la")
    land_in_nigeria(table)
    play(table, "3 1 5 6|2 6|one TR")
    assert table.board.holders["nigeria"] == "la"
    assert units(table, "nigeria", "la") == "I3 T1"
    assert units(table, "sz_congo_waters", "la") == ""


def test_sp_s2_a_landing_gives_up_infantry():
    table = position(S2, turn="la")
    land_in_nigeria(table)
    play(table, "3 1 5 6|2 6|one I")
    assert units(table, "nigeria", "la") == "I2 T1"
    assert units(table, "sz_congo_waters", "la") == "TR1"


def test_sp_s5_a_carrier_meets_its_fighter():
    table = position(S5, turn="cfe", powers=("cfe", "us", "eu", "la"))
    play(table, "india|indo_china|all I|sz_timor_sea")
    assert legal(table) == {"all F"}
    play(table, "all F|go|4 4|1 6 6|one I|retreat|sail|sz_timor_sea|all CV|sz_bay_of_bengal|sz_bay_of_bengal")
    assert units(table, "sz_bay_of_bengal", "cfe") == "F1 CV1"


def test_sp_s5_a_fighter_without_land_in_reach_counts_on_its_carrier():
    table = position(S5_AT_SEA, turn="cfe", powers=("cfe", "us", "eu", "la"))
    play(table, "india|sz_timor_sea|all F|go|4|6 6 6|retreat|end")
    assert table.node.name == "land_where"
    assert legal(table) == {"sz_bay_of_bengal"}
    play(table, "sz_bay_of_bengal")
    assert units(table, "sz_bay_of_bengal", "cfe") == "F1 CV1"


def test_sp_s5_a_carrier_that_sailed_first_has_no_targets():
    table = position(S5, turn="cfe", powers=("cfe", "us", "eu", "la"))
    play(table, "sail|sz_timor_sea|all CV|sz_bay_of_bengal|india|indo_china|all I")
    assert legal(table) == {"go"}


def test_sp_s5_a_carrier_that_cannot_come_near_takes_no_fighter():
    table = position(S5_AT_SEA | {"sz_bay_of_bengal": "us SU1"}, turn="cfe", powers=("cfe", "us", "eu", "la"))
    assert "india" not in legal(table)


def test_sp_s5_the_carrier_may_sail_ahead_to_where_it_meets_its_fighter():
    table = position(S5_AT_SEA, turn="cfe", powers=("cfe", "us", "eu", "la"))
    play(table, "india|sz_timor_sea|all F|go|4|6 6 6|retreat")
    play(table, "sail|sz_timor_sea|all CV")
    assert legal(table) == {"sz_bay_of_bengal", "sz_java_sea", "sz_indian_ocean_ne"}  # the other zones are on the way
    play(table, "sz_java_sea|end|sz_bay_of_bengal")
    assert units(table, "sz_bay_of_bengal", "cfe") == "F1 CV1"


def test_r47_one_of_two_carriers_may_leave_a_fighter_in_the_air():
    table = position(S5_AT_SEA | {"sz_timor_sea": "cfe CV2 F1"}, turn="cfe", powers=("cfe", "us", "eu", "la"))
    play(table, "india|sz_timor_sea|all F|go|4|6 6 6|retreat|sail|sz_timor_sea|one CV")
    assert "sz_tasman_sea" in legal(table)
    play(table, "sz_tasman_sea|sail|sz_timor_sea|all CV")
    assert legal(table) == {"sz_bay_of_bengal", "sz_java_sea", "sz_indian_ocean_ne"}


@pytest.mark.parametrize("carriers", [1, 2])
def test_r47_a_carrier_meets_all_its_fighters_in_one_zone(carriers):
    spaces = {"sz_timor_sea": f"cfe CV{carriers} F2", "sz_kenya_waters": "us TR1"}
    table = position(S5_AT_SEA | spaces, turn="cfe", powers=("cfe", "us", "eu", "la"))
    play(table, "india|sz_timor_sea|one F|go|4|6 6 6|retreat")
    assert ("sz_kenya_waters" in legal(table)) == (carriers == 2)


def test_sp_182_no_carrier_comes_where_a_place_is_free():
    table = position(S5_AT_SEA | {"sz_bay_of_bengal": "cfe CV1"}, turn="cfe", powers=("cfe", "us", "eu", "la"))
    play(table, "india|sz_timor_sea|all F|go|4|6 6 6|retreat|end|sz_bay_of_bengal")
    assert units(table, "sz_bay_of_bengal", "cfe") == "F1 CV1"
    assert units(table, "sz_timor_sea", "cfe") == "CV1"


def test_sp_182_the_owner_says_which_carrier_meets_the_fighter():
    spaces = S5_AT_SEA | {"sz_timor_sea": "cfe CV1 F1", "sz_arabian_sea": "cfe CV1"}
    table = position(spaces, turn="cfe", powers=("cfe", "us", "eu", "la"))
    play(table, "india|sz_timor_sea|all F|go|4|6 6 6|retreat|end|sz_bay_of_bengal")
    assert legal(table) == {"sz_timor_sea", "sz_arabian_sea"}
    play(table, "sz_timor_sea")
    assert units(table, "sz_bay_of_bengal", "cfe") == "F1 CV1"
    assert units(table, "sz_arabian_sea", "cfe") == "CV1"
