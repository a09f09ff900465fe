"""Games as text for people: a default presenter for every game, which a game's own presenter overrides.

The default uses the descriptions of a `GameSpec`, the public fields of the state and the lines of the record, so a game
without a presenter can be played in the terminal, refereed and replayed. Texts contain no secrets except those of the
`viewer`. `names` are the names of the seats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.errors import ConfigError, IllegalAction
from wd_env.spec.game_spec import PLAYER, VISIBLE_TO_SEAT, NodeType
from wd_env.table.game_record import RecordLine
from wd_env.table.game_table import Table
from wd_env.text.field_texts import is_long, readable_name, value_text
from wd_env.text.line_width import break_line
from wd_env.text.public_state import PublicState, check_viewer
from wd_env.text.seat_names import NUMBERED, SeatNames, name_seats, shared_seat_lines
from wd_env.text.state_lines import change_lines, state_lines

EVENTS = 8  # lines of the record at the end of a description
IMAGE_SIZE = 1200, 900  # default width and height in pixels


@dataclass(frozen=True)
class PrivateText:
    """A text about an event outside the game that only one seat may read."""

    seat: int
    text: str


class Presenter:
    """The presenter of a game: its texts and images. Override what the game can describe better than by field names.

    Args:
        title: Title of the game.
    """

    # Commands of `wd table` that correct the state by hand, each with its line of help; see `correction`.
    corrections: Mapping[str, str] = {}
    has_image = False  # whether `image` draws the board

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
        """Describe the table in lines of at most `text_width()` columns, the current decision last.

        Args:
            table: The table.
            viewer: Seat whose private information is included, or None.
            max_events: Number of the latest lines that the viewer saw.
            names: Names of the seats.
            lists: Whether to print lists that need more than one line; otherwise only their length is shown.

        Raises:
            WrongSeat: If the viewer is not a seat of the table.
        """
        check_viewer(table, viewer)
        header = f"{self.title}, {table.players} players"
        private = [] if viewer is None else self.private_lines(table, viewer, names)
        roles = [f"   {line}" for line in self.role_lines(table, names)]
        lines = [header, "=" * len(header), *roles, *self.summary(table, names)]
        lines += self.long_lists(table) if lists else []
        lines += ["", "Only you know:", *(f"  {line}" for line in private)] if private else []
        lines += self._recent_events(table, viewer, max_events, names)
        return "\n".join(item for line in [*lines, "", self.decision_text(table, names)] for item in break_line(line))

    def scene_data(self, table: Table, viewer: int | None = None, names: SeatNames = NUMBERED) -> dict[str, Any]:
        """Return the table as JSON data for front-ends that draw it, with the secrets of the viewer only.

        Lists are complete, because a front-end draws every item. Their lengths are those that the game declares, so the
        size of the data does not grow with the length of a game.

        Args:
            table: The table.
            viewer: Seat whose private information is included, or None.
            names: Names of the seats.

        Raises:
            WrongSeat: If the viewer is not a seat of the table.
        """
        check_viewer(table, viewer)
        now = self.public_state(table)
        seat_lines = [] if viewer is None else self.private_lines(table, viewer, names)
        seats = [
            {
                **now.by_seat[seat],
                "seat": seat,
                "name": names.seat(seat),
                "is_in_play": bool(now.in_play[seat]),
                "has_won": bool(now.has_won[seat]),
                "columns": self.seat_columns(table, seat, names),
            }
            for seat in now.by_seat
        ]
        return {
            **now.shared,
            "seats": seats,
            "seat_title": "Player",
            "roles": self.role_lines(table, names),
            "legend": self.legend_lines(table),
            "own": seat_lines,
            "players": table.players,
            "is_terminal": table.is_terminal,
            "summary": [line.strip() for line in self.summary(table, names)],
            "decision_text": self.decision_text(table, names),
        }

    def seat_columns(self, table: Table, seat: int, names: SeatNames = NUMBERED) -> dict[str, Any]:
        """Return the public values of a seat by column title, for front-ends that show a table of seats."""
        return {
            readable_name(name): value_text(value) for name, value in self.public_state(table).by_seat[seat].items()
        }

    def summary(self, table: Table, names: SeatNames = NUMBERED) -> list[str]:
        """Return the public state in one line for the table and one per seat; shown when a turn begins."""
        return state_lines(self.public_state(table), names)

    def role_lines(self, table: Table, names: SeatNames = NUMBERED) -> list[str]:
        """Return which players have several seats or are in a team; a presenter can add the reason."""
        return shared_seat_lines(table, names)

    def is_setup(self, table: Table) -> bool:
        """Return whether the game is still being set up, so that no turn has begun."""
        return False

    def long_lists(self, table: Table) -> list[str]:
        """Return the public lists that need more than one line, one line each; `summary` only names them."""
        shared = self.public_state(table).shared if type(self).summary is Presenter.summary else {}
        return [f"   {readable_name(name)}: {value_text(value)}" for name, value in shared.items() if is_long(value)]

    def private_lines(self, table: Table, seat: int, names: SeatNames = NUMBERED) -> list[str]:
        """Return the private information of this seat's player; empty if there is none."""
        home_seat = table.home_seat(table.state.owner[seat])
        return [self.line_text(table, line, names) for line in table.lines if line.visible_to == home_seat]

    def has_secret(self, table: Table) -> bool:
        """Return whether the seat to move has private information about its decision."""
        return bool(self.private_lines(table, table.seat))

    def seat_names(self, table: Table, player_names: Sequence[str]) -> SeatNames:
        """Return the names of the seats of a table, given the name of each player."""
        return name_seats(table, player_names)

    def seat_label(self, table: Table, seat: int, names: SeatNames = NUMBERED) -> str:
        """Return how the prompt names a seat: by default as everywhere, `Anna` or `seat 2`."""
        return names.seat(seat)

    def goal(self, config: Any) -> str:
        """Return in a sentence how to win with these options; empty by default."""
        return ""

    def legend_lines(self, table: Table) -> list[str]:
        """Return what short names mean, such as those of units; none by default."""
        return []

    def help_lines(self, table: Table) -> list[str]:
        """Return what a player at a terminal may want to look up: by default the legend."""
        return self.legend_lines(table)

    def image(self, table: Table, viewer: int | None = None, size: tuple[int, int] = IMAGE_SIZE) -> NDArray[np.uint8]:
        """Draw the board, with the secrets of the `viewer` only.

        Args:
            table: The table to draw.
            viewer: Seat whose private information is shown, or None.
            size: Width and height in pixels.

        Returns:
            uint8[height, width, 3].

        Raises:
            ConfigError: If the game has no image (`has_image`), the size is out of range, or pygame is missing.
        """
        raise ConfigError(f"game {table.game.name} has no image; use its description as text")

    # The current decision

    def decision_text(self, table: Table, names: SeatNames = NUMBERED) -> str:
        """Return the current decision, or how the game ended, in a sentence without secrets."""
        if table.is_terminal:
            return self._ending(table, names)
        needs = "decides" if table.node.kind == PLAYER else "waits for chance"
        return f"{names.capitalized(table.seat)} {needs}: {readable_name(table.node.name)}"

    def node_pattern(self, node: NodeType) -> str:
        """Return the sentence of a node with capitals for variable parts, for tables of nodes."""
        return readable_name(node.name)

    def action_help(self, table: Table, action: str, *, public_only: bool = False, names: SeatNames = NUMBERED) -> str:
        """Return the effect of an action in a sentence; empty if its text states it.

        Args:
            table: The table.
            action: Text of a legal action.
            public_only: Whether to leave out private information of the seat to move.
            names: Names of the seats.

        Raises:
            IllegalAction: If the action is not legal.
        """
        if action not in table.legal_texts():
            raise IllegalAction(f"{action!r} is illegal at {table.node.name}; expected one of {table.legal_texts()}")
        return ""

    def aliases(self, table: Table, action: str, names: SeatNames = NUMBERED) -> tuple[str, ...]:
        """Return what people may type for an action instead of its text, such as the title of a card."""
        return ()

    def order_actions(self, table: Table, text: str) -> list[str]:
        """Return the actions that a whole order in one line means; empty if the text is not an order.

        Args:
            table: The table, which is not changed.
            text: What a person typed.

        Raises:
            IllegalAction: If the text is an order that cannot be given.
        """
        return []

    def order_note(self, table: Table, actions: Sequence[str]) -> str:
        """Return a line to print before an order is given, such as odds; may be empty."""
        return ""

    def order_beginnings(self, table: Table) -> tuple[str, ...]:
        """Return beginnings of orders that are possible now, for completion."""
        return ()

    def targets(self, table: Table, action: str) -> tuple[str, ...]:
        """Return the items of `scene_data` that an action refers to, such as `place 7` or `seat 1`, for front-ends.

        A click on an item selects the actions that refer to it.
        """
        return ()

    def input_prompt(self, table: Table) -> str:
        """Return the prompt for a person who enters a chance outcome."""
        return "What was rolled?"

    def read_out(self, table: Table, names: SeatNames = NUMBERED) -> list[str]:
        """Return lines to be read out below the current decision."""
        return []

    def has_private_texts(self, config: Any) -> bool:
        """Return whether games with this config can have a `private_text`."""
        return False

    def private_text(self, table: Table) -> PrivateText | None:
        """Return a text for one seat only about an event outside the game, such as a quiz answer, or None."""
        return None

    # What happened

    def line_text(self, table: Table, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Return a line of the record as text; IllegalAction for a line of another game."""
        if line.is_correction:
            return f"The referee corrected: {line.text}"
        if line.seat is None:
            return f"Chance: {table.game.outcomes.text(table.game.outcomes.index(line.text))}"
        if line.is_illegal:
            return f"{names.seat(line.seat)} broke the rules with `{line.text}`"
        return f"{names.seat(line.seat)}: {table.game.actions.text(table.game.actions.index(line.text))}"

    def line_sentence(self, table: Table, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Return a line of the record as text; the table is in the state before the line, unlike for `line_text`."""
        return self.line_text(table, line, names)

    def in_context(self, table: Table, line: RecordLine, names: SeatNames = NUMBERED) -> str:
        """Return a line as a sentence that says which decision it answers; the decision is still current."""
        return self.line_sentence(table, line, names)

    def heading(self, table: Table, names: SeatNames = NUMBERED) -> str:
        """Return the heading above the next lines, such as whose turn it is."""
        return "the end" if table.is_terminal else names.seat(table.seat)

    def public_state(self, table: Table) -> Any:
        """Return the public state that `changes` and `instructions` compare."""
        return PublicState.of(table)

    def changes(self, before: Any, table: Table, names: SeatNames = NUMBERED) -> list[str]:
        """Return the public changes since the state `before`."""
        results = change_lines(before, self.public_state(table), names)
        return [*results, self.decision_text(table, names)] if table.is_terminal else results

    def instructions(self, before: Any, table: Table, names: SeatNames = NUMBERED) -> list[str]:
        """Return the instructions after a line, such as those of a space that was landed on."""
        return []

    # The referee

    def is_entered(self, table: Table, is_human: bool) -> bool:
        """Return whether people enter the current chance outcome if chance is thrown on a physical board.

        `is_human` is whether a person plays the seat that the outcome concerns. The engine samples what only a bot may
        know.
        """
        return is_human or table.node.visible_to != VISIBLE_TO_SEAT

    def check_humans(self, config: Any) -> None:
        """Raise ConfigError if people cannot play with these options."""

    def correction(self, table: Table, command: str, arguments: str, names: SeatNames = NUMBERED) -> str:
        """Return the text for `Table.correct` of a command of `corrections` and its arguments.

        Raises:
            ConfigError: If the command or its arguments are invalid.
            IllegalAction: If the correction is impossible.
        """
        raise ConfigError(f"unknown correction {command!r} of {table.game.name}; expected {[*self.corrections]}")

    # Details of the default

    def _recent_events(self, table: Table, viewer: int | None, max_events: int, names: SeatNames) -> list[str]:
        home_seat = None if viewer is None else table.home_seat(table.state.owner[viewer])
        obs = [line for line in table.lines if line.visible_to in (None, home_seat)]
        lines = [f"  {self.line_text(table, line, names)}" for line in obs[max(len(obs) - max_events, 0) :]]
        return ["", "Recent events:", *lines] if lines else []

    def _ending(self, table: Table, names: SeatNames) -> str:
        if table.is_truncated:
            return "The game was truncated"
        winners = [table.home_seat(player) for player in table.winners]
        if not winners:
            return "The game is over without a winner"
        return f"The game is over: {names.seats(winners)} {'wins' if len(winners) == 1 else 'win'}"
