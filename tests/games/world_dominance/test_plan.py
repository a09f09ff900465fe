"""A board as data for front-ends: every space is in its place on any board."""

import json
from itertools import pairwise

import pytest

from wd_env.games.world_dominance.cards.card_data import BUNDLED_BOARDS
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import REGION_NAMES
from wd_env.games.world_dominance.picture.board_geometry import BoardPlan, plan_of
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.scene import scene_of
from wd_env.games.world_dominance.text.scene_json import scene_data


def board_of(name):
    return scene_of(WorldDominance(Config(board=name), seed=1)).titles.board


@pytest.mark.parametrize("name", BUNDLED_BOARDS)
def test_the_ring_is_closed_and_every_space_is_named(name):
    board = board_of(name)
    spaces = plan_of(board)["spaces"]
    assert [space["title"] for space in spaces] == [space.title for space in board.ring]
    assert [space["place"] for space in spaces] == [space.index for space in board.ring]
    assert sum(space["end"] - space["start"] for space in spaces) == pytest.approx(360, abs=0.05)
    assert all(one["end"] == pytest.approx(other["start"], abs=0.01) for one, other in pairwise(spaces))
    assert all(space["inner"] < space["outer"] for space in spaces)


@pytest.mark.parametrize("name", BUNDLED_BOARDS)
def test_ways_and_gates_begin_at_continent_spaces(name):
    board = board_of(name)
    plan = plan_of(board)
    continents = {space["place"]: space["region"] for space in plan["spaces"] if space["is_continent"]}
    assert set(continents.values()) == set(REGION_NAMES) - {"Antarctica"}
    assert sorted(place for way in plan["ways"] for place in way) == sorted(continents)
    assert {continents[place] for place in plan["gates"]} == {"South America", "Australasia"}


@pytest.mark.parametrize("name", BUNDLED_BOARDS)
def test_the_plan_matches_its_schema_and_is_in_every_scene(name):
    msgspec = pytest.importorskip("msgspec")
    table = WorldDominance(Config(board=name), seed=1)
    plan = json.loads(json.dumps(scene_data(scene_of(table))["board"]))
    assert msgspec.convert(plan, BoardPlan, strict=True) == plan
    assert plan == json.loads(json.dumps(plan_of(board_of(name))))
