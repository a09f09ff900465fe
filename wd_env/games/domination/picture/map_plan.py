"""Positions of the countries of a map as JSON data, for front-ends that draw it themselves."""

from functools import lru_cache

from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.games.domination.picture.country_positions import fit, has_positions, spots_of
from wd_env.games.domination.picture.draw import ACROSS, BOTTOM, MARGIN, SEATS, TOP, badge_radius, soft
from wd_env.rendering.canvas import PLAN_WIDTH
from wd_env.rendering.map_data import SMALL_TITLE_SIZE, TITLE_SIZE, MapPlan, hex_of, rounded_point, title_middles

MIN_GAP = 1.15  # space of a badge relative to its radius
MAX_PLANS = 32  # that are cached: a server may offer many maps


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
def _plan(key: _ByDigest) -> MapPlan:
    board = key.board
    size = (PLAN_WIDTH - 2 * MARGIN, BOTTOM - TOP)
    radius = badge_radius(len(board.countries), size)
    spots = fit(spots_of(board), (MARGIN, MARGIN), size, MIN_GAP * radius)
    points = [(float(x), float(y)) for x, y in spots]
    names = [country.title for country in board.countries]
    area = (PLAN_WIDTH, size[1] + 2 * MARGIN)
    return {
        "name": board.name,
        "size": [*area],
        "radius": round(radius, 1),
        "at": [rounded_point(point) for point in points],
        "titles": title_middles(names, points, radius, TITLE_SIZE, area),
        "title_size": TITLE_SIZE,
        "small_titles": title_middles(names, points, radius, SMALL_TITLE_SIZE, area),
        "small_title_size": SMALL_TITLE_SIZE,
        "groups": [
            {"title": group.title, "bonus": group.bonus, "colour": hex_of(soft(group.colour))} for group in board.groups
        ],
        "borders": [[one, other] for one, other in board.border_pairs if one < other and one in board.borders[other]],
        "one_way": [[one, other] for one, other in board.border_pairs if one not in board.borders[other]],
        "wraps": round(ACROSS * float(spots[:, 0].max() - spots[:, 0].min()), 1),
    }


SEAT_COLOURS = [hex_of(colour) for colour in SEATS]
