"""Preferences of the bots of Domination at hand-written positions: odds, groups, guards, placement of armies."""

from itertools import pairwise
from math import erf, sqrt

import numpy as np
import pytest

from tests.games.domination.map_texts import chain, drawn, write
from wd_env.agents.domination.battles import capture_chance, expected_loss
from wd_env.agents.domination.scripted_agents import HardAgent
from wd_env.agents.normal_distribution import integer_sqrt, normal_chance
from wd_env.games.domination.battle_odds import OddsOptions, odds
from wd_env.games.domination.definitions.rule_constants import MOST
from wd_env.games.domination.position import position

PER_MILLE = 1000
FORK = [[1], [0, 2, 3], [1, 3], [1, 2, 4], [3]]  # 1 is behind 2; 3 and 4 are next to 2; 5 is behind 4


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch):
    monkeypatch.setenv("WD_SINGLE", "interpreted")


def choice(table, seed=1):
    """Return the text of the action of `hard`."""
    view = table.view(table.seat)
    return view.legal_actions[view.legal_indices.index(HardAgent(np.random.default_rng(seed)).choose(view))].text


def table_on(folder, borders, groups, holds, armies, **more):
    path = write(folder, drawn(borders, groups, bonus=4), None)
    return position(holds, armies, **{"at": "attack", "map": str(path), "num_players": 2} | more)


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize(
    "armies", [(2, 1), (4, 4), (10, 9), (32, 32), (20, 5), (33, 30), (60, 50), (40, 60), (90, 100)]
)
def test_chances_are_those_of_the_dice(armies, dice):
    exact = float(odds(*armies, OddsOptions(defence_dice=dice)).captured) * PER_MILLE
    is_small = max(armies) <= 32
    assert capture_chance(*armies, dice) == pytest.approx(exact, abs=0.5 if is_small else 25)


def test_chances_of_armies_without_bound():
    assert capture_chance(15_000, 1_000, 2) == PER_MILLE
    assert capture_chance(1_000, 15_000, 2) == 0
    assert 450 < capture_chance(8_540, 10_000, 2) < 550, "expected about even odds: an attacker loses 85 armies per 100"
    assert capture_chance(1, 1, 2) == 0
    assert (expected_loss(100, 20, 2), expected_loss(3, 100, 2)) == (1700, 200)


def test_the_normal_distribution_is_rounded_to_thousandths():
    for tenths in range(-40, 41):
        exact = PER_MILLE * (1 + erf(tenths / 10 / sqrt(2))) / 2
        assert normal_chance(tenths) == pytest.approx(exact, abs=0.5)
    assert [integer_sqrt(square) for square in (0, 1, 3, 4, 15, 16, 10**6)] == [0, 1, 1, 2, 3, 4, 1000]


def test_more_armies_are_never_worse():
    for attackers in range(2, 70):
        chances = [capture_chance(attackers, defenders, 2) for defenders in range(1, 70)]
        assert all(first >= second - 20 for first, second in pairwise(chances))


def test_a_battle_that_cannot_be_won_is_not_begun(tmp_path):
    table = table_on(tmp_path, FORK, None, {0: [1, 2]}, {2: 4, 3: 12, 4: 12})
    assert choice(table) == "pass"


def test_no_prize_is_worth_a_battle_that_will_be_lost(tmp_path):
    armies = {2: 3, 1: 3, 3: 9, 4: 9}
    assert choice(table_on(tmp_path, FORK, [0, 0, 1, 1, 1], {0: [2]}, armies)) == "pass"


def test_a_battle_is_rolled_to_its_end_where_little_can_go_wrong(tmp_path):
    for armies, expected in ((30, "blitz"), (6, "dice 3")):
        table = table_on(tmp_path, FORK, None, {0: [1, 2]}, {2: armies, 3: 3, 4: 3})
        table.play(choice(table))
        table.play(choice(table))
        assert choice(table) == expected


@pytest.mark.parametrize(("armies", "moved"), [({1: 1}, 3), ({1: 1, 3: 5, 4: 5}, 3)])
def test_armies_stay_where_a_capture_opens_nothing(armies, moved, tmp_path):
    table = table_on(tmp_path, FORK, None, {0: [2]}, {2: 20} | armies)
    for text in ("country 2", "country 1"):
        table.play(text)
    table.play("dice 3", "throw 6 6 6", "throw 1")
    table.play(choice(table))
    assert table.board.armies[1] == moved


def test_armies_walk_on_where_a_capture_opens_the_way(tmp_path):
    table = table_on(tmp_path, chain(6), None, {0: [1, 2]}, {2: 20, 3: 1, 4: 2})
    for text in ("country 2", "country 3"):
        table.play(text)
    table.play("dice 3", "throw 6 6 6", "throw 1")
    table.play(choice(table))
    assert table.board.armies[3] > 10


def test_a_whole_group_keeps_a_guard_when_armies_walk_on(tmp_path):
    borders = [[1], [0, 2, 3], [1, 4], [1], [2]]
    table = table_on(tmp_path, borders, [0, 0, 1, 1, 1], {0: [1, 2]}, {2: 30, 3: 1, 5: 9})
    for text in ("country 2", "country 3"):
        table.play(text)
    table.play("dice 3", "throw 6 6 6", "throw 1")
    table.play(choice(table))
    assert table.board.armies[2] > 1
    assert table.board.armies[3] > 5


def test_new_armies_guard_a_group_before_a_country_alone(tmp_path):
    armies = {1: 2, 2: 9, 4: 9, 5: 2}
    table = table_on(tmp_path, chain(6), [0, 0, 0, 0, 1, 1], {0: [1, 5, 6]}, armies, at="begin")
    assert choice(table) == "country 5"


@pytest.mark.parametrize(("groups", "target"), [([0, 0, 1, 1, 1], "country 1"), ([1, 0, 0, 1, 1], "country 3")])
def test_the_capture_that_completes_a_group_comes_first(groups, target, tmp_path):
    holds, armies = {0: [2], 1: [1, 4], 2: [3, 5]}, {2: 12, 1: 2, 3: 2, 4: 9}
    table = table_on(tmp_path, chain(5), groups, holds, armies, num_players=3)
    table.play("country 2")
    assert choice(table) == target


def test_the_group_of_an_opponent_is_broken_first(tmp_path):
    borders = [[1, 2], [0], [0, 3], [2, 4], [3]]
    table = table_on(tmp_path, borders, [2, 0, 1, 1, 2], {0: [1], 1: [2, 4], 2: [3, 5]}, {1: 12}, num_players=3)
    table.play("country 1")
    assert choice(table) == "country 2", "expected an attack on group 0, which seat 1 holds completely"


@pytest.mark.parametrize("seed", range(6))
def test_of_two_that_can_be_removed_the_one_with_cards_goes_first(seed, tmp_path):
    path = write(tmp_path, drawn([[1, 2, 3], [0], [0], [0, 4], [3]]), None)
    options = {"map": str(path), "cards": "generated", "num_players": 3}
    table = position({0: [1, 4, 5], 1: [2], 2: [3]}, {1: 12}, {2: ["card 2", "card 4"]}, at="attack", **options)
    table.play("country 1")
    assert choice(table, seed) == "country 3"


def test_armies_behind_the_front_go_where_they_are_needed(tmp_path):
    table = table_on(tmp_path, chain(6), None, {0: [1, 2, 3]}, {1: 8, 4: 5}, at="fortify")
    assert choice(table) == "country 1"
    table.play("country 1")
    table.play("country 2")
    table.play(choice(table))
    assert (table.board.armies[1], table.board.armies[2]) == (1, 8)


def test_new_armies_go_to_one_place(tmp_path):
    table = table_on(tmp_path, FORK, None, {0: [1, 2]}, {2: 4, 3: 3, 4: 3}, at="begin")
    assert choice(table) == "country 2"
    table.play("country 2")
    assert choice(table) == f"amount {MOST}"
