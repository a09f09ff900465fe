"""National bonuses of generals (SP-318, ledger 1.5)."""

import pytest

from tests.games.superpowers.play import attack, legal, new_table, play, position, units
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.board_constants import SPACE_IDS
from wd_env.games.superpowers.definitions.rule_constants import GENERAL, INFANTRY, TANK
from wd_env.games.superpowers.rules.battle_dice import set_attack_dice

# Of each power: own land with a neutral neighbour, and the dice by value in an attack of I2 T1 G1.
FRONTS = {
    "us": ("central_usa", "central_canada", {3: 3}),
    "eu": ("germany", "ukraine", {2: 2, 3: 1, 5: 1}),
    "rr": ("karelia", "ukraine", {2: 2, 4: 2}),
    "ie": ("manchuria", "mongolia", {2: 3, 3: 1}),
    "cfe": ("tibet", "india", {2: 7, 3: 1}),
    "mef": ("libya", "algeria", {2: 2, 3: 1}),
    "ac": ("chad", "algeria", {2: 2, 3: 4}),
    "la": ("peru", "bolivia", {2: 2, 3: 1, 4: 1}),
}
WITHOUT = {2: 2, 3: 1}


def dice_of(row):
    return {value: count for value, count in enumerate(row) if count}


def at_war(spaces, turn, against="us", **options):
    """Return a game of four players in which `turn` attacks."""
    powers = dict.fromkeys((turn, against, "us", "eu", "rr", "la"))
    options = {"general_bonus": True, "encircle": "off"} | options
    return position(spaces, turn=turn, powers=tuple(powers)[:4], **options)


def fronted(turn, defenders="neutral", general="G1", **options):
    land, target, _ = FRONTS[turn]
    spaces = {land: f"{turn} I2 T1 {general}".strip()} | ({target: defenders} if defenders != "neutral" else {})
    table = at_war(spaces, turn, **options)
    attack(table, target, (land, "all I|all T" + "|all G" * bool(general)))
    return table


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("players", range(2, 9))
def test_sp_318_attack_dice_with_two_to_eight_players(players, bonus):
    s = new_table(players, seed=players, general_bonus=bonus).state
    target, dice = FRONTS[POWER_IDS[s.turn]][1:]
    dice = dice | ({2: 2} if POWER_IDS[s.turn] == "ie" else {})  # no unit has changed sides yet
    s.target = SPACE_IDS.index(target)
    s.engaged[INFANTRY], s.engaged[TANK], s.engaged[GENERAL] = 2, 1, 1
    set_attack_dice(s)
    assert dice_of(s.dice) == (dice if bonus else WITHOUT)


@pytest.mark.parametrize("turn", FRONTS)
def test_sp_318_each_general_has_his_own_bonus_in_an_attack(turn):
    assert dice_of(fronted(turn).state.dice) == FRONTS[turn][2]


@pytest.mark.parametrize("turn", FRONTS)
def test_sp_318_without_the_option_all_generals_are_alike(turn):
    assert dice_of(fronted(turn, general_bonus=False).state.dice) == WITHOUT


@pytest.mark.parametrize("turn", FRONTS)
def test_sp_318_without_the_general_nothing_changes(turn):
    assert dice_of(fronted(turn, general="").state.dice) == {1: 2, 3: 1}


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize(("power", "dice"), [("us", {3: 1}), ("eu", {3: 1}), ("ac", {3: 3}), ("la", {5: 3})])
def test_sp_318_african_and_latin_generals_defend_with_three_dice(power, dice, bonus):
    table = at_war({"libya": "mef B1", "algeria": f"{power} G1"}, "mef", power, general_bonus=bonus)
    attack(table, "algeria", ("libya", "all B"))
    play(table, "6")
    assert dice_of(table.state.foe_dice) == (dice if bonus else {3: 1})


def test_sp_318_a_general_aboard_defends_with_his_bonus():
    table = at_war({"sz_brazil_waters": "la TR1 aboard G1", "sz_sierra_waters": "ac BB1"}, "ac", "la")
    attack(table, "sz_brazil_waters", ("sz_sierra_waters", "all BB"))
    play(table, "6")
    assert dice_of(table.state.foe_dice) == {1: 1, 5: 3}


@pytest.mark.parametrize("bonus", [False, True])
def test_sp_318_the_european_general_moves_two_lands(bonus):
    table = at_war({"germany": "eu G1"}, "eu", at="move", general_bonus=bonus)
    play(table, "germany|all G")
    assert ("spain" in legal(table)) == bonus
    assert "france" in legal(table)


@pytest.mark.parametrize(("bonus", "bombers"), [(False, ""), (True, "B1")])
def test_sp_318_he_takes_no_bomber_where_he_walks(bonus, bombers):
    table = at_war({"germany": "eu G1 B1"}, "eu", at="move", general_bonus=bonus)
    play(table, "germany|all G|spain")
    assert units(table, "germany", "eu") == bombers


@pytest.mark.parametrize("bonus", [False, True])
def test_sp_318_the_european_general_joins_from_two_lands_away(bonus):
    table = at_war({"france": "eu G1", "germany": "eu T1"}, "eu", general_bonus=bonus)
    play(table, "ukraine|germany|all T")
    assert ("france" in legal(table)) == bonus


def test_sp_318_a_general_with_dice_attacks_alone():
    table = at_war({"germany": "eu G1"}, "eu")
    attack(table, "ukraine", ("germany", "all G"))
    assert dice_of(table.state.dice) == {5: 1}
    assert "ukraine" not in legal(at_war({"germany": "eu G1"}, "eu", general_bonus=False))
    assert "mongolia" not in legal(at_war({"manchuria": "ie G1"}, "ie"))


def test_sp_318_a_land_without_the_general_is_no_base_of_his_attack():
    table = at_war({"germany": "eu", "spain": "eu G1", "ukraine": "us I1"}, "eu")
    assert "ukraine" not in legal(table)


def test_sp_318_a_general_with_dice_lands_alone():
    spaces = {"sz_congo_waters": "la TR1 aboard G1", "nigeria": "us I1"}
    assert "nigeria" in legal(at_war(spaces, "la"))
    assert "nigeria" not in legal(at_war(spaces, "la", general_bonus=False))


@pytest.mark.parametrize(("bonus", "encircled"), [(True, True), (False, False)])
def test_sp_318_a_general_with_dice_is_a_high_power_attacker(bonus, encircled):
    table = at_war({"germany": "eu T1 G1", "ukraine": "us I1"}, "eu", encircle="auto", general_bonus=bonus)
    attack(table, "ukraine", ("germany", "all T|all G"))
    assert (table.node.name == "defence_die") == encircled


def test_sp_318_the_imperial_general_takes_over_an_infantry_in_each_round():
    table = fronted("ie", "us I3")
    assert units(table, "mongolia", "us") == "I2"
    play(table, "6 6 6 6|6 6|no|press")
    assert units(table, "mongolia", "us") == "I1"
    assert dice_of(table.state.dice) == {2: 4, 3: 1}


def test_sp_318_what_was_taken_over_goes_where_the_general_came_from():
    table = fronted("ie", "us I3")
    play(table, "6 6 6 6|6 6|no|retreat")
    assert units(table, "manchuria", "ie") == "I3 T1 G1"


def test_sp_318_the_last_infantry_is_taken_over_without_dice():
    table = fronted("ie", "us I1")
    play(table, "no")
    assert table.board.holders["mongolia"] == "ie"
    assert units(table, "mongolia", "ie") == "I3 T1 G1"


def test_sp_318_an_infantry_of_a_neutral_garrison_changes_sides_too():
    table = fronted("ie")
    assert table.state.garrison[0] == 2
    play(table, "6 6 6 6|6 6|no|retreat")
    assert units(table, "manchuria", "ie") == "I3 T1 G1"


@pytest.mark.parametrize(("kind", "left"), [("one I", "T1 R1 F1"), ("one T", "I1 R1 F1"), ("one F", "I1 T1 R1")])
def test_sp_318_the_middle_eastern_general_removes_a_unit_without_return_fire(kind, left):
    table = fronted("mef", "us I1 T1 R1 F1", ruleset="advanced")
    assert (table.node.name, table.state.seat) == ("give", POWER_IDS.index("mef"))
    assert legal(table) == {"one I", "one T", "one F"}
    play(table, kind)
    assert units(table, "algeria", "us") == left
    assert sum(table.state.dice) == 3


def test_sp_318_he_removes_a_fighter_of_a_neutral_capital():
    table = at_war({"chad": "mef I1 T1 G1"}, "mef")
    attack(table, "zaire", ("chad", "all I|all T|all G"))
    play(table, "one F")
    assert list(table.state.garrison) == [10, 1]


def test_sp_318_with_one_kind_he_removes_it_without_asking():
    assert units(fronted("mef", "us I3"), "algeria", "us") == "I2"


def test_sp_318_with_auto_casualties_he_removes_the_dearest():
    assert units(fronted("mef", "us I1 T1 F1", auto_casualties=True), "algeria", "us") == "I1 T1"


def test_sp_318_a_general_who_went_home_does_nothing_more():
    table = fronted("mef", "us I3")
    play(table, "6 6 6|6 6|yes|press")
    assert units(table, "algeria", "us") == "I2"
    assert dice_of(table.state.dice) == {1: 2, 3: 1}
