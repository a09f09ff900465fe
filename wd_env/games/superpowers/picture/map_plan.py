"""Positions of the spaces of the board as JSON data, for front-ends that draw it themselves."""

from functools import lru_cache

from wd_env.games.superpowers.board.board_model import MAX_LANDS, Board
from wd_env.games.superpowers.board.bundled_board import BOARD
from wd_env.games.superpowers.picture.draw import (
    COLOURS,
    MAP_HEIGHT,
    MAP_WIDTH,
    NEUTRAL_COLOUR,
    SEA,
    WRAP_SHARE,
    places_of,
)
from wd_env.rendering.map_plan import MapPlan, PlanGroup, hex_of, rounded_point, text_width
from wd_env.rendering.title_placement import title_spots

RADIUS = 13.0  # of the badge of a space
TITLE_SIZE = 9.0
NEUTRAL_TITLE, SEA_TITLE = "Neutral lands", "Sea"


@lru_cache(1)
def board_plan() -> MapPlan:
    """Return the bundled board for front-ends: spaces as countries, each with its borders by land, coast and sea."""
    points = places_of(BOARD)
    titles = [space.title for space in BOARD.spaces.values()]
    return {
        "name": BOARD.title,
        "size": [MAP_WIDTH, MAP_HEIGHT],
        "radius": RADIUS,
        "at": [rounded_point(point) for point in points],
        "titles": [
            None if spot is None else rounded_point(spot)
            for spot in title_spots(titles, points, RADIUS, TITLE_SIZE, text_width)
        ],
        "title_size": TITLE_SIZE,
        "groups": _groups(BOARD),
        "borders": _borders(BOARD),
        "one_way": [],
        "wraps": WRAP_SHARE * MAP_WIDTH,
    }


def _groups(board: Board) -> list[PlanGroup]:
    groups: list[PlanGroup] = [
        {"title": power.title, "bonus": 0, "colour": hex_of(COLOURS[power.colour])} for power in board.powers
    ]
    neutral: PlanGroup = {"title": NEUTRAL_TITLE, "bonus": 0, "colour": hex_of(NEUTRAL_COLOUR)}
    sea: PlanGroup = {"title": SEA_TITLE, "bonus": 0, "colour": hex_of(SEA)}
    return [*groups, neutral, sea]


def _borders(board: Board) -> list[list[int]]:
    """Return pairs of lands and pairs of zones that touch, without coasts, which would hide the picture."""
    pairs = []
    for index, space in board.spaces.items():
        near = space.near_land if index < MAX_LANDS else space.near_sea
        pairs += [[index, other] for other in near if index < other]
    return pairs


POWER_COLOURS = [hex_of(COLOURS[power.colour]) for power in BOARD.powers]
