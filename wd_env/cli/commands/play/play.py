"""`wd play`: people at the terminal and bots around one table, whose chance is the engine's."""

import contextlib
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wd_env.cli.arguments.file_arguments import check_new, check_writable
from wd_env.cli.arguments.rule_arguments import parse_for_game
from wd_env.cli.console.game_console import Desk
from wd_env.cli.console.game_screen import Screen
from wd_env.cli.console.keyboard import clear_screen, read_line
from wd_env.cli.console.start_game import Sitting, begun, resumed
from wd_env.errors import ConfigError
from wd_env.session.players import HUMAN, seats_of, usual_bot
from wd_env.session.referee import Referee
from wd_env.spec.game_spec import DECISION
from wd_env.storage.atomic_files import remove_leftovers
from wd_env.table.game_table import SAMPLED

USUAL_PLAYERS = 3
FOR_REAL_TABLES = ("luck", "secrets")  # commands of the desk that nobody needs here, beside corrections


@dataclass(frozen=True)
class Play(Sitting):
    """Play at the terminal against bots, or with several people at one keyboard.

    Each of your decisions shows the table and what every action does. `undo` takes
    the last one back, `hint` asks a bot, ? tells the rest.
    """

    seats: str | None = None
    """The players, by commas: `me`, bots (`wd info bots`) or files of trained ones; `greedy:FILE` never samples."""
    record: Path | None = None
    """File for the record of the game, which `wd replay` reads."""
    resume: bool = False
    """Go on with the unfinished game in --record; without it only a new file is taken."""
    hot_seat: bool = True
    """With several `me`, have the keyboard handed over before a seat's secrets are shown."""


def run(arguments: Sequence[str]) -> int:
    """Play one game; 0 when it is over or was left."""
    options = parse_for_game(Play, arguments, "play")
    referee = _resumed(options) if options.resume else _begun(options)
    if referee.table.reports_anything and not referee.round.people:
        seated = ",".join(referee.round.players)
        raise ConfigError(f"answers are reported in this game, and {seated!r} has nobody to judge; allowed with a `me`")
    PlayDesk(referee, options.record, options.hot_seat).run()
    return 0


def _begun(options: Play) -> Referee:
    check_new(options.record)
    return begun(options, seats_of(options.seats) if options.seats else _usual_seats(options), SAMPLED)


def _usual_seats(options: Play) -> list[str]:
    game = options.rules.row().game
    players = min(max(USUAL_PLAYERS, game.min_players), game.max_players)
    return [HUMAN, *[usual_bot(game)] * (players - 1)]


def _resumed(options: Play) -> Referee:
    if options.record is None or not options.record.exists():
        raise ConfigError(f"there is no game in {options.record} to go on with; allowed is --record with a file of one")
    check_writable(options.record)
    remove_leftovers(options.record)  # of a process that was killed while it wrote
    referee = resumed(options.record, options)
    if referee.table.is_over:
        raise ConfigError(f"the game in {options.record} is over; `wd replay {_typed(options.record)}` tells it")
    if referee.round.luck != SAMPLED:
        raise ConfigError(
            f"the game in {options.record} has its dice on a table; `wd table {_typed(options.record)}` goes on"
        )
    return referee


def _typed(path: Path) -> str:
    """A path as it is typed in a shell."""
    return shlex.quote(str(path))


class PlayScreen(Screen):
    """Shows whoever is asked the whole table before each decision."""

    def _opening(self) -> Iterator[str]:
        yield f"Lines with * are what a bot chose. --seed {self._referee.round.seed} plays the same game again."

    def tell(self) -> None:
        """What is new to who looks; nobody does before the keyboard is handed to the first of several people."""
        if self.looks is not None or len(self._referee.round.people) <= 1:
            super().tell()

    def _show_question(self) -> None:
        self.say("")
        self.account()  # the question at its end


class PlayDesk(Desk):
    """The desk without a board beside it: people see the table on the screen, one after another."""

    def __init__(self, referee: Referee, file: Path | None, hot_seat: bool) -> None:
        super().__init__(referee, file)
        self._hot_seat = hot_seat
        unused = {*FOR_REAL_TABLES, *referee.teller.corrections}
        self.commands = {name: do for name, do in self.commands.items() if name not in unused}
        self.commands["l"] = self.commands["history"]

    def _new_screen(self, referee: Referee) -> Screen:
        return PlayScreen(referee)

    def run(self) -> None:
        """Play until the game is over or left, and say where its record is."""
        try:
            super().run()
        except BaseException:  # the bots were at it
            with contextlib.suppress(OSError):
                self._keep()
            raise
        if self._file is not None:
            self._screen.say(f"The record is in {self._file}: wd replay {_typed(self._file)}")

    def _is_going_on(self) -> bool:
        return not self._table.is_over

    def _ask(self) -> None:
        """Ask the person whose decision it is, who gets the keyboard first; show everybody how the game ended."""
        people = self._referee.round.people
        if len(people) > 1 and self._table.is_over:
            self._screen.looks = None
        elif len(people) > 1 and self._table.question.kind == DECISION and self._table.player != self._screen.looks:
            self._hand_over()
        super()._ask()

    def _hand_over(self) -> None:
        if self._hot_seat:
            read_line(
                f"\n{self._referee.names.first(self._table.seat)} is asked. Hand the keyboard over and press Enter: "
            )
            clear_screen()
        self._screen.looks = self._table.player
        self._screen.tell()

    def _say_goodbye(self) -> None:
        table, teller = self._table, self._referee.teller
        self._screen.say(f"You left the game: {teller.heading(table, self._referee.names)}.")
        if self._file is not None:
            self._screen.say(f"wd play --record {_typed(self._file)} --resume goes on with it.")
