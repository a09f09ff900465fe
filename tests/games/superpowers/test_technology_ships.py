"""Cruise missiles and land-attack missiles of submarines and battleships (SP-281)."""

import pytest

from tests.games.superpowers.play import attack, legal, play, units
from tests.games.superpowers.test_technology import EU, advanced, give
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import TECH_LEVELS, TORPEDOES, WARHEADS
from wd_env.games.superpowers.text.order_notes import attack_note

RR = POWER_IDS.index("rr")
CRUISE, LAND_ATTACK = 2, TECH_LEVELS  # technologies of torpedoes
SEA = "sz_north_sea"


def at_sea(ships, defenders="rr I5 T2 R1", level=CRUISE, **spaces):
    table = advanced({SEA: f"eu {ships}", "norway": defenders, "ukraine": "rr I1", "germany": "eu I1"} | spaces)
    give(table, EU, TORPEDOES, level)
    return table


@pytest.mark.parametrize(("level", "can_fire"), [(0, False), (1, False), (CRUISE, True), (LAND_ATTACK, True)])
@pytest.mark.parametrize("kind", ["SU", "BB"])
def test_sp_281_submarines_and_battleships_fire_at_a_neighbouring_land(kind, level, can_fire):
    assert ("norway" in legal(at_sea(f"{kind}1", level=level))) == can_fire


@pytest.mark.parametrize("kind", ["CV", "TR"])
def test_sp_281_other_ships_fire_no_cruise_missiles(kind):
    assert "norway" not in legal(at_sea(f"{kind}1"))


def test_sp_281_cruise_missiles_reach_neighbours_alone():
    assert "karelia" not in legal(at_sea("SU1", karelia="rr I1"))


def test_sp_281_they_fire_at_defended_land_alone():
    assert "norway" not in legal(at_sea("SU1", defenders="rr"))


@pytest.mark.parametrize(("ships", "face", "hits"), [("SU1", 3, 1), ("SU1", 4, 0), ("BB1", 4, 1), ("BB1", 5, 0)])
def test_sp_281_submarines_hit_at_three_and_battleships_at_four(ships, face, hits):
    table = at_sea(ships, defenders="rr I5")
    attack(table, "norway", (SEA, f"all {ships[:2]}"))
    play(table, str(face))
    assert units(table, "norway", "rr") == f"I{5 - hits}"
    assert units(table, SEA, "eu") == ships
    check_state(table.state)


def test_sp_281_there_is_no_return_fire():
    table = at_sea("SU1 BB1", defenders="rr I5 D2 R2")
    attack(table, "norway", (SEA, "all SU|all BB"))
    play(table, "6 6")
    assert table.node.name == "target"
    assert units(table, SEA, "eu") == "SU1 BB1"


def test_sp_281_battleships_fire_first_and_each_ship_once():
    table = at_sea("SU1 BB1", defenders="rr I5")
    attack(table, "norway", (SEA, "all SU|all BB"))
    play(table, "4 4")
    assert units(table, "norway", "rr") == "I4"
    assert "norway" not in legal(table)


def test_sp_281_ships_that_fired_do_not_move():
    table = at_sea("SU2", defenders="rr I5", sz_norwegian_sea="rr TR1")
    attack(table, "norway", (SEA, "one SU"))
    play(table, "6")
    play(table, "sz_norwegian_sea|" + SEA)
    assert legal(table) == {"all SU"}


def test_sp_281_the_land_may_be_attacked_afterwards():
    table = at_sea("TR1 SU1 aboard I2", defenders="rr I5")
    play(table, f"norway|missile|{SEA}|all SU")
    play(table, "go|6|norway")
    assert SEA in legal(table)


def test_sp_281_ships_that_fired_give_no_support():
    table = at_sea("TR1 BB1 aboard I2", defenders="rr I5")
    play(table, f"norway|missile|{SEA}|all BB")
    play(table, "go|6")
    attack(table, "norway", (SEA, "all I"))
    assert table.state.dice[4] == 0


def test_sp_281_missiles_on_land_and_of_ships_are_two_orders():
    table = at_sea("SU1", germany="eu N1 I1")
    give(table, EU, WARHEADS, 3)
    play(table, f"norway|{SEA}|all SU")
    assert "germany" not in legal(table)
    play(table, "go|6|norway|germany|all N")
    assert SEA not in legal(table)


def test_sp_281_a_destroyed_garrison_leaves_the_land_to_its_holder():
    table = at_sea("SU1", defenders="rr I1")
    attack(table, "norway", (SEA, "all SU"))
    play(table, "1")
    assert units(table, "norway", "rr") == ""
    assert table.board.holders["norway"] == "rr"


def test_sp_281_cruise_missiles_let_the_defender_choose():
    table = at_sea("SU1")
    attack(table, "norway", (SEA, "all SU"))
    play(table, "1")
    assert (table.node.name, table.state.seat) == ("give", RR)


def test_sp_281_land_attack_missiles_choose_vehicles():
    table = at_sea("SU1", level=LAND_ATTACK)
    attack(table, "norway", (SEA, "all SU"))
    play(table, "3")
    assert (table.node.name, table.state.seat) == ("give", EU)
    assert legal(table) == {"no", "one T", "one R"}
    play(table, "one R")
    assert units(table, "norway", "rr") == "I5 T2"


@pytest.mark.parametrize(("level", "dice"), [(CRUISE, 1), (LAND_ATTACK, 2)])
def test_sp_281_land_attack_missiles_give_battleships_one_more_die(level, dice):
    table = at_sea("BB1 SU1", level=level)
    attack(table, "norway", (SEA, "all BB|all SU"))
    assert (table.state.dice[4], table.state.dice[3]) == (dice, 1)


def test_sp_281_ships_that_sailed_one_zone_fire_too():
    table = at_sea("CV1", sz_norwegian_sea="eu SU2")
    play(table, f"sail|sz_norwegian_sea|one SU|{SEA}")
    attack(table, "norway", (SEA, "all SU"))
    play(table, "6")
    assert units(table, SEA, "eu") == "SU1 CV1"
    check_state(table.state)


def test_sp_281_shots_of_ships_have_no_odds():
    """Fire without a battle, which has no odds."""
    assert attack_note(at_sea("SU1 BB1"), ["norway", SEA, "all BB", "go"]) == ""


def test_sp_193_dice_of_an_earlier_battle_are_not_rolled_for_missiles():
    """Destroy the fleet with submarines alone, so that the dice of the battleship are not rolled."""
    table = advanced({SEA: "eu SU1 BB1", "sz_norwegian_sea": "rr TR1", "germany": "eu N1", "ukraine": "rr I9"})
    attack(table, "sz_norwegian_sea", (SEA, "all SU|all BB"))
    play(table, "yes|1")
    attack(table, "ukraine", ("germany", "all N"))
    play(table, "1 1 1 1")
    assert units(table, "ukraine", "rr") == "I5"
    assert table.node.name != "attack_die"
