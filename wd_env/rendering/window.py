"""A window that shows pictures and does not affect other windows of the program."""

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

    It does not use pygame's display, which belongs to the program that imports this package. Events of other windows
    stay in the queue.

    Args:
        draw: Function of a scene, a width and a height in pixels that returns the picture uint8[height, width, 3].
        caption: Title of the window.
        width: Width in pixels.
        height: Height in pixels.
        fps: Maximum number of scenes per second; `show` waits accordingly. 0 for no limit.

    Attributes:
        is_open: False after the window was closed.

    Raises:
        MissingExtra: If pygame is not installed.
        ConfigError: If the installed pygame has no class `Window`.
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
            raise ConfigError(f"pygame: expected pygame-ce 2.5 or newer, got {self._pygame.__version__} without Window")
        self._pygame.display.init()
        self._window = self._pygame.Window(caption, (width, height))
        self._size = (width, height)
        self._clock = self._pygame.time.Clock()
        self._fps = fps
        self.is_open = True
        self._open.add(self)

    def show(self, scene: S) -> None:
        """Draw a scene and handle a click on the close button. Do nothing if the window is closed."""
        if not self.is_open:
            return
        pixels = self._draw(scene, *self._size)
        self._window.get_surface().blit(self._pygame.surfarray.make_surface(pixels.transpose(1, 0, 2)), (0, 0))
        self._window.flip()
        self._clock.tick(self._fps)
        self._handle_events()

    def _handle_events(self) -> None:
        """Remove the events of our windows from the queue and leave those of other windows in it."""
        for event in self._pygame.event.get():
            window = getattr(event, "window", None)
            closed_window = next((one for one in self._open if one._window is window), None)
            if closed_window is None:
                self._pygame.event.post(event)
            elif event.type == self._pygame.WINDOWCLOSE:
                closed_window.close()

    def close(self) -> None:
        """Close the window. A second call does nothing."""
        if self.is_open:
            self.is_open = False
            self._open.discard(self)
            self._window.destroy()
