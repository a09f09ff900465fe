"""Preferences of the bots of Superpowers at hand-written positions: odds, guards, money, ships, planes."""

import numpy as np
import pytest

from tests.games.superpowers.play import position
from wd_env.agents.superpowers.battle_estimate import battle_chance
from wd_env.agents.superpowers.forces import fill_may_leave
from wd_env.agents.superpowers.scores.movement_scores import PLANE_GAIN, RULER_GAIN, flight_gain, ruler_gain
from wd_env.agents.superpowers.scores.purchase_scores import needed_capacity
from wd_env.agents.superpowers.scripted_agents import EasyAgent, HardAgent
from wd_env.agents.superpowers.style_weights import HARD
from wd_env.agents.superpowers.work_array import (
    FACING,
    FORCE,
    LOSS,
    UNFIT,
    WORK_ARRAY_SIZE,
    fill_goals,
    fill_work_array,
)
from wd_env.games.superpowers.battle_odds import odds
from wd_env.games.superpowers.board.bundled_board import BOARD, SPACE_IDS
from wd_env.games.superpowers.definitions.actions import KIND_NAMES
from wd_env.games.superpowers.definitions.rule_constants import LANDS

MILLE = 1000
POWERS = ("ie", "us", "la", "eu")


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("WD_SINGLE", "interpreted")


def table_at(spaces, turn, at="combat", **more):
    return position(spaces, turn=turn, at=at, **{"powers": POWERS} | more)


def choice(table, kind=HardAgent, seed=1):
    """Return the text of the action of a level."""
    view = table.view(table.seat)
    return table.game.actions.texts[kind(np.random.default_rng(seed)).choose(view)]


def choices(table, until, kind=HardAgent):
    """Return the actions of a level until a decision of this name; dice show 1 for the attacker and 6 for others."""
    bot, found = kind(np.random.default_rng(1)), []
    while table.node.name not in until and not table.is_terminal:
        if table.chance_weights():
            table.play("die 1" if "attack" in table.node.name else "die 6")
        else:
            action = bot.choose(table.view(table.seat))
            found.append(table.game.actions.texts[action])
            table.play(action)
    return found


def work_and_view(table):
    """Return a filled work array and the observation."""
    w, obs = [0] * WORK_ARRAY_SIZE, table.view(table.seat).obs
    fill_work_array(w, obs)
    fill_goals(w, obs)
    fill_may_leave(w, obs, HARD)
    return w, obs


def count(table, space, power, kind):
    return table.board.pieces(space).get(power, {}).get(kind, 0)


@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [("I2 T2", "I3"), ("T6", "I3"), ("I5 T4 F1", "I6 F1"), ("T2", "I1"), ("I4", "I4"), ("I2 T8 F2", "I4 T3 F1")],
)
def test_chances_are_near_the_exact_ones(attackers, defenders):
    w = [0] * WORK_ARRAY_SIZE
    for at, army in ((FORCE, attackers), (FACING, defenders)):
        for word in army.split():
            w[at + KIND_NAMES.index(word[0])] = int(word[1:])
    results = dict(odds(attackers, defenders).summary)
    exact = float(results["taken"] + results["emptied"])
    assert battle_chance(w, FORCE, FACING, 2, 0) == pytest.approx(MILLE * exact, abs=80)
    assert w[LOSS] >= 0


def test_a_battle_without_units_has_no_fight():
    w = [0] * WORK_ARRAY_SIZE
    assert battle_chance(w, FORCE, FACING, 2, 0) == 0
    w[FORCE] = 1
    assert battle_chance(w, FORCE, FACING, 2, 0) == MILLE
    assert w[LOSS] == 0


def test_an_attack_at_bad_odds_is_refused():
    table = table_at({"manchuria": "ie T1 I1", "japan": "ie I8"}, "ie")
    assert "china" in table.legal_texts()
    assert choice(table) == "end"


def test_even_a_capital_is_not_attacked_at_less_than_the_least_chance():
    spaces = {"southern_europe": "us T6 I4", "eastern_usa": "us I30"}
    assert choice(table_at(spaces | {"germany": "eu I11 X1"}, "us")) != "germany"
    assert choice(table_at(spaces | {"germany": "eu I3 X1"}, "us")) == "germany"


def test_an_attack_at_good_odds_is_made_with_all_that_go_on_to_a_goal():
    table = table_at({"manchuria": "ie T6 I4", "japan": "ie I8"}, "ie")
    assert choice(table) == "china"
    words = ["china", "manchuria", "all T", "manchuria", "all I", "go"]
    assert choices(table, {"attack_die", "defence_die", "press"}) == words


def test_a_battle_that_goes_badly_is_broken_off():
    table = table_at({"manchuria": "ie T5", "japan": "ie I8"}, "ie")
    for word in ("china", "manchuria", "all T", "go", *["die 6"] * 5, *["die 1"] * 3):
        table.play(word)
    assert choice(table) == "retreat"
    assert choice(table, EasyAgent) == "press"


def test_a_battle_that_goes_well_goes_on():
    table = table_at({"manchuria": "ie T5 I2", "japan": "ie I8"}, "ie")
    for word in ("china", "manchuria", "all T", "manchuria", "all I", "go", *["die 1"] * 2, *["die 6"] * 8):
        table.play(word)
    assert choice(table) == "press"


def test_infantry_is_lost_first_and_the_last_tank_at_the_end():
    table = table_at({"manchuria": "ie T2 I2", "japan": "ie I8"}, "ie")
    for word in ("china", "manchuria", "all T", "manchuria", "all I", "go", *["die 6"] * 4, *["die 1"], *["die 6"] * 2):
        table.play(word)
    assert choice(table) == "one I"
    table = table_at({"manchuria": "ie T1 F2", "japan": "ie I8"}, "ie")
    for word in ("china", "manchuria", "all T", "manchuria", "all F", "go", *["die 6"] * 3, *["die 1"], *["die 6"] * 2):
        table.play(word)
    assert choice(table) == "one F"


def test_a_threatened_capital_gets_guards():
    table = table_at({"germany": "eu I3 X1", "southern_europe": "us T8 I8"}, "eu", at="buy")
    assert "I" in choice(table)
    assert choice(table_at({"germany": "eu I60 X1", "southern_europe": "us T8 I8"}, "eu", at="buy")) == "buy centre"


def test_units_stay_in_a_capital_that_is_at_risk():
    spaces = {"germany": "eu I5 T3 X1", "southern_europe": "us T4 I4", "france": "us"}
    table = table_at(spaces, "eu")
    assert "france" in table.legal_texts()
    assert choice(table) == "end"
    assert "france" in {choice(table, EasyAgent, seed) for seed in range(12)}
    assert choice(table_at(spaces | {"southern_europe": "us"}, "eu")) in {"france", "southern_europe"}


def test_an_army_crosses_the_sea_and_takes_land_in_one_turn():
    table = table_at({"united_kingdom": "eu T4 I4", "sz_denmark_strait": "eu TR3", "germany": "eu I9"}, "eu")
    before = list(table.state.holder)
    found = choices(table, {"move_from", "place_what", "buy"})
    taken = [land for land in range(LANDS) if table.state.holder[land] != before[land]]
    assert found[:3] == ["sail", "united_kingdom", "all T"]
    assert {table.state.holder[land] for land in taken} == {table.state.holder[BOARD.index["germany"]]}
    assert count(table, "united_kingdom", "eu", "T") == 0
    assert sum(count(table, SPACE_IDS[land], "eu", "T") for land in taken) >= 3
    assert choice(table_at({"united_kingdom": "eu T4 I4", "sz_denmark_strait": "eu TR3"}, "eu"), EasyAgent) != "sail"


def test_units_on_an_island_board_ships_and_sail_towards_a_goal():
    table = table_at({"united_kingdom": "eu T1 I1", "sz_denmark_strait": "eu TR1", "germany": "eu I9"}, "eu", at="move")
    found = choices(table, {"place_what", "buy"})
    assert "sz_denmark_strait" in found
    assert count(table, "united_kingdom", "eu", "T") == 0
    assert count(table, "sz_denmark_strait", "eu", "TR") == 0


def test_ships_are_bought_for_units_that_wait_on_an_island():
    spaces = {"united_kingdom": "eu T9 I9", "germany": "eu I3 X1"}
    more = {"at": "buy", "round": 9, "max_rounds": 11, "production": {"eu": 10}}
    assert choice(table_at(spaces, "eu", **more)) == "all TR"
    assert choice(table_at(spaces | {"sz_denmark_strait": "eu TR4"}, "eu", **more)) != "all TR"
    assert choice(table_at(spaces, "eu", **more), EasyAgent) != "all TR"


def test_ships_are_needed_for_own_units_on_islands_alone():
    spaces = {"united_kingdom": "eu T2 I3", "germany": "eu I9 T9 X1", "japan": "ie I8 T4"}
    w, obs = work_and_view(table_at(spaces, "eu", at="buy"))
    assert needed_capacity(w, obs) == 3 + 2 * 2
    w, obs = work_and_view(table_at({"germany": "eu I9 T9 X1"}, "eu", at="buy"))
    assert needed_capacity(w, obs) == 0


def test_planes_land_where_they_are_defended():
    spaces = {"germany": "eu I9 T6 F2 X1", "ukraine": "us I1", "southern_europe": "eu", "france": "eu"}
    table = table_at(spaces, "eu")
    for word in ("ukraine", "germany", "all T", "germany", "all F", "go"):
        table.play(word)
    choices(table, {"move_from"})
    assert count(table, "germany", "eu", "F") == 2


def test_the_ruler_leaves_the_capital_while_that_is_safe():
    assert "all L" in choices(table_at({"germany": "eu I3 L1"}, "eu", at="move", round=2), {"place_what", "buy"})
    unsafe = {"germany": "eu I9 L1", "ukraine": "us T9", "southern_europe": "us T9", "karelia": "us T9"}
    assert "all L" not in choices(table_at(unsafe, "eu", at="move"), {"place_what", "buy"})


@pytest.mark.parametrize("guards", [1, 40])
def test_a_ruler_in_danger_goes_where_it_is_safe_far_from_the_next_goal(guards):
    spaces = {"germany": "eu I9", "ukraine": "eu I1 L1", "karelia": f"eu I{guards}", "russia": "us T9"}
    w, obs = work_and_view(table_at(spaces, "eu", at="move", round=6))
    ukraine, karelia, germany, france = (BOARD.index[name] for name in ("ukraine", "karelia", "germany", "france"))
    gains = [ruler_gain(w, obs, ukraine, land, HARD) for land in (karelia, germany, france)]
    assert gains == [RULER_GAIN + 4 if guards == 40 else UNFIT, RULER_GAIN, RULER_GAIN + 10]
    assert ruler_gain(w, obs, karelia, germany, HARD) == (UNFIT if guards == 40 else RULER_GAIN)


def test_planes_without_an_army_fly_to_one_and_not_to_the_sea():
    w, obs = work_and_view(table_at({SPACE_IDS[0]: "eu T9", "france": "eu F1"}, "eu", at="move"))
    assert flight_gain(w, obs, BOARD.index["france"], 0) == PLANE_GAIN
    assert flight_gain(w, obs, BOARD.index["france"], LANDS) == UNFIT


@pytest.mark.parametrize(("number", "invests"), [(2, True), (9, False), (10, True)])
def test_money_goes_into_centres_while_they_pay_off_and_in_the_last_round(number, invests):
    table = table_at({"germany": "eu I3 X1"}, "eu", at="buy", round=number, max_rounds=10)
    assert (choice(table) == "buy centre") == invests
    assert choice(table, EasyAgent) != "buy centre"
