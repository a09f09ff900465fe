"""Drawing of games with pygame (extra `render`): a canvas, a window and a program that writes a picture."""

from typing import TYPE_CHECKING

from wd_env.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from wd_env.rendering.canvas import Canvas as Canvas
    from wd_env.rendering.canvas import Colour as Colour
    from wd_env.rendering.canvas import png as png
    from wd_env.rendering.window import Window as Window

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Canvas": "wd_env.rendering.canvas",
        "Colour": "wd_env.rendering.canvas",
        "Window": "wd_env.rendering.window",
        "png": "wd_env.rendering.canvas",
    },
)
