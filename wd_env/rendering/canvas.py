"""A sheet to draw on in the units of a 1200 by 900 plan, whatever the size of the picture; it alone knows pygame."""

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
MIN_PIXELS, MAX_PIXELS = 200, 8192  # pixels a side of a picture
SHAPE_SCALE = 2  # shapes are drawn so many times larger and smoothed down
TEXT_SCALE = 3  # text is written so many times larger and smoothed down
MIN_TEXT_PIXELS = 7  # pixels
LINE_HEIGHT = 1.35  # height of the font's box beside the size of its letters


def load_pygame() -> Any:
    """The drawing library; MissingExtra when it is not installed."""
    try:
        import pygame
    except ModuleNotFoundError as problem:
        raise missing_extra_error(problem) from None
    return pygame


def check_size(width: int, height: int) -> None:
    """ConfigError for a picture of a size out of range."""
    for name, value in (("width", width), ("height", height)):
        if not MIN_PIXELS <= value <= MAX_PIXELS:
            raise ConfigError(f"{name} is {value!r}; allowed are {MIN_PIXELS}..{MAX_PIXELS} pixels")


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """The file of a picture uint8 [height, width, 3]."""
    pygame, file = load_pygame(), io.BytesIO()
    pygame.image.save(pygame.surfarray.make_surface(pixels.transpose(1, 0, 2)), file, "picture.png")
    return file.getvalue()


def mix(one: Colour, other: Colour, fraction: float) -> Colour:
    """A colour between two, `share` of the way to the other."""
    red, green, blue = (round(a + (b - a) * fraction) for a, b in zip(one, other, strict=True))
    return red, green, blue


def text_colour(background: Colour) -> Colour:
    """Black or white, whichever reads better on this ground."""
    light = 0.299 * background[0] + 0.587 * background[1] + 0.114 * background[2]
    return (22, 26, 32) if light > 140 else (250, 250, 250)  # noqa: PLR2004 a little above the middle of 0..255


class Canvas:
    """Shapes first, text on top of them; off-screen, so no display is opened."""

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
        """The finished picture, uint8 [height, width, 3]."""
        sheet = self._pygame.transform.smoothscale(self._surface, self._size)
        for surface, (x, y) in self._texts:
            sheet.blit(surface, (round(x), round(y)))
        return np.ascontiguousarray(self._pygame.surfarray.array3d(sheet).transpose(1, 0, 2))

    # Shapes, in plan coordinates

    def polygon(
        self, points: Sequence[Point], colour: Colour, outline: Colour | None = None, width: float = 1.5
    ) -> None:
        """A filled polygon, perhaps with an outline."""
        spots = [self._to_pixels(point) for point in points]
        self._pygame.draw.polygon(self._surface, colour, spots)
        if outline is not None:
            self._pygame.draw.polygon(self._surface, outline, spots, self._line_width(width))

    def line(self, start: Point, end: Point, colour: Colour, width: float = 1.5) -> None:
        """A straight line with round ends."""
        thick = self._line_width(width)
        self._pygame.draw.line(self._surface, colour, self._to_pixels(start), self._to_pixels(end), thick)
        for spot in (start, end):
            self._pygame.draw.circle(self._surface, colour, self._to_pixels(spot), thick / 2)

    def dots(self, start: Point, end: Point, colour: Colour, radius: float = 2.2, gap: float = 9) -> None:
        """A dotted line."""
        steps = max(1, round(math.dist(start, end) / gap))
        for step in range(steps + 1):
            share = step / steps
            spot = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            self.circle(spot, radius, colour)

    def circle(
        self, centre: Point, radius: float, colour: Colour, outline: Colour | None = None, width: float = 1.5
    ) -> None:
        """A disc, perhaps with an outline."""
        spot, size = self._to_pixels(centre), radius * self._scale * SHAPE_SCALE
        self._pygame.draw.circle(self._surface, colour, spot, size)
        if outline is not None:
            self._pygame.draw.circle(self._surface, outline, spot, size, self._line_width(width))

    def box(
        self,
        corner: Point,
        size: Point,
        colour: Colour,
        *,
        round_by: float = 6,
        outline: Colour | None = None,
        width: float = 1.5,
    ) -> None:
        """A rectangle with rounded corners, `corner` the upper left one."""
        factor = self._scale * SHAPE_SCALE
        rect = (*self._to_pixels(corner), size[0] * factor, size[1] * factor)
        self._pygame.draw.rect(self._surface, colour, rect, border_radius=round(round_by * factor))
        if outline is not None:
            self._pygame.draw.rect(
                self._surface, outline, rect, self._line_width(width), border_radius=round(round_by * factor)
            )

    # Text

    def text(
        self, text: str, at: Point, size: float, colour: Colour, *, anchor: str = "left", width: float | None = None
    ) -> None:
        """One line, its middle at the height of `at`; `anchor` left, centre or right; cut with dots at `width`."""
        if width is not None and self.measure(text, size) > width:
            while text and self.measure(text + "...", size) > width:
                text = text[:-1]
            text = text.rstrip() + "..."
        surface = self._render_text(text, size, colour)
        x, y = self._spot(at)
        left = {"left": 0.0, "centre": 0.5, "right": 1.0}[anchor]
        self._texts.append((surface, (x - surface.get_width() * left, y - surface.get_height() / 2)))

    def paragraph(
        self, text: str, at: Point, size: float, colour: Colour, *, width: float, max_lines: int, anchor: str = "left"
    ) -> int:
        """Wrapped lines downward from `at`, at most so many, the last one cut; how many were written."""
        rows = self.wrapped(text, size, width)
        if len(rows) > max_lines:
            rows = [*rows[: max_lines - 1], " ".join(rows[max_lines - 1 :])]
        for row, line in enumerate(rows):
            self.text(line, (at[0], at[1] + row * size * 1.15), size, colour, anchor=anchor, width=width)
        return len(rows)

    def wrapped(self, text: str, size: float, width: float) -> list[str]:
        """The words of a text in lines no wider than `width`, where words allow it."""
        rows: list[str] = []
        for word in text.split():
            if rows and self.measure(f"{rows[-1]} {word}", size) <= width:
                rows[-1] += f" {word}"
            else:
                rows.append(word)
        return rows

    def measure(self, text: str, size: float) -> float:
        """The width of a line of text in the plan."""
        return float(self._font(size).size(text)[0]) / TEXT_SCALE / self._scale

    def _render_text(self, text: str, size: float, colour: Colour) -> Any:
        """Written large and smoothed down: small letters would stand on whole pixels, unevenly."""
        large = self._font(size).render(text, True, colour)
        wide, high = large.get_size()
        return self._pygame.transform.smoothscale(
            large, (max(1, round(wide / TEXT_SCALE)), max(1, round(high / TEXT_SCALE)))
        )

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
