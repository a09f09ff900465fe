"""The earlier decisions of the players of a table, which recurrent bots need.

They follow from the record alone, so they are right after an undo, on a copy of a table and in a replayed game.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import IllegalAction, StateError, WrongSeat
from wd_env.spec.game_spec import PLAYER
from wd_env.table.game_record import RecordLine
from wd_env.table.state_backend import Int8Array

if TYPE_CHECKING:
    from wd_env.table.game_table import Table


class PastDecisions:
    """Observations and masks of all earlier decisions with several legal actions, by player.

    Args:
        start: A table in the state before the first line, with explicit chance. Lines are played on it.
    """

    def __init__(self, start: "Table[Any]") -> None:
        self._table = start
        self._lines: list[RecordLine] = []  # played so far
        self._obs: list[list[Int8Array]] = [[] for _ in range(start.players)]
        self._masks: list[list[Int8Array]] = [[] for _ in range(start.players)]

    def continues(self, lines: list[RecordLine]) -> bool:
        """Return whether the lines begin with those that were played so far."""
        return lines[: len(self._lines)] == self._lines

    def advance(self, lines: list[RecordLine]) -> None:
        """Play the lines of a record that were not played yet.

        Raises:
            StateError: If a line cannot be played, because the state of the table was changed by hand.
        """
        for line in lines[len(self._lines) :]:
            player, decision = self._table.player, self._decision(line)
            try:
                self._table.play_line(line)
            except (IllegalAction, WrongSeat, StateError) as exc:
                raise StateError(f"past decisions: the record does not lead to the state of the table: {exc}") from None
            self._lines.append(line)
            if decision is not None:
                self._obs[player].append(decision[0])
                self._masks[player].append(decision[1])

    def of(self, player: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return observations int8[t, size] and masks int8[t, actions] of a player."""
        game = self._table.game
        obs = np.array(self._obs[player], np.int8).reshape(-1, game.layout.size)
        return obs, np.array(self._masks[player], np.int8).reshape(-1, len(game.actions))

    def _decision(self, line: RecordLine) -> tuple[Int8Array, Int8Array] | None:
        """Return observation and mask if the line is a decision with several legal actions."""
        table = self._table
        if line.is_correction or line.is_illegal or table.node.kind != PLAYER:
            return None
        mask = table.mask_array()
        return (table.observe_array(table.seat), mask) if mask.sum() > 1 else None
