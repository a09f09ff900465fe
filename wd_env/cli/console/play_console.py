"""The console of `wd play`: people see the table on the screen, one after another."""

import contextlib
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

from wd_env.cli.console.game_console import Repl
from wd_env.cli.console.game_screen import GameScreen
from wd_env.cli.console.keyboard import clear_screen, read_line, shell_quoted
from wd_env.session.narration import NarratedLine
from wd_env.session.referee import Referee
from wd_env.spec.game_spec import PLAYER

MAX_SETUP_LINES = 12  # more automatic lines of a set-up are shown on request
REAL_TABLE_COMMANDS = ("chance", "secrets")  # commands that are of no use here, in addition to corrections


class PlayScreen(GameScreen):
    """A screen that shows the whole table before each decision."""

    def _opening(self) -> Iterator[str]:
        yield f"Lines with * are actions of bots. --seed {self._referee.setup.seed} plays the same game again."

    def show_events(self) -> None:
        """Print the new events, but not before the keyboard is handed to the first of several people.

        The set-up is printed when a person must act, so that many lines of it can be condensed.
        """
        referee = self._referee
        is_setting_up = self._presenter.is_setup(referee.table) and not referee.is_waiting
        if not is_setting_up and (self.viewer_player is not None or len(referee.setup.humans) <= 1):
            super().show_events()

    def _condensed(self, lines: list[NarratedLine]) -> list[NarratedLine]:
        """Print only the number of many automatic set-up lines, and what the last of them changed; return the rest."""
        setup = list(takewhile(self._is_automatic_setup, lines))
        if len(setup) <= MAX_SETUP_LINES:
            return lines
        first, last = setup[0].line_number, setup[-1].line_number
        self.print_text(
            f"Set-up: lines {first} to {last} are automatic. `h {len(self._narrator.lines) - first + 1}` lists them."
        )
        return lines[len(setup) :]

    def _is_automatic_setup(self, narrated: NarratedLine) -> bool:
        return narrated.is_setup and (narrated.player is None or self._is_bot_line(narrated))

    def _show_decision(self) -> None:
        self.print_text("")
        self.show_table()  # it ends with the decision


class PlayRepl(Repl):
    """A console without a physical board: people see the table on the screen, one after another."""

    def __init__(self, referee: Referee, file: Path | None, hot_seat: bool) -> None:
        super().__init__(referee, file)
        self._hot_seat = hot_seat
        unused = {*REAL_TABLE_COMMANDS, *referee.presenter.corrections}
        self.commands = {name: do for name, do in self.commands.items() if name not in unused}
        self.commands["l"] = self.commands["history"]

    def _new_screen(self, referee: Referee) -> GameScreen:
        return PlayScreen(referee)

    def run(self) -> None:
        """Play until the game ends or the user quits, and print the file of the record."""
        try:
            super().run()
        except BaseException:  # interrupted while bots moved
            with contextlib.suppress(OSError):
                self._save_game()
            raise
        if self._file is not None:
            self._screen.print_text(
                f"The record is in {self._file}. Read it with: wd replay {shell_quoted(self._file)}"
            )

    def _should_continue(self) -> bool:
        return not self._table.is_terminal

    def _prompt(self) -> None:
        """Print the prompt for the person who decides, after handing over the keyboard; show the end to all."""
        humans = self._referee.setup.humans
        if len(humans) > 1 and self._table.is_terminal:
            self._screen.viewer_player = None
        elif len(humans) > 1 and self._table.node.kind == PLAYER and self._table.player != self._screen.viewer_player:
            self._hand_over()
        super()._prompt()

    def _hand_over(self) -> None:
        if self._hot_seat:
            label = self._referee.presenter.seat_label(self._table, self._table.seat, self._referee.names)
            read_line(f"\nHand over the keyboard to {label} and press Enter: ")
            clear_screen()
        self._screen.viewer_player = self._table.player
        self._screen.show_events()

    def _show_farewell(self) -> None:
        table, presenter = self._table, self._referee.presenter
        self._screen.print_text(f"You left the game: {presenter.heading(table, self._referee.names)}.")
        if self._file is not None:
            self._screen.print_text(f"wd play --record {shell_quoted(self._file)} --resume continues it.")
