"""The borders of a map as a graph."""

from collections.abc import Sequence


def undirected(borders: Sequence[Sequence[int]]) -> list[set[int]]:
    """Return the neighbours of each country in either direction."""
    near: list[set[int]] = [set(ends) for ends in borders]
    for start, ends in enumerate(borders):
        for end in ends:
            near[end].add(start)
    return near


def first_cut_off(borders: Sequence[Sequence[int]]) -> int | None:
    """Return the first country that is not connected with the first one, ignoring directions, or None."""
    near = undirected(borders)
    met, waiting = {0}, [0]
    while waiting:
        more = near[waiting.pop()] - met
        met |= more
        waiting += more
    return next((country for country in range(len(borders)) if country not in met), None)


def closed_regions(borders: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the regions of at most half the map that no border enters from outside, each in ascending order.

    Within a region every country can be reached from every other one.
    """
    reached = [_reached_from(start, borders) for start in range(len(borders))]
    entered_from = [{start for start in range(len(borders)) if end in reached[start]} for end in range(len(borders))]
    regions = {min(into): sorted(into) for end, into in enumerate(entered_from) if into <= reached[end]}
    return [region for _, region in sorted(regions.items()) if 2 * len(region) <= len(borders)]


def _reached_from(start: int, borders: Sequence[Sequence[int]]) -> set[int]:
    """Return the countries that can be reached from this one, including itself."""
    met, waiting = {start}, [start]
    while waiting:
        more = set(borders[waiting.pop()]) - met
        met |= more
        waiting += more
    return met
