"""A window that shows one picture after another."""

from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from wd_env.drawing.canvas import PLAN_HEIGHT, PLAN_WIDTH, load_pygame

S = TypeVar("S")


class Window(Generic[S]):
    """A window on the screen that shows one scene after another until it is closed.

    `draw` makes of a scene, a width and a height in pixels the picture uint8 [height, width, 3].
    """

    def __init__(
        self,
        draw: Callable[[S, int, int], npt.NDArray[np.uint8]],
        caption: str,
        width: int = PLAN_WIDTH,
        height: int = PLAN_HEIGHT,
    ) -> None:
        self._draw = draw
        self._pygame = load_pygame()
        self._pygame.display.init()
        self._pygame.display.set_caption(caption)
        self._screen = self._pygame.display.set_mode((width, height))
        self._size = (width, height)
        self.is_open = True

    def show(self, scene: S) -> None:
        """Draw the scene and take note of a click on the cross, which closes the window; then nothing is shown."""
        if not self.is_open:
            return
        pixels = self._draw(scene, *self._size)
        self._screen.blit(self._pygame.surfarray.make_surface(pixels.transpose(1, 0, 2)), (0, 0))
        self._pygame.display.flip()
        if any(event.type == self._pygame.QUIT for event in self._pygame.event.get()):
            self.close()

    def close(self) -> None:
        """Close the window; a second time does nothing."""
        if self.is_open:
            self.is_open = False
            self._pygame.display.quit()
