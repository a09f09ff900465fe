"""A small symbol for each kind of space, about 24 plan units wide."""

import math
from collections.abc import Callable

from wd_env.games.world_dominance.definitions import names
from wd_env.rendering.canvas import Canvas, Colour, Point


def draw_symbol(canvas: Canvas, kind: int, centre: Point, colour: Colour) -> None:
    """Draw the symbol of a kind of space; Continent Spaces and Antarctica have none."""
    if kind in SYMBOLS:
        SYMBOLS[kind](canvas, centre, colour)


def draw_star(canvas: Canvas, centre: Point, radius: float, colour: Colour) -> None:
    """Draw a five-pointed star, the symbol of a Strategic Point."""
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.42
        angle = math.pi * (corner / 5 - 0.5)
        points.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    canvas.polygon(points, colour)


def draw_soldier(canvas: Canvas, centre: Point, colour: Colour, size: float = 1.0) -> None:
    """Draw a pawn, 12 units wide and 20 high at size 1."""
    x, y = centre
    canvas.circle((x, y - 6 * size), 4 * size, colour)
    canvas.polygon(_moved(centre, ((-2, -3), (2, -3), (6, 9), (-6, 9)), size), colour)


def draw_die(canvas: Canvas, corner: Point, size: float, face: int, colour: Colour, dots: Colour) -> None:
    """Draw a die that shows `face`, 1 to 6."""
    canvas.box(corner, (size, size), colour, radius=size / 6)
    places = {
        1: ((2, 2),),
        2: ((1, 1), (3, 3)),
        3: ((1, 1), (2, 2), (3, 3)),
        4: ((1, 1), (3, 1), (1, 3), (3, 3)),
        5: ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3)),
        6: ((1, 1), (3, 1), (1, 2), (3, 2), (1, 3), (3, 3)),
    }[face]
    for column, row in places:
        canvas.circle((corner[0] + column * size / 4, corner[1] + row * size / 4), size / 10, dots)


def _moved(centre: Point, points: tuple[Point, ...], size: float = 1.0) -> list[Point]:
    return [(centre[0] + x * size, centre[1] + y * size) for x, y in points]


def _sign(canvas: Canvas, centre: Point, colour: Colour, *, is_plus: bool) -> None:
    x, y = centre
    canvas.line((x - 4, y), (x + 4, y), colour, 2.4)
    if is_plus:
        canvas.line((x, y - 4), (x, y + 4), colour, 2.4)


def _conscript(canvas: Canvas, centre: Point, colour: Colour) -> None:
    draw_soldier(canvas, (centre[0] - 6, centre[1]), colour)
    _sign(canvas, (centre[0] + 7, centre[1]), colour, is_plus=True)


def _lose(canvas: Canvas, centre: Point, colour: Colour) -> None:
    draw_soldier(canvas, (centre[0] - 6, centre[1]), colour)
    _sign(canvas, (centre[0] + 7, centre[1]), colour, is_plus=False)


def _decimate(canvas: Canvas, centre: Point, colour: Colour) -> None:
    for turn in (1, -1):
        (start, end) = _moved(centre, ((-9 * turn, -9), (7 * turn, 7)))
        canvas.line(start, end, colour, 2.6)
        (left, right) = _moved(centre, ((1 * turn, 8), (8 * turn, 1)))
        canvas.line(left, right, colour, 2.6)


def _gain(canvas: Canvas, centre: Point, colour: Colour) -> None:
    _outlined_die(canvas, centre, colour)
    _sign(canvas, (centre[0] + 9, centre[1]), colour, is_plus=True)


def _concede(canvas: Canvas, centre: Point, colour: Colour) -> None:
    _outlined_die(canvas, centre, colour)
    _sign(canvas, (centre[0] + 9, centre[1]), colour, is_plus=False)


def _outlined_die(canvas: Canvas, centre: Point, colour: Colour) -> None:
    left, top, side = centre[0] - 14, centre[1] - 8, 16.0
    corners = ((left, top), (left + side, top), (left + side, top + side), (left, top + side))
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        canvas.line(start, end, colour, 2)
    for x, y in ((4, 4), (8, 8), (12, 12)):
        canvas.circle((left + x, top + y), 1.8, colour)


def _zone(canvas: Canvas, centre: Point, colour: Colour) -> None:
    for x in (-9, 9):
        draw_soldier(canvas, (centre[0] + x, centre[1] + 2), colour, 0.75)
    draw_soldier(canvas, (centre[0], centre[1] - 2), colour, 0.9)


def _khyber(canvas: Canvas, centre: Point, colour: Colour) -> None:
    canvas.polygon(_moved(centre, ((-14, 9), (-6, -9), (-1, 1), (4, -5), (14, 9), (4, 9), (0, 4), (-4, 9))), colour)


def _ice_house(canvas: Canvas, centre: Point, colour: Colour) -> None:
    for arm in range(6):
        angle = math.pi * arm / 3 + math.pi / 6
        tip = (centre[0] + 11 * math.cos(angle), centre[1] + 11 * math.sin(angle))
        canvas.line(centre, tip, colour, 1.8)
        for side in (-0.5, 0.5):
            start = (centre[0] + 6 * math.cos(angle), centre[1] + 6 * math.sin(angle))
            twig = (start[0] + 4.5 * math.cos(angle + side * 1.7), start[1] + 4.5 * math.sin(angle + side * 1.7))
            canvas.line(start, twig, colour, 1.4)


def _purgatory(canvas: Canvas, centre: Point, colour: Colour) -> None:
    flame = ((0, -12), (5, -5), (7, -7), (9, 3), (5, 10), (0, 3), (-4, 10), (-9, 3), (-6, -4), (-3, -2))
    canvas.polygon(_moved(centre, flame), colour)


def _paradies(canvas: Canvas, centre: Point, colour: Colour) -> None:
    canvas.circle(centre, 5, colour)
    for ray in range(8):
        angle = math.pi * ray / 4
        near, far = ((centre[0] + r * math.cos(angle), centre[1] + r * math.sin(angle)) for r in (8, 12))
        canvas.line(near, far, colour, 2)


def _manoeuvre(canvas: Canvas, centre: Point, colour: Colour) -> None:
    start, end = _moved(centre, ((-9, 7), (5, -4)))
    canvas.line(start, end, colour, 2.6)
    canvas.polygon(_moved(centre, ((10, -9), (7, 1), (0, -8))), colour)


SYMBOLS: dict[int, Callable[[Canvas, Point, Colour], None]] = {
    names.CONSCRIPT_SPACE: _conscript,
    names.LOSE_SPACE: _lose,
    names.DECIMATE_SPACE: _decimate,
    names.GAIN_SPACE: _gain,
    names.CONCEDE_SPACE: _concede,
    names.RSZ_SPACE: _zone,
    names.KHYBER_SPACE: _khyber,
    names.ICE_HOUSE_SPACE: _ice_house,
    names.PURGATORY_SPACE: _purgatory,
    names.PARADIES_SPACE: _paradies,
    names.MANOEUVRE_SPACE: _manoeuvre,
}
