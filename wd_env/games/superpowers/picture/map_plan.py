"""Positions of the spaces of the board as JSON data, for front-ends that draw it themselves."""

from functools import lru_cache

from wd_env.games.superpowers.board.board_model import MAX_LANDS, Board
from wd_env.games.superpowers.picture.draw import (
    COLOURS,
    MAP_HEIGHT,
    MAP_WIDTH,
    NEUTRAL_COLOUR,
    SEA,
    places_of,
    wrap_width,
)
from wd_env.rendering.map_data import (
    SMALL_TITLE_SIZE,
    TITLE_SIZE,
    MapPlan,
    PlanGroup,
    hex_of,
    rounded_point,
    title_middles,
)

RADIUS = 13.0  # of the badge of a space
MAX_PLANS = 32  # that are cached: a server may offer many boards
NEUTRAL_TITLE, SEA_TITLE = "Neutral lands", "Sea"


@lru_cache(MAX_PLANS)
def board_plan(board: Board) -> MapPlan:
    """Return a board for front-ends: spaces as countries, each with its borders by land, coast and sea."""
    points = places_of(board)
    titles = [space.title for space in board.spaces.values()]
    return {
        "name": board.title,
        "size": [MAP_WIDTH, MAP_HEIGHT],
        "radius": RADIUS,
        "at": [rounded_point(point) for point in points],
        "titles": title_middles(titles, points, RADIUS, TITLE_SIZE, (MAP_WIDTH, MAP_HEIGHT)),
        "title_size": TITLE_SIZE,
        "small_titles": title_middles(titles, points, RADIUS, SMALL_TITLE_SIZE, (MAP_WIDTH, MAP_HEIGHT)),
        "small_title_size": SMALL_TITLE_SIZE,
        "groups": _groups(board),
        "borders": _borders(board),
        "one_way": [],
        "wraps": wrap_width(board),
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
    places = {space: place for place, space in enumerate(board.spaces)}
    pairs = []
    for index, space in board.spaces.items():
        near = space.near_land if index < MAX_LANDS else space.near_sea
        pairs += [[places[index], places[other]] for other in near if index < other]
    return pairs


def power_colours(board: Board) -> list[str]:
    """Return the colour of each power, such as `#4a7ed6`."""
    return [hex_of(COLOURS[power.colour]) for power in board.powers]
