"""The bundled board as flat tables for heuristics: who is next to whom, and how far lands are from each other."""

from itertools import accumulate

import numpy as np

from wd_env.games.superpowers.board.bundled_board import BOARD
from wd_env.games.superpowers.board.space_sets import (
    BoardTables,
    board_tables,
    distances_from,
    land_neighbours,
    spaces_in,
)
from wd_env.games.superpowers.definitions.rule_constants import LANDS, SPACES

_TABLES: BoardTables = board_tables(BOARD)
_WALKS = [spaces_in(_TABLES.near_land[space]) for space in range(SPACES)]  # to lands
_VOYAGES = [spaces_in(_TABLES.near_sea[space]) for space in range(SPACES)]  # to zones

# From each space the ways to lands, and the ways to zones; those of space i are at [START[i], START[i + 1]).
LAND_WAY_START = (0, *accumulate(len(ways) for ways in _WALKS))
LAND_WAYS = tuple(int(space) for ways in _WALKS for space in ways)
SEA_WAY_START = (0, *accumulate(len(ways) for ways in _VOYAGES))
SEA_WAYS = tuple(int(space) for ways in _VOYAGES for space in ways)

_STEPS = np.array([distances_from(land, land_neighbours(BOARD))[:LANDS] for land in range(LANDS)], np.int64)
LAND_STEPS: tuple[int, ...] = tuple(_STEPS.ravel().tolist())  # [land][land], without sea
