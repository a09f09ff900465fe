"""A picture of the table for people: `draw` a scene, or write a PNG from the command line.

python -m wd_env.games.world_dominance.picture.draw OUT.png
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.picture import palette
from wd_env.games.world_dominance.picture.board_drawing import draw_board
from wd_env.games.world_dominance.picture.player_panels import draw_foot, draw_panels
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.text.scene import Scene, scene_of
from wd_env.rendering.canvas import PLAN_HEIGHT, PLAN_WIDTH, Canvas, check_size
from wd_env.rendering.write_image import write_image


def draw(scene: Scene, width: int = PLAN_WIDTH, height: int = PLAN_HEIGHT) -> npt.NDArray[np.uint8]:
    """The scene as uint8 [height, width, 3]; no display is opened.

    ConfigError if the size is out of range, or pygame (extra `render`) is not installed.
    """
    check_size(width, height)
    canvas = Canvas(width, height, palette.SEA)
    draw_board(canvas, scene)
    draw_panels(canvas, scene)
    draw_foot(canvas, scene)
    return canvas.pixels()


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the picture of a game that chance has played for a while."""
    write_image(
        lambda table: draw(scene_of(table)),
        lambda players, seed: WorldDominance(Config(num_players=players), seed=seed),
        Config().num_players,
        arguments,
    )


if __name__ == "__main__":
    main()
