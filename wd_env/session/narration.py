"""A game told line by line: who did what at which question, and what that changed on the table.

Everything told is public but the lines that only one seat knows; those carry its number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from wd_env.registry import presenter_for
from wd_env.table.game_record import RecordLine
from wd_env.table.game_table import Table
from wd_env.text.game_text import text_width
from wd_env.text.seat_names import NUMBERED, SeatNames


@dataclass(frozen=True)
class NarratedLine:
    """One line of a record in words."""

    line_number: int  # its place in the record, from 1
    turn_heading: str  # heading of the turn it belongs to
    action_text: str  # what was done or fell, by itself
    text: str  # the same with the question, where it says more
    changes: tuple[str, ...]  # what is different on the table after it
    visible_to: int | None  # own seat of the only player that saw it; None for everybody
    instructions: tuple[str, ...]  # what the table asks for after it, as the space on which a piece has landed


class Narrator:
    """Follows a game on a table of its own, from where its record begins: each line with its question and effect."""

    def __init__(self, table: Table, names: SeatNames = NUMBERED, start: int = 0) -> None:
        """Follow the game of a table; from its line `first` on, the story takes this very table, as it was there."""
        self.lines: list[NarratedLine] = []
        self.start = start  # lines before the first that is told here
        self._table = table if start else table.at_line(0)
        self._presenter, self._names = presenter_for(table.game), names

    def update(self, lines: Sequence[RecordLine]) -> None:
        """Tell whatever is new in the lines of the game."""
        for line in lines[self.start + len(self.lines) :]:
            self.lines.append(self._narrate(line))

    def retain_last(self, count: int) -> None:
        """Forget the words of all but the last `number` lines."""
        if (more := len(self.lines) - count) > 0:
            del self.lines[:more]
            self.start += more

    def visible_lines(self, viewer: int | None, start: int = 0) -> list[NarratedLine]:
        """What the player with this own seat saw (a bystander: what all saw) from a line on."""
        return [told for told in self.lines[start:] if told.visible_to in (None, viewer)]

    def truncate(self, end: int) -> None:
        """Forget all but the first `end` lines."""
        self.lines = self.lines[:end]
        self._table = self._table.at_line(end)

    @property
    def turn_heading(self) -> str:
        """Heading of the turn that is played."""
        return self._presenter.heading(self._table, self._names)

    def _narrate(self, line: RecordLine) -> NarratedLine:
        table, presenter, names = self._table, self._presenter, self._names
        turn, before = self.turn_heading, presenter.public_state(table)
        deed = presenter.line_text(table, line, names)
        text = deed if line.is_correction else presenter.in_context(table, deed, names)
        table.play_line(line)
        changes, notes = presenter.changes(before, table, names), presenter.instructions(before, table, names)
        return NarratedLine(
            self.start + len(self.lines) + 1, turn, deed, text, tuple(changes), line.visible_to, tuple(notes)
        )


def format_lines(
    lines: Sequence[NarratedLine],
    turn_heading: str = "",
    *,
    numbered: bool = False,
    names: SeatNames = NUMBERED,
    marker: str = "  ",
) -> Iterator[str]:
    """The text of it, no wider than there is room, with a heading where another turn than `turn` begins.

    A line begins with its number or with the `mark`.
    """
    for line in lines:
        if line.turn_heading != turn_heading:
            turn_heading = line.turn_heading
            yield f"-- {turn_heading}"
        number = f"{line.line_number:>6}  " if numbered else marker
        margin = " " * (len(number) + 4)
        private = "" if line.visible_to is None else f" [only {names.seat(line.visible_to)} saw this]"
        yield from wrap(f"{line.text}{private}", text_width(), initial_indent=number, subsequent_indent=margin)
        for change in line.changes:
            yield from wrap(f"-> {change}", text_width(), initial_indent=margin, subsequent_indent=f"{margin}   ")
