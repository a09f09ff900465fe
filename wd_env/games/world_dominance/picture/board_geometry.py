"""Positions of everything on the board, for the picture and for front-ends (`plan_of`)."""

import math
from dataclasses import dataclass
from typing import TypedDict

from wd_env.games.world_dominance.cards.card_data import Board, Space
from wd_env.games.world_dominance.definitions.names import (
    AUSTRALASIA,
    CONTINENT_SPACE,
    NO_REGION,
    OPPOSITE,
    PIECE_NAMES,
    REGION_NAMES,
    SOUTH_AMERICA,
)
from wd_env.games.world_dominance.picture import palette
from wd_env.rendering.canvas import Colour, Point

CENTRE: Point = (394, 396)
INNER, OUTER = 268.0, 378.0  # radii of the ring
GAP = 1.6  # between neighbours
CONTINENT_RISE = 12.0  # by how much a Continent Space extends on either side
CONTINENT_WIDTH = 1.45  # width of a Continent Space relative to that of another
TOP_OF_START = 90.0  # degrees clockwise from the right: the bottom, the position of Africa
POLE: Point = (394, 524)
POLE_SIZE = (236.0, 62.0)
MIDDLE: Point = (394, 372)
MIDDLE_RADIUS = 84.0
TOKEN = 15.0  # radius
FULL_WIDTH = 75.0  # of a sector of the bundled ring, half way out
SIZE = (788, 792)  # of the board alone
DIGITS = 3  # decimals of angles
GATES = (SOUTH_AMERICA, AUSTRALASIA)  # continents from which pieces go to Antarctica


@dataclass(frozen=True)
class Sector:
    """The sector of the ring of a space; angles in degrees, clockwise."""

    space: Space
    start: float
    end: float

    @property
    def middle(self) -> float:
        """Angle of its middle."""
        return (self.start + self.end) / 2

    @property
    def inner(self) -> float:
        """Inner radius."""
        return INNER - CONTINENT_RISE if self.space.kind == CONTINENT_SPACE else INNER

    @property
    def outer(self) -> float:
        """Outer radius."""
        return OUTER + CONTINENT_RISE if self.space.kind == CONTINENT_SPACE else OUTER

    @property
    def width(self) -> float:
        """Width half way out, in plan units."""
        return math.radians(self.end - self.start) * (INNER + OUTER) / 2

    @property
    def fineness(self) -> float:
        """Size of text relative to the bundled ring, at most 1."""
        usual = FULL_WIDTH * (CONTINENT_WIDTH if self.space.kind == CONTINENT_SPACE else 1.0)
        return min(1.0, self.width / usual)

    def corners(self) -> list[Point]:
        """Return its outline, with a gap to its neighbours."""
        inner_gap, outer_gap = math.degrees(GAP / self.inner), math.degrees(GAP / self.outer)
        steps = [step / 8 for step in range(9)]
        out = [self.start + outer_gap + (self.end - self.start - 2 * outer_gap) * step for step in steps]
        back = [self.end - inner_gap - (self.end - self.start - 2 * inner_gap) * step for step in steps]
        return [polar(angle, self.outer) for angle in out] + [polar(angle, self.inner) for angle in back]


def polar(angle: float, radius: float) -> Point:
    """Return a point at an angle and a distance from the middle of the board."""
    return (
        CENTRE[0] + radius * math.cos(math.radians(angle)),
        CENTRE[1] + radius * math.sin(math.radians(angle)),
    )


def sectors_of(ring: tuple[Space, ...]) -> dict[int, Sector]:
    """Return the sector of each space; the Continent Space of Africa, or the last space, is at the bottom."""
    shares = [CONTINENT_WIDTH if space.kind == CONTINENT_SPACE else 1.0 for space in ring]
    unit = 360 / sum(shares)
    angle = TOP_OF_START + unit * shares[-1] / 2
    sectors = {}
    for space, share in zip(ring, shares, strict=True):
        sectors[space.index] = Sector(space, angle, angle + unit * share)
        angle += unit * share
    return sectors


class PlanSpace(TypedDict):
    """A space of the ring; angles in degrees, clockwise from the right."""

    place: int
    code: str
    title: str
    region: str | None  # None between two Airspaces
    is_continent: bool
    start: float
    end: float
    inner: float  # radius
    outer: float


class PlanPole(TypedDict):
    """Antarctica, a box around its middle."""

    place: int
    title: str
    at: list[float]
    size: list[float]


class BoardPlan(TypedDict):
    """A board as JSON data; lengths in units of `size`, places as (x, y) from the top left."""

    size: list[float]
    centre: list[float]  # of the ring
    middle: list[float]  # x, y and radius of the items in the middle
    spaces: list[PlanSpace]
    pole: PlanPole
    ways: list[list[int]]  # pairs of places that the Jetstream joins
    gates: list[int]  # places from which pieces go to Antarctica
    regions: dict[str, str]  # colours by name, as #rrggbb
    pieces: dict[str, str]


def plan_of(board: Board) -> BoardPlan:
    """Return a board as JSON data, for front-ends that draw it themselves."""
    return {
        "size": list(SIZE),
        "centre": list(CENTRE),
        "middle": [*MIDDLE, MIDDLE_RADIUS],
        "spaces": [_space(sector) for sector in sectors_of(board.ring).values()],
        "pole": {
            "place": board.antarctica.index,
            "title": board.antarctica.title,
            "at": list(POLE),
            "size": [*POLE_SIZE],
        },
        "ways": _ways(board),
        "gates": [board.continent_space(region).index for region in GATES],
        "regions": _by_name(REGION_NAMES, palette.REGIONS),
        "pieces": _by_name(PIECE_NAMES, palette.PIECES),
    }


def _space(sector: Sector) -> PlanSpace:
    space = sector.space
    return {
        "place": space.index,
        "code": f"S{space.index:02d}",
        "title": space.title,
        "region": None if space.region == NO_REGION else REGION_NAMES[space.region],
        "is_continent": space.kind == CONTINENT_SPACE,
        "start": round(sector.start, DIGITS),
        "end": round(sector.end, DIGITS),
        "inner": sector.inner,
        "outer": sector.outer,
    }


def _ways(board: Board) -> list[list[int]]:
    """Return the Jetstreams, each once."""
    pairs = [(region, OPPOSITE[region]) for region in range(len(REGION_NAMES)) if OPPOSITE[region] != NO_REGION]
    return [
        [board.continent_space(here).index, board.continent_space(there).index] for here, there in pairs if here < there
    ]


def _by_name(names: tuple[str, ...], shades: tuple[Colour, ...]) -> dict[str, str]:
    return {name: "#" + "".join(f"{part:02x}" for part in shade) for name, shade in zip(names, shades, strict=True)}
