"""A canvas whose coordinates are those of a 1200 by 900 plan for every image size. It hides pygame."""

import io
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from wd_env.dependencies import missing_extra_error
from wd_env.errors import ConfigError

if TYPE_CHECKING:
    import pygame

Colour = tuple[int, int, int]
Point = tuple[float, float]

PLAN_WIDTH, PLAN_HEIGHT = 1200, 900
MIN_PIXELS, MAX_PIXELS = 200, 8192  # of the width and of the height of a image
SHAPE_SCALE = 2  # shapes are drawn larger by this factor and scaled down, which smooths their edges
TEXT_SCALE = 3  # the same for text
MIN_TEXT_PIXELS = 7  # smaller text cannot be read
LINE_HEIGHT = 1.35  # ratio of the height of the font's box to the size of its letters


def load_pygame() -> Any:
    """Import pygame.

    Raises:
        MissingExtra: If it is not installed.
    """
    try:
        import pygame
    except ModuleNotFoundError as exc:
        raise missing_extra_error(exc) from None
    return pygame


def check_size(width: int, height: int) -> None:
    """Check the size of a image in pixels.

    Raises:
        ConfigError: If width or height is not in the range 200 to 8192.
    """
    for name, value in (("width", width), ("height", height)):
        if not MIN_PIXELS <= value <= MAX_PIXELS:
            raise ConfigError(f"{name}: expected {MIN_PIXELS} to {MAX_PIXELS} pixels, got {value!r}")


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Return the content of a PNG file.

    Args:
        pixels: uint8[height, width, 3], the image.
    """
    pygame, file = load_pygame(), io.BytesIO()
    pygame.image.save(pygame.surfarray.make_surface(pixels.transpose(1, 0, 2)), file, "picture.png")
    return file.getvalue()


def mix(start: Colour, end: Colour, fraction: float) -> Colour:
    """Return the colour between two colours: `start` for fraction 0, `end` for fraction 1."""
    red, green, blue = (round(a + (b - a) * fraction) for a, b in zip(start, end, strict=True))
    return red, green, blue


def text_colour(background: Colour) -> Colour:
    """Return black or white, whichever has the higher contrast with the background."""
    luminance = 0.299 * background[0] + 0.587 * background[1] + 0.114 * background[2]
    return (22, 26, 32) if luminance > 140 else (250, 250, 250)  # noqa: PLR2004 slightly above the middle of 0..255


class Canvas:
    """An off-screen image with shapes, and text above all shapes.

    Points and lengths of all methods are in the units of the plan, which is centred in the image.

    Args:
        width: Width of the image in pixels.
        height: Height of the image in pixels.
        background: Colour of the empty image.

    Raises:
        MissingExtra: If pygame is not installed.
    """

    def __init__(self, width: int, height: int, background: Colour) -> None:
        self._pygame = load_pygame()
        self._pygame.font.init()
        self._scale = min(width / PLAN_WIDTH, height / PLAN_HEIGHT)
        self._size = (width, height)
        self._corner = ((width - PLAN_WIDTH * self._scale) / 2, (height - PLAN_HEIGHT * self._scale) / 2)
        self._surface: pygame.Surface = self._pygame.Surface((width * SHAPE_SCALE, height * SHAPE_SCALE))
        self._surface.fill(background)
        self._fonts: dict[int, Any] = {}
        self._texts: list[tuple[Any, Point]] = []

    def pixels(self) -> npt.NDArray[np.uint8]:
        """Return the finished image, uint8[height, width, 3]."""
        image = self._pygame.transform.smoothscale(self._surface, self._size)
        for surface, (x, y) in self._texts:
            image.blit(surface, (round(x), round(y)))
        return np.ascontiguousarray(self._pygame.surfarray.array3d(image).transpose(1, 0, 2))

    def polygon(
        self, points: Sequence[Point], colour: Colour, outline: Colour | None = None, width: float = 1.5
    ) -> None:
        """Draw a filled polygon, with an outline of this width if `outline` is given."""
        corners = [self._to_pixels(point) for point in points]
        self._pygame.draw.polygon(self._surface, colour, corners)
        if outline is not None:
            self._pygame.draw.polygon(self._surface, outline, corners, self._line_width(width))

    def line(self, start: Point, end: Point, colour: Colour, width: float = 1.5) -> None:
        """Draw a straight line with round ends."""
        thickness = self._line_width(width)
        self._pygame.draw.line(self._surface, colour, self._to_pixels(start), self._to_pixels(end), thickness)
        for point in (start, end):
            self._pygame.draw.circle(self._surface, colour, self._to_pixels(point), thickness / 2)

    def dots(self, start: Point, end: Point, colour: Colour, radius: float = 2.2, gap: float = 9) -> None:
        """Draw a dotted line with dots of this radius, about `gap` apart."""
        steps = max(1, round(math.dist(start, end) / gap))
        for step in range(steps + 1):
            fraction = step / steps
            centre = (start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction)
            self.circle(centre, radius, colour)

    def circle(
        self, centre: Point, radius: float, colour: Colour, outline: Colour | None = None, width: float = 1.5
    ) -> None:
        """Draw a disc, with an outline of this width if `outline` is given."""
        position, size = self._to_pixels(centre), radius * self._scale * SHAPE_SCALE
        self._pygame.draw.circle(self._surface, colour, position, size)
        if outline is not None:
            self._pygame.draw.circle(self._surface, outline, position, size, self._line_width(width))

    def box(
        self,
        corner: Point,
        size: Point,
        colour: Colour,
        *,
        radius: float = 6,
        outline: Colour | None = None,
        width: float = 1.5,
    ) -> None:
        """Draw a rectangle with rounded corners.

        Args:
            corner: Upper left corner.
            size: Width and height.
            colour: Colour of the inside.
            radius: Radius of the rounded corners.
            outline: Colour of the outline, or None for no outline.
            width: Width of the outline.
        """
        factor = self._scale * SHAPE_SCALE
        rect = (*self._to_pixels(corner), size[0] * factor, size[1] * factor)
        rounding = round(radius * factor)
        self._pygame.draw.rect(self._surface, colour, rect, border_radius=rounding)
        if outline is not None:
            self._pygame.draw.rect(self._surface, outline, rect, self._line_width(width), border_radius=rounding)

    def text(
        self, text: str, at: Point, size: float, colour: Colour, *, anchor: str = "left", width: float | None = None
    ) -> None:
        """Write one line of text.

        Args:
            text: Text to write.
            at: The point at half the height of the line and at its `anchor`.
            size: Size of the letters.
            colour: Colour of the letters.
            anchor: "left", "centre" or "right".
            width: Maximum width; a longer text is shortened and ends with "...". None for no limit.
        """
        if width is not None and self.measure(text, size) > width:
            while text and self.measure(text + "...", size) > width:
                text = text[:-1]
            text = text.rstrip() + "..."
        surface = self._render_text(text, size, colour)
        x, y = self._spot(at)
        offset = {"left": 0.0, "centre": 0.5, "right": 1.0}[anchor]
        self._texts.append((surface, (x - surface.get_width() * offset, y - surface.get_height() / 2)))

    def paragraph(self, text: str, at: Point, size: float, colour: Colour, *, width: float, max_lines: int) -> int:
        """Write wrapped text, whose first line is at `at`.

        Args:
            text: Text to write.
            at: The point at half the height of the first line and at its left end.
            size: Size of the letters.
            colour: Colour of the letters.
            width: Maximum width of a line.
            max_lines: Maximum number of lines; the last one is shortened if the text is longer.

        Returns:
            The number of lines written.
        """
        lines = self.wrapped(text, size, width)
        if len(lines) > max_lines:
            lines = [*lines[: max_lines - 1], " ".join(lines[max_lines - 1 :])]
        for index, line in enumerate(lines):
            self.text(line, (at[0], at[1] + index * size * 1.15), size, colour, width=width)
        return len(lines)

    def wrapped(self, text: str, size: float, width: float) -> list[str]:
        """Wrap a text in lines of at most `width`; a single longer word is not divided."""
        lines: list[str] = []
        for token in text.split():
            if lines and self.measure(f"{lines[-1]} {token}", size) <= width:
                lines[-1] += f" {token}"
            else:
                lines.append(token)
        return lines

    def measure(self, text: str, size: float) -> float:
        """Return the width of a line of text."""
        return float(self._font(size).size(text)[0]) / TEXT_SCALE / self._scale

    def _render_text(self, text: str, size: float, colour: Colour) -> Any:
        """Render a text large and scale it down, because small letters are rounded to pixels and look uneven."""
        large = self._font(size).render(text, True, colour)
        width, height = (max(1, round(pixels / TEXT_SCALE)) for pixels in large.get_size())
        return self._pygame.transform.smoothscale(large, (width, height))

    def _font(self, size: float) -> Any:
        pixels = max(MIN_TEXT_PIXELS, round(size * self._scale)) * TEXT_SCALE
        if pixels not in self._fonts:
            self._fonts[pixels] = self._pygame.font.Font(None, round(pixels * LINE_HEIGHT))
        return self._fonts[pixels]

    def _spot(self, point: Point) -> Point:
        return self._corner[0] + point[0] * self._scale, self._corner[1] + point[1] * self._scale

    def _to_pixels(self, point: Point) -> Point:
        x, y = self._spot(point)
        return x * SHAPE_SCALE, y * SHAPE_SCALE

    def _line_width(self, width: float) -> int:
        return max(1, round(width * self._scale * SHAPE_SCALE))
