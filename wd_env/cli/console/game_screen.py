"""The output of a game at the terminal: players, events, the table and the current decision."""

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from wd_env.cli.console.action_menu import menu, short_menu
from wd_env.errors import visible
from wd_env.session.narration import NarratedLine, Narrator, format_lines
from wd_env.session.players import HUMAN
from wd_env.session.referee import Referee
from wd_env.spec.game_spec import PLAYER
from wd_env.table.chance_modes import SAMPLED
from wd_env.text.line_width import text_width
from wd_env.text.seat_names import SeatNames

PROMPT_STYLE, ACTION_STYLE, DETAIL_STYLE, ERROR_STYLE = "bold", "bold cyan", "dim", "bold red"


class _PipeConsole(Console):
    """A console that raises BrokenPipeError, for which the command has an exit code; rich would exit."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class GameScreen:
    """Prints a game with the names of the players, and only the secrets of the viewer.

    Args:
        referee: Referee of the game.
    """

    def __init__(self, referee: Referee) -> None:
        self._console = _PipeConsole(width=text_width(), soft_wrap=True, highlight=False, markup=False, emoji=False)
        self._referee, self._presenter = referee, referee.presenter
        self._narrator = Narrator(referee.table, referee.setup.names)
        self._narrator.update(referee.table.lines[: referee.initial_lines])
        at = referee.setup
        # the player whose secrets may be shown: the only person, if chance is sampled
        self.viewer_player: int | None = at.humans[0] if at.chance == SAMPLED and len(at.humans) == 1 else None
        self._first_line = len(self._narrator.lines)
        self._printed_lines: dict[int | None, int] = {}  # number of printed lines, by viewer
        self._prompted_lines: dict[int | None, int] = {}  # line of the action for the last prompt, by viewer
        self._heading = ""  # of the last printed line

    @property
    def _names(self) -> SeatNames:
        return self._referee.names

    @property
    def viewer(self) -> int | None:
        """Return the current seat of the viewer."""
        return None if self.viewer_player is None else self._referee.table.seat_of(self.viewer_player)

    @property
    def _viewer_home_seat(self) -> int | None:
        """Return the home seat of the viewer."""
        return None if self.viewer_player is None else self._referee.table.home_seat(self.viewer_player)

    def print_text(self, text: str, style: str = "") -> None:
        """Print lines, and wrap those that names make too long."""
        for line in text.split("\n"):
            margin = " " * (len(line) - len(line.lstrip()) + 4)
            for wrapped in [line] if len(line) <= text_width() else wrap(line, text_width(), subsequent_indent=margin):
                self._console.print(Text(wrapped, style))

    def print_error(self, exc: Exception) -> None:
        """Print an error in one line."""
        self.print_text(str(exc), ERROR_STYLE)

    def show_welcome(self) -> None:
        """Print the players and how chance works."""
        at, table = self._referee.setup, self._referee.table
        for player, kind in enumerate(at.players):
            seat = table.home_seat(player)
            name = self._presenter.seat_label(table, seat, self._names)
            self.print_text(visible(f"{name}: {kind}" if not self._names.names else f"{name}: seat {seat}, {kind}"))
        for line in (*self._presenter.role_lines(table, self._names), *self._opening()):
            self.print_text(line)

    def _opening(self) -> Iterator[str]:
        at = self._referee.setup
        if at.chance == SAMPLED:
            yield "The computer rolls dice and draws cards."
        else:
            yield "Roll the dice and draw the cards on the table, and enter the results."
        if len(at.humans) < len(at.players):
            yield "Lines that start with * are actions of bots: carry them out on the board."

    # Events

    def show_events(self) -> None:
        """Print the new lines for the viewer, with a mark at each action of a bot, and their instructions."""
        self._narrator.update(self._referee.table.lines)
        new_lines = self._narrator.visible_lines(
            self._viewer_home_seat, self._printed_lines.get(self.viewer_player, self._first_line)
        )
        for narrated in self._condensed(new_lines):
            is_bots = self._is_bot_line(narrated)
            # the prompt has shown its decision
            is_above = narrated.line_number == self._prompted_lines.get(self.viewer_player)
            new = replace(narrated, text=narrated.action_text) if is_above else narrated
            for text in format_lines([new], self._heading, names=self._names, marker="* " if is_bots else "  "):
                self.print_text(text, ACTION_STYLE if is_bots else "")
            self._heading = narrated.turn_heading
            for landing in narrated.instructions:
                self.print_text(f"      {landing}", DETAIL_STYLE)
        self._printed_lines[self.viewer_player] = len(self._narrator.lines)

    def _condensed(self, lines: list[NarratedLine]) -> list[NarratedLine]:
        """Return the lines to print of those that are new."""
        return lines

    def undo(self) -> None:
        """Print the undone lines and remove them."""
        end = len(self._referee.table.lines)
        self.print_text("Undone:")
        undone = [
            narrated for narrated in self._narrator.visible_lines(self._viewer_home_seat) if narrated.line_number > end
        ]
        for line in format_lines(undone, names=self._names):
            self.print_text(line, DETAIL_STYLE)
        self._narrator.truncate(end)
        self._printed_lines = {player: min(narrated, end) for player, narrated in self._printed_lines.items()}
        self._first_line, self._heading = min(self._first_line, end), ""

    def show_history(self, lines: int) -> None:
        """Print the last lines of the game."""
        for line in format_lines(
            self._narrator.visible_lines(self._viewer_home_seat)[-lines:], numbered=True, names=self._names
        ):
            self.print_text(line)

    def show_table(self, *, lists: bool = False) -> None:
        """Print the table, with its long lists if `lists` is set."""
        description = self._presenter.describe(
            self._referee.table, self.viewer, max_events=0, names=self._names, lists=lists
        )
        self.print_text(description)

    def show_secrets(self, seat: int) -> None:
        """Print what only this seat may know."""
        lines = self._presenter.private_lines(self._referee.table, seat, self._names)
        self.print_text("\n".join(lines or ["No private information."]))

    def _is_bot_line(self, narrated: NarratedLine) -> bool:
        return narrated.player is not None and self._referee.setup.players[narrated.player] != HUMAN

    # Prompts

    def show_prompt(self) -> None:
        """Print the current decision with its texts and legal actions, or the table if the game is over."""
        if self._referee.table.is_terminal:
            self.show_table()
            return
        self._prompted_lines[self.viewer_player] = len(self._referee.table.lines) + 1
        self._show_decision()
        for line in self._presenter.read_out(self._referee.table, self._names):
            self.print_text(f"  {line}", PROMPT_STYLE)
        if self._referee.table.node.kind == PLAYER:
            self.show_choices()
        else:
            for line in short_menu(self._referee.table, self._names):
                self.print_text(line)

    def _show_decision(self) -> None:
        """Print the decision, and before it a summary when a turn begins."""
        table = self._referee.table
        if self._heading != self._narrator.turn_heading:
            self._heading = self._narrator.turn_heading
            self.print_text(f"-- {self._heading}")
            for line in self._presenter.summary(table, self._names):
                self.print_text(line, DETAIL_STYLE)
        self.print_text("")
        self.print_text(self._presenter.decision_text(table, self._names), PROMPT_STYLE)

    def show_choices(self) -> None:
        """Print every legal action with its effect."""
        table, at = self._referee.table, self._referee.setup
        for line in menu(table, self.viewer is None, self._names):
            self.print_text(line)
        if at.chance == SAMPLED and self.viewer is None and self._presenter.has_secret(table):
            self.print_text("  `secrets` shows what only this player may see.")

    def show_outcomes(self) -> None:
        """Print the possible outcomes, unless they are just numbers."""
        if short_menu(self._referee.table, self._names):
            self.show_choices()

    def show_choice(self, option: str) -> None:
        """Print the effect of one action."""
        effect = self._presenter.action_help(
            self._referee.table, option, public_only=self.viewer is None, names=self._names
        )
        self.print_text(f"  {option}: {effect}" if effect else f"  {option}")
