"""The read-eval-print loop of a game at the terminal: entries of the game, and commands."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from wd_env.cli.arguments.file_arguments import check_new, check_writable, read_record
from wd_env.cli.console.console_help import COMMAND_HELP, ENTRY_HELP
from wd_env.cli.console.game_screen import GameScreen
from wd_env.cli.console.input_parser import InputParser
from wd_env.cli.console.keyboard import UserQuit, clear_screen, read_line, set_completions
from wd_env.errors import ConfigError, IllegalAction, WdError
from wd_env.session.referee import Referee
from wd_env.spec.game_spec import CHANCE
from wd_env.storage.atomic_files import PRIVATE, write_atomic
from wd_env.table.chance_modes import SAMPLED
from wd_env.table.game_table import Table

DEFAULT_HISTORY_LINES = 12


class Repl:
    """The console of one game.

    Args:
        referee: Referee of the game.
        file: File in which the game is saved, or None.
    """

    def __init__(self, referee: Referee, file: Path | None) -> None:
        self._file = file
        self._is_saved = True  # whether the file, if any, is up to date
        self._has_warned = False  # that the game is not saved, or not completely
        self._attach(referee)
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "help": self._help,
            "t": self._show_table,
            "table": self._show_table,
            "status": self._show_table,
            "h": self._history,
            "history": self._history,
            "hint": self._hint,
            "u": self._undo,
            "undo": self._undo,
            "s": self._save,
            "save": self._save,
            "load": self._load,
            "chance": self._sample_chance,
            **{name: partial(self._correct, name) for name in referee.presenter.corrections},
            "secrets": self._secrets,
            "answer": self._show_answer,
            "q": self._quit,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Read entries and commands until the user quits or the game ends."""
        set_completions(lambda: [*self._parser.completions, *self._listed_commands()])
        try:
            self._welcome()
            if not self._referee.is_waiting:
                self._save_game()  # reserves the file
                self._referee.advance()
            self._report_errors(self._advance)
            while self._should_continue():
                self._report_errors(lambda: self._handle_line(self._read_entry()))
        except UserQuit:
            self._show_farewell()

    def _report_errors(self, do: Callable[[], None]) -> None:
        """Call a function and print its errors."""
        try:
            do()
        except (WdError, OSError) as exc:
            self._screen.print_error(exc)

    def _should_continue(self) -> bool:
        """Return whether the game is not over, or its last entry can be undone."""
        return bool(self._referee.entries) or not self._table.is_terminal

    def _attach(self, referee: Referee) -> None:
        self._referee, self._screen, self._parser = referee, self._new_screen(referee), InputParser(referee)
        referee.on_step = self._screen.show_events

    def _new_screen(self, referee: Referee) -> GameScreen:
        return GameScreen(referee)

    @property
    def _table(self) -> Table:
        return self._referee.table

    def _welcome(self) -> None:
        self._screen.show_welcome()
        saving_text = f"The game is saved in {self._file}." if self._file else "`save FILE` starts saving the game."
        self._screen.print_text(f"{saving_text} ? lists all commands.")

    def _show_farewell(self) -> None:
        """Print a text when the user quits."""

    def _advance(self) -> None:
        """Print the new events, save the game and print the prompt."""
        self._screen.show_events()
        try:
            self._save_game()
        finally:
            self._prompt()

    def _prompt(self) -> None:
        self._screen.show_prompt()

    def _save_game(self) -> None:
        """Save the game in its file, if any. A new file is readable by its owner only, because it contains secrets."""
        if self._file is not None:
            self._is_saved = False
            write_atomic(self._file, self._referee.record().dumps(), mode=PRIVATE)
            self._is_saved = True

    # Entries

    def _read_entry(self) -> str:
        return read_line(self._parser.prompt, self._referee.is_secret)

    def _handle_line(self, text: str) -> None:
        first, _, rest = text.partition(" ")
        if first.lower() in self.commands:
            self.commands[first.lower()](rest.strip())
        else:
            self._enter(text)
            self._advance()

    def _enter(self, text: str) -> None:
        """Apply one entry, a whole order, or several entries with commas between them: all or none."""
        is_choice = self._parser.is_choice(text)
        order = [] if is_choice else self._parser.order(text)
        if order and (order_text := self._referee.presenter.order_note(self._table, order)):
            self._screen.print_text(f"  {order_text}")
        if not order and (is_choice or "," not in text):
            self._enter_one(text)
            return
        before = len(self._referee.entries)
        self._referee.on_step = None  # print nothing that may still be undone
        try:
            for entry_text in order or text.split(","):
                self._enter_one(entry_text.strip())
        except WdError:
            if len(self._referee.entries) > before:
                self._referee.undo(len(self._referee.entries) - before)
            raise
        finally:
            self._referee.on_step = self._screen.show_events

    def _enter_one(self, text: str) -> None:
        player, mark, action_text = text.partition("!")
        if mark and not self._parser.is_choice(text):
            action = self._parser.violation(action_text.strip())
            self._referee.report_violation(self._referee.find_seat(player), action)
            return
        player, colon, entry = text.partition(":")
        if colon and not self._parser.is_choice(text):  # a title may contain a colon
            self._referee.check_seat(self._referee.find_seat(player))
            text = entry.strip()
        self._referee.enter(self._parser.choice(text))

    # Commands

    def _help(self, rest: str) -> None:
        if rest:
            self._screen.show_choice(self._parser.choice(rest))
            return
        lines = {**COMMAND_HELP, **self._referee.presenter.corrections}.items()
        listed = self._listed_commands()
        self._screen.print_text("\n".join([ENTRY_HELP, *(f"  {line}" for name, line in lines if name in listed)]))
        if goal := self._referee.presenter.goal(self._table.config):
            self._screen.print_text(goal)
        for line in self._referee.presenter.help_lines(self._table):
            self._screen.print_text(line)
        if self._table.node.kind == CHANCE:
            self._screen.show_outcomes()
        self._screen.show_prompt()

    def _listed_commands(self) -> set[str]:
        """Return the commands that this game can need."""
        has_private_texts = self._referee.presenter.has_private_texts(self._table.config)
        return set(self.commands) - (set() if has_private_texts else {"answer"})

    def _show_table(self, rest: str) -> None:
        self._screen.show_table(lists=rest == "lists")

    def _history(self, rest: str) -> None:
        self._screen.show_history(_parse_count(rest, DEFAULT_HISTORY_LINES))

    def _hint(self, rest: str) -> None:
        bot, option = self._referee.hint(rest)
        self._screen.print_text(f"{bot} would choose:")
        self._screen.show_choice(option)

    def _undo(self, rest: str) -> None:
        self._referee.undo(_parse_count(rest, 1))
        self._screen.undo()
        self._advance()

    def _correct(self, command: str, rest: str) -> None:
        self._referee.correct(self._referee.presenter.correction(self._table, command, rest, self._referee.names))
        self._advance()

    def _sample_chance(self, _: str) -> None:
        self._referee.sample_chance()
        self._advance()

    def _secrets(self, _: str) -> None:
        if self._table.is_terminal or self._referee.setup.chance != SAMPLED:
            raise IllegalAction("secrets: expected a game in progress with sampled chance")
        self._show_privately(self._table.seat, partial(self._screen.show_secrets, self._table.seat))

    def _show_answer(self, _: str) -> None:
        printed = self._referee.presenter.private_text(self._table)
        if printed is None:
            raise IllegalAction("answer: expected a quiz question that is being asked, got none")
        self._show_privately(printed.seat, partial(self._screen.print_text, f"  {printed.text}"))

    def _show_privately(self, seat: int, show: Callable[[], None]) -> None:
        """Show something to one person, and clear the screen afterwards."""
        label = self._referee.presenter.seat_label(self._table, seat, self._referee.names)
        read_line(f"For {label} only. Press Enter to show it: ")
        show()
        read_line("Press Enter to hide it again: ")
        clear_screen()
        self._screen.show_prompt()

    def _quit(self, _: str) -> None:
        if not self._has_warned and self._file is None and self._referee.entries:
            self._has_warned = True
            raise ConfigError("the game is not saved: `save FILE` saves it, `quit` again discards it")
        if not self._has_warned and not self._is_saved:
            self._has_warned = True
            self._save_game()  # the disk may have space now
        raise UserQuit

    # Files

    def _save(self, rest: str) -> None:
        file = Path(rest) if rest else self._file
        if file is None:
            raise ConfigError("save: expected the name of a file, as in `save game.txt`")
        (check_writable if file == self._file else check_new)(file)
        before, self._file = self._file, file
        try:
            self._save_game()
        except OSError:
            self._file = before
            raise
        self._screen.print_text(f"The game is saved in {file}, from now on after every entry.")

    def _load(self, rest: str) -> None:
        if not rest:
            raise ConfigError("load: expected the name of a file, as in `load game.txt`")
        file, current = Path(rest), self._referee
        loaded = Referee.from_record(
            read_record(file), files=current.table.custom_files, allowed_bots=current.setup.players
        )
        if loaded.table.game is not current.table.game:
            loaded_game, current_game = loaded.table.game.name, current.table.game.name
            raise ConfigError(f"{file}: expected a game of {current_game}, got one of {loaded_game}")
        self._attach(loaded)
        self._file = file
        self._welcome()
        self._advance()


def _parse_count(text: str, default: int) -> int:
    if text and (not text.isdecimal() or int(text) == 0):
        raise ConfigError(f"number of lines or entries: expected an integer from 1, got {text!r}")
    return int(text or default)
