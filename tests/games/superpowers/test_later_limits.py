"""The limited round and shared zones of the advanced rules (SP-066, SP-067, SP-108, SP-109)."""

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, play, position, units

FOUR = ("eu", "rr", "mef", "la")
EU, MEF = 1, 5
KARELIA = {"germany": "eu X1", "ukraine": "eu T9", "karelia": "rr", "russia": "rr X1 I1", "caucasus": "rr"}


def advanced(spaces=KARELIA, **options):
    table = position(spaces, **{"turn": "eu", "powers": FOUR, "round": 6, "ruleset": "advanced", **options})
    table.state.first = table.state.turn
    return table


def later(table, rounds, fought):
    """Return the table at the same turn `rounds` rounds later; `fought` is whether powers fought in round 6."""
    table.state.fought = int(fought)
    while table.state.round < 6 + rounds or table.state.turn != EU:
        finish_turn(table)
    table.play("end")
    return table


@pytest.mark.parametrize(("ruleset", "fought", "limited"), [
    ("advanced", False, True), ("advanced", True, False), ("basic", False, False),
])  # fmt: skip
def test_sp_066_the_limited_round_is_the_first_in_which_powers_fight(ruleset, fought, limited):
    table = later(advanced(ruleset=ruleset), 2, fought)
    attack(table, "karelia", ("ukraine", "one T"))
    assert ("caucasus" not in legal(table)) == limited


def test_sp_066_the_next_round_is_free():
    table = later(advanced(), 2, fought=False)
    attack(table, "karelia", ("ukraine", "one T"))
    assert table.state.took[EU] == 1
    finish_turn(table)
    while table.state.turn != EU:
        finish_turn(table)
    assert table.state.limited_over == 1


def test_r17_an_attack_on_neutral_land_is_no_act_of_war():
    table = advanced({**KARELIA, "ukraine": "neutral", "southern_europe": "eu T9"})
    attack(table, "ukraine", ("southern_europe", "all T"))
    assert table.state.fought == 0


@pytest.mark.parametrize(("ruleset", "offered"), [("advanced", True), ("basic", False)])
def test_sp_067_land_lost_in_the_limited_round_may_be_retaken(ruleset, offered):
    spaces = {"germany": "eu X1 T1", "ukraine": "mef I1", "southern_europe": "eu T3", "france": "mef I1"}
    table = advanced(spaces, ruleset=ruleset)
    s = table.state
    s.lost_land[EU] = list(table.board.holders).index("ukraine")
    s.lost[EU] = s.lost[MEF] = 1
    assert ("ukraine" in legal(table)) == offered
    assert "france" in legal(table)  # its own land
    if offered:
        attack(table, "ukraine", ("southern_europe", "all T"))
        table.play("die 6")
        assert table.board.holders["ukraine"] == "eu"
        assert s.took[EU] == 0


SHARED = {"indo_china": "cfe X1", "sz_gulf_of_thailand": "ie BB1", "japan": "ie X1"}
SEAS = ("cfe", "ie", "us", "la")


@pytest.mark.parametrize(("ruleset", "offered"), [("advanced", True), ("basic", False)])
def test_sp_108_new_ships_are_placed_beside_enemies(ruleset, offered):
    table = position(SHARED, turn="cfe", powers=SEAS, at="buy", ruleset=ruleset)
    free = {"all BB"} & legal(table)
    assert bool(free) == offered
    if offered:
        play(table, "all BB|end")
        finish_turn(table) if table.node.name != "place_what" else table.play("all BB")
        assert units(table, "sz_gulf_of_thailand", "cfe") == "BB1"


def shared(**options):
    spaces = {**SHARED, "sz_gulf_of_thailand": "ie BB1, cfe BB1"}
    return position(spaces, **{"turn": "ie", "powers": SEAS, "ruleset": "advanced", **options})


def test_sp_109_who_shares_a_zone_fights_or_leaves():
    table = shared()
    assert {"end", "sz_gulf_of_thailand"} <= legal(table)
    table.play("end")
    assert "end" not in legal(table)
    play(table, "sz_gulf_of_thailand|all BB")
    table.play(sorted(legal(table))[0])
    assert "end" in legal(table)


def test_sp_109_who_fought_may_stay():
    table = shared()
    play(table, "sz_gulf_of_thailand|sz_gulf_of_thailand|all BB|go|6|6|retreat|end")
    assert table.state.combat_over == 1 or table.state.turn != 3
    assert units(table, "sz_gulf_of_thailand", "ie") == "BB1"


def test_q32_nobody_has_to_leave_in_the_grace_rounds():
    table = shared(round=4)
    if "end" in legal(table):
        table.play("end")
    assert "end" in legal(table)


def test_r17_a_rush_past_enemies_to_neutral_land_is_an_act_of_war():
    spaces = {"sz_sierra_waters": "la TR1 aboard I2", "sz_congo_waters": "ac TR1", "nigeria": "neutral"}
    table = position(spaces, turn="la", round=6, powers=("la", "ac", "us", "eu"), ruleset="advanced")
    play(table, "nigeria|sz_congo_waters|sz_sierra_waters|all I|go")
    assert table.node.name == "rush_die"
    assert table.state.fought == 1
