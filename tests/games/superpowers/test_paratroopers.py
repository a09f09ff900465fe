"""Paratroopers of the advanced rules (SP-120, SP-146, SP-187 to SP-191, Q15, Q26)."""

import pytest

from tests.games.superpowers.play import legal, play, position, units

POWERS = ("eu", "mef", "us", "la")
S4 = {"algeria": "mef I2 D1", "spain": "eu B1 I2", "libya": "eu T1"}


def advanced(spaces, **options):
    return position(spaces, turn="eu", powers=POWERS, **{"ruleset": "advanced", **options})


def jump_into_algeria(spaces=S4, **options):
    table = advanced(spaces, **options)
    play(table, "algeria|libya|all T|spain|drop all|go")
    return table


def test_sp_s4_a_bomber_that_is_shot_down_takes_its_paratroopers_along():
    table = jump_into_algeria()
    play(table, "1")
    assert table.state.engaged[:6] == [0, 1, 0, 0, 0, 0]
    assert table.state.dice[3] == 1
    assert units(table, "spain", "eu") == ""


def test_sp_s4_two_infantry_jump_and_the_land_is_taken():
    table = jump_into_algeria()
    play(table, "4|2 4 5|5 6|press|3")
    assert table.node.name == "defence_die"
    play(table, "6")
    assert units(table, "algeria", "eu") == "I2 T1 D1"
    assert table.node.name == "land_where"
    assert "spain" in legal(table)


def test_sp_120_any_infantry_may_jump():
    table = advanced({**S4, "spain": "eu B1 I4 F1"})
    play(table, "algeria|libya|all T|spain")
    assert {word for word in legal(table) if word.startswith("drop")} == {"drop one", "drop half"}
    play(table, "drop half")
    assert units(table, "spain", "eu") == "I2 F1"


def test_sp_187_a_bomber_drops_two():
    table = advanced({**S4, "spain": "eu B1 I4"})
    play(table, "algeria|libya|all T|spain|drop one|spain|drop one")
    assert table.state.engaged[5] == 1
    assert "spain" not in legal(table)


def test_sp_188_a_bomber_needs_a_ground_unit_of_its_own():
    spaces = {**S4, "spain": "eu B2 I4"}
    table = advanced(spaces)
    play(table, "algeria")
    assert legal(table) == {"libya", "spain"}
    play(table, "spain")
    assert "drop all" not in legal(table)
    table = advanced(spaces)
    play(table, "algeria|libya|all T|spain")
    assert "drop all" not in legal(table)
    assert "drop half" in legal(table)
    table = advanced({**spaces, "libya": "eu T1 I1"})
    play(table, "algeria|libya|all T|libya|all I|spain")
    assert "drop all" in legal(table)


def test_sp_188_a_spotter_supports_no_bomber():
    table = advanced({**S4, "libya": "eu T1 R1"})
    play(table, "algeria|libya|all T|libya|fire all")
    assert "spain" in legal(table)
    play(table, "spain")
    assert legal(table) == {"all B"}
    table = advanced({**S4, "libya": "eu T1 R1"})
    play(table, "algeria|libya|all T|spain|drop all|libya")
    assert "fire all" not in legal(table)


def test_sp_134_paratroopers_are_no_spotters():
    table = advanced({**S4, "libya": "eu T1 R2"})
    play(table, "algeria|libya|all T|spain|drop all")
    assert not any(word.startswith("fire") for word in legal(table))


def test_sp_189_a_bomber_that_drops_does_not_attack_in_the_first_round():
    table = jump_into_algeria(encircle="off")
    table.play("die 6")
    assert table.state.dice[4] == 0
    play(table, "6 6 6|6 6|press|6")
    assert table.state.dice[4] == 1


def test_q15_a_bomber_that_drops_is_not_strong_in_the_first_round():
    table = jump_into_algeria({**S4, "algeria": "mef I1"})
    assert table.node.name == "attack_die"


def test_sp_190_infantry_boards_where_the_bomber_stands():
    table = advanced({**S4, "france": "eu I2", "spain": "eu B1"})
    play(table, "algeria|libya|all T")
    assert "france" not in legal(table)
    play(table, "spain")
    assert legal(table) == {"all B"}


def test_sp_191_of_two_bombers_the_one_that_drops_nothing_is_lost_first():
    table = advanced({**S4, "spain": "eu B2 I2"})
    play(table, "algeria|libya|all T|spain|drop all|spain|all B|go|1 6")
    assert table.state.engaged[0] == 2
    assert table.state.engaged[5] == 1


def test_sp_146_a_bomber_lost_later_leaves_the_infantry_that_jumped():
    table = jump_into_algeria()
    play(table, "6|6 6 6|6 6|press|1")
    assert table.state.engaged[0] == 2


def test_q26_paratroopers_go_back_to_their_base():
    table = jump_into_algeria()
    play(table, "6|6 6 6|6 6|retreat")
    assert units(table, "spain", "eu") == "I2"


@pytest.mark.parametrize(("ruleset", "jumps"), [("basic", False), ("advanced", True)])
def test_sp_320_nobody_jumps_in_the_basic_rules(ruleset, jumps):
    table = advanced({**S4, "algeria": "mef I2"}, ruleset=ruleset)
    play(table, "algeria|libya|all T|spain")
    assert ("drop all" in legal(table)) == jumps


COAST = {"nigeria": "ac I1", "west_africa": "la I4 B2", "sz_sierra_waters": "la TR1 aboard I1 T1"}


def land_at_nigeria(spaces, words):
    table = position(spaces, turn="la", round=8, powers=("la", "ac", "us", "eu"), ruleset="advanced", encircle="off")
    play(table, f"nigeria|{words}|go")
    return table


def test_sp_188_nobody_jumps_once_the_ground_units_sank_in_a_rush():
    spaces = {**COAST, "sz_congo_waters": "ac TR1"}
    table = land_at_nigeria(
        spaces, "rush|sz_congo_waters|sz_sierra_waters|all I|west_africa|drop half|west_africa|all B"
    )
    play(table, "1")
    assert (table.state.engaged[0], table.state.engaged[5], sum(table.state.paratroopers)) == (0, 2, 0)
    assert units(table, "west_africa", "la") == "I4"
    assert table.state.dice[4] == 2
    play(table, "1 6")
    assert table.board.holders["nigeria"] == "ac"


def test_sp_188_nobody_jumps_once_the_ground_units_sank_under_coastal_fire():
    spaces = {**COAST, "nigeria": "ac I2 R2", "sz_congo_waters": "la TR1 aboard I1 T1"}
    table = land_at_nigeria(spaces, "sz_congo_waters|all I|sz_congo_waters|all T|west_africa|drop all")
    assert table.state.engaged[0] == 5
    while table.node.name == "coastal_die":
        table.play("die 1")
    assert sum(table.state.paratroopers) == 0
    assert units(table, "west_africa", "la") == "I4"


def test_sp_188_bombers_with_a_ground_unit_left_still_drop():
    spaces = {**COAST, "sz_congo_waters": "ac TR1", "west_africa": "la I4 B2 T1"}
    words = "rush|sz_congo_waters|sz_sierra_waters|all I|west_africa|all T|west_africa|drop half|west_africa|drop all"
    table = land_at_nigeria(spaces, words)
    play(table, "1")
    assert list(table.state.engaged[:6]) == [2, 1, 0, 0, 0, 2]
    assert sum(table.state.paratroopers) == 2
    assert units(table, "west_africa", "la") == "I2"
