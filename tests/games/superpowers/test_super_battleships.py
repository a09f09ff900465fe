"""Super battleships of the advanced rules (SP-207 to SP-212, Q10)."""

import pytest

from tests.games.superpowers.play import attack, legal, play, position, units
from wd_env.games.superpowers.definitions import rule_constants
from wd_env.games.superpowers.definitions.rule_constants import BOXES
from wd_env.games.superpowers.text.superpowers_text import PRESENTER

EU, RR = 1, 2
FOUR = ("eu", "rr", "us", "la")


def advanced(spaces, **options):
    return position(spaces, **{"turn": "eu", "powers": FOUR, "ruleset": "advanced", **options})


def buying(money=40, **options):
    spaces = options.pop("spaces", {"germany": "eu X1"})
    return advanced(spaces, at="buy", production={"eu": money}, **options)


def equip(table, power, **boxes):
    for box, count in boxes.items():
        table.state.boxes[power * BOXES + getattr(rule_constants, f"BOX_{box.upper()}")] = count
    return table


def test_sp_207_a_power_has_one_super_battleship():
    assert "all SB" not in legal(buying(spaces={"germany": "eu X1", "sz_north_sea": "eu SB1"}))
    table = buying()
    play(table, "all SB|end")
    assert "all SB" not in legal(table)
    assert "all SB" not in legal(buying(ruleset="basic"))


def test_sp_208_its_upgrades_are_bought_with_it():
    table = buying(60)
    play(table, "all SB")
    assert "box attack 5" in legal(table)
    play(table, "box hit point|box hit point|box attack 5")
    assert {"box hit point", "box attack 5"} & legal(table) == set()
    play(table, "end")
    assert table.board.money == 30
    assert table.state.deck[10] == 1
    assert "box defence 5" not in legal(table)


def test_sp_208_boxes_end_with_the_money():
    table = buying(20)
    play(table, "all SB|box attack die")
    assert table.node.name != "box"
    assert table.state.credit == 0


@pytest.mark.parametrize(("price_list", "money"), [("book", 25), ("online", 27)])
def test_q10_a_box_costs_what_the_price_list_says(price_list, money):
    table = buying(45, price_list=price_list)
    play(table, "all SB|box attack die")
    assert table.state.credit == money


def test_sp_208_attack_dice_and_their_value():
    table = equip(advanced({"sz_north_sea": "eu SB1", "sz_baltic_sea": "rr TR4"}), EU, attack_die=2, attack=1)
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all SB"))
    assert table.state.dice[5] == 3


def test_sp_208_defence_dice_and_air_defence():
    table = equip(
        advanced({"germany": "eu F1", "sz_baltic_sea": "rr SB1"}), RR, defence_die=1, defence=1, air_defence=2
    )
    attack(table, "sz_baltic_sea", ("germany", "all F"))
    assert table.state.air_dice == 2
    play(table, "6 6|6")
    assert table.state.foe_dice[5] == 2


def fought(hits, **boxes):
    table = equip(advanced({"sz_north_sea": "eu BB3", "sz_baltic_sea": "rr SB1"}), RR, **boxes)
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, " ".join("1" if number < hits else "6" for number in range(3)))
    return table


def test_sp_209_a_damaged_ship_fights_at_full_value():
    table = fought(2, hit_point=2, defence_die=2)
    play(table, "6 6 6")
    assert table.state.super_damage[RR] == 2
    assert units(table, "sz_baltic_sea", "rr") == "SB1"
    play(table, "press|6 6 6")
    assert table.state.foe_dice[4] == 3


def test_sp_209_the_last_hit_sinks_it():
    table = fought(3, hit_point=2)
    play(table, "6")
    assert units(table, "sz_baltic_sea", "rr") == ""
    assert table.state.super_damage[RR] == table.state.boxes[RR * BOXES] == 0


def test_sp_210_a_submarine_silences_the_last_hit_point_alone():
    for extra, dice in ((1, 1), (0, 0)):
        table = equip(advanced({"sz_north_sea": "eu SU1", "sz_baltic_sea": "rr SB1 TR1"}), RR, hit_point=extra)
        attack(table, "sz_baltic_sea", ("sz_north_sea", "all SU"))
        play(table, "yes|1|one SB")
        assert table.state.foe_dice[4] == dice


def damaged(zone="sz_north_sea", money=20):
    table = buying(money, spaces={"germany": "eu X1", zone: "eu SB1"})
    equip(table, EU, hit_point=2)
    table.state.super_damage[EU] = 2
    return table


def test_sp_211_it_is_repaired_at_a_friendly_port():
    table = damaged()
    play(table, "repair")
    assert legal(table) == {"sz_north_sea"}
    play(table, "sz_north_sea")
    assert table.state.super_damage[EU] == 0
    assert table.board.money == 5


@pytest.mark.parametrize(("zone", "money"), [("sz_coral_sea", 20), ("sz_north_sea", 10)])
def test_sp_211_a_repair_needs_a_port_and_15(zone, money):
    assert "repair" not in legal(damaged(zone, money))


def test_sp_212_it_becomes_a_battleship():
    table = damaged(money=40)
    play(table, "demote")
    assert units(table, "sz_north_sea", "eu") == "BB1"
    assert table.board.money == 40
    assert "all SB" in legal(table)
    assert "demote" not in legal(table)


def test_a_table_shows_upgrades_and_damage():
    table = damaged()
    table.state.damage[list(table.board.holders).index("germany")] = 1
    lines = PRESENTER.summary(table)
    assert "   super battleship of eu: hit point 2, 2 hit points lost" in lines
    assert "   damaged complexes: germany" in lines


def test_sp_208_boxes_of_a_ship_that_was_lost_without_a_place_are_gone():
    table = buying(40, allow_surrender=True, spaces={"germany": "eu X1", "russia": "rr I1"})
    play(table, "all SB|box hit point|end|end")
    while "surrender" not in legal(table):
        table.play("end")
    play(table, "surrender")
    assert sum(table.state.boxes) == 0
