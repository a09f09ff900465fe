"""Positions of games as training data; only those values of observations that are not 0 are stored."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

DECILES = 10  # parts of a game in reports


@dataclass(frozen=True)
class SparseMatrix:
    """The rows of an int8 matrix without their zeros.

    Attributes:
        width: Number of columns.
        columns: uint32[n], the column of each value.
        values: int8[n], the values, row by row.
        counts: int64[k], number of values of each row.
    """

    width: int
    columns: NDArray[np.uint32]
    values: NDArray[np.int8]
    counts: Ints

    @classmethod
    def from_dense(cls, matrix: NDArray[np.int8]) -> "SparseMatrix":
        """Convert int8[k, width]."""
        rows, columns = np.nonzero(matrix)
        counts = np.bincount(rows, minlength=len(matrix)).astype(np.int64)
        return cls(matrix.shape[1], columns.astype(np.uint32), matrix[rows, columns], counts)

    @classmethod
    def concatenate(cls, items: Sequence["SparseMatrix"]) -> "SparseMatrix":
        """Return the rows of at least one item, in their order; all have the same width."""
        names = "columns", "values", "counts"
        return cls(items[0].width, *(np.concatenate([getattr(item, name) for item in items]) for name in names))

    def __len__(self) -> int:
        return len(self.counts)

    def select(self, rows: NDArray[np.bool_] | Ints) -> "SparseMatrix":
        """Return the rows of a mask, bool[k], or of these indices in their order, int64[m]."""
        rows = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows
        counts = self.counts[rows]
        offsets = np.cumsum(self.counts) - self.counts
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        at = np.repeat(offsets[rows], counts) + within
        return SparseMatrix(self.width, self.columns[at], self.values[at], counts)

    def dense(self) -> NDArray[np.int8]:
        """Return the matrix, int8[k, width]."""
        matrix = np.zeros((len(self), self.width), np.int8)
        matrix[np.repeat(np.arange(len(self)), self.counts), self.columns] = self.values
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

    observations: SparseMatrix
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
        return cls(SparseMatrix.concatenate(observations), *map(np.concatenate, columns))
