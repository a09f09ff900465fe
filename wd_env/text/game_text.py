"""What people are told of a game in words: a complete default for every game, which a game's own telling overrides.

The default is made from the descriptions of a `GameSpec`, the public fields of the state and the lines of the record,
so that a game without a telling of its own can be played in the terminal, refereed and replayed. Nothing told here is
a secret, except to the `viewer` whose it is. Wherever a seat is named, `names` says what it is called.
"""

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError, IllegalAction, WrongSeat
from wd_env.spec.game_spec import PLAYER, VISIBLE_TO_SEAT, NodeType
from wd_env.spec.state_contract import PLAYER_AXIS, PLAYER_FIELDS, SCALAR_FIELDS, SEAT_AXIS, SEAT_FIELDS
from wd_env.spec.state_schema import Field
from wd_env.table.game_record import RecordLine
from wd_env.table.game_table import Table
from wd_env.text.seat_names import NUMBERED, SeatNames

WIDTH = 100  # columns of a text, unless there is a terminal that has others
MIN_WIDTH = 40  # columns below which no text is broken
TERMINAL_WIDTH: ContextVar[Callable[[], int] | None] = ContextVar("terminal", default=None)
"""What tells the columns of the terminal that is told to; commands that tell a game set it."""
MAX_CHANGES = 8  # of a long list that are told one by one
ON_REQUEST = "`t lists`, or lists=True, prints them"  # at the table, and to a program
EVENTS = 8  # lines of the record at the end of a description
CORE_FIELDS = {*SCALAR_FIELDS, *SEAT_FIELDS, *PLAYER_FIELDS}  # fields of the core, which are told in words
MARGIN = "    "
IMAGE_SIZE = 1200, 900  # width and height in pixels, unless others are wanted


@dataclass(frozen=True)
class PrivateText:
    """What only one seat may read about the question that is asked outside the game."""

    seat: int
    text: str


class Presenter:
    """How a game is told; override what the game can say better than its field names do."""

    # Commands of `wd table` that set the account right by hand, each with its line of help; see `correction`.
    corrections: Mapping[str, str] = {}
    has_image = False  # `picture` draws the board

    def __init__(self, title: str) -> None:
        self.title = title

    # The table

    def describe(
        self,
        table: Table,
        viewer: int | None = None,
        *,
        max_events: int = EVENTS,
        names: SeatNames = NUMBERED,
        lists: bool = False,
    ) -> str:
        """Return the whole table in lines of at most `room` columns, the open question last.

        `viewer` (a seat) is also told what that seat alone knows; `events` are the latest lines that it saw. Lists that
        take more than a line are named only, with how many numbers they have, unless `lists` asks for them. WrongSeat
        for a viewer that is not at the table.
        """
        check_viewer(table, viewer)
        head = f"{self.title}, {table.players} players"
        private = [] if viewer is None else self.private_lines(table, viewer, names)
        lines = [head, "=" * len(head), *self.summary(table, names), *(self.long_lists(table) if lists else ())]
        lines += ["", "Only you know:", *(f"  {line}" for line in private)] if private else []
        lines += self._recent_events(table, viewer, max_events, names)
        return "\n".join(part for line in [*lines, "", self.decision_text(table, names)] for part in break_line(line))

    def scene_data(self, table: Table, viewer: int | None = None, names: SeatNames = NUMBERED) -> dict[str, Any]:
        """Return the table as JSON data, for front-ends that draw it; of secrets only the viewer's own.

        Lists are whole, however long, since a front-end draws every place. Their sizes are those that the game
        declares, so that the data do not grow with the length of a game. WrongSeat for a viewer that is not at the
        table.
        """
        check_viewer(table, viewer)
        now = self.public_state(table)
        own = [] if viewer is None else self.private_lines(table, viewer, names)
        seats = [
            {
                **now.by_seat[seat],
                "seat": seat,
                "name": names.seat(seat),
                "is_in_play": bool(now.in_play[seat]),
                "has_won": bool(now.has_won[seat]),
                "columns": self.seat_columns(table, seat),
            }
            for seat in now.by_seat
        ]
        return {
            **now.shared,
            "seats": seats,
            "own": own,
            "players": table.players,
            "is_terminal": table.is_terminal,
            "summary": [line.strip() for line in self.summary(table, names)],
            "decision_text": self.decision_text(table, names),
        }

    def seat_columns(self, table: Table, seat: int) -> dict[str, Any]:
        """Return what everybody sees of a seat, by the title of a column, for front-ends that show a table of seats."""
        return {readable_name(name): _value(value) for name, value in self.public_state(table).by_seat[seat].items()}

    def summary(self, table: Table, names: SeatNames = NUMBERED) -> list[str]:
        """Return what everybody sees, in a line for the table and one a seat; told when a turn begins."""
        now = self.public_state(table)
        middle = " | ".join(f"{readable_name(name)} {_short_value(value)}" for name, value in now.shared.items())
        return [f"   {line}" for line in (middle, *(self._seat_line(now, seat, names) for seat in now.by_seat)) if line]

    def long_lists(self, table: Table) -> list[str]:
        """Return what everybody sees and `account` only names, a line each: lists that take more than a line."""
        shared = self.public_state(table).shared if type(self).summary is Presenter.summary else {}
        return [f"   {readable_name(name)}: {_value(value)}" for name, value in shared.items() if is_long(value)]

    def private_lines(self, table: Table, seat: int, names: SeatNames = NUMBERED) -> list[str]:
        """Return what the player of this seat alone knows; nothing where there is nothing."""
        home = table.home_seat(table.state.owner[seat])
        return [self.line_text(table, line, names) for line in table.lines if line.visible_to == home]

    def has_secret(self, table: Table) -> bool:
        """Say whether the seat that is asked knows something alone that bears on the question."""
        return bool(self.private_lines(table, table.seat))

    def goal(self, config: Any) -> str:
        """Return what wins under these options, in a sentence; empty where the game does not say."""
        return ""

    def image(self, table: Table, viewer: int | None = None, size: tuple[int, int] = IMAGE_SIZE) -> NDArray[np.uint8]:
        """Draw the board, with the secrets of the `viewer` alone.

        Args:
            table: The table to draw.
            viewer: Its seat, or None for nobody's secrets.
            size: Width and height in pixels.

        Returns:
            uint8[height, width, 3].

        Raises:
            ConfigError: if the game has no picture (`has_image`), the size is out of range, or pygame is missing.
        """
        raise ConfigError(f"game {table.game.name} has no picture; allowed is its account in words")

    # The open question

    def decision_text(self, table: Table, names: SeatNames = NUMBERED) -> str:
        """Return what is open now, or how the game ended, in a sentence that everybody may hear."""
        if table.is_terminal:
            return self._ending(table, names)
        asks = "decides" if table.node.kind == PLAYER else "waits for chance"
        return f"{names.capitalized(table.seat)} {asks}: {readable_name(table.node.name)}"

    def node_pattern(self, node: NodeType) -> str:
        """Return the sentence of a question with capitals for what a table fills in, for tables of questions."""
        return readable_name(node.name)

    def action_help(self, table: Table, action: str, *, public_only: bool = False, names: SeatNames = NUMBERED) -> str:
        """Return what an option does, in a sentence; empty where its words say it.

        `aloud` leaves out what only the asked seat knows. IllegalAction for what is not offered.
        """
        if action not in table.legal_texts():
            raise IllegalAction(f"{action!r} is not offered at {table.node.name}; allowed are {table.legal_texts()}")
        return ""

    def aliases(self, table: Table, action: str, names: SeatNames = NUMBERED) -> tuple[str, ...]:
        """Return what people may type for an option beside its own words: the title on the card, who is named."""
        return ()

    def targets(self, table: Table, action: str) -> tuple[str, ...]:
        """Return the things of `sight` that an option is about, such as `place 7` or `seat 1`, for front-ends.

        A click on one of them means the options that have it here, whatever else their words mention.
        """
        return ()

    def input_prompt(self, table: Table) -> str:
        """Return what is asked of whoever enters a chance outcome."""
        return "What fell?"

    def read_out(self, table: Table, names: SeatNames = NUMBERED) -> list[str]:
        """Return what is read out with the open question, beneath it."""
        return []

    def private_text(self, table: Table) -> PrivateText | None:
        """Return the answer to what is asked now outside the game, for one seat's eyes; None where none is printed."""
        return None

    # What happened

    def line_text(self, table: Table, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Return a line of the record in words; IllegalAction for one of another game."""
        if line.is_correction:
            return f"The referee set right: {line.text}"
        if line.seat is None:
            return f"Chance: {table.game.outcomes.text(table.game.outcomes.index(line.text))}"
        if line.is_illegal:
            return f"{names.seat(line.seat)} broke the rules with `{line.text}`"
        return f"{names.seat(line.seat)}: {table.game.actions.text(table.game.actions.index(line.text))}"

    def in_context(self, table: Table, action_text: str, names: SeatNames = NUMBERED) -> str:
        """Return the words of a line together with the question it answers, which is open yet."""
        return action_text

    def heading(self, table: Table, names: SeatNames = NUMBERED) -> str:
        """Return the heading under which the next lines are told, such as whose turn it is."""
        return "the end" if table.is_terminal else names.seat(table.seat)

    def public_state(self, table: Table) -> Any:
        """Return whatever `changes` and `notes` need to know of the table as it is now."""
        return PublicState.of(table)

    def changes(self, before: Any, table: Table, names: SeatNames = NUMBERED) -> list[str]:
        """Return what everybody sees to be different since the moment `before`."""
        now = self.public_state(table)
        found = [f"{readable_name(name)} {_change(before.shared[name], value)}" for name, value in now.shared.items()
                 if before.shared[name] != value]  # fmt: skip
        for seat, fields in now.by_seat.items():
            old = before.by_seat[seat]
            parts = [f"{readable_name(name)} {_change(old[name], fields[name])}" for name in fields
                     if fields[name] != old[name]]  # fmt: skip
            if before.in_play[seat] != now.in_play[seat]:
                parts.append("back in play" if now.in_play[seat] else "OUT OF PLAY")
            found += [f"{names.seat(seat)}: {', '.join(parts)}"] if parts else []
        return [*found, self.decision_text(table, names)] if table.is_terminal else found

    def instructions(self, before: Any, table: Table, names: SeatNames = NUMBERED) -> list[str]:
        """Return what the table asks for after a line, such as the instructions of a space that was landed on."""
        return []

    # The referee

    def is_entered(self, table: Table, is_human: bool) -> bool:
        """Say whether people enter the open chance outcome where chance falls on a real table.

        `is_human`: a person plays the seat whose matter it is. What a bot alone may know is the engine's.
        """
        return is_human or table.node.visible_to != VISIBLE_TO_SEAT

    def check_humans(self, config: Any) -> None:
        """Raise ConfigError for options under which people cannot answer for themselves."""

    def correction(self, table: Table, command: str, arguments: str, names: SeatNames = NUMBERED) -> str:
        """Return the text for `Table.correct` that one of `corrections` means, with the words after it.

        ConfigError for words that mean nothing, IllegalAction for what cannot be.
        """
        raise ConfigError(f"{command!r} sets nothing right in {table.game.name}; allowed are {[*self.corrections]}")

    # Parts of the default

    def _seat_line(self, now: "PublicState", seat: int, names: SeatNames) -> str:
        parts = [f"{readable_name(name)} {_value(value)}" for name, value in now.by_seat[seat].items()]
        parts += [] if now.in_play[seat] else ["out of play"]
        parts += ["HAS WON"] if now.has_won[seat] else []
        return f"{names.seat(seat)}: {', '.join(parts) or 'in play'}"

    def _recent_events(self, table: Table, viewer: int | None, max_events: int, names: SeatNames) -> list[str]:
        home = None if viewer is None else table.home_seat(table.state.owner[viewer])
        seen = [line for line in table.lines if line.visible_to in (None, home)]
        lines = [f"  {self.line_text(table, line, names)}" for line in seen[max(len(seen) - max_events, 0) :]]
        return ["", "Lately:", *lines] if lines else []

    def _ending(self, table: Table, names: SeatNames) -> str:
        if table.is_truncated:
            return "The game was cut"
        winners = [table.home_seat(player) for player in table.winners]
        if not winners:
            return "The game is over without a winner"
        return f"The game is over: {names.seats(winners)} {'wins' if len(winners) == 1 else 'win'}"


@dataclass(frozen=True)
class PublicState:
    """The public fields of a state by name: those of the table, and those that have one value for each seat."""

    shared: dict[str, Any]
    by_seat: dict[int, dict[str, int]]
    in_play: list[int]  # by seat
    has_won: list[int]  # by seat

    @classmethod
    def of(cls, table: Table) -> "PublicState":
        """Copy what everybody sees of this table."""
        s, shown = table.state, list(_public(table))
        return cls(
            {
                field.name: _copied(getattr(s, field.name))
                for field in shown
                if field.by not in (SEAT_AXIS, PLAYER_AXIS)
            },
            {seat: dict(_of_seat(s, seat, shown)) for seat in range(s.seats)},
            list(s.in_play[: s.seats]),
            [
                int(table.is_terminal and s.won[s.owner[seat]] and s.home_seat[s.owner[seat]] == seat)
                for seat in range(s.seats)
            ],
        )


def _public(table: Table) -> Iterator[Field]:
    for field in table.game.schema.fields:
        if not (field.private or field.constant or field.name in CORE_FIELDS):
            yield field


def _of_seat(s: Any, seat: int, shown: list[Field]) -> Iterator[tuple[str, int]]:
    """What a seat has, and its player beside it: what is the player's stands at the player's own seat."""
    for field in shown:
        if field.by == SEAT_AXIS:
            yield field.name, int(getattr(s, field.name)[seat])
        elif field.by == PLAYER_AXIS and seat in s.home_seat[: s.players]:
            yield field.name, int(getattr(s, field.name)[s.home_seat.index(seat)])


def check_viewer(table: Table, viewer: int | None) -> None:
    """Raise WrongSeat for a viewer that is no seat of this table."""
    if viewer is not None and not 0 <= viewer < table.state.seats:
        raise WrongSeat(f"seat {viewer} is not at the table; allowed are 0..{table.state.seats - 1}")


def text_width() -> int:
    """Return how many columns a text may have: those of the terminal, or WIDTH where there is none."""
    terminal = TERMINAL_WIDTH.get()
    return WIDTH if terminal is None else max(terminal(), MIN_WIDTH)


def wrapped(text: str, indent: str = "", hanging: str = MARGIN) -> list[str]:
    """Wrap a text in lines of at most `room` columns, those after the first set in by `hanging` beside `indent`."""
    return wrap(text, text_width(), initial_indent=indent, subsequent_indent=indent + hanging)


def readable_name(name: str) -> str:
    """Return the name of a field or a question as people read it."""
    return name.replace("_", " ")


def break_line(line: str) -> list[str]:
    """Break a line where there is no more room, what follows set in."""
    margin = " " * (len(line) - len(line.lstrip())) + MARGIN
    return wrap(line, text_width(), subsequent_indent=margin) if len(line) > text_width() else [line]


def _copied(value: Any) -> Any:
    return list(value) if isinstance(value, list) else int(value)


def _value(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def is_long(value: Any) -> bool:
    """Say whether a value is a list that takes more than a line."""
    return isinstance(value, list) and len(_value(value)) > WIDTH


def _short_value(value: Any) -> str:
    return f"has {len(value)} numbers ({ON_REQUEST})" if is_long(value) else _value(value)


def _change(old: Any, new: Any) -> str:
    """A number with its change, a list as it is now; of a long one what has changed, by its place from 0."""
    if not isinstance(new, list):
        return f"{new} ({new - old:+d})"
    if not is_long(new):
        return _value(new)
    changed = [place for place, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    told = ", ".join(f"{place}: {new[place]} ({new[place] - old[place]:+d})" for place in changed[:MAX_CHANGES])
    return told if len(changed) <= MAX_CHANGES else f"{told} and {len(changed) - MAX_CHANGES} more"
