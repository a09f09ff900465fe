"""Positions of titles next to badges, so that none covers a badge or another title."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wd_env.rendering.canvas import PLAN_HEIGHT, PLAN_WIDTH, Point

GAP = 3.0  # between a badge and its title
LETTERS = 1.1  # height of a line relative to the size of its letters


@dataclass(frozen=True)
class Box:
    """The area of a title."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Return whether two boxes overlap."""
        are_separate = self.right <= other.left or other.right <= self.left
        return not (are_separate or self.bottom <= other.top or other.bottom <= self.top)

    def is_within(self, other: "Box") -> bool:
        """Return whether this box is inside the other one."""
        is_within_width = other.left <= self.left and self.right <= other.right
        return is_within_width and other.top <= self.top and self.bottom <= other.bottom


def title_spots(
    titles: Sequence[str],
    spots: Sequence[Point],
    radius: float,
    size: float,
    measure: Callable[[str, float], float],
    area: tuple[float, float] = (PLAN_WIDTH, PLAN_HEIGHT),
) -> list[Point | None]:
    """Return the middle of each title: below its badge, above, right or left of it; None if it does not fit.

    `measure` returns the width of a text of a size; `area` is the size of the plan.
    """
    plan = Box(0, 0, *area)
    taken = [_around(spot, 2 * radius, 2 * radius) for spot in spots]
    middles: list[Point | None] = []
    for title, spot in zip(titles, spots, strict=True):
        wide, high = measure(title, size), size * LETTERS
        for middle in _positions_around(spot, radius + GAP, wide, high):
            box = _around(middle, wide, high)
            if box.is_within(plan) and not any(box.meets(other) for other in taken):
                taken.append(box)
                middles.append(middle)
                break
        else:
            middles.append(None)
    return middles


def _positions_around(spot: Point, reach: float, wide: float, high: float) -> list[Point]:
    x, y = spot
    down, across = reach + high / 2, reach + wide / 2
    return [(x, y + down), (x, y - down), (x + across, y), (x - across, y)]


def _around(middle: Point, wide: float, high: float) -> Box:
    x, y = middle
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
