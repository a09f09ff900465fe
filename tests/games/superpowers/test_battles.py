"""Battles, grace rounds, neutrals and encirclement (SP-034 to SP-092)."""

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, play, position, units
from wd_env.games.superpowers.checks.check_state import check_state

EU = ("eu", "us", "ie", "la")


def test_sp_034_combat_may_end_without_a_battle():
    table = position({"germany": "eu I1"}, turn="eu", round=1)
    play(table, "end")
    assert table.node.name == "move_from"


def test_sp_035_battles_follow_each_other_with_other_units():
    table = position({"germany": "eu T2", "france": "eu T1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    assert table.node.name == "attack_die"
    play(table, "1 1|6 6 6|press|6")
    assert table.board.holders["ukraine"] == "eu"
    assert table.node.name == "target"


def test_sp_037_a_unit_attacks_once_in_a_turn():
    table = position({"germany": "eu T4", "chechnya": "rr"}, turn="eu", powers=("eu", "rr", "us", "la"))
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "1 1 1 6|6 6 6")
    assert "chechnya" not in legal(table)


def test_sp_038_a_space_is_attacked_once_in_a_turn():
    table = position({"germany": "eu T2", "southern_europe": "eu T2"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "6 6|6 6 6|retreat")
    assert "ukraine" not in legal(table)


def test_sp_038_a_zone_is_attacked_again_in_the_next_turn():
    table = position({"sz_brazil_waters": "la BB2", "sz_sierra_waters": "ac BB1"}, turn="la")
    attack(table, "sz_sierra_waters", ("sz_brazil_waters", "one BB"))
    play(table, "6|6|retreat")
    assert "sz_sierra_waters" not in legal(table)
    for _ in range(4):
        finish_turn(table)
    play(table, "end")
    assert "sz_sierra_waters" in legal(table)


def test_sp_039_nothing_joins_after_the_first_die():
    table = position({"germany": "eu T2", "southern_europe": "eu T2"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "6 6|6 6 6")
    assert legal(table) == {"press", "retreat"}


def test_sp_041_infantry_do_not_walk_over_the_sea():
    table = position({"france": "eu I2"}, turn="eu", at="move")
    play(table, "france|all I")
    assert "united_kingdom" not in legal(table)


@pytest.mark.parametrize(("face", "hits"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_sp_042_a_die_hits_up_to_its_value(face, hits):
    table = position({"germany": "eu T2"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "one T"))
    play(table, str(face))
    assert table.state.due_defender == hits


def test_sp_043_each_unit_rolls_one_die():
    table = position({"germany": "eu T5", "ukraine": "us I3"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    assert sum(table.state.dice) == 5


def test_sp_045_units_that_were_hit_roll_back():
    table = position({"germany": "eu T2"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "1 1")
    assert sum(table.state.foe_dice) == 3


def test_sp_047_each_side_chooses_its_losses():
    spaces = {"germany": "eu I2 T2 F1", "ukraine": "us I2 T2"}
    table = position(spaces, turn="eu")
    attack(table, "ukraine", ("germany", "all I|all T|all F"))
    play(table, "1 6 6 6 6|1 2 6 6")
    assert table.node.name == "lose"
    assert legal(table) == {"one I", "one T", "one F"}
    play(table, "one I|one T")
    assert table.node.name == "give"
    assert table.seat == 0
    assert legal(table) == {"one I", "one T"}


def test_sp_048_both_sides_lose_at_the_end_of_the_round():
    table = position({"germany": "eu T1", "ukraine": "us I1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "1|1")
    assert table.board.holders["ukraine"] == "us"
    assert table.board.pieces("ukraine") == {}


def test_sp_050_units_that_break_off_go_back_to_where_they_came_from():
    table = position({"west_africa": "la I1", "chad": "la T1", "nigeria": "ac I3"}, turn="la")
    attack(table, "nigeria", ("west_africa", "all I"), ("chad", "all T"))
    play(table, "6 6|6 6 6|retreat")
    assert units(table, "west_africa", "la") == "I1"
    assert units(table, "chad", "la") == "T1"


def test_sp_051_defenders_do_not_retreat():
    table = position({"germany": "eu T3", "ukraine": "us I2 T2"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "1 6 6|6 6 6 6")
    assert table.seat == 0
    assert legal(table) == {"one I", "one T"}


def test_sp_052_land_stays_with_the_defender_when_all_are_lost():
    table = position({"germany": "eu T1"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "1|1 6 6")
    assert table.board.holders["ukraine"] is None


def test_sp_053_a_fighter_alone_takes_nothing():
    table = position({"germany": "eu F1", "ukraine": "us I1"}, turn="eu", encircle="off")
    attack(table, "ukraine", ("germany", "all F"))
    play(table, "1|6")
    assert table.board.holders["ukraine"] == "us"
    assert table.node.name == "land_where"


def test_sp_054_the_attackers_that_are_left_stand_in_the_land():
    table = position({"manchuria": "ie T4"}, turn="ie", round=1)
    attack(table, "china", ("manchuria", "all T"))
    play(table, "1 1 1 6|6 6 6")
    assert units(table, "china", "ie") == "I2 T5"


def test_sp_056_land_without_units_is_entered_without_dice():
    table = position({"algeria": "us I1", "libya": "mef"}, turn="us")
    attack(table, "libya", ("algeria", "all I"))
    assert table.board.holders["libya"] == "us"


def test_sp_057_land_taken_in_this_round_is_not_passed():
    table = position({"tibet": "cfe", "china": "us I1", "india": "ie T1"}, turn="ie")
    table.state.captured[list(table.board.holders).index("tibet")] = 1
    table.state.holder[list(table.board.holders).index("tibet")] = 3
    assert "china" not in legal(table)
    table.state.captured[list(table.board.holders).index("tibet")] = 0
    assert "china" in legal(table)


@pytest.mark.parametrize("round", range(1, 6))
def test_sp_060_powers_do_not_attack_each_other_in_the_grace_rounds(round):
    table = position({"germany": "eu T2", "chechnya": "rr I1", "karelia": "rr I1"}, turn="eu", round=round)
    assert not {"karelia", "russia", "chechnya"} & legal(table)
    assert "ukraine" in legal(table)


def test_sp_062_one_land_is_taken_in_the_limited_round():
    spaces = {"sweden_finland": "eu T2", "germany": "eu T2", "karelia": "rr", "kazakstan": "us", "spain": "us"}
    table = position(spaces, turn="eu", round=6)
    assert {"karelia", "spain"} <= legal(table)
    attack(table, "karelia", ("sweden_finland", "all T"))
    assert table.board.holders["karelia"] == "eu"
    assert "russia" not in legal(table)
    assert "ukraine" in legal(table)


def test_sp_063_a_power_loses_one_land_in_the_limited_round():
    table = position({"germany": "eu T2", "sweden_finland": "eu I2", "karelia": "rr"}, turn="eu", round=6)
    assert "karelia" in legal(table)
    table.state.lost[2] = 1
    assert "karelia" not in legal(table)


def test_sp_064_a_failed_attack_leaves_the_conquest():
    spaces = {"sweden_finland": "eu T2", "germany": "eu T1", "karelia": "rr I3", "ukraine": "rr"}
    table = position(spaces, turn="eu", round=6)
    attack(table, "karelia", ("sweden_finland", "all T"))
    play(table, "6 6|6 6 6|retreat")
    assert "ukraine" in legal(table)


def test_sp_065_later_rounds_have_no_limit():
    spaces = {"sweden_finland": "eu T2", "germany": "eu T2", "karelia": "rr", "ukraine": "rr"}
    table = position(spaces, turn="eu", round=7)
    attack(table, "karelia", ("sweden_finland", "one T"))
    assert "ukraine" in legal(table)


def test_sp_159_infantry_attack_at_two_beside_a_general():
    table = position({"germany": "eu I3 T2 G1", "ukraine": "us I4"}, turn="eu")
    attack(table, "ukraine", ("germany", "all I|all T|all G"))
    assert table.state.dice[2:4] == [3, 2]


def test_sp_160_the_general_goes_home_after_the_first_round():
    table = position({"germany": "eu I3 T2 G1", "ukraine": "us I4"}, turn="eu")
    attack(table, "ukraine", ("germany", "all I|all T|all G"))
    play(table, "6 6 6 6 6|6 6 6 6")
    assert table.node.name == "general_home"
    play(table, "yes|press")
    assert units(table, "germany", "eu") == "G1"
    assert table.state.dice[1] == 3


def test_sp_160_a_general_that_landed_goes_back_aboard():
    spaces = {"sz_north_sea": "eu TR2 aboard I2 T1 G1", "norway": "us I2"}
    table = position(spaces, turn="eu", encircle="off")
    attack(table, "norway", ("sz_north_sea", "all I|all T|all G"))
    play(table, "6 6 6|6 6|yes")
    assert table.board.cargo("sz_north_sea") == {"eu": {"G": 1}}
    check_state(table.state)


def test_sp_154_infantry_defend_at_three_beside_the_ruler():
    table = position({"germany": "eu T2", "ukraine": "us I4 L1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "6 6")
    assert table.state.foe_dice[3] == 4


def test_sp_154_not_in_the_capital():
    table = position({"central_usa": "eu T2", "eastern_usa": "us I4 L1"}, turn="eu")
    attack(table, "eastern_usa", ("central_usa", "all T"))
    play(table, "6 6")
    assert table.state.foe_dice[2] == 4


def test_sp_126_a_tank_goes_on_through_an_empty_land():
    table = position({"algeria": "us T1", "libya": "mef", "egypt": "mef I1"}, turn="us")
    attack(table, "libya", ("algeria", "all T"))
    assert table.board.holders["libya"] == "us"
    attack(table, "egypt", ("libya", "all T"))
    assert table.node.name == "attack_die"
    play(table, "6|6|retreat")
    assert units(table, "algeria", "us") == "T1"
    assert table.board.pieces("libya") == {}


def test_sp_127_the_land_that_was_crossed_changes_hands():
    table = position({"algeria": "us T2", "libya": "mef", "egypt": "mef"}, turn="us")
    attack(table, "libya", ("algeria", "all T"))
    attack(table, "egypt", ("libya", "all T"))
    assert table.board.holders["libya"] == table.board.holders["egypt"] == "us"
    assert table.board.pieces("libya") == {}


def test_sp_123_a_tank_passes_friendly_land_only():
    table = position({"germany": "eu T1", "spain": "us I1"}, turn="eu")
    assert "spain" in legal(table)
    table = position({"germany": "eu T1", "france": "us I1", "spain": "us I1"}, turn="eu")
    assert "spain" not in legal(table)


@pytest.mark.parametrize("attacker", ["G1", "L1"])
def test_sp_053_a_general_or_ruler_takes_empty_land(attacker):
    table = position({"algeria": f"us {attacker}", "libya": "mef"}, turn="us")
    attack(table, "libya", ("algeria", f"all {attacker[0]}"))
    assert table.board.holders["libya"] == "us"


def test_sp_040_a_general_alone_attacks_nobody():
    table = position({"algeria": "us G1", "libya": "mef I1"}, turn="us")
    assert "libya" not in legal(table)
