"""Upgrades and research, and what they change (SP-033, SP-270 to SP-281, SP-285)."""

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, play, position, units
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import (
    AIR_POWER,
    BOMBERS,
    ECONOMY,
    TACTICAL,
    TECHNOLOGIES,
    TORPEDOES,
    WARHEADS,
)

EU, US = POWER_IDS.index("eu"), POWER_IDS.index("us")
FACES = "1 2 3 4 5 6"


def advanced(spaces, *, at="combat", turn="eu", **options):
    return position(spaces, turn=turn, at=at, ruleset="advanced", powers=("us", "eu", "rr", "la"), **options)


def buying(credit=20, spaces=None, **options):
    return advanced(spaces or {"germany": "eu I1"}, at="buy", production={"eu": credit}, **options)


def give(table, power, category, level=1):
    table.state.technology[power * TECHNOLOGIES + category] = level


def owned(table, category, power=EU):
    return table.state.technology[power * TECHNOLOGIES + category]


def test_sp_033_units_upgrades_and_research_in_one_purchase():
    table = buying(30)
    play(table, "research|5|buy railway|all T")
    assert (table.board.money, table.state.railway[EU], owned(table, BOMBERS), table.state.deck[1]) == (0, 1, 1, 2)


def test_sp_270_two_upgrades_for_ten_each():
    table = buying(20)
    assert {"buy railway", "buy anti-ballistics"} <= legal(table)
    play(table, "buy railway")
    assert "buy railway" not in legal(table)
    assert table.board.money == 10
    play(table, "buy anti-ballistics")
    assert (table.state.railway[EU], table.state.anti_ballistics[EU]) == (1, 1)


def test_sp_270_five_credits_are_not_enough():
    assert not legal(buying(5)) & {"buy railway", "buy anti-ballistics", "research"}


def test_sp_320_the_basic_rules_have_neither():
    table = position({"germany": "eu I1"}, turn="eu", at="buy")
    assert not legal(table) & {"buy railway", "buy anti-ballistics", "research"}


def moving(spaces):
    """Return a table in the movement step after a purchase of the railway."""
    table = buying(10, spaces)
    play(table, "buy railway")
    while table.node.name != "move_from":
        table.play("end")
    return table


def test_sp_271_an_upgrade_works_in_the_same_turn():
    table = moving({"germany": "eu", "france": "eu", "spain": "eu I1"})
    play(table, "spain|all I")
    assert "germany" in legal(table)
    play(table, "germany")
    assert units(table, "germany", "eu") == "I1"


@pytest.mark.parametrize(("kind", "further"), [("I", False), ("T", True), ("G", False), ("L", False)])
def test_sp_272_one_space_more_over_own_land(kind, further):
    """Move from spain, where france is 1 away, germany 2 and ukraine 3."""
    table = moving({"spain": f"eu {kind}1", "germany": "eu", "ukraine": "eu"})
    play(table, f"spain|all {kind}")
    assert {"france", "germany"} <= legal(table)
    assert ("ukraine" in legal(table)) == further


def test_sp_272_without_a_railway_an_infantry_moves_one():
    table = advanced({"germany": "eu", "spain": "eu I1"}, at="move")
    play(table, "spain|all I")
    assert "germany" not in legal(table)


@pytest.mark.parametrize("between", ["la", "neutral"])
def test_sp_273_not_over_land_of_others(between):
    table = advanced({"germany": "eu", "france": between, "spain": "eu I1"}, at="buy", relations={"eu la": "alliance"})
    play(table, "buy railway")
    while table.node.name != "move_from":
        table.play("end")
    if between == "neutral":
        assert "spain" not in legal(table)
        return
    play(table, "spain|all I")
    assert "france" in legal(table)
    assert "germany" not in legal(table)


def test_sp_273_an_ally_does_not_use_it():
    table = advanced({"spain": "eu, la I1"}, at="move", turn="la", relations={"eu la": "alliance"})
    table.state.railway[EU] = 1
    play(table, "spain|all I")
    assert "germany" not in legal(table)


def test_sp_273_not_in_combat():
    table = advanced({"france": "eu I2", "germany": "eu", "ukraine": "rr"})
    table.state.railway[EU] = 1
    assert "ukraine" not in legal(table)


@pytest.mark.parametrize("captured", [0, 1])
def test_sp_274_land_won_earlier_counts(captured):
    table = advanced({"germany": "eu I1", "ukraine": "eu", "chechnya": "eu"}, at="move")
    table.state.railway[EU] = 1
    land = next(index for index, name in enumerate(table.board.holders) if name == "ukraine")
    table.state.captured[land] = captured
    if "germany" in legal(table):
        play(table, "germany|all I")
    assert ("chechnya" in legal(table)) == (captured == 0)


def test_sp_272_infantry_on_rails_need_no_bomber():
    table = moving({"germany": "eu", "spain": "eu I1 B1"})
    play(table, "spain|all I|germany")
    assert (units(table, "germany", "eu"), units(table, "spain", "eu")) == ("I1", "B1")


def test_sp_276_a_research_costs_ten_and_a_die_decides():
    table = buying(20)
    play(table, "research")
    assert table.board.money == 10
    assert [str(face) for face in table.legal_texts()] == [f"die {face}" for face in range(1, 7)]
    play(table, "4")
    assert owned(table, ECONOMY) == 1


def test_sp_277_a_complete_category_is_rolled_again():
    table = buying(20)
    give(table, EU, ECONOMY, 3)
    play(table, "research")
    assert [str(face) for face in table.legal_texts()] == [f"die {face}" for face in (1, 2, 3, 5, 6)]


def test_sp_277_with_everything_there_is_no_research():
    table = buying(20)
    table.state.technology[EU * TECHNOLOGIES : (EU + 1) * TECHNOLOGIES] = [3] * TECHNOLOGIES
    assert "research" not in legal(table)


def test_sp_278_the_technologies_of_a_category_come_in_order():
    table = buying(20)
    play(table, "research|5")
    assert owned(table, BOMBERS) == 1
    play(table, "research|5")
    assert owned(table, BOMBERS) == 2


def test_sp_279_it_works_in_the_same_turn():
    table = buying(10, {"germany": "eu B1 T1", "ukraine": "rr I2"}, encircle="off")
    play(table, "research|5")
    attack(table, "ukraine", ("germany", "all B|all T"))
    assert (table.state.dice[4], table.state.dice[3]) == (2, 1)


def test_sp_280_any_number_of_researches():
    table = buying(60)
    for face in FACES.split():
        play(table, f"research|{face}")
    assert table.board.money == 0
    assert table.state.technology[EU * TECHNOLOGIES : (EU + 1) * TECHNOLOGIES] == [1] * TECHNOLOGIES


def test_sp_281_in_the_book_each_category_has_one_technology():
    table = buying(20, tech="book")
    play(table, "research|4|research")
    assert "die 4" not in table.legal_texts()
    play(table, "1")
    while table.state.turn == EU:
        table.play("end")
    assert table.board.production["eu"] == 20


def test_sp_281_without_technologies():
    assert "research" not in legal(buying(20, tech="off"))
    assert "buy railway" in legal(buying(20, tech="off"))


def test_sp_281_each_technology_of_the_economy_brings_five():
    table = buying(20)
    give(table, EU, ECONOMY, 2)
    finish_turn(table)
    assert table.board.production["eu"] == 30


def test_sp_281_stealth_lets_fighters_defend_at_five():
    table = advanced({"germany": "eu T3", "ukraine": "rr F2"}, encircle="off")
    give(table, POWER_IDS.index("rr"), AIR_POWER)
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "6 6 6")
    assert (table.state.foe_dice[5], table.state.foe_dice[4]) == (2, 0)


@pytest.mark.parametrize(("level", "dice"), [(0, (1, 0)), (1, (2, 0)), (2, (0, 2)), (3, (0, 3))])
def test_sp_281_heavy_bombers_and_smart_bombs(level, dice):
    table = advanced({"germany": "eu B1 F1 T1", "ukraine": "rr I5"}, encircle="off")
    give(table, EU, BOMBERS, level)
    attack(table, "ukraine", ("germany", "all B|all F|all T"))
    fighters = int(level > 1)  # fighters attack at 4 with smart bombs
    assert (table.state.dice[4] - fighters, table.state.dice[5]) == dice


def test_sp_281_in_the_book_heavy_bombers_roll_one_die_in_an_attack():
    table = advanced({"germany": "eu B1 T1", "ukraine": "rr I5"}, encircle="off", tech="book")
    give(table, EU, BOMBERS)
    attack(table, "ukraine", ("germany", "all B|all T"))
    assert table.state.dice[4] == 1


@pytest.mark.parametrize(("level", "hits"), [(0, 0), (1, 1)])
def test_sp_281_homing_torpedoes_hit_at_three(level, hits):
    table = advanced({"sz_north_sea": "eu SU1", "sz_norwegian_sea": "rr SU1 BB1"})
    give(table, EU, TORPEDOES, level)
    attack(table, "sz_norwegian_sea", ("sz_north_sea", "all SU"))
    play(table, "yes|3")
    assert units(table, "sz_norwegian_sea", "rr").count("1") == 2 - hits or table.node.name == "give"
    assert (table.node.name == "give") == bool(hits)


@pytest.mark.parametrize(("level", "left"), [(0, "BB1"), (1, "")])
def test_sp_281_homing_torpedoes_defend_at_three(level, left):
    table = advanced({"sz_north_sea": "eu BB1", "sz_norwegian_sea": "rr SU1"})
    give(table, POWER_IDS.index("rr"), TORPEDOES, level)
    attack(table, "sz_norwegian_sea", ("sz_north_sea", "all BB"))
    play(table, "6")
    if table.node.name == "sub_stays":
        play(table, "yes")
    play(table, "3")
    assert bool(table.state.engaged[9]) == bool(left)


@pytest.mark.parametrize(("level", "in_range"), [(0, False), (1, True)])
def test_sp_281_rocketry_lets_missiles_fly_three_spaces(level, in_range):
    table = advanced({"spain": "eu N1", "germany": "eu", "ukraine": "rr I1"})
    give(table, EU, WARHEADS, level)
    assert ("ukraine" in legal(table)) == in_range


@pytest.mark.parametrize(("level", "dice"), [(0, 4), (1, 4), (2, 5), (3, 6)])
def test_sp_281_warheads_add_dice(level, dice):
    table = advanced({"germany": "eu N1", "ukraine": "rr I9"})
    give(table, EU, WARHEADS, level)
    attack(table, "ukraine", ("germany", "all N"))
    assert table.state.missile_dice == dice


@pytest.mark.parametrize(("face", "is_shot"), [(3, True), (4, False)])
def test_sp_275_anti_ballistics_hit_missiles_at_three(face, is_shot):
    table = advanced({"france": "us N1", "germany": "eu D1 I9"}, turn="us")
    table.state.anti_ballistics[EU] = 1
    attack(table, "germany", ("france", "all N"))
    play(table, str(face))
    assert (table.node.name == "missile_die") == (not is_shot)


def test_sp_275_against_planes_air_defence_stays_at_one():
    table = advanced({"france": "us F1 T1", "germany": "eu D1 I9"}, turn="us")
    table.state.anti_ballistics[EU] = 1
    attack(table, "germany", ("france", "all F|all T"))
    play(table, "2")
    assert table.state.engaged[4] == 1


def test_sp_281_air_defence_does_not_fire_at_stealth_fighters():
    table = advanced({"france": "us F2 B1 T1", "germany": "eu D1 I9"}, turn="us", encircle="off")
    give(table, US, AIR_POWER)
    attack(table, "germany", ("france", "all F|all B|all T"))
    assert table.state.air_dice == 1
    play(table, "1")
    assert (table.state.engaged[4], table.state.engaged[5]) == (2, 0)


@pytest.mark.parametrize(("level", "dice"), [(0, 3), (1, 4), (3, 6)])
def test_sp_281_rocketry_adds_a_die_to_artillery(level, dice):
    table = advanced({"germany": "eu R1 I1", "ukraine": "rr I5"}, encircle="off")
    give(table, EU, WARHEADS, level)
    attack(table, "ukraine", ("germany", "all I|fire all"))
    assert table.state.gun_dice == dice


@pytest.mark.parametrize(("tech", "faces", "damaged"), [("public", "5 4", 1), ("book", "5 4", 1), ("public", "5 6", 0)])
def test_sp_285_heavy_bombers_roll_two_dice_and_hit_once(tech, faces, damaged):
    table = advanced({"germany": "eu B1", "ukraine": "rr X1"}, tech=tech)
    give(table, EU, BOMBERS)
    play(table, "ukraine|germany|all B|go")
    assert table.state.raid_dice == 2
    play(table, faces)
    assert sum(table.state.damage) == damaged


def test_sp_285_a_hit_ends_the_dice_of_a_bomber():
    table = advanced({"germany": "eu B1", "ukraine": "rr X1"})
    give(table, EU, BOMBERS)
    play(table, "ukraine|germany|all B|go|1")
    assert (table.state.raid_dice, sum(table.state.damage)) == (0, 1)


@pytest.mark.parametrize(("level", "guns", "dice"), [(1, 0, 0), (2, 0, 1), (2, 1, 2), (2, 2, 2)])
def test_sp_281_a_shield_is_one_air_defence_in_each_own_land(level, guns, dice):
    table = advanced({"france": "us F1 T1", "germany": f"eu D{guns} I9"}, turn="us", encircle="off")
    give(table, EU, TACTICAL, level)
    attack(table, "germany", ("france", "all F|all T"))
    assert (table.state.air_dice if table.node.name == "air_die" else 0) == dice


def test_sp_319_research_gives_no_technology_of_the_expansion():
    """Research all 18 technologies, three for each face."""
    table = buying(200)
    for face in (*FACES.split(), *FACES.split(), *FACES.split()):
        play(table, f"research|{face}")
    assert table.state.technology[EU * TECHNOLOGIES : (EU + 1) * TECHNOLOGIES] == [3] * TECHNOLOGIES
    assert "research" not in legal(table)
