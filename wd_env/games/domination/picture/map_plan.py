"""Positions of the countries of a map as JSON data, for front-ends that draw it themselves."""

from functools import lru_cache
from typing import TypedDict

from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.games.domination.picture.country_positions import fit, has_positions, spots_of
from wd_env.games.domination.picture.draw import ACROSS, BOTTOM, MARGIN, SEATS, TOP, badge_radius, soft
from wd_env.games.domination.picture.title_placement import title_spots
from wd_env.rendering.canvas import PLAN_WIDTH, Colour, Point

MIN_GAP = 1.15  # space of a badge relative to its radius
TITLE_SIZE = 15.0  # browsers draw the image smaller than its units
LETTER_WIDTH = 0.56  # width of a letter relative to its height
MAX_PLANS = 32  # that are cached: a server may offer many maps


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


def plan_of(board: Map) -> MapPlan | None:
    """Return the map for front-ends; None if its file has no positions of countries."""
    return _plan(_ByDigest(board)) if has_positions(board) else None


class _ByDigest:
    """A map that compares by digest and positions, which is faster than comparing maps."""

    def __init__(self, board: Map) -> None:
        self.board = board
        self._key = (board.digest, tuple((country.place, country.title) for country in board.countries))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByDigest) and self._key == other._key


@lru_cache(MAX_PLANS)
def _plan(wanted: _ByDigest) -> MapPlan:
    board = wanted.board
    size = (PLAN_WIDTH - 2 * MARGIN, BOTTOM - TOP)
    radius = badge_radius(len(board.countries), size)
    spots = fit(spots_of(board), (MARGIN, MARGIN), size, MIN_GAP * radius)
    points = [(float(x), float(y)) for x, y in spots]
    names = [country.title for country in board.countries]
    return {
        "name": board.name,
        "size": [PLAN_WIDTH, size[1] + 2 * MARGIN],
        "radius": round(radius, 1),
        "at": [_rounded_point(point) for point in points],
        "titles": [
            None if spot is None else _rounded_point(spot)
            for spot in title_spots(
                names, points, radius, TITLE_SIZE, lambda text, high: len(text) * high * LETTER_WIDTH
            )
        ],
        "title_size": TITLE_SIZE,
        "groups": [
            {"title": group.title, "bonus": group.bonus, "colour": hex_of(soft(group.colour))} for group in board.groups
        ],
        "borders": [[one, other] for one, other in board.border_pairs if one < other and one in board.borders[other]],
        "one_way": [[one, other] for one, other in board.border_pairs if one not in board.borders[other]],
        "wraps": round(ACROSS * float(spots[:, 0].max() - spots[:, 0].min()), 1),
    }


def _rounded_point(point: Point) -> list[float]:
    return [round(point[0], 1), round(point[1], 1)]


def hex_of(colour: Colour) -> str:
    """Return a colour as #rrggbb."""
    return "#" + "".join(f"{part:02x}" for part in colour)


SEAT_COLOURS = [hex_of(colour) for colour in SEATS]
