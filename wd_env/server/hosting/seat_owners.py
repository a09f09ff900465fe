"""The player of a seat when an earlier line was played: at the start of a game seats may change hands."""

from wd_env.session.referee import Referee


class SeatOwners:
    """The players of the seats at the start of a game, and since seats changed hands."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._owners: tuple[int, ...] = ()  # for which the change was found
        self._first: tuple[int, ...] = ()
        self._changed_at = 0  # lines that were played before the change

    def player_at(self, index: int, seat: int) -> int:
        """Return the player of a seat before the line of this index."""
        owners = tuple(self._referee.table.state.owner)
        if self._owners != owners:
            self._find_change(owners)
        return int((self._first if index < self._changed_at else owners)[seat])

    def _find_change(self, owners: tuple[int, ...]) -> None:
        lines = self._referee.table.lines
        table, self._changed_at = self._referee.keyframes.table_at(lines, 0), 0
        self._first = tuple(table.state.owner)
        while tuple(table.state.owner) != owners:
            table.play_line(lines[self._changed_at])
            self._changed_at += 1
        self._owners = owners
