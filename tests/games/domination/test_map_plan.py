"""A map as data for front-ends: positions of countries, borders, colours, and the targets of actions."""

import json
import re

import pytest

from tests.games.domination.map_texts import changed, write
from tests.games.domination.test_map_picture import WITHOUT_PLACES
from wd_env.games.domination.config import Config
from wd_env.games.domination.maps.map_catalogue import load_map
from wd_env.games.domination.picture.map_plan import plan_of
from wd_env.games.domination.position import position
from wd_env.games.domination.table import Domination
from wd_env.games.domination.text.domination_text import PRESENTER
from wd_env.registry import GAMES


def test_every_border_is_drawn_once_and_one_way_borders_have_a_direction(tmp_path):
    plan = plan_of(load_map(write(tmp_path, changed("6 5 1", "6 5"))))
    assert plan["borders"] == [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]
    assert plan["one_way"] == [[0, 5]]
    assert [(group["title"], group["bonus"]) for group in plan["groups"]] == [("North", 2), ("South", 3)]
    assert all(re.fullmatch("#[0-9a-f]{6}", group["colour"]) for group in plan["groups"])


def test_countries_lie_within_the_plan_apart_from_each_other():
    plan = plan_of(load_map("classic"))
    assert len(plan["at"]) == len(plan["titles"]) == 42
    assert all(0 < x < plan["size"][0] and 0 < y < plan["size"][1] for x, y in plan["at"])
    near = [one for one in plan["at"] for other in plan["at"] if one != other and sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) < plan["radius"] ** 2]  # fmt: skip  # noqa: E501
    assert near == []
    assert json.loads(json.dumps(plan)) == plan


def test_a_map_without_coordinates_has_no_plan_and_is_told_by_its_countries(tmp_path):
    file = write(tmp_path, WITHOUT_PLACES)
    assert plan_of(load_map(file)) is None
    table = Domination(Config(map=str(file), num_players=2), seed=1)
    scene = PRESENTER.scene_data(table, 0)
    assert scene["map"] is None
    assert [country["number"] for country in scene["countries"]] == [1, 2, 3, 4, 5, 6]


def test_maps_that_differ_by_their_places_alone_have_plans_of_their_own(tmp_path):
    (tmp_path / "other").mkdir()
    small = load_map(write(tmp_path))
    moved = load_map(write(tmp_path / "other", changed("2 Birch 1 60 10", "2 Birch 1 60 40")))
    assert small.digest == moved.digest
    assert plan_of(small)["at"] != plan_of(moved)["at"]


def test_a_border_is_about_both_of_its_ends_and_a_country_about_itself():
    table = position({0: [12]}, {12: 5}, at="attack", num_players=2, encoding="edge")
    values = {option: PRESENTER.targets(table, option) for option in table.legal_texts()}
    borders = {option: tuple(f"country {end}" for end in option.split()[1:]) for option in values if "border" in option}
    assert len(borders) > 2
    assert values == {"pass": ()} | borders
    table = position({0: [12]}, {12: 5}, at="attack", num_players=2)
    assert {option: PRESENTER.targets(table, option) for option in table.legal_texts()} == {
        "pass": (), "country 12": ("country 12",),
    }  # fmt: skip


def test_only_the_first_seat_is_a_seat_of_the_table():
    row = GAMES["domination"]
    for options, targets in (({}, ("seat 1",)), ({"shuffle_seats": True}, ())):
        table = row.new_table(row.config(num_players=3, **options), chance="explicit")
        assert PRESENTER.targets(table, "seat 1") == targets


@pytest.mark.parametrize(("seat", "countries", "armies"), [(0, 1, 5), (1, 41, 41)])
def test_the_columns_of_a_seat_are_counted_from_the_map(seat, countries, armies):
    table = position({0: [12]}, {12: 5}, num_players=2)
    result = PRESENTER.seat_columns(table, seat)
    assert (result["countries"], result["armies"]) == (countries, armies)
    assert "capital" not in result
    assert ("North America" in result["groups"]) == (seat == 1)
