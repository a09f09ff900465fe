"""The bot `hard` in the advanced rules, at hand-written positions: treaties, artillery, missiles, complexes."""

import numpy as np
import pytest

from tests.games.superpowers.play import position
from tests.games.superpowers.treaty_tables import SIX
from wd_env.agents.superpowers.battle_estimate import battle_chance
from wd_env.agents.superpowers.scripted_agents import HardAgent, MediumAgent
from wd_env.agents.superpowers.work_array import FACING, FORCE, WORK_ARRAY_SIZE
from wd_env.games.superpowers.definitions.actions import KIND_NAMES
from wd_env.games.superpowers.definitions.rule_constants import LANDS

MILLE = 1000
POWERS = ("us", "eu", "ie", "la")
HOMES = {"germany": "eu I9 X1", "eastern_usa": "us I9 X1", "japan": "ie I9 X1", "brazil": "la I9 X1"}


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("WD_SINGLE", "interpreted")


def table_at(spaces, turn, at, **more):
    return position(HOMES | spaces, turn=turn, at=at, **{"powers": POWERS, "ruleset": "advanced"} | more)


def choice(table, kind=HardAgent, seed=1):
    """Return the text of the action of a level."""
    return table.game.actions.texts[kind(np.random.default_rng(seed)).choose(table.view(table.seat))]


def play(table, *words):
    for word in words:
        table.play(word)
    return table


def test_peace_is_offered_for_its_bonus_and_accepted():
    table = table_at({}, "eu", "move", round=3)
    assert choice(table) == "offer"
    assert choice(table, MediumAgent) != "offer"
    play(table, "offer", "la")
    assert {choice(table), choice(table, MediumAgent)} == {"yes"}
    assert choice(play(table, "yes")) == "all T"


def test_an_alliance_is_offered_to_the_strongest_partner():
    relations = {"eu la": "peace", "eu us": "peace", "eu ie": "peace"}
    table = table_at({}, "eu", "move", round=6, relations=relations, production={"us": 20, "ie": 60, "la": 30})
    assert choice(play(table, "offer")) == "ie"
    assert choice(play(table, "ie")) == "yes"


def test_no_alliance_is_offered_to_a_power_that_has_a_stronger_ally():
    relations = {"eu la": "peace", "eu us": "peace", "eu ie": "peace", "us ie": "alliance"}
    table = table_at(
        {}, "eu", "move", round=6, relations=relations, production={"us": 60, "ie": 60, "la": 20, "eu": 20}
    )
    assert choice(play(table, "offer")) == "la"


def test_an_ally_is_dropped_for_a_stronger_one_alone():
    relations = {"eu la": "alliance", "eu us": "peace"}
    production = {"us": 90, "la": 20}
    table = table_at({}, "us", "move", round=6, relations=relations, production=production)
    assert choice(play(table, "offer", "eu")) == "yes"
    table = table_at({}, "us", "move", round=6, relations=relations, production={"us": 20, "la": 90})
    assert choice(play(table, "offer", "eu")) == "no"


def test_an_alliance_ends_in_the_last_round_where_the_power_wins_alone():
    more = {"relations": {"eu la": "alliance"}, "max_rounds": 9}
    capitals = {"russia": "eu I9"}
    assert choice(table_at(capitals, "eu", "move", round=9, **more)) == "dissolve"
    assert choice(table_at(capitals, "eu", "move", round=8, **more)) != "dissolve"
    assert choice(table_at({}, "eu", "move", round=9, **more)) != "dissolve"


@pytest.mark.parametrize(("weaker", "stronger"), [("la", "us"), ("us", "la")])
def test_the_weaker_ally_is_dropped_and_the_alliance_with_the_stronger_one_ends(weaker, stronger):
    relations = {"eu la": "alliance", "eu us": "alliance", "eu ie": "peace"}
    more = {"relations": relations, "production": {weaker: 20, stronger: 60, "ie": 90}, "powers": SIX}
    assert choice(play(table_at({}, "eu", "move", round=6, **more), "offer", "ie", "yes")) == weaker
    assert choice(play(table_at({}, "eu", "move", round=6, **more), "dissolve")) == stronger


def test_artillery_fires_from_where_it_stands():
    table = table_at({"kazakstan": "eu I4 T4 R3", "tibet": "us I6"}, "eu", "combat", round=9)
    play(table, "tibet")
    found = []
    while table.node.name in {"attack_from", "attack_what"}:
        found.append(choice(table))
        table.play(found[-1])
    assert "fire all" in found
    assert found.index("all T") < found.index("fire all")


def test_artillery_counts_in_the_first_round_and_air_defence_shoots_at_planes():
    def chance(attackers, defenders, guns=0):
        w = [0] * WORK_ARRAY_SIZE
        for at, army in ((FORCE, attackers), (FACING, defenders)):
            for word in army.split():
                w[at + KIND_NAMES.index(word[0])] = int(word[1:])
        return battle_chance(w, FORCE, FACING, 2, guns)

    assert chance("T4", "I6", 4) > chance("T4", "I6") + 200
    assert chance("T4", "I6", 9) == chance("T4", "I6", 4)  # each gun needs a spotter
    assert chance("I4 F5", "I2 F4 D2") < chance("I4 F5", "I2 F4") - 50
    assert chance("T1", "D2") == MILLE  # air defence alone does not hold a land


def test_a_missile_is_bought_against_an_army_near_the_capital_and_launched():
    army = {"southern_europe": "us I20 T10"}
    full = {"at": "buy", "round": 9, "max_rounds": 11, "production": {"eu": 100}}
    assert choice(table_at(army | {"germany": "eu I90 X1"}, "eu", **full)) == "one N"
    assert choice(table_at({"southern_europe": "us I2", "germany": "eu I90 X1"}, "eu", **full)) != "one N"
    table = table_at(army | {"germany": "eu I30 X1 N1"}, "eu", "combat", round=9)
    assert choice(table) == "southern_europe"
    play(table, "southern_europe")
    words = [choice(table)]
    while table.node.name != "missile_die":
        words.append(choice(table))
        table.play(words[-1])
    assert "all N" in words or "one N" in words


def test_infantry_that_can_walk_does_not_jump():
    spaces = {"germany": "eu I9 T6 B2 X1", "france": "eu I5 T5 B2", "southern_europe": "us I2"}
    table = play(table_at(spaces, "eu", "combat", round=9), "southern_europe", "france", "all T", "france")
    assert "drop one" in table.legal_texts()
    assert choice(table) == "all I"


@pytest.mark.parametrize(("army", "missiles"), [("us T20", 1), ("us T21", 2)])
def test_as_many_missiles_are_named_as_the_army_needs(army, missiles):
    """Expect 14 units lost to a missile: four dice. The last one needs only half of them."""
    table = table_at({"southern_europe": army, "germany": "eu I30 X1 N3"}, "eu", "combat", round=9)
    play(table, "southern_europe", "missile")
    for _ in range(missiles):
        assert choice(table) == "germany"
        play(table, "germany", "one N")
    assert choice(table) == "go"


def test_money_is_never_left_where_no_centre_has_a_place():
    table = table_at({"germany": "eu I90 X1"}, "eu", "buy", round=9, max_rounds=30, production={"eu": 100})
    for land in range(LANDS):
        table.state.centres[land] = 2
    assert "buy centre" not in table.legal_texts()
    while table.node.name == "buy":
        assert choice(table) != "end"
        table.play(choice(table))
    assert table.state.credit == 0


@pytest.mark.parametrize(("spaces", "expected"), [({}, "research"), ({"china": "eu I9 T9"}, "buy complex")])
def test_money_without_a_place_for_centres_goes_into_a_complex_near_the_front_before_research(spaces, expected):
    more = {"round": 9, "max_rounds": 30, "production": {"eu": 200}}
    table = table_at({"germany": "eu I90 X1"} | spaces, "eu", "buy", **more)
    for land in range(LANDS):
        table.state.centres[land] = 2
    assert {choice(table, seed=seed) for seed in range(12)} == {expected}
