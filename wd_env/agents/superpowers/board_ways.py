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
class BoardWays:
    """The constants of the heuristics that depend on the board; each has the name of its field in capitals.

    Attributes:
        land_way_start: By space, where its ways to lands begin; those of space i are at [start[i], start[i + 1]).
        land_ways: The lands.
        sea_way_start: By space, where its ways to zones begin.
        sea_ways: The zones.
        land_steps: By land and land, borders by land between them; 127 if there is none.
    """

    land_way_start: tuple[int, ...]
    land_ways: tuple[int, ...]
    sea_way_start: tuple[int, ...]
    sea_ways: tuple[int, ...]
    land_steps: tuple[int, ...]

    def constants(self) -> dict[str, tuple[int, ...]]:
        """Return the tables by the names of the constants."""
        return {field.name.upper(): getattr(self, field.name) for field in fields(self)}


def board_ways(board: Board) -> BoardWays:
    """Compute the tables of a board."""
    tables, near = board_tables(board), land_neighbours(board)
    walks = [spaces_in(tables.near_land[space]) for space in range(SPACES)]
    voyages = [spaces_in(tables.near_sea[space]) for space in range(SPACES)]
    return BoardWays(
        land_way_start=_starts(walks),
        land_ways=tuple(space for ways in walks for space in ways),
        sea_way_start=_starts(voyages),
        sea_ways=tuple(space for ways in voyages for space in ways),
        land_steps=tuple(steps for land in range(LANDS) for steps in distances_from(land, near)[:LANDS]),
    )


def _starts(ways: Iterable[list[int]]) -> tuple[int, ...]:
    return (0, *accumulate(map(len, ways)))


_WAYS = board_ways(BOARD)
LAND_WAY_START = _WAYS.land_way_start
LAND_WAYS = _WAYS.land_ways
SEA_WAY_START = _WAYS.sea_way_start
SEA_WAYS = _WAYS.sea_ways
LAND_STEPS = _WAYS.land_steps
