"""A board as flat tables for heuristics: who is next to whom, and how far lands are from each other.

The constants are those of the bundled board; bots on another board have copies of the heuristics with its tables.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import accumulate

from wd_env.games.superpowers.board.board_model import Board
from wd_env.games.superpowers.board.bundled_board import BOARD
from wd_env.games.superpowers.board.space_sets import board_tables, distances_from, land_neighbours, spaces_in
from wd_env.games.superpowers.definitions.rule_constants import LANDS, SPACES


@dataclass(frozen=True)
class BoardGraph:
    """The constants of the heuristics that depend on the board; each has the name of its field in capitals.

    Attributes:
        land_neighbour_start: By space, where its neighbouring lands begin; they end where those of the next begin.
        land_neighbours: The neighbouring lands of all spaces, one space after another.
        sea_neighbour_start: By space, where its neighbouring zones begin.
        sea_neighbours: The neighbouring zones of all spaces, one space after another.
        land_steps: By land and land, borders by land between them; 127 if there is none.
    """

    land_neighbour_start: tuple[int, ...]
    land_neighbours: tuple[int, ...]
    sea_neighbour_start: tuple[int, ...]
    sea_neighbours: tuple[int, ...]
    land_steps: tuple[int, ...]

    def constants(self) -> dict[str, tuple[int, ...]]:
        """Return the tables by the names of the constants."""
        return {field.name.upper(): getattr(self, field.name) for field in fields(self)}


def board_graph(board: Board) -> BoardGraph:
    """Compute the tables of a board."""
    tables, near = board_tables(board), land_neighbours(board)
    walks = [spaces_in(tables.near_land[space]) for space in range(SPACES)]
    voyages = [spaces_in(tables.near_sea[space]) for space in range(SPACES)]
    return BoardGraph(
        land_neighbour_start=_offsets(walks),
        land_neighbours=tuple(space for spaces in walks for space in spaces),
        sea_neighbour_start=_offsets(voyages),
        sea_neighbours=tuple(space for spaces in voyages for space in spaces),
        land_steps=tuple(steps for land in range(LANDS) for steps in distances_from(land, near)[:LANDS]),
    )


def _offsets(neighbours: Iterable[list[int]]) -> tuple[int, ...]:
    return (0, *accumulate(map(len, neighbours)))


_GRAPH = board_graph(BOARD)
LAND_NEIGHBOUR_START = _GRAPH.land_neighbour_start
LAND_NEIGHBOURS = _GRAPH.land_neighbours
SEA_NEIGHBOUR_START = _GRAPH.sea_neighbour_start
SEA_NEIGHBOURS = _GRAPH.sea_neighbours
LAND_STEPS = _GRAPH.land_steps
