"""Cells of spaces in the image: each point belongs to the nearest position; positions move apart for even cells."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Polygon = tuple[Point, ...]

STEPS = 9  # of evening out
STEP_SHARE = 0.6  # of the way from a place to the middle of its cell in one step
DISC_CORNERS = 20  # of the polygon that rounds a land
MIN_CORNERS = 3


@lru_cache(8)
def even_cells(places: tuple[Point, ...], size: Point) -> tuple[tuple[Point, ...], tuple[Polygon, ...]]:
    """Return the places after they moved apart, and the cell of each.

    Args:
        places: Places from 0 to 1 across and down, all different.
        size: Width and height of the rectangle that the cells fill.

    Returns:
        The places, and the corners of each cell, within the rectangle from (0, 0) to `size`.
    """
    points = np.array(places) * size
    for _ in range(STEPS):
        middles = np.array([_centroid(cell) for cell in _cells(points, size)])
        points = points + STEP_SHARE * (middles - points)
    return tuple((float(x), float(y)) for x, y in points), tuple(_cells(points, size))


def _cells(points: NDArray[np.float64], size: Point) -> list[Polygon]:
    width, height = size
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return [_cell(index, points, corners) for index in range(len(points))]


def _cell(index: int, points: NDArray[np.float64], corners: Polygon) -> Polygon:
    """Clip the rectangle by the bisector with every other point, nearest first, until the rest is too far."""
    point, cell = points[index], corners
    gaps = np.hypot(*(points - point).T)
    for other in np.argsort(gaps)[1:]:
        if gaps[other] > 2 * max(math.dist(corner, point) for corner in cell):
            break
        cell = _clip(cell, (point + points[other]) / 2, points[other] - point)
    return cell


def _clip(cell: Polygon, middle: NDArray[np.float64], normal: NDArray[np.float64]) -> Polygon:
    """Return the part of a polygon on the side of a line that its normal points away from."""
    sides = [float(np.dot(np.subtract(corner, middle), normal)) for corner in cell]
    corners: list[Point] = []
    for index, corner in enumerate(cell):
        before, side, last = cell[index - 1], sides[index], sides[index - 1]
        if (side > 0) != (last > 0):
            share = last / (last - side)
            corners.append((before[0] + (corner[0] - before[0]) * share, before[1] + (corner[1] - before[1]) * share))
        if side <= 0:
            corners.append(corner)
    return tuple(corners)


def _centroid(cell: Polygon) -> Point:
    area = across = down = 0.0
    for (x, y), (next_x, next_y) in zip(cell, (*cell[1:], cell[0]), strict=True):
        cross = x * next_y - next_x * y
        area += cross
        across += (x + next_x) * cross
        down += (y + next_y) * cross
    return across / (3 * area), down / (3 * area)


def rounded(cell: Polygon, middle: Point, radius: float) -> Polygon:
    """Return the part of a cell within a disc."""
    normal_length = radius * math.cos(math.pi / DISC_CORNERS)
    for corner in range(DISC_CORNERS):
        angle = 2 * math.pi * corner / DISC_CORNERS
        normal = np.array([math.cos(angle), math.sin(angle)])
        if len(cell) >= MIN_CORNERS:
            cell = _clip(cell, np.array(middle) + normal * normal_length, normal)
    return cell


def are_touching(cells: Sequence[Polygon], first: int, second: int) -> bool:
    """Return whether two cells have two corners in common."""
    near = [corner for corner in cells[first] if any(math.dist(corner, other) < 1 for other in cells[second])]
    return len(near) > 1
