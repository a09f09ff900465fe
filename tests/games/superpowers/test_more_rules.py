"""Clauses of all chapters that the other files do not cover."""

import pytest

from tests.games.superpowers.play import attack, legal, new_table, play, position, units
from wd_env.games.superpowers.board.bundled_board import BOARD, SPACE_IDS
from wd_env.games.superpowers.game import GAME
from wd_env.games.superpowers.observation.layout import LAYOUT

POWERS = ("us", "eu", "rr", "ie", "cfe", "mef", "ac", "la")


@pytest.mark.parametrize("round", range(1, 21))
def test_sp_004_three_players_have_no_treaties(round):
    table = position({"germany": "eu I1"}, turn="eu", at="move", round=round, powers=("eu", "us", "la"))
    assert "offer" not in legal(table)


def test_sp_009_no_piece_has_a_colour():
    assert "colour" not in " ".join(GAME.schema.by_name)


def test_sp_016_a_single_power_is_a_team_of_one():
    spaces = dict.fromkeys(("russia", "japan", "indo_china", "saudi_arabia"), "eu I1")
    table = position(spaces, turn="eu", round=9, powers=("eu", "us", "mef", "la"))
    from wd_env.games.superpowers.rules.victory import team_capitals

    assert team_capitals(table.state, 1) == 5


def test_sp_018_a_stack_is_in_its_land_and_seen_by_all():
    table = position({"germany": "eu I40"}, turn="eu", at="buy")
    at = LAYOUT.starts["land_hostile"] + SPACE_IDS.index("germany")
    assert table.observe(0)[at] == 40


def test_sp_023_what_was_bought_is_seen_by_all():
    table = position({}, turn="eu", at="buy", round=1)
    play(table, "one T")
    assert table.observe(0)[LAYOUT.starts["deck"] + 1] == 1


def test_sp_026_money_moves_in_fives():
    table = position({}, turn="eu", at="buy")
    for words in ("one I", "one T"):
        play(table, words)
        assert table.board.money % 5 == 0


def test_sp_030_money_is_never_given_away():
    assert not [text for text in GAME.actions if "credit" in text or "money" in text]


def test_sp_036_units_of_several_places_attack_together():
    spaces = {"west_africa": "la I1", "nigeria": "ac I2", "sz_congo_waters": "la TR1 aboard I2 T1"}
    table = position(spaces, turn="la")
    play(table, "nigeria")
    assert {"west_africa", "sz_congo_waters"} <= legal(table)


def test_sp_044_the_attacker_rolls_first():
    table = position({"germany": "eu T1", "ukraine": "us I1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    assert table.node.name == "attack_die"
    play(table, "6")
    assert table.node.name == "defence_die"


def test_sp_046_attackers_that_were_hit_have_rolled():
    table = position({"germany": "eu T2", "ukraine": "us I3"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "6 6|1 1 6")
    assert table.board.pieces("germany") == {}
    assert table.board.holders["ukraine"] == "us"


def test_sp_049_rounds_go_on_until_one_side_is_gone():
    table = position({"germany": "eu T1", "ukraine": "us I1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    for _ in range(3):
        play(table, "6|6|press")
    play(table, "1|6")
    assert table.board.holders["ukraine"] == "eu"


def test_sp_055_land_changes_hands_at_once():
    table = position({"manchuria": "ie T6"}, turn="ie", round=1)
    attack(table, "china", ("manchuria", "all T"))
    play(table, "6 6 6")
    assert table.board.holders["china"] == "ie"


def test_sp_097_a_zone_without_ships_is_friendly():
    table = position({"sz_timor_sea": "cfe BB1"}, turn="cfe", at="move")
    play(table, "sz_timor_sea|all BB")
    assert "sz_coral_sea" in legal(table)


def test_sp_110_a_complex_takes_any_number():
    table = position({}, turn="eu", at="buy", production={"eu": 30}, round=1)
    play(table, "all I")
    assert units(table, "germany", "eu") == "I12"


def test_sp_115_a_centre_brings_five():
    table = position({"france": "eu E1"}, turn="eu", at="income")
    assert table.board.production["eu"] == 25


@pytest.mark.parametrize(("kind", "attack_at", "defence_at"), [("I", 1, 2), ("T", 3, 2)])
def test_sp_119_infantry_and_122_tanks_roll_at_their_values(kind, attack_at, defence_at):
    table = position({"germany": f"eu {kind}6", "ukraine": f"us {kind}6"}, turn="eu")
    attack(table, "ukraine", ("germany", f"all {kind}"))
    assert table.state.dice[attack_at] == 6
    play(table, " ".join("6" * 6))
    assert table.state.foe_dice[defence_at] == 6


def test_sp_122_a_tank_costs_five():
    table = position({}, turn="eu", at="buy")
    play(table, "one T")
    assert table.board.money == 15


def test_sp_121_four_infantry_ride_on_a_transport():
    table = position({"germany": "eu I4", "sz_north_sea": "eu TR1"}, turn="eu", at="move", round=1)
    play(table, "germany|all I|sz_north_sea")
    assert table.board.cargo("sz_north_sea") == {"eu": {"I": 4}}


def test_sp_124_a_tank_does_not_enter_land_taken_this_turn():
    table = position({"manchuria": "ie T6", "peiping": "ie T1"}, turn="ie", round=1)
    attack(table, "china", ("manchuria", "all T"))
    play(table, "6 6 6|end|peiping|all T")
    assert "china" not in legal(table)


def test_sp_125_a_tank_that_attacked_has_no_moves_left():
    table = position({"germany": "eu T6"}, turn="eu", round=1)
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "6 6 6")
    assert "ukraine" not in legal(table)


def test_sp_128_a_landed_tank_does_not_go_on():
    spaces = {"sz_mediterranean_e": "us TR1 aboard T1", "libya": "mef", "egypt": "mef"}
    table = position(spaces, turn="us")
    attack(table, "libya", ("sz_mediterranean_e", "all T"))
    assert table.board.holders["libya"] == "us"
    assert table.node.name != "target" or "egypt" not in legal(table)


@pytest.mark.parametrize("name", ["G", "L"])
def test_sp_153_rulers_and_157_generals_are_not_replaced(name):
    table = position({"germany": "eu I1"}, turn="eu", at="buy", production={"eu": 100})
    assert f"all {name}" not in legal(table)


@pytest.mark.parametrize("ship", ["SU1", "CV1", "BB1", "TR1 aboard I4"])
def test_sp_155_the_ruler_and_161_the_general_ride_on_any_ship(ship):
    table = position({"germany": "eu L1 G1", "sz_north_sea": f"eu {ship}"}, turn="eu", at="move", round=1)
    play(table, "germany|all L|sz_north_sea|germany|all G|sz_north_sea")
    assert table.board.cargo("sz_north_sea")["eu"] | {"G": 1, "L": 1} == table.board.cargo("sz_north_sea")["eu"]


def test_sp_161_a_bomber_carries_the_general():
    table = position({"germany": "eu G1 B1"}, turn="eu", at="move", round=1)
    play(table, "germany|all G|spain")
    assert units(table, "spain", "eu") == "B1 G1"


@pytest.mark.parametrize("power", POWERS)
def test_sp_156_every_ruler_works_alike(power):
    land = next(SPACE_IDS[land] for land in BOARD.lands_of(POWERS.index(power)) if has_near_land(land))
    near = SPACE_IDS[BOARD.lands[SPACE_IDS.index(land)].near_land[0]]
    attacker = next(name for name in POWERS if name != power)
    table = position({land: f"{power} I2 L1", near: f"{attacker} T2"}, turn=attacker)
    attack(table, land, (near, "all T"))
    play(table, "6 6")
    assert table.state.foe_dice[3] == 2


def has_near_land(land):
    return not BOARD.lands[land].is_capital and bool(BOARD.lands[land].near_land)


def test_sp_158_a_general_defends_at_three():
    table = position({"germany": "eu T1", "ukraine": "us G1"}, turn="eu")
    attack(table, "ukraine", ("germany", "all T"))
    play(table, "6")
    assert table.state.foe_dice[3] == 1


def test_sp_163_the_first_complex_stands_on_the_capital():
    table = new_table(8)
    complexes = {SPACE_IDS[land] for land, count in enumerate(table.state.complexes) if count}
    assert complexes == set(table.board.capitals.values())


def test_sp_166_a_production_complex_brings_nothing():
    table = position({"france": "eu X1"}, turn="eu", at="income")
    assert table.board.production["eu"] == 20


def test_sp_169_any_number_of_lands_has_complexes():
    lands = ("france", "spain", "united_kingdom", "sweden_finland")
    table = position(dict.fromkeys(lands, "eu X1"), turn="eu", at="buy")
    play(table, "buy complex")
    assert legal(table) == {"southern_europe"}


def test_sp_205_a_unit_hit_by_a_support_shot_rolls_back():
    spaces = {"sz_north_sea": "eu BB1 TR1 aboard I2", "norway": "us I1"}
    table = position(spaces, turn="eu")
    attack(table, "norway", ("sz_north_sea", "all I"))
    play(table, "1 6 6")
    assert table.state.foe_dice[2] == 1


def test_sp_218_submarines_roll_at_two():
    table = position({"sz_north_sea": "eu SU1", "sz_baltic_sea": "us SU1"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all SU"))
    play(table, "yes|2")
    assert units(table, "sz_baltic_sea", "eu") == "SU1"


def test_sp_221_submarines_are_hit_by_what_still_fires():
    table = position({"sz_north_sea": "eu SU1", "sz_baltic_sea": "us BB2"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all SU"))
    play(table, "yes|1")
    assert table.state.foe_dice[4] == 1
    play(table, "4")
    assert units(table, "sz_north_sea", "eu") == ""


def test_sp_234_cargo_does_not_defend():
    table = position({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us TR1 aboard I4"}, turn="eu")
    attack(table, "sz_baltic_sea", ("sz_north_sea", "all BB"))
    play(table, "6")
    assert sum(table.state.foe_dice) == 1


def test_sp_236_a_transport_is_lost_instead_of_the_landed():
    spaces = {"sz_north_sea": "eu TR1 aboard I2 T1", "norway": "us I3"}
    table = position(spaces, turn="eu")
    attack(table, "norway", ("sz_north_sea", "all I|all T"))
    play(table, "6 6 6|1 6 6")
    assert legal(table) == {"one I", "one T", "one TR"}


def test_sp_237_the_zone_is_fought_before_the_landing():
    spaces = {"sz_sierra_waters": "la BB1 TR1 aboard I2", "sz_congo_waters": "ac TR1", "nigeria": "ac I1"}
    table = position(spaces, turn="la")
    attack(table, "sz_congo_waters", ("sz_sierra_waters", "all BB"))
    play(table, "1|6|sail|sz_sierra_waters|all TR|sz_congo_waters")
    attack(table, "nigeria", ("sz_congo_waters", "all I"))
    assert table.node.name == "attack_die"


def test_sp_240_the_owner_chooses_what_goes_down_in_a_rush():
    spaces = {"sz_sierra_waters": "la TR2 aboard I4 T2", "sz_congo_waters": "ac BB1 SU1", "nigeria": "ac I1"}
    table = position(spaces, turn="la", round=8)
    play(table, "nigeria|sz_congo_waters|sz_sierra_waters|all I|sz_sierra_waters|all T|go|1 6")
    assert table.node.name == "sink"
    assert legal(table) == {"one I", "one T"}
    play(table, "one T|one T")
    assert table.state.engaged[:2] == [4, 0]


def test_sp_255_places_without_a_full_name_are_no_spaces():
    assert not {"switzerland", "crete"} & set(SPACE_IDS)
    france = BOARD.lands[SPACE_IDS.index("france")]
    assert SPACE_IDS.index("southern_europe") in france.near_land


def test_sp_264_money_of_a_power_that_surrenders_is_gone():
    table = position({"germany": "eu I1"}, turn="eu", at="buy", allow_surrender=True)
    play(table, "surrender")
    assert table.board.production["eu"] == 0
    assert table.state.credit <= 20
