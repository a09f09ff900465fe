"""A sheet to draw on in the units of a 1200 by 900 plan, whatever the size of the picture; it alone knows pygame."""

import io
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from wd_env.dependencies import missing
from wd_env.errors import ConfigError

if TYPE_CHECKING:
    import pygame

Colour = tuple[int, int, int]
Point = tuple[float, float]

PLAN_WIDTH, PLAN_HEIGHT = 1200, 900
SMALLEST, LARGEST = 200, 8192  # pixels a side of a picture
FINER = 2  # shapes are drawn so many times larger and smoothed down
SHARPER = 3  # text is written so many times larger and smoothed down
SMALLEST_TEXT = 7  # pixels
LETTER = 1.35  # height of the font's box beside the size of its letters


def load_pygame() -> Any:
    """The drawing library; MissingExtra when it is not installed."""
    try:
        import pygame
    except ModuleNotFoundError as problem:
        raise missing(problem) from None
    return pygame


def check_size(width: int, height: int) -> None:
    """ConfigError for a picture of a size out of range."""
    for name, value in (("width", width), ("height", height)):
        if not SMALLEST <= value <= LARGEST:
            raise ConfigError(f"{name} is {value!r}; allowed are {SMALLEST}..{LARGEST} pixels")


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """The file of a picture uint8 [height, width, 3]."""
    pygame, file = load_pygame(), io.BytesIO()
    pygame.image.save(pygame.surfarray.make_surface(pixels.transpose(1, 0, 2)), file, "picture.png")
    return file.getvalue()


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two, `share` of the way to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def ink(ground: Colour) -> Colour:
    """Black or white, whichever reads better on this ground."""
    light = 0.299 * ground[0] + 0.587 * ground[1] + 0.114 * ground[2]
    return (22, 26, 32) if light > 140 else (250, 250, 250)  # noqa: PLR2004 a little above the middle of 0..255


class Canvas:
    """Shapes first, text on top of them; off-screen, so no display is opened."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self._pygame = load_pygame()
        self._pygame.font.init()
        self._scale = min(width / PLAN_WIDTH, height / PLAN_HEIGHT)
        self._size = (width, height)
        self._corner = ((width - PLAN_WIDTH * self._scale) / 2, (height - PLAN_HEIGHT * self._scale) / 2)
        self._sheet: pygame.Surface = self._pygame.Surface((width * FINER, height * FINER))
        self._sheet.fill(ground)
        self._fonts: dict[int, Any] = {}
        self._texts: list[tuple[Any, Point]] = []

    def pixels(self) -> npt.NDArray[np.uint8]:
        """The finished picture, uint8 [height, width, 3]."""
        sheet = self._pygame.transform.smoothscale(self._sheet, self._size)
        for surface, (x, y) in self._texts:
            sheet.blit(surface, (round(x), round(y)))
        return np.ascontiguousarray(self._pygame.surfarray.array3d(sheet).transpose(1, 0, 2))

    # Shapes, in plan coordinates

    def polygon(
        self, points: Sequence[Point], colour: Colour, outline: Colour | None = None, width: float = 1.5
    ) -> None:
        """A filled polygon, perhaps with an outline."""
        spots = [self._fine(point) for point in points]
        self._pygame.draw.polygon(self._sheet, colour, spots)
        if outline is not None:
            self._pygame.draw.polygon(self._sheet, outline, spots, self._thick(width))

    def line(self, start: Point, end: Point, colour: Colour, width: float = 1.5) -> None:
        """A straight line with round ends."""
        thick = self._thick(width)
        self._pygame.draw.line(self._sheet, colour, self._fine(start), self._fine(end), thick)
        for spot in (start, end):
            self._pygame.draw.circle(self._sheet, colour, self._fine(spot), thick / 2)

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
        spot, size = self._fine(centre), radius * self._scale * FINER
        self._pygame.draw.circle(self._sheet, colour, spot, size)
        if outline is not None:
            self._pygame.draw.circle(self._sheet, outline, spot, size, self._thick(width))

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
        factor = self._scale * FINER
        rect = (*self._fine(corner), size[0] * factor, size[1] * factor)
        self._pygame.draw.rect(self._sheet, colour, rect, border_radius=round(round_by * factor))
        if outline is not None:
            self._pygame.draw.rect(
                self._sheet, outline, rect, self._thick(width), border_radius=round(round_by * factor)
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
        surface = self._written(text, size, colour)
        x, y = self._spot(at)
        left = {"left": 0.0, "centre": 0.5, "right": 1.0}[anchor]
        self._texts.append((surface, (x - surface.get_width() * left, y - surface.get_height() / 2)))

    def paragraph(
        self, text: str, at: Point, size: float, colour: Colour, *, width: float, lines: int, anchor: str = "left"
    ) -> int:
        """Wrapped lines downward from `at`, at most so many, the last one cut; how many were written."""
        rows = self.wrapped(text, size, width)
        if len(rows) > lines:
            rows = [*rows[: lines - 1], " ".join(rows[lines - 1 :])]
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
        return float(self._font(size).size(text)[0]) / SHARPER / self._scale

    def _written(self, text: str, size: float, colour: Colour) -> Any:
        """Written large and smoothed down: small letters would stand on whole pixels, unevenly."""
        large = self._font(size).render(text, True, colour)
        wide, high = large.get_size()
        return self._pygame.transform.smoothscale(large, (max(1, round(wide / SHARPER)), max(1, round(high / SHARPER))))

    def _font(self, size: float) -> Any:
        pixels = max(SMALLEST_TEXT, round(size * self._scale)) * SHARPER
        if pixels not in self._fonts:
            self._fonts[pixels] = self._pygame.font.Font(None, round(pixels * LETTER))
        return self._fonts[pixels]

    def _spot(self, point: Point) -> Point:
        return self._corner[0] + point[0] * self._scale, self._corner[1] + point[1] * self._scale

    def _fine(self, point: Point) -> Point:
        x, y = self._spot(point)
        return x * FINER, y * FINER

    def _thick(self, width: float) -> int:
        return max(1, round(width * self._scale * FINER))
