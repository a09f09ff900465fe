"""The indices of each country and its neighbours in an observation, for networks that score all countries alike."""

from dataclasses import replace

from wd_env.games.domination.maps.border_graph import undirected
from wd_env.games.domination.maps.map_catalogue import Map
from wd_env.games.domination.observation.layout import pointers_of
from wd_env.spec.observation_layout import ObservationLayout, Pointer

NEIGHBOUR_FEATURES = ("holder", "armies")  # of `holder` only the first plane, which marks own countries
MAX_NEIGHBOURS = 8  # with the lowest numbers


def pointers_with_neighbours(board: Map, layout: ObservationLayout) -> tuple[Pointer, ...]:
    """Return the pointers of a layout, with features of each country's neighbours.

    If a country has fewer neighbours than others, the country itself replaces the missing ones.
    """
    near = [sorted(ends) for ends in undirected(board.borders)]
    most = min(MAX_NEIGHBOURS, max(map(len, near)))
    planes = tuple(
        tuple(
            layout.starts[piece] + (ends[place] if place < len(ends) else country) for country, ends in enumerate(near)
        )
        for place in range(most)
        for piece in NEIGHBOUR_FEATURES
    )
    return tuple(
        replace(pointer, feature_indices=pointer.feature_indices + planes) for pointer in pointers_of(len(near), layout)
    )
