"""A window that shows one picture after another, whatever other windows the program has open."""

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar
from weakref import WeakSet

import numpy as np
import numpy.typing as npt

from wd_env.errors import ConfigError
from wd_env.rendering.canvas import PLAN_HEIGHT, PLAN_WIDTH, load_pygame

S = TypeVar("S")


class Window(Generic[S]):
    """A window on the screen that shows one scene after another until it is closed.

    Each is a window of its own: pygame's display, which belongs to the program that imports us, is not used, and
    events of other windows stay in the queue.

    Args:
        draw: Makes of a scene, a width and a height in pixels the picture uint8[height, width, 3].
        caption: The title of the window.
        width: Its width in pixels.
        height: Its height in pixels.
        fps: Most scenes a second; `show` waits as long as that takes. 0 never waits.
    """

    _open: ClassVar["WeakSet[Window[Any]]"] = WeakSet()

    def __init__(
        self,
        draw: Callable[[S, int, int], npt.NDArray[np.uint8]],
        caption: str,
        width: int = PLAN_WIDTH,
        height: int = PLAN_HEIGHT,
        fps: float = 0,
    ) -> None:
        self._draw = draw
        self._pygame = load_pygame()
        if not hasattr(self._pygame, "Window"):
            raise ConfigError(f"pygame {self._pygame.__version__} has no Window; expected pygame-ce 2.5 or newer")
        self._pygame.display.init()
        self._window = self._pygame.Window(caption, (width, height))
        self._size = (width, height)
        self._clock = self._pygame.time.Clock()
        self._fps = fps
        self.is_open = True
        self._open.add(self)

    def show(self, scene: S) -> None:
        """Draw the scene and take note of a click on the cross, which closes the window; then nothing is shown."""
        if not self.is_open:
            return
        pixels = self._draw(scene, *self._size)
        self._window.get_surface().blit(self._pygame.surfarray.make_surface(pixels.transpose(1, 0, 2)), (0, 0))
        self._window.flip()
        self._clock.tick(self._fps)
        self._handle_events()

    def _handle_events(self) -> None:
        """Take the events of our windows out of the queue; those of others go back into it."""
        for event in self._pygame.event.get():
            window = getattr(event, "window", None)
            ours = next((one for one in self._open if one._window is window), None)
            if ours is None:
                self._pygame.event.post(event)
            elif event.type == self._pygame.WINDOWCLOSE:
                ours.close()

    def close(self) -> None:
        """Close the window; a second time does nothing."""
        if self.is_open:
            self.is_open = False
            self._open.discard(self)
            self._window.destroy()
