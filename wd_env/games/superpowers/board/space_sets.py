"""Sets of spaces as integers, and the tables of a board that the compiled rules read.

A set of spaces is three words of 49 bits: the bit `space % 49` of the word `space // 49`. All words are non-negative
int64.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wd_env.games.superpowers.board.board_model import (
    MAX_LANDS,
    SPACES,
    Board,
)

WORDS, WORD_BITS = 3, 49
MAX_RANGE = 8  # of a bomber with the technology of long range
FAR = 127  # distance of spaces that no way joins

Int64Table = NDArray[np.int64]
Neighbours = Sequence[Collection[int]]


def set_of(spaces: Iterable[int]) -> tuple[int, int, int]:
    """Return a set of spaces as three words."""
    words = [0] * WORDS
    for space in spaces:
        words[space // WORD_BITS] |= 1 << space % WORD_BITS
    return words[0], words[1], words[2]


def spaces_in(words: Iterable[int]) -> list[int]:
    """Return the spaces of a set in ascending order."""
    return [
        index * WORD_BITS + bit for index, word in enumerate(words) for bit in range(WORD_BITS) if int(word) >> bit & 1
    ]


def distances_from(start: int, near: Neighbours) -> list[int]:
    """Return the number of borders from a space to each space, FAR if there is none."""
    distances = [FAR] * SPACES
    distances[start] = 0
    queue = [start]
    for space in queue:
        for neighbour in near[space]:
            if distances[neighbour] == FAR:
                distances[neighbour] = distances[space] + 1
                queue.append(neighbour)
    return distances


def land_neighbours(board: Board) -> list[set[int]]:
    """Return for each space the lands that a land unit reaches in one move; for zones there are none."""
    near: list[set[int]] = [set() for _ in range(SPACES)]
    for number, land in enumerate(board.lands):
        near[number] = set(land.near_land)
    return near


def sea_neighbours(board: Board, open_canals: Collection[int]) -> list[set[int]]:
    """Return for each space the zones that a ship reaches in one move; for lands there are none.

    Args:
        board: The board.
        open_canals: Numbers of the canals that are open.
    """
    near: list[set[int]] = [set() for _ in range(SPACES)]
    for number, zone in enumerate(board.zones, MAX_LANDS):
        near[number] = set(zone.near_sea)
    for number, canal in enumerate(board.canals):
        if number not in open_canals:
            first, second = canal.zones
            near[first].discard(second)
            near[second].discard(first)
    return near


def air_neighbours(board: Board) -> list[set[int]]:
    """Return for each space those that a plane reaches by crossing one border; a canal does not count (R48)."""
    near = sea_neighbours(board, ())
    for number, space in board.spaces.items():
        near[number] |= {*space.near_land, *(() if number >= MAX_LANDS else space.near_sea)}
    return near


@dataclass(frozen=True)
class BoardTables:
    """The borders of a board as read-only int64 arrays. Unused spaces have no neighbours.

    Attributes:
        near_land: int64[145, 3], lands next to a land, bridges included, or at the coast of a zone.
        near_sea: int64[145, 3], zones next to a zone without the canals, or at the coast of a land.
        ball: int64[9, 145, 3], the spaces within r borders for planes, the space itself among them.
        air_distance: int64[145, 145], borders that a plane crosses; 127 if there is none.
    """

    near_land: Int64Table
    near_sea: Int64Table
    ball: Int64Table
    air_distance: Int64Table


def board_tables(board: Board) -> BoardTables:
    """Compute the tables of a board."""
    sea, air = sea_neighbours(board, ()), air_neighbours(board)
    near_land = [board.spaces[space].near_land if space in board.spaces else () for space in range(SPACES)]
    near_sea = [
        board.spaces[space].near_sea if space < MAX_LANDS and space in board.spaces else sea[space]
        for space in range(SPACES)
    ]
    distances = np.array([distances_from(space, air) for space in range(SPACES)], np.int64)
    ball = [
        [set_of(np.flatnonzero(distances[space] <= radius).tolist()) for space in range(SPACES)]
        for radius in range(MAX_RANGE + 1)
    ]
    return BoardTables(
        _table([set_of(near) for near in near_land]),
        _table([set_of(near) for near in near_sea]),
        _table(ball),
        _table(distances),
    )


def _table(values: object) -> Int64Table:
    table = np.array(values, np.int64)
    table.setflags(write=False)
    return table
