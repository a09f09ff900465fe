"""The image of a board: its contents and its sizes."""

import numpy as np
import pytest

pytest.importorskip("pygame")

from wd_env.errors import ConfigError
from wd_env.games.superpowers.board.board_model import NEUTRAL
from wd_env.games.superpowers.board.bundled_board import BOARD
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.picture import draw as drawing
from wd_env.games.superpowers.picture.board_scene import PowerScene, Scene
from wd_env.games.superpowers.picture.cells import even_cells, rounded
from wd_env.games.superpowers.picture.table_scene import scene_of
from wd_env.games.superpowers.position import position
from wd_env.games.superpowers.table import Superpowers

SIZE = 400, 300


def area(cell):
    pairs = zip(cell, (*cell[1:], cell[0]), strict=True)
    return abs(sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairs)) / 2


def colours(scene):
    return {tuple(pixel) for pixel in drawing.draw(scene, *SIZE).reshape(-1, 3).tolist()}


def test_cells_fill_the_rectangle_and_hold_their_places():
    points, cells = even_cells(((0.1, 0.2), (0.2, 0.2), (0.9, 0.8), (0.5, 0.5)), (200.0, 100.0))
    assert sum(map(area, cells)) == pytest.approx(200 * 100)
    assert min(map(area, cells)) > 2000
    discs = [rounded(cell, point, 10) for point, cell in zip(points, cells, strict=True)]
    assert [area(disc) for disc in discs] == pytest.approx([314] * 4, abs=6)


def test_the_picture_has_the_size_that_was_asked_for():
    assert drawing.draw_board(BOARD, *SIZE).shape == (300, 400, 3)
    with pytest.raises(ConfigError, match="width: expected 200 to 8192 pixels, got 10"):
        drawing.draw_board(BOARD, 10, 300)


def test_each_power_is_drawn_in_its_colour():
    owned, neutral = colours(Scene(BOARD)), colours(Scene(BOARD, [NEUTRAL] * 79))
    assert set(drawing.COLOURS.values()) <= owned
    assert not set(drawing.COLOURS.values()) & neutral
    assert drawing.NEUTRAL_COLOUR in neutral


@pytest.mark.parametrize(
    "change",
    [
        {"stacks": {0: {0: "I3"}}},
        {"stacks": {144: {3: "TR1 [I2]"}}},
        {"complexes": frozenset({0})},
        {"centres": {0: 1}},
        {"captured": frozenset({0})},
        {"heading": "Round 2"},
        {"powers": [PowerScene("United States", 20, 1, 6)]},
    ],
)
def test_everything_in_the_scene_changes_the_picture(change):
    assert not np.array_equal(drawing.draw(Scene(BOARD, **change), *SIZE), drawing.draw(Scene(BOARD), *SIZE))


def test_a_power_has_its_own_name_and_the_number_of_its_player():
    titles = [power.title for power in scene_of(position({}, powers=("us", "eu", "mef"), turn="us")).powers]
    assert titles[:3] == ["United States (player 0)", "European Union (player 1)", "Russian Republic"]
    assert titles[5] == "Middle-East Federation (player 2)"


def test_while_nations_are_picked_only_picked_powers_have_a_player():
    table = Superpowers(Config(num_players=3), seed=1)
    assert not any(power.is_in_play for power in scene_of(table).powers)
    picker = table.seat
    table.play("la")
    picked = [power.title for power in scene_of(table).powers if power.is_in_play]
    assert picked == [f"Latin Alliance (player {picker})"]
