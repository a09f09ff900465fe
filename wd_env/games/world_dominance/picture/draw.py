"""A picture of the table for people: `draw` a scene, or write a PNG from the command line."""

import numpy as np
import numpy.typing as npt

from wd_env.games.world_dominance.picture import palette
from wd_env.games.world_dominance.picture.board_drawing import draw_board
from wd_env.games.world_dominance.picture.player_panels import draw_foot, draw_panels
from wd_env.games.world_dominance.text.scene import Scene
from wd_env.rendering.canvas import PLAN_HEIGHT, PLAN_WIDTH, Canvas, check_size


def draw(scene: Scene, width: int = PLAN_WIDTH, height: int = PLAN_HEIGHT) -> npt.NDArray[np.uint8]:
    """Return the scene as uint8[height, width, 3], without opening a display.

    ConfigError if the size is out of range, or pygame (extra `render`) is not installed.
    """
    check_size(width, height)
    canvas = Canvas(width, height, palette.SEA)
    draw_board(canvas, scene)
    draw_panels(canvas, scene)
    draw_foot(canvas, scene)
    return canvas.pixels()
