"""Encirclement (SP-082 to SP-092)."""

import pytest

from tests.games.superpowers.play import attack, play, position, units


@pytest.mark.parametrize(("tanks", "encircled"), [(4, True), (3, False)])
def test_sp_082_twice_as_many_tanks_encircle(tanks, encircled):
    table = position({"germany": f"eu T{tanks}", "ukraine": "us I2"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    assert (table.node.name == "defence_die") == encircled


@pytest.mark.parametrize(("fighters", "encircled"), [(5, True), (4, False)])
def test_sp_083_fighters_and_a_tank_encircle_tanks(fighters, encircled):
    table = position({"germany": f"eu T1 F{fighters}", "ukraine": "us T3"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T|all F"))
    assert (table.node.name == "defence_die") == encircled


def test_sp_084_encircled_defenders_are_casualties_without_a_roll():
    table = position({"germany": "eu T3", "ukraine": "us I1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "6")
    assert table.board.holders["ukraine"] == "eu"


def test_sp_085_encircled_defenders_roll_once():
    table = position({"germany": "eu T3", "ukraine": "us I1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "2")
    assert units(table, "ukraine", "eu") == "T2"


@pytest.mark.parametrize(("lost", "holder"), [("one T", "us"), ("one F", "eu")])
def test_sp_086_a_ground_unit_must_survive(lost, holder):
    table = position({"germany": "eu T1 F5", "ukraine": "us T3"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T|all F"))
    play(table, f"1 6 6|{lost}")
    assert table.board.holders["ukraine"] == holder


@pytest.mark.parametrize("defender", ["F1", "G1", "B1"])
def test_sp_087_high_power_defenders_are_not_encircled(defender):
    table = position({"germany": "eu T9", "ukraine": f"us I1 {defender}"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    assert table.node.name == "attack_die"


def test_sp_087_infantry_beside_a_ruler_are_not_encircled():
    table = position({"germany": "eu T9", "ukraine": "us I1 L1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    assert table.node.name == "attack_die"


@pytest.mark.parametrize(("general", "encircled"), [(" G1", True), ("", False)])
def test_sp_088_infantry_count_beside_a_general(general, encircled):
    table = position({"germany": f"eu I2 T2{general}", "ukraine": "us I2"}, turn="eu")
    words = "all I|all T|all G" if general else "all I|all T"
    attack(table, "ukraine", ("germany", words))
    assert (table.node.name == "defence_die") == encircled


def test_sp_090_encirclement_begins_in_a_later_round():
    table = position({"germany": "eu T3", "ukraine": "us I2"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "1 6 6|6 6|press")
    assert table.node.name == "defence_die"


@pytest.mark.parametrize(("option", "node"), [("auto", "defence_die"), ("ask", "encircle"), ("off", "attack_die")])
def test_sp_092_encirclement_is_automatic_asked_or_off(option, node):
    table = position({"germany": "eu T4", "ukraine": "us I2"}, turn="eu", encircle=option)
    attack(table, "ukraine", ("germany", "all T"))
    assert table.node.name == node


def test_sp_091_a_battle_that_begins_encircled_has_no_attack_dice():
    table = position({"germany": "eu T3", "ukraine": "us I1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    assert sum(table.state.dice) == 0
