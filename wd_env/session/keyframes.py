"""Saved states of a game at intervals, from which the table at any line is rebuilt by replaying a few lines."""

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from wd_env.table.game_record import RecordLine
from wd_env.table.game_table import Table

INTERVAL = 64  # minimum number of lines between two saved states; a state has a few thousand bytes


class Keyframes:
    """Saved states of one game, from the start of its record."""

    def __init__(self, table: Table) -> None:
        """Start from a table that has no lines yet."""
        self._start = table.copy()
        self._line_counts: list[int] = []  # ascending
        self._states: list[bytes] = []  # the state after each of `_line_counts`

    def add(self, table: Table) -> None:
        """Save the state of the table if it has at least `INTERVAL` lines more than the last saved state."""
        lines = len(table.lines)
        if lines - (self._line_counts[-1] if self._line_counts else 0) >= INTERVAL:
            self._line_counts.append(lines)
            self._states.append(table.state.to_bytes())

    def truncate(self, end: int) -> None:
        """Delete the states after the first `end` lines."""
        index = bisect_right(self._line_counts, end)
        del self._line_counts[index:], self._states[index:]

    def copy_until(self, end: int) -> "Keyframes":
        """Return the states of a game that continues from the first `end` lines of this one."""
        other = Keyframes(self._start)
        index = bisect_right(self._line_counts, end)
        other._line_counts, other._states = self._line_counts[:index], self._states[:index]
        return other

    def table_at(self, lines: Sequence[RecordLine], end: int) -> Table:
        """Return a new table in the state after the first `end` lines.

        Args:
            lines: Lines of the game, at least `end`.
            end: Number of lines to play.
        """
        table, index = self._start.copy(), bisect_right(self._line_counts, end) - 1
        saved_lines = self._line_counts[index] if index >= 0 else 0
        if saved_lines:
            [record] = np.frombuffer(self._states[index], table.game.schema.dtype)
            table.state, table.lines = table.game.schema.from_record(record), list(lines[:saved_lines])
        for line in lines[saved_lines:end]:
            table.play_line(line)
        return table
