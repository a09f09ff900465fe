"""The picture of a board with its owners, stacks and powers."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wd_env.games.superpowers.board.board_model import MAX_LANDS, NEUTRAL, Board
from wd_env.games.superpowers.picture.board_scene import PowerScene, Scene
from wd_env.games.superpowers.picture.cells import Polygon, are_touching, even_cells, rounded
from wd_env.rendering.canvas import PLAN_HEIGHT, PLAN_WIDTH, Canvas, Colour, Point, check_size, mix, text_colour

SEA: Colour = (38, 62, 92)
DEEP: Colour = (27, 44, 68)
FRAME: Colour = (17, 26, 40)
CHALK: Colour = (236, 240, 245)
MIST: Colour = (150, 172, 196)
COAST: Colour = (18, 24, 34)
BORDER: Colour = (58, 64, 74)
GOLD: Colour = (250, 206, 74)
NEUTRAL_COLOUR: Colour = (214, 200, 168)
COLOURS: dict[str, Colour] = {
    "blue": (72, 126, 214),
    "gray": (148, 156, 166),
    "brown": (152, 104, 66),
    "red": (206, 66, 60),
    "green": (74, 160, 84),
    "yellow": (230, 206, 76),
    "violet": (150, 96, 190),
    "orange": (236, 138, 50),
}
LEFT, TOP, MAP_WIDTH, MAP_HEIGHT = 10.0, 64.0, 1180.0, 720.0
LAND_RADIUS = 44.0
LAND_SIZE, ZONE_SIZE, STACK_SIZE = 9.0, 8.0, 10.5
NAME_UP, STACK_DOWN, LINE = 12.0, 3.0, 12.0
TEXT_WIDTH = 74.0
POWERS_TOP, POWER_HEIGHT, POWER_COLUMNS = 796.0, 44.0, 4
STACK_WIDTH = 62.0
WAY_GAP, MAX_WAY_SHARE = 32.0, 0.42  # from the middle of a space to the dotted way, and at most of the whole way
WRAP_SHARE = 0.5  # of the width: on a board that wraps, a wider border leads around the back of the world


def draw_board(board: Board, width: int = PLAN_WIDTH, height: int = PLAN_HEIGHT) -> npt.NDArray[np.uint8]:
    """Return the board alone as uint8[height, width, 3]; raises as `draw`."""
    return draw(Scene(board), width, height)


def draw(scene: Scene, width: int = PLAN_WIDTH, height: int = PLAN_HEIGHT) -> npt.NDArray[np.uint8]:
    """Draw a scene without opening a display.

    Returns:
        uint8[height, width, 3].

    Raises:
        ConfigError: If the size is out of range.
        MissingExtra: If pygame (extra `render`) is not installed.
    """
    check_size(width, height)
    canvas = Canvas(width, height, FRAME)
    numbers = tuple(scene.board.spaces)
    points, cells = _laid_out(scene.board)
    canvas.box((LEFT, TOP), (MAP_WIDTH, MAP_HEIGHT), SEA, radius=0)
    for number, cell in zip(numbers, cells, strict=True):
        if number >= MAX_LANDS:
            canvas.polygon(cell, SEA, outline=DEEP, width=1.2)
    for number, point, cell in zip(numbers, points, cells, strict=True):
        if number < MAX_LANDS:
            fill = _colour(scene.board, scene.owner(number))
            edge = GOLD if scene.board.lands[number].is_capital else COAST
            canvas.polygon(rounded(cell, point, LAND_RADIUS), fill, outline=edge, width=2.4 if edge == GOLD else 1.2)
    _draw_links(canvas, scene.board, points, cells)
    for number, point in zip(numbers, points, strict=True):
        _draw_texts(canvas, scene, number, point)
    canvas.text(scene.heading or scene.board.title, (LEFT + 8, 34), 24, CHALK, width=520)
    key = "fill: who holds the land   gold: capital   X: complex   E: economic centre   *: taken this round"
    canvas.text(key, (LEFT + MAP_WIDTH - 8, 34), 12, MIST, anchor="right")
    for index, power in enumerate(scene.powers):
        _draw_power(canvas, scene.board, index, power)
    return canvas.pixels()


def places_of(board: Board) -> list[Point]:
    """Return the place of each space on the picture of the board alone, from (0, 0) to its width and height."""
    return [(x - LEFT, y - TOP) for x, y in _laid_out(board)[0]]


def wrap_width(board: Board) -> float:
    """Return the width from which a border is drawn across the edge; without such edges, no border is so wide."""
    return (WRAP_SHARE if board.wraps else 2) * MAP_WIDTH


def _laid_out(board: Board) -> tuple[list[Point], list[Polygon]]:
    """Return the points and cells of all spaces on the plan."""
    places = tuple(
        (space.place[0] / 1000 + 1e-6 * number, space.place[1] / 1000) for number, space in board.spaces.items()
    )
    points, cells = even_cells(places, (MAP_WIDTH, MAP_HEIGHT))
    moved = [tuple((x + LEFT, y + TOP) for x, y in cell) for cell in cells]
    return [(x + LEFT, y + TOP) for x, y in points], moved


def _draw_links(canvas: Canvas, board: Board, points: Sequence[Point], cells: Sequence[Polygon]) -> None:
    """Draw land borders that the cells do not show, and canals; cells that touch without a border get a wall."""
    for first, land in enumerate(board.lands):
        for second in range(first + 1, len(board.lands)):
            is_border, touch = second in land.near_land, are_touching(cells, first, second)
            both_rounded = math.dist(points[first], points[second]) < 2 * LAND_RADIUS
            if is_border and not (touch and both_rounded):
                _draw_way(canvas, points[first], points[second], CHALK, wrap_width(board))
            elif not is_border and touch and both_rounded:
                _draw_wall(canvas, cells[first], cells[second])
    numbers = {number: index for index, number in enumerate(board.spaces)}
    for canal in board.canals:
        start, end = (points[numbers[zone]] for zone in canal.zones)
        _draw_way(canvas, start, end, GOLD, wrap_width(board))


def _draw_way(canvas: Canvas, first: Point, second: Point, colour: Colour, wraps: float) -> None:
    """Draw a dotted line, across the edge of the board if it is wider than `wraps`."""
    if abs(first[0] - second[0]) < wraps:
        canvas.dots(_towards(first, second), _towards(second, first), colour, radius=1.5, gap=6)
        return
    height = (first[1] + second[1]) / 2
    for point in (first, second):
        edge = LEFT if point[0] < LEFT + MAP_WIDTH / 2 else LEFT + MAP_WIDTH
        canvas.dots(_towards(point, (edge, height)), (edge, height), colour, radius=1.5, gap=6)


def _towards(start: Point, end: Point) -> Point:
    """Return the end of a line, next to the text of its space."""
    share = min(WAY_GAP / max(1.0, math.dist(start, end)), MAX_WAY_SHARE)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _draw_wall(canvas: Canvas, first: Polygon, second: Polygon) -> None:
    shared = [corner for corner in first if any(math.dist(corner, other) < 1 for other in second)]
    canvas.line(shared[0], shared[-1], COAST, 4)


def _draw_texts(canvas: Canvas, scene: Scene, number: int, point: Point) -> None:
    """Write the name of a space and its stacks, one line for each power."""
    space, is_land = scene.board.spaces[number], number < MAX_LANDS
    fill = _colour(scene.board, scene.owner(number)) if is_land else SEA
    ink = text_colour(fill) if is_land else MIST
    x, y = min(max(point[0], LEFT + TEXT_WIDTH / 2), LEFT + MAP_WIDTH - TEXT_WIDTH / 2), point[1]
    title = f"{space.title}*" if number in scene.captured else space.title
    lines = canvas.wrapped(title, LAND_SIZE if is_land else ZONE_SIZE, TEXT_WIDTH)[:2]
    y -= NAME_UP + (len(lines) - 1) * LAND_SIZE / 2
    for line in lines:
        canvas.text(line, (x, y), LAND_SIZE if is_land else ZONE_SIZE, ink, anchor="centre", width=TEXT_WIDTH)
        y += LAND_SIZE
    y += STACK_DOWN
    buildings = "X" * (number in scene.complexes) + "E" * scene.centres.get(number, 0)
    stacks = list(scene.stacks.get(number, {}).items())
    for power, text in stacks or ([(NEUTRAL, "")] if buildings else []):
        words = f"{text} {buildings}".strip()
        buildings = ""
        for line in canvas.wrapped(words, STACK_SIZE, STACK_WIDTH):
            _draw_stack(canvas, line, (x, y), _colour(scene.board, power) if stacks else fill)
            y += LINE


def _draw_stack(canvas: Canvas, text: str, middle: Point, colour: Colour) -> None:
    """Write a stack on a plate in the colour of its power."""
    wide = canvas.measure(text, STACK_SIZE) + 6
    plate = mix(colour, FRAME, 0.55)
    canvas.box((middle[0] - wide / 2, middle[1] - LINE / 2), (wide, LINE), plate, radius=3, outline=colour, width=0.8)
    canvas.text(text, middle, STACK_SIZE, CHALK, anchor="centre")


def _draw_power(canvas: Canvas, board: Board, index: int, power: PowerScene) -> None:
    wide = MAP_WIDTH / POWER_COLUMNS
    left = LEFT + index % POWER_COLUMNS * wide
    top = POWERS_TOP + index // POWER_COLUMNS * (POWER_HEIGHT + 4)
    if power.is_on_turn:
        canvas.box((left, top), (wide - 6, POWER_HEIGHT), mix(FRAME, CHALK, 0.14), outline=CHALK)
    colour = _colour(board, index) if power.is_in_play else NEUTRAL_COLOUR
    canvas.box((left + 8, top + 8), (26, POWER_HEIGHT - 16), colour, radius=4)
    has = f"production {power.production}, capitals {power.capitals}, lands {power.lands}"
    title = power.title + " has won" * power.has_won
    canvas.text(title, (left + 44, top + 14), 13, CHALK, width=wide - 60)
    canvas.text(has if power.is_in_play else "neutral", (left + 44, top + 31), 11, MIST, width=wide - 60)


def _colour(board: Board, power: int) -> Colour:
    return NEUTRAL_COLOUR if power == NEUTRAL else COLOURS[board.powers[power].colour]
