"""What the borders of a map say as a graph."""

from collections.abc import Sequence


def undirected(borders: Sequence[Sequence[int]]) -> list[set[int]]:
    """Return for each country the countries it shares a border with, in either direction."""
    near: list[set[int]] = [set(ends) for ends in borders]
    for start, ends in enumerate(borders):
        for end in ends:
            near[end].add(start)
    return near


def first_cut_off(borders: Sequence[Sequence[int]]) -> int | None:
    """Return the first country that no way joins to the first one, whatever the direction; None if there is none."""
    near = undirected(borders)
    met, waiting = {0}, [0]
    while waiting:
        more = near[waiting.pop()] - met
        met |= more
        waiting += more
    return next((country for country in range(len(borders)) if country not in met), None)
