"""A map as JSON data, for front-ends that draw it themselves."""

from collections.abc import Sequence
from typing import TypedDict

from wd_env.rendering.canvas import Colour, Point
from wd_env.rendering.title_placement import title_spots

TITLE_SIZE = 15.0  # browsers draw the image smaller than its units
SMALL_TITLE_SIZE = 9.0  # for an image that is drawn larger than its units, so that more titles fit
LETTER_WIDTH = 0.56  # width of a letter relative to its height


class PlanGroup(TypedDict):
    """A group of countries."""

    title: str
    bonus: int
    colour: str  # as #rrggbb


class MapPlan(TypedDict):
    """A map as JSON data; lengths in units of `size`, positions as (x, y) from the top left."""

    name: str
    size: list[float]
    radius: float  # of the badge of a country
    at: list[list[float]]  # per country
    titles: list[list[float] | None]  # the middle of each title; None if it does not fit
    title_size: float
    small_titles: list[list[float] | None]  # the same for titles of `small_title_size`
    small_title_size: float
    groups: list[PlanGroup]
    borders: list[list[int]]  # pairs of countries with a border, numbered from 0
    one_way: list[list[int]]  # (from, to) without a border back
    wraps: float  # a wider border is drawn around the edges


def rounded_point(point: Point) -> list[float]:
    """Return a point as it is sent."""
    return [round(point[0], 1), round(point[1], 1)]


def hex_of(colour: Colour) -> str:
    """Return a colour as #rrggbb."""
    return "#" + "".join(f"{channel:02x}" for channel in colour)


def title_middles(
    titles: Sequence[str], points: Sequence[Point], radius: float, size: float, area: tuple[float, float]
) -> list[list[float] | None]:
    """Return the middle of each title of a size in a map of this area, as it is sent; None if it does not fit."""
    spots = title_spots(titles, points, radius, size, text_width, area)
    return [None if spot is None else rounded_point(spot) for spot in spots]


def text_width(text: str, height: float) -> float:
    """Return about how wide a browser writes a text of this height."""
    return len(text) * height * LETTER_WIDTH
