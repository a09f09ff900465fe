"""The image of a map: countries by group or by holder, borders, armies, seats and a legend."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.games.domination.picture.country_positions import Spots, fit, has_positions, spots_of
from wd_env.games.domination.picture.map_scene import Scene
from wd_env.rendering.canvas import PLAN_HEIGHT, PLAN_WIDTH, Canvas, Colour, Point, check_size, mix, text_colour
from wd_env.rendering.title_placement import title_spots

SEA: Colour = (23, 33, 47)
CHALK: Colour = (232, 237, 243)
MIST: Colour = (150, 166, 184)
BORDER: Colour = (96, 114, 136)
GREY: Colour = (150, 156, 164)
NOBODY: Colour = (120, 128, 138)
SEATS: tuple[Colour, ...] = (
    (214, 69, 65),
    (65, 131, 215),
    (245, 196, 66),
    (78, 175, 92),
    (166, 92, 196),
    (236, 130, 50),
)
SOFT_MIX = 0.3  # from a group's colour to grey: files have glaring colours, and black
SMALLEST, LARGEST = 7.0, 21.0  # radius of a badge
RADIUS_PER_GAP = 0.31  # radius relative to the space of a country
MARGIN, TOP, BOTTOM = 56.0, 90.0, 745.0  # of the map within the image
SEATS_TOP, SEATS_HIGH = 66.0, 44.0  # of the list of seats, above the map of a game
TITLE_SIZE, NUMBER_OF_RADIUS = 11.5, 0.95
MIN_COLUMNS = 4  # of the list of seats
LEGEND_WIDTH = 360.0  # of the line about colours, to the right of the title
KEY_TOP, KEY_LINE, KEY_COLUMNS, KEY_ROWS = 800.0, 20.0, 6, 4
CAPITAL_SCALE = 1.17  # radius of the ring round a capital relative to its badge
ARROW = 0.6  # length of an arrow's head relative to the radius of a badge
ACROSS = 0.6  # of the map's width: a longer border is drawn around the edges


def draw_map(drawn: Map, width: int = PLAN_WIDTH, height: int = PLAN_HEIGHT) -> npt.NDArray[np.uint8]:
    """Draw the map without a game as uint8[height, width, 3]; raises the same errors as `draw`."""
    return draw(Scene(drawn), width, height)


def draw(scene: Scene, width: int = PLAN_WIDTH, height: int = PLAN_HEIGHT) -> npt.NDArray[np.uint8]:
    """Draw the scene as uint8[height, width, 3]; no display is opened.

    Raises:
        ConfigError: If the size is out of range, or pygame (extra `render`) is not installed.
    """
    check_size(width, height)
    canvas = Canvas(width, height, SEA)
    top = TOP + SEATS_HIGH if scene.seats else TOP
    size = (PLAN_WIDTH - 2 * MARGIN, BOTTOM - top)
    radius = badge_radius(len(scene.map.countries), size)
    spots = fit(spots_of(scene.map), (MARGIN, top), size, 1.15 * radius)
    _draw_borders(canvas, scene.map, spots, radius)
    points = [(float(x), float(y)) for x, y in spots]
    for place, spot in enumerate(points):
        _draw_country(canvas, scene, place, spot, radius)
    _draw_titles(canvas, scene.map, points, radius)
    canvas.text(scene.title, (MARGIN, 38), 26, CHALK, width=PLAN_WIDTH - 2 * MARGIN - LEGEND_WIDTH)
    canvas.text(legend_text(scene), (PLAN_WIDTH - MARGIN, 38), 13, MIST, anchor="right")
    _draw_seats(canvas, scene)
    _draw_key(canvas, scene.map)
    return canvas.pixels()


def legend_text(scene: Scene) -> str:
    """Return what the colours of a country mean."""
    if scene.holders is None:
        return "fill: group"
    return "fill: who holds it   ring: group" + "   white rings: capitals" * bool(scene.capitals)


def badge_radius(countries: int, size: tuple[float, float]) -> float:
    """Return the radius of badges for this number of countries on an image of this size."""
    gap = math.sqrt(size[0] * size[1] / countries)
    return min(LARGEST, max(SMALLEST, RADIUS_PER_GAP * gap))


def _draw_borders(canvas: Canvas, drawn: Map, spots: Spots, radius: float) -> None:
    goes_round = ACROSS * float(np.ptp(spots[:, 0])) if has_positions(drawn) else float("inf")
    for start, ends in enumerate(drawn.borders):
        for end in ends:
            both_ways = start in drawn.borders[end]
            if both_ways and end < start:
                continue
            one, other = ((float(spots[place, 0]), float(spots[place, 1])) for place in (start, end))
            if abs(one[0] - other[0]) > goes_round:
                _draw_round(canvas, one, other)
            else:
                canvas.line(one, other, BORDER, 2.2)
            if not both_ways:
                _draw_arrow(canvas, one, other, radius)


def _draw_round(canvas: Canvas, one: Point, other: Point) -> None:
    """Draw a border around the edges of the map: from each country to the nearer edge."""
    height = (one[1] + other[1]) / 2
    for spot in (one, other):
        edge = 0.0 if spot[0] < PLAN_WIDTH / 2 else float(PLAN_WIDTH)
        canvas.line(spot, (edge, height), BORDER, 2.2)


def _draw_arrow(canvas: Canvas, start: Point, end: Point, radius: float) -> None:
    """Draw an arrow's head, for the direction of a border."""
    along = np.subtract(end, start) / max(1.0, float(np.hypot(*np.subtract(end, start))))
    tip, length = np.array(end) - along * (radius + 2), ARROW * radius
    back, side = tip - along * length, np.array([-along[1], along[0]]) * length / 2
    canvas.polygon([(float(x), float(y)) for x, y in (tip, back + side, back - side)], MIST)


def _draw_country(canvas: Canvas, scene: Scene, place: int, spot: Point, radius: float) -> None:
    group = soft(scene.map.groups[scene.map.countries[place].group].colour)
    fill = group if scene.holders is None else _of_seat(scene.holders[place])
    if place in scene.capitals:
        canvas.circle(spot, radius * CAPITAL_SCALE, CHALK)
    canvas.circle(spot, radius, fill, outline=mix(group, CHALK, 0.35), width=radius / 6)
    number = place + 1 if scene.armies is None else scene.armies[place]
    size = radius * NUMBER_OF_RADIUS * (1 if number < 100 else 0.75)  # noqa: PLR2004 three digits
    canvas.text(str(number), spot, size, text_colour(fill), anchor="centre")


def _draw_titles(canvas: Canvas, drawn: Map, points: Sequence[Point], radius: float) -> None:
    """Draw the titles that fit; every country shows its number or its armies anyway."""
    titles = [country.title for country in drawn.countries]
    for title, spot in zip(titles, title_spots(titles, points, radius, TITLE_SIZE, canvas.measure), strict=True):
        if spot is not None:
            canvas.text(title, spot, TITLE_SIZE, CHALK, anchor="centre")


def _draw_seats(canvas: Canvas, scene: Scene) -> None:
    """Draw the values of each seat next to its colour; the seat on turn is framed."""
    wide = (PLAN_WIDTH - 2 * MARGIN) / max(MIN_COLUMNS, len(scene.seats))
    for seat, shown in enumerate(scene.seats):
        left, middle = MARGIN + seat * wide, SEATS_TOP + SEATS_HIGH / 2 - 6
        if shown.is_on_turn:
            canvas.box((left - 8, SEATS_TOP - 4), (wide - 4, SEATS_HIGH - 4), mix(SEA, CHALK, 0.12), outline=CHALK)
        canvas.circle((left + 8, middle), 9, _of_seat(seat) if shown.is_in_play else NOBODY)
        has = f"countries {shown.countries}, armies {shown.armies}" if shown.is_in_play else "out of play"
        canvas.text(shown.name + " has won" * shown.has_won, (left + 24, middle - 9), 13, CHALK, width=wide - 40)
        canvas.text(f"{has}, cards {shown.cards}", (left + 24, middle + 9), 10, MIST, width=wide - 36)


def _of_seat(seat: int) -> Colour:
    return SEATS[seat] if 0 <= seat < len(SEATS) else NOBODY


def soft(colour: Colour) -> Colour:
    """Return the colour of a group, softened."""
    return mix(colour, GREY, SOFT_MIX)


def _draw_key(canvas: Canvas, drawn: Map) -> None:
    """Draw groups with their bonus, and the number of those that do not fit."""
    capacity = KEY_COLUMNS * KEY_ROWS
    groups = drawn.groups[: capacity if len(drawn.groups) <= capacity else capacity - 1]
    wide = (PLAN_WIDTH - 2 * MARGIN) / KEY_COLUMNS
    for place, group in enumerate(groups):
        left, top = _key_spot(place, wide)
        canvas.box((left, top - 7), (14, 14), soft(group.colour), radius=3, outline=MIST, width=1)
        canvas.text(f"{group.title} +{group.bonus}", (left + 22, top), 13, CHALK, width=wide - 34)
    if len(groups) < len(drawn.groups):
        canvas.text(f"and {len(drawn.groups) - len(groups)} more", _key_spot(len(groups), wide), 13, MIST)


def _key_spot(place: int, wide: float) -> Point:
    return MARGIN + place // KEY_ROWS * wide, KEY_TOP + place % KEY_ROWS * KEY_LINE
