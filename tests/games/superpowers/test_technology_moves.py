"""Technologies that let planes fly further and ground units go further in combat (SP-281)."""

import pytest

from tests.games.superpowers.play import attack, finish_turn, legal, play, position, units
from tests.games.superpowers.test_technology import EU, advanced, give
from wd_env.games.superpowers.definitions.actions import POWER_IDS
from wd_env.games.superpowers.definitions.rule_constants import SPACES, TACTICAL, TECH_LEVELS

RR = POWER_IDS.index("rr")
FAR_TARGETS = [("F", "caucasus", "chechnya"), ("B", "india", "tibet")]  # 5 and 6 spaces from spain; and 1 from there


@pytest.mark.parametrize(("level", "in_range"), [(0, False), (1, True), (3, True)])
@pytest.mark.parametrize(("kind", "target", "landing"), FAR_TARGETS)
def test_sp_281_long_range_is_two_more_spaces(kind, target, landing, level, in_range):
    table = advanced({"spain": f"eu {kind}1", landing: "eu", target: "rr I1"})
    give(table, EU, TACTICAL, level)
    assert (target in legal(table)) == in_range


@pytest.mark.parametrize(("kind", "target"), [("F", "caucasus"), ("B", "india")])
def test_sp_281_long_range_planes_need_a_land_to_land_on(kind, target):
    table = advanced({"spain": f"eu {kind}1", target: "rr I1"})
    give(table, EU, TACTICAL)
    assert target not in legal(table)


def test_sp_281_long_range_of_another_power_does_not_help():
    table = advanced({"spain": "eu F1", "chechnya": "eu", "caucasus": "rr I1"})
    give(table, RR, TACTICAL)
    assert "caucasus" not in legal(table)


def test_sp_281_in_the_book_there_is_no_long_range():
    table = advanced({"spain": "eu F1", "chechnya": "eu", "caucasus": "rr I1"}, tech="book")
    give(table, EU, TACTICAL)
    assert "caucasus" not in legal(table)


def test_sp_281_long_range_counts_when_planes_come_back():
    """Return from ukraine to spain: germany to ukraine is 1, so five moves are left, and spain is three away."""
    table = advanced({"germany": "eu F1 T2", "ukraine": "rr I5", "spain": "eu"}, encircle="off", auto_land=False)
    give(table, EU, TACTICAL)
    attack(table, "ukraine", ("germany", "all F|all T"))
    play(table, "6 6 6|6 6 6 6 6")
    assert "leave F 5" in legal(table)
    play(table, "leave F 5|retreat")
    while table.node.name != "land_where":
        table.play("end")
    assert {"germany", "spain"} <= legal(table)


@pytest.mark.parametrize(("level", "in_range"), [(0, False), (1, True)])
@pytest.mark.parametrize(("kind", "end", "too_far"), [("F", "india", "china"), ("B", "hong_kong", None)])
def test_sp_281_long_range_in_movement(kind, end, too_far, level, in_range):
    table = advanced({"spain": f"eu {kind}1", "france": "eu", end: "eu", too_far or "china": "eu"}, at="move")
    give(table, EU, TACTICAL, level)
    play(table, f"spain|all {kind}")
    assert (end in legal(table)) == in_range
    assert too_far not in legal(table)


@pytest.mark.parametrize(("level", "in_range"), [(0, False), (1, True)])
def test_sp_281_infantry_ride_along_with_long_range_bombers(level, in_range):
    table = advanced({"spain": "eu I2 B1", "france": "eu", "hong_kong": "eu"}, at="move")
    give(table, EU, TACTICAL, level)
    play(table, "spain|all I")
    assert ("hong_kong" in legal(table)) == in_range
    if in_range:
        play(table, "hong_kong")
        assert units(table, "hong_kong", "eu") == "I2 B1"


@pytest.mark.parametrize(("level", "left"), [(0, 4), (1, 6)])
def test_sp_281_long_range_of_fighters_whose_carrier_sinks_at_a_coast(level, left):
    table = advanced({"sz_north_sea": "eu TR1 CV1 F1 aboard I2", "norway": "rr I1 R1"})
    give(table, EU, TACTICAL, level)
    attack(table, "norway", ("sz_north_sea", "all I"))
    play(table, "1|one CV")
    assert [at // SPACES for at, count in enumerate(table.state.aloft) if count] == [left]


@pytest.mark.parametrize(("level", "in_reach"), [(0, False), (2, False), (TECH_LEVELS, True)])
@pytest.mark.parametrize(("kind", "start"), [("I", "france"), ("T", "spain")])
def test_sp_281_mobility_is_one_more_space_in_combat(kind, start, level, in_reach):
    """Attack ukraine from france, 2 away over germany, or from spain, 3 away."""
    table = advanced({"germany": "eu I1", "france": "eu", start: f"eu {kind}1", "ukraine": "rr I1"})
    give(table, EU, TACTICAL, level)
    play(table, "ukraine")
    assert (start in legal(table)) == in_reach


@pytest.mark.parametrize(("between", "kind", "start"), [("rr", "I", "france"), ("neutral", "T", "spain")])
def test_sp_281_mobility_goes_over_secure_land_alone(between, kind, start):
    lands = {"france": "eu", "germany": between, "southern_europe": between}
    table = advanced(lands | {start: f"eu {kind}1", "ukraine": "rr I1"})
    give(table, EU, TACTICAL, TECH_LEVELS)
    assert "ukraine" not in legal(table)


def test_sp_281_mobility_names_all_that_reach_the_target():
    table = advanced({"germany": "eu", "france": "eu I1", "spain": "eu I1 T1", "turkey": "eu I1", "ukraine": "rr I1"})
    give(table, EU, TACTICAL, TECH_LEVELS)
    assert "ukraine" in legal(table)
    play(table, "ukraine|spain")
    assert legal(table) == {"all T"}


@pytest.mark.parametrize(("kind", "start"), [("G", "france"), ("L", "france"), ("I", "spain")])
def test_sp_281_mobility_adds_one_to_infantry_and_tanks_alone(kind, start):
    table = advanced({"germany": "eu", "france": "eu", start: f"eu {kind}1", "ukraine": "rr"})
    give(table, EU, TACTICAL, TECH_LEVELS)
    assert "ukraine" not in legal(table)


def test_sp_281_with_mobility_infantry_from_two_lands_away_fights_and_goes_back():
    table = advanced({"germany": "eu I1", "france": "eu I3", "ukraine": "rr I5"}, encircle="off")
    give(table, EU, TACTICAL, TECH_LEVELS)
    attack(table, "ukraine", ("france", "all I"))
    play(table, "6 6 6|6 6 6 6 6|retreat")
    assert units(table, "france", "eu") == "I3"


def test_sp_281_mobility_does_not_count_in_the_movement_step():
    table = advanced({"germany": "eu", "france": "eu I1", "ukraine": "eu"}, at="move")
    give(table, EU, TACTICAL, TECH_LEVELS)
    play(table, "france|all I")
    assert "germany" in legal(table)
    assert "ukraine" not in legal(table)


def test_sp_126_with_mobility_tanks_go_on_from_an_empty_land_by_one_more():
    table = advanced({"germany": "eu T1", "ukraine": "rr", "chechnya": "rr", "caucasus": "rr I1"})
    give(table, EU, TACTICAL, TECH_LEVELS)
    attack(table, "ukraine", ("germany", "all T"))
    assert "chechnya" in legal(table)
    attack(table, "chechnya", ("ukraine", "all T"))
    assert "caucasus" not in legal(table)


def test_sp_320_basic_games_know_neither():
    table = position(
        {"spain": "eu F1 T1", "france": "eu", "chechnya": "eu", "caucasus": "rr I1"}, turn="eu", at="combat"
    )
    assert "caucasus" not in legal(table)
    finish_turn(table)
