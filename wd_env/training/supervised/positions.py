"""Positions of games as training data; most numbers of an observation are 0, and only the others are stored."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

DECILES = 10  # parts of a game in reports


@dataclass(frozen=True)
class SparseRows:
    """The rows of an int8 matrix without their zeros.

    Attributes:
        width: Number of columns.
        columns: uint16[n], the column of each number.
        numbers: int8[n], the numbers, row by row.
        counts: int64[k], how many numbers each row has.
    """

    width: int
    columns: NDArray[np.uint16]
    numbers: NDArray[np.int8]
    counts: Ints

    @classmethod
    def from_dense(cls, matrix: NDArray[np.int8]) -> "SparseRows":
        """Convert int8[k, width]."""
        rows, columns = np.nonzero(matrix)
        counts = np.bincount(rows, minlength=len(matrix)).astype(np.int64)
        return cls(matrix.shape[1], columns.astype(np.uint16), matrix[rows, columns], counts)

    @classmethod
    def concatenate(cls, items: Sequence["SparseRows"]) -> "SparseRows":
        """Return the rows of at least one item, in their order; all have the same width."""
        names = "columns", "numbers", "counts"
        return cls(items[0].width, *(np.concatenate([getattr(item, name) for item in items]) for name in names))

    def __len__(self) -> int:
        return len(self.counts)

    def select(self, rows: NDArray[np.bool_] | Ints) -> "SparseRows":
        """Return the rows of a mask, bool[k], or of these indices in their order, int64[m]."""
        rows = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows
        counts = self.counts[rows]
        starts = np.cumsum(self.counts) - self.counts
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        at = np.repeat(starts[rows], counts) + within
        return SparseRows(self.width, self.columns[at], self.numbers[at], counts)

    def dense(self) -> NDArray[np.int8]:
        """Return the matrix, int8[k, width]."""
        matrix = np.zeros((len(self), self.width), np.int8)
        matrix[np.repeat(np.arange(len(self)), self.counts), self.columns] = self.numbers
        return matrix


@dataclass(frozen=True)
class Positions:
    """Positions of games.

    Attributes:
        observations: k rows.
        won: float32[k], the win of the player: 0, 1 or a fraction.
        targets: float32[k], the values to learn: `won`, or the estimates of a teacher.
        games: int64[k], the id of the game.
        players: int64[k], the number of players of the game.
        deciles: int64[k], 0..9, how much of the game was played.
    """

    observations: SparseRows
    won: NDArray[np.float32]
    targets: NDArray[np.float32]
    games: Ints
    players: Ints
    deciles: Ints

    def __len__(self) -> int:
        return len(self.won)

    def select(self, rows: NDArray[np.bool_]) -> "Positions":
        """Return the positions of these rows, bool[k]."""
        observations, *arrays = vars(self).values()
        return Positions(observations.select(rows), *(array[rows] for array in arrays))

    @classmethod
    def concatenate(cls, items: Sequence["Positions"]) -> "Positions":
        """Return the positions of at least one item, in their order."""
        observations, *columns = zip(*(vars(item).values() for item in items), strict=True)
        return cls(SparseRows.concatenate(observations), *map(np.concatenate, columns))
