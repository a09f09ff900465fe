"""Neutral lands: their garrisons, dice and bounties (SP-061, SP-068 to SP-080)."""

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, play, position, units

EU = ("eu", "us", "ie", "la")


def test_sp_070_a_neutral_has_three_infantry():
    table = position({"libya": "us T2"}, turn="us", powers=("us", "eu", "ie", "la"), round=1)
    attack(table, "algeria", ("libya", "all T"))
    assert table.state.garrison == [3, 0]


def test_sp_071_a_neutral_capital_has_ten_infantry_and_two_fighters():
    table = position({"peru": "us T2"}, turn="us", powers=("us", "eu", "ie", "rr"), round=1)
    attack(table, "brazil", ("peru", "all T"))
    assert table.state.garrison == [10, 2]
    play(table, "6 6")
    assert table.state.foe_dice[4] == 2
    assert table.state.foe_dice[2] == 10


def test_sp_072_israel_has_two_fighters():
    table = position({"syria_iraq": "us T2"}, turn="us", powers=EU, round=1)
    attack(table, "israel", ("syria_iraq", "all T"))
    assert table.state.garrison == [3, 2]


def test_sp_073_israel_has_no_complex():
    table = position({"syria_iraq": "us T9"}, turn="us", powers=EU, round=1)
    attack(table, "israel", ("syria_iraq", "all T"))
    play(table, "1 1 1 1 1 6 6 6 6|6 6 6 6 6")
    assert table.board.holders["israel"] == "us"
    assert table.state.complexes[list(table.board.holders).index("israel")] == 0


def test_sp_074_infantry_of_neutral_france_defend_at_one():
    table = position({"spain": "us T2"}, turn="us", powers=("us", "rr", "ie", "la"), round=1)
    attack(table, "france", ("spain", "all T"))
    play(table, "6 6")
    assert table.state.foe_dice[1] == 3


def test_sp_075_neutral_dice_need_no_decision():
    table = position({"germany": "eu T2"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "6 6")
    assert table.node.name == "defence_die"
    assert table.seat == 1


def test_sp_076_neutrals_lose_infantry_first():
    table = position({"peru": "us T3"}, turn="us", powers=("us", "eu", "ie", "rr"), round=1)
    attack(table, "brazil", ("peru", "all T"))
    play(table, "1 1 1|6 6 6 6 6 6 6 6 6 6 6 6")
    assert table.state.garrison == [7, 2]


def test_sp_077_a_conquest_of_a_neutral_brings_a_bounty():
    table = position({"manchuria": "ie T3"}, turn="ie", round=1)
    attack(table, "china", ("manchuria", "all T"))
    play(table, "1 1 1|1 6 6")
    assert units(table, "china", "ie") == "I2 T3"


def test_sp_079_a_neutral_that_held_is_at_full_strength():
    table = position({"manchuria": "ie T3", "peiping": "ie T3"}, turn="ie", round=1)
    attack(table, "china", ("manchuria", "all T"))
    play(table, "1 1 6|6 6 6|retreat")
    table.state.attacked[list(table.board.holders).index("china")] = 0
    attack(table, "china", ("peiping", "all T"))
    assert table.state.garrison == [3, 0]


def test_sp_080_a_neutral_capital_has_a_complex_and_brings_ten():
    table = position({"china": "ie T20"}, turn="ie", powers=("ie", "us", "eu", "la"), round=1, auto_casualties=True)
    attack(table, "indo_china", ("china", "all T"))
    play(table, " ".join("1" * 12 + "6" * 8) + "|" + " ".join("6" * 12))
    assert table.board.holders["indo_china"] == "ie"
    assert table.state.complexes[list(table.board.holders).index("indo_china")] == 1
    play(table, "end")
    while table.state.turn == 3:
        table.play("end")
    assert table.board.production["ie"] == 30


@pytest.mark.parametrize("round", range(1, 6))
def test_sp_061_neutrals_are_attacked_in_the_grace_rounds(round):
    table = position({"germany": "eu T1"}, turn="eu", round=round)
    assert "ukraine" in legal(table)


def test_sp_068_the_land_of_a_power_that_nobody_plays_is_neutral():
    table = position({}, turn="us", powers=("us", "rr", "ie", "la"))
    assert table.board.holders["france"] is None
    assert table.board.holders["ukraine"] is None


def test_sp_069_neutrals_have_no_turn():
    table = position({}, turn="us", at="next")
    turns = set()
    for _ in range(8):
        turns.add(table.state.turn)
        finish_turn(table)
    assert turns == {0, 1, 3, 7}


def test_sp_078_a_conquest_leaves_the_chart_as_it_is():
    table = position({"libya": "us T6"}, turn="us", powers=("us", "eu", "ie", "la"), round=1)
    attack(table, "algeria", ("libya", "all T"))
    play(table, "6 6 6")
    assert table.board.production["us"] == 20
    finish_turn(table)
    assert table.board.production["us"] == 20
