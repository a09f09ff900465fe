"""`wd play`: people at the terminal and bots, with sampled chance."""

import contextlib
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wd_env.cli.arguments.file_arguments import check_new, check_writable
from wd_env.cli.arguments.rule_arguments import parse_for_game
from wd_env.cli.console.game_console import Repl
from wd_env.cli.console.game_screen import GameScreen
from wd_env.cli.console.keyboard import clear_screen, read_line
from wd_env.cli.console.start_game import PlayOptions, new_game, requested_seats, resume_game
from wd_env.errors import ConfigError
from wd_env.session.players import HUMAN, default_bot
from wd_env.session.referee import Referee
from wd_env.spec.game_spec import PLAYER
from wd_env.storage.atomic_files import remove_temporary_files
from wd_env.table.game_table import SAMPLED

DEFAULT_PLAYERS = 3
REAL_TABLE_COMMANDS = ("chance", "secrets")  # commands that are of no use here, in addition to corrections


@dataclass(frozen=True)
class PlayCommand(PlayOptions):
    """Play at the terminal against bots, or with several people at one keyboard.

    Each of your decisions shows the table and the effect of every action. `undo` undoes the last one, `hint` asks a
    bot, and ? lists all commands.

    Example:
        wd play --seats me scripted scripted
    """

    seats: tuple[str, ...] = ()
    """The players: `me`, bots (`wd info bots`) or files of trained ones; `greedy:FILE` never samples."""
    record: Path | None = None
    """File for the record of the game, which `wd replay` reads."""
    resume: bool = False
    """Continue the unfinished game in --record, which otherwise must be a new file."""
    hot_seat: bool = True
    """With several people, prompt to hand over the keyboard before secrets are shown."""


def run(args: Sequence[str]) -> int:
    """Play one game."""
    options = parse_for_game(PlayCommand, args, "play")
    referee = _resume_game(options) if options.resume else _new_game(options)
    if referee.table.has_external_chance and not referee.setup.humans:
        players = ",".join(referee.setup.players)
        raise ConfigError(
            f"--seats: expected at least one `me`, because people report answers in this game, got {players}"
        )
    PlayRepl(referee, options.record, options.hot_seat).run()
    return 0


def _new_game(options: PlayCommand) -> Referee:
    check_new(options.record)
    return new_game(options, requested_seats(options) or _default_seats(options), SAMPLED)


def _default_seats(options: PlayCommand) -> list[str]:
    game = options.rules.game_entry().game
    players = min(max(DEFAULT_PLAYERS, game.min_players), game.max_players)
    return [HUMAN, *[default_bot(game)] * (players - 1)]


def _resume_game(options: PlayCommand) -> Referee:
    if options.record is None or not options.record.exists():
        raise ConfigError(f"--record: expected the file of a game to continue, got {options.record}")
    check_writable(options.record)
    remove_temporary_files(options.record)  # of a process that was killed while it wrote
    referee = resume_game(options.record, options)
    if referee.table.is_terminal:
        raise ConfigError(
            f"the game in {options.record} is over; `wd replay {_shell_quoted(options.record)}` prints it"
        )
    if referee.setup.chance != SAMPLED:
        raise ConfigError(
            f"the game in {options.record} has explicit chance; `wd table {_shell_quoted(options.record)}` continues it"
        )
    return referee


def _shell_quoted(path: Path) -> str:
    """Return a path as it is typed in a shell."""
    return shlex.quote(str(path))


class PlayScreen(GameScreen):
    """A screen that shows the whole table before each decision."""

    def _opening(self) -> Iterator[str]:
        yield f"Lines with * are actions of bots. --seed {self._referee.setup.seed} plays the same game again."

    def show_events(self) -> None:
        """Print the new events, but not before the keyboard is handed to the first of several people."""
        if self.viewer_player is not None or len(self._referee.setup.humans) <= 1:
            super().show_events()

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
            self._screen.print_text(f"The record is in {self._file}: wd replay {_shell_quoted(self._file)}")

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
            read_line(
                f"\n{self._referee.names.capitalized(self._table.seat)} is to move. Hand over the keyboard "
                "and press Enter: "
            )
            clear_screen()
        self._screen.viewer_player = self._table.player
        self._screen.show_events()

    def _show_farewell(self) -> None:
        table, presenter = self._table, self._referee.presenter
        self._screen.print_text(f"You left the game: {presenter.heading(table, self._referee.names)}.")
        if self._file is not None:
            self._screen.print_text(f"wd play --record {_shell_quoted(self._file)} --resume continues it.")
