"""Strategic raids of the advanced rules (SP-282 to SP-294), repairs, missiles against air defence."""

import pytest

from tests.games.superpowers.play import attack, legal, play, position, units

FOUR = ("eu", "rr", "us", "la")
GERMANY = "germany"


def advanced(spaces, **options):
    return position(spaces, **{"turn": "eu", "powers": FOUR, "ruleset": "advanced", **options})


def raid(defence, bombers=1, **options):
    """Return a raid of bombers from Germany on Karelia, before its first die."""
    table = advanced({GERMANY: f"eu B{bombers} X1", "karelia": f"rr {defence}"}, **options)
    table.play("karelia")
    if table.node.name == "how":
        table.play("raid")
    play(table, f"{GERMANY}|all B|go")
    return table


def land(table, name):
    return list(table.board.holders).index(name)


@pytest.mark.parametrize(("defence", "raided"), [("X1", True), ("E1", True), ("D2", True), ("D1", False), ("", False)])
def test_sp_282_a_raid_needs_a_complex_or_two_air_defences(defence, raided):
    table = advanced({GERMANY: "eu B1", "karelia": f"rr {defence}"})
    assert ("karelia" in legal(table)) == raided


@pytest.mark.parametrize(("options", "raided"), [({"ruleset": "basic"}, False), ({"round": 5}, False), ({}, True)])
def test_sp_282_raids_are_acts_of_war_of_the_advanced_rules(options, raided):
    table = advanced({GERMANY: "eu B1", "karelia": "rr X1"}, **options)
    assert ("karelia" in legal(table)) == raided


def test_sp_282_bombers_alone_raid():
    table = advanced({GERMANY: "eu B1 F1", "ukraine": "eu T1", "karelia": "rr X1"})
    play(table, "karelia|raid")
    assert legal(table) == {GERMANY}
    play(table, GERMANY)
    assert legal(table) == {"all B"}


def test_sp_283_air_defence_fires_at_each_bomber_first():
    table = raid("X1 D2", bombers=3)
    assert table.state.air_dice == 6
    play(table, "1 1 6 6 6 6")
    assert table.node.name == "raid_die"
    assert table.state.raid_dice == 1


@pytest.mark.parametrize(("face", "damage"), [(4, 1), (5, 0)])
def test_sp_284_a_bomber_hits_at_four(face, damage):
    table = raid("X1")
    play(table, str(face))
    assert table.state.damage[land(table, "karelia")] == damage
    assert table.node.name == "land_where"


def test_sp_286_each_hit_removes_a_centre_or_an_air_defence():
    table = advanced({GERMANY: "eu B2 X1", "russia": "rr X1 E2 D2"}, powers=FOUR)
    play(table, f"russia|{GERMANY}|all B|go|6 6 6 6|1 1")
    assert legal(table) == {"raid", "one D"}
    play(table, "raid|raid")
    assert table.state.centres[land(table, "russia")] == 0
    assert table.state.complexes[land(table, "russia")] == 1


def test_sp_287_the_production_falls_at_once():
    table = raid("X1 E1", production={"rr": 30})
    play(table, "1")
    assert table.board.production["rr"] == 25
    assert table.state.damage[land(table, "karelia")] == 0


def test_sp_288_the_last_complex_is_damaged():
    table = raid("X1", production={"rr": 30})
    play(table, "1")
    assert table.board.production["rr"] == 25
    assert table.state.complexes[land(table, "karelia")] == 1


def test_sp_289_more_hits_on_a_damaged_complex_do_nothing():
    table = raid("X1", bombers=3, production={"rr": 30})
    play(table, "1 1 1")
    assert table.board.production["rr"] == 25


def test_sp_290_the_last_air_defence_is_safe():
    table = raid("D2", bombers=2)
    play(table, "6 6 6 6|1 1")
    assert units(table, "karelia", "rr") == "D1"


def test_sp_291_a_land_is_raided_and_then_attacked():
    table = advanced({GERMANY: "eu B1 X1", "ukraine": "eu T6", "karelia": "rr X1 I1"})
    play(table, f"karelia|raid|{GERMANY}|all B|go|6")
    assert "karelia" in legal(table)
    play(table, "karelia|ukraine")
    assert "all T" in legal(table)


def test_sp_185_a_bomber_that_raided_does_nothing_else():
    table = advanced({GERMANY: "eu B1 I2 X1", "karelia": "rr X1 I1"})
    play(table, f"karelia|raid|{GERMANY}|all B|go|6")
    assert "karelia" not in legal(table)


def test_sp_292_a_complex_is_never_destroyed():
    table = raid("X1 E1", bombers=3, production={"rr": 30})
    play(table, "1 1 1")
    assert table.state.complexes[land(table, "karelia")] == 1
    assert table.state.damage[land(table, "karelia")] == 1
    assert table.board.production["rr"] == 20


def damaged(**options):
    table = advanced({GERMANY: "eu X1"}, at="buy", **options)
    table.state.damage[land(table, GERMANY)] = 1
    return table


def test_sp_293_a_damaged_complex_still_serves():
    table = damaged()
    play(table, "all T|end")
    while table.state.deck[1] > 0:
        table.play("end")
    assert units(table, GERMANY, "eu") == "T4"
    assert table.board.production["eu"] == 15


def test_sp_294_a_damaged_complex_is_replaced():
    table = damaged()
    play(table, "repair")
    assert legal(table) == {GERMANY}
    play(table, GERMANY)
    assert table.board.money == 5
    assert table.state.damage[land(table, GERMANY)] == 0
    assert "repair" not in legal(table)


def test_sp_294_a_repair_costs_15():
    assert "repair" not in legal(damaged(production={"eu": 10}))


def launched(dice, missiles=1, defence="I9 D2", improved=False, faces=()):
    table = advanced({GERMANY: f"eu N{missiles} T1", "karelia": f"rr {defence}", "ukraine": "eu T1"})
    table.state.anti_ballistics[2] = int(improved)
    play(table, f"karelia|missile|{GERMANY}|all N|go|{dice}")
    return table


def test_sp_195_air_defence_shoots_a_missile_down_with_a_one():
    assert launched("6 6").node.name == "missile_die"
    assert launched("6 1").node.name == "target"
    assert units(launched("1"), "karelia", "rr") == "I9 D2"


def test_sp_195_two_are_active_against_each_missile():
    table = launched("1 6 6", missiles=2, defence="I9 D3")
    assert table.node.name == "missile_die"
    assert table.state.missile_dice == 4


def test_sp_196_with_anti_ballistics_a_three_is_enough():
    assert launched("6 3", improved=True).node.name == "target"
    assert launched("6 3").node.name == "missile_die"


def test_sp_199_land_whose_air_defence_held_may_be_attacked():
    table = launched("1")
    assert "karelia" in legal(table)
    attack(table, "karelia", ("ukraine", "all T"))
    assert table.state.battle_round == 1


def test_sp_199_land_that_was_hit_may_not_be_attacked():
    table = launched("6 6")
    play(table, "1 1 1 1")
    assert "karelia" not in legal(table)


def test_r28_a_missile_that_was_shot_down_is_gone():
    assert units(launched("1"), GERMANY, "eu") == "T1"
