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


def closed_regions(borders: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the regions of at most half the map that no border enters from outside, each in ascending order.

    In a region every country can be reached from every other.
    """
    reached = [_reached_from(start, borders) for start in range(len(borders))]
    entered_from = [{start for start in range(len(borders)) if end in reached[start]} for end in range(len(borders))]
    regions = {min(into): sorted(into) for end, into in enumerate(entered_from) if into <= reached[end]}
    return [region for _, region in sorted(regions.items()) if 2 * len(region) <= len(borders)]


def _reached_from(start: int, borders: Sequence[Sequence[int]]) -> set[int]:
    """The countries to which borders lead from this one, itself among them."""
    met, waiting = {start}, [start]
    while waiting:
        more = set(borders[waiting.pop()]) - met
        met |= more
        waiting += more
    return met
