"""Where a view speaks of each country and of those across its borders, for networks that weigh all countries alike."""

from dataclasses import replace

from wd_env.games.domination.maps.border_graph import undirected
from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.games.domination.observation.layout import pointers_of
from wd_env.spec.observation_layout import Layout, Pointer

TOLD_OF_NEIGHBOURS = ("holder", "armies")  # of `holder` the first plane: whether it is one's own
MOST_NEIGHBOURS = 8  # that are told of, those of the lowest numbers


def pointers_with_neighbours(board: Map, layout: Layout) -> tuple[Pointer, ...]:
    """Return the pointers of a layout, each country also told by what lies across its borders.

    A country with fewer neighbours than another has itself in place of the missing ones: one more of its own.
    """
    near = [sorted(ends) for ends in undirected(board.borders)]
    most = min(MOST_NEIGHBOURS, max(map(len, near)))
    planes = tuple(
        tuple(
            layout.starts[piece] + (ends[place] if place < len(ends) else country) for country, ends in enumerate(near)
        )
        for place in range(most)
        for piece in TOLD_OF_NEIGHBOURS
    )
    return tuple(replace(pointer, places=pointer.places + planes) for pointer in pointers_of(len(near), layout))
