"""Air defence of the advanced rules against planes (SP-013, SP-059, SP-106, SP-107, SP-144 to SP-152, SP-177)."""

import pytest

from tests.games.superpowers.play import attack, legal, new_table, play, position, units
from wd_env.errors import ConfigError
from wd_env.games.superpowers.config import Config

FOUR = ("eu", "rr", "us", "la")
FLEET = {"sz_baltic_sea": "rr CV1 TR1 aboard D1", "germany": "eu F3"}


def advanced(spaces, turn="eu", powers=FOUR, **options):
    return position(spaces, turn=turn, powers=powers, ruleset="advanced", **options)


def over_karelia(planes, defence, **options):
    table = advanced({"germany": f"eu {planes}", "karelia": f"rr {defence}"}, **options)
    attack(table, "karelia", ("germany", "|".join(f"all {word[0]}" for word in planes.split())))
    return table


def test_sp_013_an_air_defence_stands_on_each_capital():
    for ruleset, number in (("advanced", 1), ("basic", 0)):
        table = new_table(players=8, ruleset=ruleset)
        assert table.board.pieces("germany")["eu"].get("D", 0) == number


def test_sp_059_air_defence_rolls_before_the_attackers():
    table = over_karelia("F1", "I1 D1")
    assert table.node.name == "air_die"
    table.play("die 2")
    assert table.node.name == "attack_die"


def test_sp_144_one_die_for_each_plane_and_each_air_defence():
    assert over_karelia("F3 B1", "I9 D2").state.air_dice == 8


def test_sp_144_air_defence_fires_in_every_round():
    table = over_karelia("F1", "I2 D1")
    play(table, "6|6|6 6|press")
    assert table.node.name == "air_die"


def test_sp_144_air_defence_is_silent_without_planes():
    table = advanced({"ukraine": "eu T1", "karelia": "rr I1 D2"})
    attack(table, "karelia", ("ukraine", "all T"))
    assert table.node.name == "attack_die"


def test_sp_145_planes_that_are_hit_do_not_fire():
    table = over_karelia("F2 B2", "I9 D1")
    play(table, "1 1 6 6")
    assert legal(table) == {"one F", "one B"}
    play(table, "one F|one B")
    assert table.state.dice[3] == 1
    assert table.state.dice[4] == 1


def test_sp_177_a_plane_hit_in_the_second_round_does_not_roll():
    table = over_karelia("F2", "I3 D1", auto_casualties=True)
    play(table, "6 6|6 6|6 6 6|press|1 6")
    assert table.state.dice[3] == 1


def test_sp_145_an_attack_without_planes_left_is_over():
    table = over_karelia("F1", "I1 D2")
    play(table, "1 1")
    assert units(table, "karelia", "rr") == "I1 D2"
    assert table.state.battle_round == table.state.planes_aloft == 0


@pytest.mark.parametrize(("dice", "left"), [("1 6 6 6 6", (2, 0)), ("6 6 6 6 1", (1, 1)), ("6 6 1 1", (0, 1))])
def test_q16_each_die_is_for_one_plane_where_that_is_agreed(dice, left):
    table = over_karelia("F2 B1", "I9 D2", ad_mode="targeted")
    play(table, dice)
    assert (table.state.engaged[4], table.state.engaged[5]) == left


def test_sp_147_air_defence_walks_one_land():
    table = advanced({"germany": "eu D1"}, at="move")
    play(table, "germany|all D")
    assert "france" in legal(table)
    assert "spain" not in legal(table)


def test_sp_229_two_ride_beside_a_full_hold_and_a_third_does_not():
    table = advanced({"germany": "eu D1 I1", "sz_baltic_sea": "eu TR1 aboard I4 D1"}, at="move")
    play(table, "germany|all D|sz_baltic_sea")
    assert table.board.cargo("sz_baltic_sea")["eu"] == {"I": 4, "D": 2}
    table = advanced({"germany": "eu D1 I1", "sz_baltic_sea": "eu TR1 aboard I4 D2"}, at="move")
    play(table, "germany|all D")
    assert "sz_baltic_sea" not in legal(table)


def test_sp_147_air_defence_rides_beside_the_cargo():
    table = advanced({"germany": "eu D3", "sz_baltic_sea": "eu TR1 aboard I4"}, at="move")
    play(table, "germany")
    assert legal(table) == {"one D", "all D"}
    play(table, "one D|sz_baltic_sea|germany|one D|sz_baltic_sea|germany|all D")
    assert "sz_baltic_sea" not in legal(table)


def test_sp_147_air_defence_sails_along():
    table = advanced({"germany": "eu", "sz_baltic_sea": "eu TR2 CV1 aboard D4"}, at="move")
    play(table, "sz_baltic_sea|one TR|one D|go|sz_north_sea")
    assert table.board.cargo("sz_north_sea")["eu"] == {"D": 1}
    play(table, "sz_baltic_sea|all CV")
    assert table.state.voyage_cargo[4] == 1
    play(table, "go|sz_north_sea")
    assert table.board.cargo("sz_north_sea")["eu"] == {"D": 2}


def test_sp_148_air_defence_aboard_fires_at_planes():
    table = advanced(FLEET)
    attack(table, "sz_baltic_sea", ("germany", "all F"))
    assert table.node.name == "air_die"
    assert table.state.air_dice == 3


def test_q19_air_defence_sinks_with_its_ships():
    table = advanced({"sz_baltic_sea": "rr TR2 aboard D4", "germany": "eu F3"}, auto_casualties=True)
    attack(table, "sz_baltic_sea", ("germany", "all F"))
    assert table.state.air_dice == 6
    play(table, "6 6 6 6 6 6|1 6 6|6 6")
    assert table.board.cargo("sz_baltic_sea")["rr"] == {"D": 2}


def test_sp_149_two_are_active():
    assert over_karelia("F1", "I1 D3").state.air_dice == 2


def test_sp_150_air_defence_is_silent_at_planes_that_pass():
    table = advanced(
        {"germany": "eu F1", "karelia": "rr I1", "sz_baltic_sea": "rr CV1 aboard D2", "ukraine": "rr D2 I1"}
    )
    attack(table, "karelia", ("germany", "all F"))
    assert table.node.name == "attack_die"


def test_sp_151_air_defence_goes_to_the_conqueror():
    table = advanced({"ukraine": "eu T2", "karelia": "rr I1 D1"})
    attack(table, "karelia", ("ukraine", "all T"))
    play(table, "6")
    assert units(table, "karelia", "eu") == "T2 D1"


def test_q36_air_defence_alone_holds_no_land():
    table = advanced({"ukraine": "eu T1 F1", "karelia": "rr D1"})
    play(table, "karelia|ukraine")
    assert legal(table) == {"all T"}
    play(table, "all T|go")
    assert units(table, "karelia", "eu") == "T1 D1"
    assert sum(table.state.blitz) == 0


def test_sp_152_air_defence_stands_beside_a_new_complex():
    table = advanced({"germany": "eu X1", "france": "eu"}, at="buy")
    play(table, "buy complex|france|all D")
    while not table.node.name.startswith("place"):
        table.play("end")
    if table.node.name == "place_what":
        table.play("all D")
    assert "france" in legal(table)


def test_sp_107_new_units_of_other_kinds_wait_for_the_next_turn():
    table = advanced({"germany": "eu X1", "france": "eu"}, at="buy")
    play(table, "buy complex|france|all T")
    while table.state.deck[1] > 0:
        assert "france" not in legal(table)
        table.play("end")
    assert units(table, "germany", "eu") == "T1"


def test_sp_106_air_defence_is_placed_on_a_carrier():
    table = advanced({"germany": "eu X1", "sz_baltic_sea": "eu CV1 aboard D1"}, at="buy")
    play(table, "half D|end")
    while not table.node.name.startswith("place"):
        table.play("end")
    play(table, "one D")
    assert legal(table) == {"germany", "sz_baltic_sea"}
    play(table, "sz_baltic_sea")
    assert table.board.cargo("sz_baltic_sea")["eu"] == {"D": 2}
    assert units(table, "germany", "eu") == "D1"


def test_q13_air_defence_does_not_count_for_encirclement():
    for counts, node in ((False, "defence_die"), (True, "attack_die")):
        table = advanced({"ukraine": "eu T2", "karelia": "rr I1 D1"}, encircle_counts_ad=counts)
        attack(table, "karelia", ("ukraine", "all T"))
        assert table.node.name == node


@pytest.mark.parametrize(("option", "value"), [("ad_mode", "targeted"), ("encircle_counts_ad", True)])
def test_options_of_the_advanced_rules_are_refused_in_the_basic_ones(option, value):
    with pytest.raises(ConfigError) as caught:
        Config(**{option: value})
    assert str(caught.value).startswith(f"{option}: expected ")
    assert Config(ruleset="advanced", **{option: value})
