"""Narration of a game, line by line: the action, the decision it answers, and its effect on the table.

Every text is public, except lines with `visible_to`: only that seat may read them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from wd_env.registry import presenter_for
from wd_env.session.players import seat_names
from wd_env.table.game_record import RecordLine
from wd_env.table.game_table import Table
from wd_env.table.saved_table import at_line
from wd_env.text.line_width import text_width
from wd_env.text.seat_names import NUMBERED, SeatNames


@dataclass(frozen=True)
class NarratedLine:
    """One line of a record as text.

    Attributes:
        line_number: Position in the record, from 1.
        turn_heading: Heading of its turn.
        action_text: Text of the action or outcome.
        text: The line as a sentence that says which decision it answers.
        changes: Changes that the line made on the table.
        player: Player who acted; None for chance and corrections.
        visible_to: Home seat of the only player who may read the line; None if it is public.
        instructions: What the table requires next, for example on the space where a piece has landed.
        is_setup: Whether the line belongs to the set-up of the game.
    """

    line_number: int
    turn_heading: str
    action_text: str
    text: str
    changes: tuple[str, ...]
    player: int | None
    visible_to: int | None
    instructions: tuple[str, ...]
    is_setup: bool = False


class Narrator:
    """Narrator of one game, which replays each line on its own table to find the effect."""

    def __init__(self, table: Table, names: Sequence[str] = (), start: int = 0) -> None:
        """Narrate the game of a table.

        Args:
            table: Table of the game. With `start` it must be in the state after that many lines; the narrator then
                changes this table.
            names: Name of each player; without names the seats are numbered.
            start: Number of lines to skip.
        """
        self.lines: list[NarratedLine] = []
        self.start = start  # number of lines without a text here
        self._table = table if start else at_line(table, 0)
        self._presenter, self._names = presenter_for(table.game), names

    def update(self, lines: Sequence[RecordLine]) -> None:
        """Narrate the lines that are new.

        Args:
            lines: All lines of the game so far.
        """
        for line in lines[self.start + len(self.lines) :]:
            self.lines.append(self._narrate(line))

    def retain_last(self, count: int) -> None:
        """Delete the texts of all lines except the last `count`."""
        more = max(len(self.lines) - count, 0)
        del self.lines[:more]
        self.start += more

    def visible_lines(self, viewer: int | None, start: int = 0) -> list[NarratedLine]:
        """Return the lines that a viewer may read.

        Args:
            viewer: Home seat of the player who reads; None for a spectator, who sees only public lines.
            start: Index in `lines` of the first line.
        """
        return [line for line in self.lines[start:] if line.visible_to in (None, viewer)]

    def truncate(self, end: int) -> None:
        """Delete all lines except the first `end`."""
        self.lines = self.lines[:end]
        self._table = at_line(self._table, end)

    @property
    def turn_heading(self) -> str:
        """Return the heading of the current turn."""
        return self._presenter.heading(self._table, seat_names(self._table, self._names))

    def _narrate(self, line: RecordLine) -> NarratedLine:
        table, presenter = self._table, self._presenter
        names = seat_names(table, self._names)
        turn, before, is_setup = self.turn_heading, presenter.public_state(table), presenter.is_setup(table)
        action_text = presenter.line_sentence(table, line, names)
        text = action_text if line.is_correction else presenter.in_context(table, line, names)
        player = None if line.seat is None else int(table.state.owner[line.seat])
        table.play_line(line)
        names = seat_names(table, self._names)
        return NarratedLine(
            line_number=self.start + len(self.lines) + 1,
            turn_heading=turn,
            action_text=action_text,
            text=text,
            changes=tuple(presenter.changes(before, table, names)),
            player=player,
            visible_to=line.visible_to,
            instructions=tuple(presenter.instructions(before, table, names)),
            is_setup=is_setup,
        )


def format_lines(
    lines: Sequence[NarratedLine],
    turn_heading: str = "",
    *,
    numbered: bool = False,
    names: SeatNames = NUMBERED,
    marker: str = "  ",
) -> Iterator[str]:
    """Format narrated lines for a terminal.

    Args:
        lines: Lines to format.
        turn_heading: Heading that was printed last; a heading is printed when the turn changes.
        numbered: Whether a line begins with its number instead of the marker.
        names: Names of the seats.
        marker: Text before a line without a number.

    Yields:
        Lines of text, wrapped to the width of the terminal.
    """
    for line in lines:
        if line.turn_heading != turn_heading:
            turn_heading = line.turn_heading
            yield f"-- {turn_heading}"
        prefix = f"{line.line_number:>6}  " if numbered else marker
        margin = " " * (len(prefix) + 4)
        private = "" if line.visible_to is None else f" [only {names.seat(line.visible_to)} saw this]"
        yield from wrap(f"{line.text}{private}", text_width(), initial_indent=prefix, subsequent_indent=margin)
        for change in line.changes:
            yield from wrap(f"-> {change}", text_width(), initial_indent=margin, subsequent_indent=f"{margin}   ")
