"""A game told line by line: who did what at which question, and what that changed on the table.

Everything told is public but the lines that only one seat knows; those carry its number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from wd_env.registry import teller_of
from wd_env.table.game_record import Line
from wd_env.table.game_table import Table
from wd_env.text.game_text import room
from wd_env.text.seat_names import NUMBERED, SeatNames


@dataclass(frozen=True)
class Told:
    """One line of a record in words."""

    number: int  # its place in the record, from 1
    turn: str  # heading of the turn it belongs to
    deed: str  # what was done or fell, by itself
    text: str  # the same with the question, where it says more
    changes: tuple[str, ...]  # what is different on the table after it
    seen_by: int | None  # own seat of the only player that saw it; None for everybody
    landings: tuple[str, ...]  # what the table asks for after it, as the space on which a piece has landed


class Story:
    """Follows a game on a table of its own, from where its record begins: each line with its question and effect."""

    def __init__(self, table: Table, names: SeatNames = NUMBERED, first: int = 0) -> None:
        """Follow the game of a table; from its line `first` on, the story takes this very table, as it was there."""
        self.told: list[Told] = []
        self.first = first  # lines before the first that is told here
        self._table = table if first else table.rewound(0)
        self._teller, self._names = teller_of(table.game), names

    def follow(self, lines: Sequence[Line]) -> None:
        """Tell whatever is new in the lines of the game."""
        for line in lines[self.first + len(self.told) :]:
            self.told.append(self._tell(line))

    def keep_last(self, number: int) -> None:
        """Forget the words of all but the last `number` lines."""
        if (more := len(self.told) - number) > 0:
            del self.told[:more]
            self.first += more

    def seen(self, viewer: int | None, start: int = 0) -> list[Told]:
        """What the player with this own seat saw (a bystander: what all saw) from a line on."""
        return [told for told in self.told[start:] if told.seen_by in (None, viewer)]

    def go_back(self, end: int) -> None:
        """Forget all but the first `end` lines."""
        self.told = self.told[:end]
        self._table = self._table.rewound(end)

    @property
    def turn(self) -> str:
        """Heading of the turn that is played."""
        return self._teller.heading(self._table, self._names)

    def _tell(self, line: Line) -> Told:
        table, teller, names = self._table, self._teller, self._names
        turn, before = self.turn, teller.moment(table)
        deed = teller.line(table, line, names)
        text = deed if line.is_correction else teller.in_context(table, deed, names)
        table.play_line(line)
        changes, notes = teller.changes(before, table, names), teller.notes(before, table, names)
        return Told(self.first + len(self.told) + 1, turn, deed, text, tuple(changes), line.seen_by, tuple(notes))


def in_lines(
    told: Sequence[Told], turn: str = "", *, numbered: bool = False, names: SeatNames = NUMBERED, mark: str = "  "
) -> Iterator[str]:
    """The text of it, no wider than there is room, with a heading where another turn than `turn` begins.

    A line begins with its number or with the `mark`.
    """
    for line in told:
        if line.turn != turn:
            turn = line.turn
            yield f"-- {turn}"
        number = f"{line.number:>6}  " if numbered else mark
        margin = " " * (len(number) + 4)
        private = "" if line.seen_by is None else f" [only {names.seat(line.seen_by)} saw this]"
        yield from wrap(f"{line.text}{private}", room(), initial_indent=number, subsequent_indent=margin)
        for change in line.changes:
            yield from wrap(f"-> {change}", room(), initial_indent=margin, subsequent_indent=f"{margin}   ")
