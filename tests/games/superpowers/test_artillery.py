"""Artillery of the advanced rules (SP-089, SP-129 to SP-143, SP-241)."""

import pytest

from tests.games.superpowers.play import attack, legal, play, position, units

POWERS = ("rr", "cfe", "us", "la")
S3 = {"kazakstan": "rr R2 T1 I1", "tibet": "cfe I2 R1"}
COAST = {"nigeria": "ac I1 R2", "sz_congo_waters": "la TR2 BB1 aboard I4"}
SEA_POWERS = ("la", "ac", "us", "eu")


def advanced(spaces, turn="rr", powers=POWERS, **options):
    return position(spaces, turn=turn, powers=powers, ruleset="advanced", **options)


def fire_at_tibet(**options):
    table = advanced(S3, **options)
    play(table, "tibet|kazakstan|all T|kazakstan|all I|kazakstan|fire all|go")
    return table


def test_sp_s3_artillery_fires_from_where_it_stands():
    table = fire_at_tibet()
    play(table, "1 2 3 4 5 6|6 6|3 3|one R|press|2 5|6")
    assert table.board.holders["tibet"] == "rr"
    assert units(table, "tibet", "rr") == "I1 T1"
    assert units(table, "kazakstan", "rr") == "R2"
    assert "kazakstan" not in legal(table)


def test_sp_129_each_gun_rolls_three_dice_at_two():
    table = fire_at_tibet(auto_casualties=True)
    play(table, "1 2 2 2 2 2|6 6")
    assert table.state.due_defender == 3


def test_sp_129_guns_reach_neighbours_alone():
    table = advanced({**S3, "russia": "rr R1"})
    play(table, "tibet|kazakstan|all T")
    assert "russia" not in legal(table)


def test_sp_130_guns_are_silent_in_the_second_round():
    table = fire_at_tibet()
    play(table, "3 3 3 3 3 3|6 6|6 6|press")
    assert table.state.gun_dice == 0
    play(table, "6 6")
    assert table.node.name == "defence_die"


def test_sp_131_firing_guns_are_no_casualties():
    table = fire_at_tibet()
    play(table, "3 3 3 3 3 3|6 6|1 6")
    assert legal(table) == {"one I", "one T"}


def test_sp_132_units_hit_by_guns_fire_back():
    table = fire_at_tibet()
    play(table, "1 1 1 3 3 3|6 6")
    assert table.state.foe_dice[2] == 2


def test_sp_133_a_defending_gun_rolls_nothing_and_is_a_hit():
    table = fire_at_tibet()
    play(table, "1 3 3 3 3 3|6 6")
    assert sum(table.state.foe_dice) == 2
    play(table, "6 6")
    assert legal(table) == {"one I", "one R"}


def test_sp_134_each_gun_needs_a_spotter():
    table = advanced({"kazakstan": "rr R3 T1 I1", "tibet": "cfe I2"})
    play(table, "tibet|kazakstan|all T|kazakstan|one R|kazakstan")
    assert {"fire one"} == {word for word in legal(table) if word.startswith("fire")}
    play(table, "fire one|kazakstan")
    assert not any(word.startswith("fire") for word in legal(table))
    play(table, "all I|kazakstan|fire all")
    assert table.state.guns == 2


def test_sp_134_a_general_is_no_spotter():
    table = advanced({"kazakstan": "rr R1 G1", "karelia": "rr F1", "tibet": "cfe I1", "russia": "rr F1"})
    play(table, "tibet|russia|all F|kazakstan")
    assert "fire all" not in legal(table)


def test_sp_135_a_gun_that_fired_does_not_move():
    table = advanced({**S3, "kazakstan": "rr R3 T1 I1"})
    play(table, "tibet|kazakstan|all T|kazakstan|fire one|go|3 3 3|6|6 6|retreat|end|kazakstan|all R|russia|kazakstan")
    assert legal(table) == {"all I"}


def test_sp_136_a_gun_goes_along_and_does_not_attack():
    table = advanced({"kazakstan": "rr R1 I2", "tibet": "cfe I1"})
    assert "kazakstan" not in legal(table)
    play(table, "tibet|kazakstan")
    assert legal(table) == {"one I", "all I"}
    play(table, "all I|kazakstan")
    assert legal(table) == {"all R", "fire all"}
    play(table, "all R|go")
    assert sum(table.state.dice) == 2
    play(table, "6 6|1")
    assert "one R" in legal(table)


def test_sp_137_a_gun_that_went_along_stays_in_the_land():
    table = advanced({"kazakstan": "rr R1 I2", "tibet": "cfe I1"})
    attack(table, "tibet", ("kazakstan", "all I|all R"))
    play(table, "1 1|6")
    assert units(table, "tibet", "rr") == "I2 R1"


def test_r43_guns_without_an_occupier_go_back():
    table = advanced({"kazakstan": "rr R1 I1", "tibet": "cfe I2"})
    attack(table, "tibet", ("kazakstan", "all I|all R"))
    play(table, "6|2 6|one I")
    assert legal(table) == {"retreat"}
    play(table, "retreat")
    assert units(table, "kazakstan", "rr") == "R1"


def test_sp_138_no_fire_at_sea():
    table = advanced({"karelia": "rr R1 F1", "sz_baltic_sea": "us TR1", "russia": "rr"})
    play(table, "sz_baltic_sea|karelia")
    assert legal(table) == {"all F"}


def test_sp_138_no_fire_from_a_transport():
    table = advanced({"nigeria": "ac I1", "sz_congo_waters": "la TR2 aboard I4 R1"}, turn="la", powers=SEA_POWERS)
    play(table, "nigeria|sz_congo_waters|all I|sz_congo_waters")
    assert legal(table) == {"all R"}


def test_sp_139_guns_fire_across_a_land_bridge():
    table = advanced({"turkey": "mef R1 I1", "southern_europe": "eu I1"}, turn="mef", powers=("mef", "eu", "us", "la"))
    play(table, "southern_europe|turkey|all I|turkey")
    assert "fire all" in legal(table)


def test_sp_089_firing_guns_are_strong_in_the_first_round():
    table = advanced({"kazakstan": "rr R2 T2", "tibet": "cfe I2"})
    play(table, "tibet|kazakstan|all T|kazakstan|fire all|go")
    assert table.node.name == "defence_die"
    table = advanced({"kazakstan": "rr R2 T2", "tibet": "cfe I2"}, encircle="off")
    play(table, "tibet|kazakstan|all T|kazakstan|fire all|go|6 6 6 6 6 6|6 6|6 6|press")
    assert table.node.name == "attack_die"


def test_r34_guns_that_go_along_are_not_strong():
    table = advanced({"kazakstan": "rr R2 T2", "tibet": "cfe I2"})
    attack(table, "tibet", ("kazakstan", "all T|all R"))
    assert table.node.name == "attack_die"


def land_in_nigeria(spaces=COAST, **options):
    table = advanced(spaces, turn="la", powers=SEA_POWERS, **options)
    play(table, "nigeria|sz_congo_waters|all I|go")
    return table


@pytest.mark.parametrize(
    ("land", "zone", "cargo"), [("nigeria", "sz_congo_waters", "I4"), ("norway", "sz_north_sea", "T2")]
)
def test_sp_140_guns_fire_at_a_landing_fleet_first(land, zone, cargo):
    spaces = {land: "ac I1 R2", zone: f"la TR2 BB1 aboard {cargo}"}
    table = advanced(spaces, turn="la", powers=SEA_POWERS, encircle="off")
    play(table, f"{land}|{zone}|all {cargo[0]}|go")
    assert table.node.name == "coastal_die"
    play(table, "3 3")
    assert table.node.name == "attack_die"
    assert table.state.dice[4] == 1


def test_sp_140_guns_do_not_fire_at_units_that_walk_in():
    table = advanced({"nigeria": "ac I1 R2", "west_africa": "la I2"}, turn="la", powers=SEA_POWERS)
    attack(table, "nigeria", ("west_africa", "all I"))
    assert table.node.name == "attack_die"


def test_sp_141_the_attacker_picks_the_ship():
    table = land_in_nigeria()
    play(table, "2 6")
    assert legal(table) == {"one TR", "one BB"}
    play(table, "one TR")
    assert units(table, "sz_congo_waters", "la") == "TR1 BB1"
    assert table.state.engaged[0] == 4
    assert table.node.name == "attack_die"


def test_sp_141_the_cargo_of_a_landing_transport_is_lost():
    table = land_in_nigeria({"nigeria": "ac I1 R2", "sz_congo_waters": "la TR1 BB1 aboard I4"})
    play(table, "2 6|one TR")
    assert table.board.holders["nigeria"] == "ac"
    assert units(table, "sz_congo_waters", "la") == "BB1"


def test_sp_141_the_owner_chooses_what_goes_down():
    table = land_in_nigeria({"nigeria": "ac I1 R1", "sz_congo_waters": "la TR2 aboard I4 T2"})
    assert table.node.name == "coastal_die"
    table = advanced({"nigeria": "ac I1 R1", "sz_congo_waters": "la TR2 aboard I4 T2"}, turn="la", powers=SEA_POWERS)
    play(table, "nigeria|sz_congo_waters|all I|sz_congo_waters|all T|go|1")
    assert legal(table) == {"one I", "one T"}
    play(table, "one T|one T")
    assert table.state.engaged[:2] == [4, 0]


def test_sp_142_fighters_of_a_sunk_carrier_fight_on():
    table = advanced(
        {"nigeria": "ac I3 R1", "sz_congo_waters": "la TR1 CV1 F2 aboard I4"}, turn="la", powers=SEA_POWERS
    )
    play(table, "nigeria|sz_congo_waters|all I|sz_congo_waters|one F|go|1|one CV")
    assert table.state.engaged[4] == 1
    assert table.state.planes_aloft == 1
    assert units(table, "sz_congo_waters", "la") == "TR1"


def test_sp_143_guns_at_the_coast_fire_once_and_can_be_lost():
    table = land_in_nigeria()
    play(table, "6 6|5 1 6 6 6|6")
    assert table.state.coastal_dice == 0
    assert "one R" in legal(table)


def test_sp_241_guns_fire_at_transports_that_rush():
    table = advanced(
        {"nigeria": "ac I1 R1", "sz_congo_waters": "ac TR1", "sz_brazil_waters": "la TR1 aboard I4"},
        turn="la",
        powers=SEA_POWERS,
    )
    play(table, "nigeria|sz_congo_waters|sz_brazil_waters|all I|go|6")
    assert table.node.name == "coastal_die"
    play(table, "2")
    assert table.board.holders["nigeria"] == "ac"
    assert units(table, "sz_brazil_waters", "la") == ""


def test_a_battle_is_over_when_nobody_can_hit():
    spaces = {"nigeria": "ac I1 R2", "sz_congo_waters": "la TR1 aboard I1 G1"}
    table = advanced(spaces, turn="la", powers=SEA_POWERS)
    play(table, "nigeria|sz_congo_waters|all I|sz_congo_waters|all G|go|6 6|2|2|one I|one I|no")
    assert table.board.holders["nigeria"] == "ac"
    assert units(table, "nigeria", "ac") == "R2"


@pytest.mark.parametrize("kind", ["I", "D", "R"])
def test_sp_320_the_basic_rules_do_not_sell_guns(kind):
    basic = position({"germany": "eu X1"}, turn="eu", at="buy")
    rules = position({"germany": "eu X1"}, turn="eu", at="buy", ruleset="advanced")
    assert (f"all {kind}" in legal(basic)) == (kind == "I")
    assert f"all {kind}" in legal(rules)
