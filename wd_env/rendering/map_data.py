"""A map as JSON data, for front-ends that draw it themselves."""

from typing import TypedDict

from wd_env.rendering.canvas import Colour, Point

TITLE_SIZE = 15.0  # browsers draw the image smaller than its units
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


def text_width(text: str, height: float) -> float:
    """Return about how wide a browser writes a text of this height."""
    return len(text) * height * LETTER_WIDTH
