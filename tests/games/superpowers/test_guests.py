"""Units of partners and allies in one space, and guests that leave (SP-098, R13, R57)."""

import pytest

from tests.games.superpowers.play import legal, play, position, units
from tests.games.superpowers.treaty_tables import advanced
from wd_env.games.superpowers.checks.check_state import check_state
from wd_env.games.superpowers.definitions.actions import POWER_IDS


def test_sp_098_partners_share_zones_and_not_land():
    spaces = {"sz_north_sea": "eu BB1", "sz_norwegian_sea": "la SU1", "spain": "la", "france": "eu I1"}
    table = advanced(spaces, relations={"eu la": "peace"})
    play(table, "sz_north_sea|all BB")
    assert "sz_norwegian_sea" in legal(table)
    table = advanced(spaces)
    play(table, "sz_north_sea|all BB")
    assert "sz_norwegian_sea" not in legal(table)


def test_r13_guests_of_the_power_that_dissolves_leave_at_once():
    table = advanced({"spain": "la, eu I2", "france": "eu"}, relations={"eu la": "alliance"})
    play(table, "dissolve")
    assert "end" not in legal(table)
    play(table, "spain|all I|france")
    assert "end" in legal(table)
    assert units(table, "spain", "eu") == ""


def test_r13_guests_of_the_other_power_leave_in_its_movement_step():
    table = advanced({"france": "eu, la I2", "spain": "la"}, relations={"eu la": "alliance"})
    play(table, "dissolve|end")
    assert units(table, "france", "la") == "I2"
    check_state(table.state)
    turn_of_la = POWER_IDS.index("la")
    while table.state.turn != turn_of_la or table.node.name != "move_from":
        table.play("end")
    assert "end" not in legal(table)
    play(table, "france|all I|spain")
    assert table.state.leaving[turn_of_la] == 1
    play(table, "end")
    assert table.state.leaving[turn_of_la] == 0


@pytest.mark.parametrize("kind", ["B", "N", "T", "F"])
def test_r13_guests_attack_nobody_before_they_leave(kind):
    """Offer targets that only guests reach: the bomber could raid ukraine, and the missile could reach it."""
    spaces = {"france": f"la, eu {kind}2", "germany": "eu", "ukraine": "rr X1 I1", "spain": "eu I1"}
    table = advanced(spaces, turn="la", relations={"eu la": "alliance"})
    play(table, "dissolve|end")
    while table.node.name not in ("target", "move_from"):
        table.play("end")
    assert table.state.turn == POWER_IDS.index("eu")
    assert "ukraine" not in legal(table)


def test_r13_guests_that_cannot_leave_go_to_the_nearest_own_land():
    spaces = {"spain": "la, eu I2", "france": "la", "algeria": "la"}
    table = advanced(spaces, relations={"eu la": "alliance"})
    play(table, "dissolve|end")
    assert units(table, "spain", "eu") == ""
    assert units(table, "germany", "eu") == "I3"


def test_r13_fighters_on_carriers_of_a_former_ally_fly_away_or_are_lost():
    spaces = {"sz_north_sea": "la CV1, eu F2", "germany": "eu I1"}
    table = advanced(spaces, relations={"eu la": "alliance"})
    play(table, "dissolve")
    assert "end" not in legal(table)
    play(table, "sz_north_sea|one F|germany|sz_north_sea|all F|germany|end")
    assert units(table, "sz_north_sea", "eu") == ""


def test_r13_no_battle_arises_from_guests():
    """Check that land with own units is not a target, although its holder is no longer an ally."""
    spaces = {"spain": "la I1, eu I2", "france": "eu T3"}
    table = advanced(spaces, turn="la", relations={"eu la": "alliance"})
    play(table, "dissolve|end")
    while table.node.name != "target":
        table.play("end")
    assert table.state.turn == POWER_IDS.index("eu")
    assert "spain" not in legal(table)


@pytest.mark.parametrize(("ships", "offered"), [(", ac SU1", False), (", us SU1", True), ("", True)])
def test_r57_no_landing_from_a_zone_that_the_partner_shares(ships, offered):
    """Check that the partner's ships must be fought first, and that ships of another partner do not matter."""
    table = position(
        {"sz_congo_waters": f"la TR1 BB1 aboard I2{ships}", "nigeria": "ac I1"},
        turn="la",
        powers=("us", "eu", "ac", "la"),
        ruleset="advanced",
        relations={"ac la": "peace", "us la": "peace"},
    )
    assert ("nigeria" in legal(table)) == offered
    assert ("sz_congo_waters" in legal(table)) == (ships != "")


def test_r13_who_dissolves_an_alliance_leaves_in_the_same_step():
    table = advanced({"france": "eu, la I2"}, turn="la", relations={"eu la": "alliance"})
    play(table, "dissolve")
    assert "end" in legal(table)
    play(table, "end")
    assert units(table, "france", "la") == ""
