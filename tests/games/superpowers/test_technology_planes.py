"""Guided missiles and radar (SP-281)."""

import pytest

from tests.games.superpowers.play import attack, legal, play, units
from tests.games.superpowers.test_technology import EU, advanced, give
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import AIR_POWER, BOMBER, BOMBERS

RR = POWER_IDS.index("rr")
GUIDED, RADAR = 2, 3  # technologies of air power
MIXED = "rr I3 T1 R1 F1 B1"


def fought(units_of_eu, defenders=MIXED, level=GUIDED, dice="3 6", defence="6 6 6 6 6 6", **options):
    """Return a table after one round of an attack from germany on ukraine; planes roll first."""
    table = advanced({"germany": f"eu {units_of_eu}", "ukraine": defenders}, **({"encircle": "off"} | options))
    give(table, EU, AIR_POWER, level)
    attack(table, "ukraine", ("germany", "|".join(f"all {word[:-1]}" for word in units_of_eu.split())))
    play(table, f"{dice}|{defence}")
    return table


@pytest.mark.parametrize("kind", ["T", "R"])
def test_sp_281_guided_missiles_choose_tanks_or_artillery(kind):
    table = fought("F1 T1")
    assert (table.node.name, table.state.seat) == ("give", EU)
    assert legal(table) == {"no", "one T", "one R"}
    play(table, f"one {kind}")
    assert f"{kind}1" not in units(table, "ukraine", "rr")
    assert units(table, "ukraine", "rr").startswith("I3")


@pytest.mark.parametrize(("level", "options"), [(1, {}), (GUIDED, {"tech": "book"})])
def test_sp_281_without_guided_missiles_the_defender_chooses(level, options):
    table = fought("F1 T1", level=level, **options)
    assert (table.node.name, table.state.seat) == ("give", RR)


def test_sp_281_the_attacker_may_leave_the_hit_to_the_defender():
    table = fought("F1 T1")
    play(table, "no")
    assert (table.node.name, table.state.seat) == ("give", RR)
    play(table, "one I")
    assert units(table, "ukraine", "rr") == "I2 T1 R1 F1 B1"


def test_sp_281_hits_of_other_units_are_the_defenders():
    table = fought("F1 T1", dice="6 3")
    assert (table.node.name, table.state.seat) == ("give", RR)


def test_sp_281_one_hit_of_planes_and_one_of_a_tank():
    table = fought("F1 T1", dice="3 3")
    play(table, "one R")
    assert (table.node.name, table.state.seat) == ("give", RR)
    assert "one R" not in legal(table)


def test_sp_281_with_neither_tank_nor_artillery_the_defender_chooses():
    table = fought("F1 T1", defenders="rr I3 F1 B1", defence="6 6 6 6 6")
    assert (table.node.name, table.state.seat) == ("give", RR)


def test_sp_281_nothing_is_chosen_where_all_defenders_are_lost():
    table = fought("F1 T1", defenders="rr I1 T1", dice="3 3", defence="6 6")
    assert table.node.name != "give"
    assert units(table, "ukraine", "rr") == ""


def test_sp_281_chosen_tanks_still_roll_in_the_defence():
    table = fought("F1 T1", defenders="rr T2", defence="6 2")
    assert table.node.name == "lose"
    play(table, "one T")
    assert legal(table) == {"no", "one T"}


@pytest.mark.parametrize(
    ("kind", "level", "chosen"), [("F", RADAR, {"F", "B"}), ("B", RADAR, set()), ("F", GUIDED, set())]
)
def test_sp_281_fighters_with_radar_choose_planes_too(kind, level, chosen):
    table = fought(f"{kind}1 T1", level=level)
    assert legal(table) == {"no", "one T", "one R", *(f"one {name}" for name in chosen)}


def test_sp_281_hits_of_bombers_are_placed_first():
    table = fought("F1 B1 T1", level=RADAR, dice="4 3 6")
    assert legal(table) == {"no", "one T", "one R"}
    play(table, "one R")
    assert legal(table) == {"no", "one T", "one F", "one B"}
    play(table, "one B")
    assert units(table, "ukraine", "rr") == "I3 T1 F1"


def test_sp_281_smart_bombs_count_for_guided_planes():
    table = advanced({"germany": "eu F1 T1", "ukraine": MIXED}, encircle="off")
    give(table, EU, AIR_POWER, GUIDED)
    give(table, EU, BOMBERS, 2)
    attack(table, "ukraine", ("germany", "all F|all T"))
    play(table, "4 6|6 6 6 6 6 6")
    assert (table.node.name, table.state.seat) == ("give", EU)


def test_sp_281_radar_chooses_fighters_on_carriers_at_sea():
    table = advanced({"germany": "eu F2", "sz_norwegian_sea": "rr CV1 F2 BB1"})
    give(table, EU, AIR_POWER, RADAR)
    attack(table, "sz_norwegian_sea", ("germany", "all F"))
    play(table, "3 6|6 6 6 6")
    assert legal(table) == {"no", "one F"}
    play(table, "one F")
    assert units(table, "sz_norwegian_sea", "rr") == "F1 CV1 BB1"


def test_sp_281_with_losses_in_a_fixed_order_the_dearest_is_hit():
    table = fought("F1 T1", level=RADAR, auto_casualties=True)
    assert units(table, "ukraine", "rr") == "I3 T1 R1 F1"


def test_sp_281_nothing_is_chosen_against_neutrals():
    table = advanced({"germany": "eu F1 T1", "ukraine": "neutral"})
    give(table, EU, AIR_POWER, RADAR)
    attack(table, "ukraine", ("germany", "all F|all T"))
    assert sum(table.state.guided_dice) == 0


@pytest.mark.parametrize(("level", "dice"), [(GUIDED, 2), (RADAR, 1)])
@pytest.mark.parametrize("ad_mode", ["pooled", "targeted"])
def test_sp_281_one_air_defence_fires_at_each_bomber_with_radar(level, dice, ad_mode):
    table = advanced({"germany": "eu B2 T1", "ukraine": "rr D2 I5"}, encircle="off", ad_mode=ad_mode)
    give(table, EU, AIR_POWER, level)
    attack(table, "ukraine", ("germany", "all B|all T"))
    assert table.state.air_dice == 2 * dice
    play(table, "1 1" if dice == 1 else "6 6 6 6")
    assert table.state.engaged[BOMBER] == (0 if dice == 1 else 2)


def raided(target, face="", level=RADAR, **options):
    table = advanced({"germany": "eu B2", "ukraine": f"rr X1 {target}"}, **options)
    give(table, RR, AIR_POWER, level)
    play(table, f"ukraine|{'raid|' if 'F' in target else ''}germany|all B|go")
    if face:
        play(table, face)
    return table


@pytest.mark.parametrize(("level", "dice"), [(0, 0), (GUIDED, 0), (RADAR, 2)])
def test_sp_281_fighters_with_radar_rise_against_raids(level, dice):
    assert raided("F2", level=level).state.rising_dice == dice


@pytest.mark.parametrize(("faces", "left"), [("5 6", 1), ("6 6", 2), ("1 5", 0)])
@pytest.mark.parametrize("ad_mode", ["pooled", "targeted"])
def test_sp_281_they_hit_at_five_before_the_bombers_roll(faces, left, ad_mode):
    table = raided("F2", faces, ad_mode=ad_mode)
    assert (table.state.engaged[BOMBER], table.state.raid_dice) == (left, left)
    assert "F2" in units(table, "ukraine", "rr")


@pytest.mark.parametrize("ad_mode", ["pooled", "targeted"])
def test_sp_281_no_more_bombers_are_lost_than_there_are(ad_mode):
    table = raided("D2 F3", ad_mode=ad_mode)
    while table.node.name == "air_die":
        play(table, "1")
    assert units(table, "germany", "eu") == ""
    assert table.state.due_planes == 0


def test_sp_281_fighters_do_not_rise_against_an_attack():
    table = advanced({"germany": "eu B2 T1", "ukraine": "rr F2 I1"}, encircle="off")
    give(table, RR, AIR_POWER, RADAR)
    attack(table, "ukraine", ("germany", "all B|all T"))
    assert table.node.name == "attack_die"
