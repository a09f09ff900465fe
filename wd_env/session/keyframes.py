"""States of a game at intervals, so that the table at any line is reached by playing a few lines again."""

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from wd_env.table.game_record import RecordLine
from wd_env.table.game_table import Table

INTERVAL = 64  # lines between two states that are kept; each has a few thousand bytes


class Keyframes:
    """The earlier tables of one game, from where its record begins."""

    def __init__(self, table: Table) -> None:
        """Begin with a table that has no lines yet."""
        self._start = table.copy()
        self._line_counts: list[int] = []  # numbers of lines, rising
        self._states: list[bytes] = []  # the state after so many lines

    def add(self, table: Table) -> None:
        """Keep the state of the table where enough lines have come since the last that was kept."""
        lines = len(table.lines)
        if lines - (self._line_counts[-1] if self._line_counts else 0) >= INTERVAL:
            self._line_counts.append(lines)
            self._states.append(table.state.to_bytes())

    def truncate(self, end: int) -> None:
        """Forget whatever came after the first `end` lines."""
        number = bisect_right(self._line_counts, end)
        del self._line_counts[number:], self._states[number:]

    def copy_until(self, end: int) -> "Keyframes":
        """Return the past of a game that goes on from the first `end` lines of this one."""
        other = Keyframes(self._start)
        number = bisect_right(self._line_counts, end)
        other._line_counts, other._states = self._line_counts[:number], self._states[:number]
        return other

    def table_at(self, lines: Sequence[RecordLine], end: int) -> Table:
        """Return a table of its own as it was after the first `end` of these lines, which are those of the game."""
        table, number = self._start.copy(), bisect_right(self._line_counts, end) - 1
        near = self._line_counts[number] if number >= 0 else 0
        if near:
            [record] = np.frombuffer(self._states[number], table.game.schema.dtype)
            table.state, table.lines = table.game.schema.from_record(record), list(lines[:near])
        for line in lines[near:end]:
            table.play_line(line)
        return table
