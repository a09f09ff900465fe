"""The lines of a game in progress."""

from typing import NamedTuple

from wd_env.spec.game_spec import CHANCE, PLAYER, VISIBLE_TO_SEAT, GameSpec
from wd_env.spec.state_schema import GameState
from wd_env.table.game_record import RecordLine
from wd_env.table.interpreted_backend import InterpretedBackend
from wd_env.table.state_backend import Snapshot, StateBackend, node_of


class DeferredRun(NamedTuple):
    """Actions that the compiled rules played, and where they began."""

    start: Snapshot
    actions: list[int]


class GameHistory:
    """The lines of a game since its start.

    Compiled rules write no lines. Their runs are replayed by the interpreted rules when the lines are read.

    Attributes:
        start: State before the first line; None for a game from its beginning.
    """

    def __init__(self, game: GameSpec, lines: list[RecordLine] | None = None, start: GameState | None = None) -> None:
        self.start = start
        self._game = game
        self._lines = [] if lines is None else lines
        self._runs: list[DeferredRun] = []

    def start_at(self, start: GameState) -> None:
        """Drop all lines; the record begins with this state."""
        self.start = start
        self.replace_lines([])

    def replace_lines(self, lines: list[RecordLine]) -> None:
        """Use these lines instead of those so far."""
        self._lines, self._runs = lines, []

    def start_run(self, start: Snapshot) -> list[int]:
        """Begin a run of compiled rules; return the list to which its actions are appended."""
        self._runs.append(DeferredRun(start, []))
        return self._runs[-1].actions

    def replay_runs(self) -> list[RecordLine]:
        """Return the lines, after replaying the runs that have no lines yet."""
        runs, self._runs = self._runs, []
        for run in runs:
            self._lines += _lines_of(self._game, run)
        return self._lines


def line_of(backend: StateBackend, index: int) -> RecordLine:
    """Return the line of an action or outcome, given by its index at the current node."""
    node, game = node_of(backend), backend.game
    visible_to = backend.home_seat(backend.player) if node.visible_to == VISIBLE_TO_SEAT else None
    if node.kind == PLAYER:
        return RecordLine(game.actions.text(index), backend.seat, visible_to)
    return RecordLine(game.outcomes.text(node.first_outcome + index), None, visible_to)


def _lines_of(game: GameSpec, run: DeferredRun) -> list[RecordLine]:
    backend = InterpretedBackend(game, *run.start)
    lines: list[RecordLine] = []

    def play(index: int) -> None:
        lines.append(line_of(backend, index))
        backend.apply(index)

    for action in run.actions:
        play(action)
        while node_of(backend).kind == CHANCE:
            play(backend.draw_outcome())
    return lines
