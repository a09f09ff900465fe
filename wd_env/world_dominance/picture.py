"""A picture of the table for people: `draw` a scene, show it in a `Window`, or write a PNG from the command line.

python -m wd_env.world_dominance.picture OUT.png
"""

import argparse
import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wd_env.core.errors import ConfigError
from wd_env.core.files import write_whole
from wd_env.world_dominance import picture_colours as colours
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.picture_board import draw_board
from wd_env.world_dominance.picture_canvas import PLAN_HEIGHT, PLAN_WIDTH, Canvas, load_pygame, png
from wd_env.world_dominance.picture_panels import draw_foot, draw_panels
from wd_env.world_dominance.scene import Scene, scene_of
from wd_env.world_dominance.table import WorldDominance

SMALLEST, LARGEST = 200, 8192  # pixels a side


def draw(scene: Scene, width: int = PLAN_WIDTH, height: int = PLAN_HEIGHT) -> npt.NDArray[np.uint8]:
    """The scene as uint8 [height, width, 3]; no display is opened.

    ConfigError for a size out of range, or when pygame (extra `render`) is not installed.
    """
    for name, value in (("width", width), ("height", height)):
        if not SMALLEST <= value <= LARGEST:
            raise ConfigError(f"{name} is {value!r}; allowed are {SMALLEST}..{LARGEST} pixels")
    canvas = Canvas(width, height, colours.SEA)
    draw_board(canvas, scene)
    draw_panels(canvas, scene)
    draw_foot(canvas, scene)
    return canvas.pixels()


class Window:
    """A window on the screen that shows one scene after another until it is closed."""

    def __init__(self, width: int = PLAN_WIDTH, height: int = PLAN_HEIGHT) -> None:
        self._pygame = load_pygame()
        self._pygame.display.init()
        self._pygame.display.set_caption("World Dominance")
        self._screen = self._pygame.display.set_mode((width, height))
        self._size = (width, height)
        self.is_open = True

    def show(self, scene: Scene) -> None:
        """Draw the scene and take note of a click on the cross, which closes the window; then nothing is shown."""
        if not self.is_open:
            return
        pixels = draw(scene, *self._size)
        self._screen.blit(self._pygame.surfarray.make_surface(pixels.transpose(1, 0, 2)), (0, 0))
        self._pygame.display.flip()
        if any(event.type == self._pygame.QUIT for event in self._pygame.event.get()):
            self.close()

    def close(self) -> None:
        """Close the window; a second time does nothing."""
        if self.is_open:
            self.is_open = False
            self._pygame.display.quit()


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the picture of a game that chance has played for a while."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", help="the PNG file to write")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=120)
    args = parser.parse_args(arguments)
    if not args.out.endswith(".png"):
        raise ConfigError(f"the picture's file is {args.out!r}; allowed is a name that ends in .png")
    table = WorldDominance(Config(num_players=args.players), seed=args.seed)
    chance = random.Random(args.seed)
    for _ in range(args.decisions):
        if not table.is_over:
            table.play(chance.choice(table.options()))
    write_whole(args.out, png(draw(scene_of(table))))


if __name__ == "__main__":
    main()
