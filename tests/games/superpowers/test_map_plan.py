"""The map that front-ends draw: a position for each space, and the spaces of a scene with their contents."""

from tests.games.superpowers.play import new_table, position
from wd_env.games.superpowers.board.bundled_board import BOARD, SPACE_IDS
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.definitions.rule_constants import POWERS
from wd_env.games.superpowers.picture.map_plan import board_plan
from wd_env.games.superpowers.table import Superpowers
from wd_env.games.superpowers.text.superpowers_text import PRESENTER


def test_every_space_has_a_place_on_the_map_and_a_group():
    plan, scene = board_plan(BOARD), PRESENTER.scene_data(new_table())
    assert len(plan["at"]) == len(plan["titles"]) == len(scene["countries"]) == len(SPACE_IDS)
    assert all(0 <= x <= plan["size"][0] and 0 <= y <= plan["size"][1] for x, y in plan["at"])
    assert len({tuple(point) for point in plan["at"]}) == len(SPACE_IDS)
    assert {row["group"] for row in scene["countries"]} == {group["title"] for group in plan["groups"]}


def test_borders_are_those_of_lands_and_of_zones():
    pairs = {tuple(pair) for pair in board_plan(BOARD)["borders"]}
    assert (BOARD.index["germany"], BOARD.index["france"]) in pairs or (
        BOARD.index["france"], BOARD.index["germany"]) in pairs  # fmt: skip
    assert all((first < 79) == (second < 79) for first, second in pairs)
    assert len(pairs) == 116 + 137  # with bridges and canals


def test_a_space_of_a_scene_has_its_holder_its_units_and_its_cargo():
    pieces = {"germany": "eu I3 T2", "sz_brazil_waters": "la TR1 aboard I2", "algeria": "neutral"}
    scene = PRESENTER.scene_data(position(pieces, turn="eu", at="buy"))
    rows = {row["id"]: row for row in scene["countries"]}
    assert (rows["germany"]["seat"], rows["germany"]["armies"]) == (1, 5)
    assert rows["germany"]["units"] == {"eu": {"I": 3, "T": 2}}
    assert (rows["sz_brazil_waters"]["seat"], rows["sz_brazil_waters"]["armies"]) == (7, 3)
    assert rows["sz_brazil_waters"]["cargo"] == {"la": {"I": 2}}
    assert rows["algeria"]["seat"] is None
    assert rows["sz_coral_sea"] | {"seat": None, "armies": 0} == rows["sz_coral_sea"]


def test_an_action_refers_to_the_space_or_the_power_that_it_names():
    table = new_table()
    assert PRESENTER.targets(table, "germany") == (f"country {SPACE_IDS.index('germany') + 1}",)
    assert PRESENTER.targets(table, "eu") == ("seat 1",)
    assert PRESENTER.targets(table, "end") == ()


def test_a_nation_refers_to_no_seat_while_seats_are_players():
    table = Superpowers(Config(num_players=3, setup="pick"), seed=1)
    assert table.node.name == "nation"
    assert [PRESENTER.targets(table, nation) for nation in table.legal_texts()] == [()] * POWERS
