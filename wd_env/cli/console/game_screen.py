"""What is on the screen at a game: the players, what happened, the account, the open question."""

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from wd_env.cli.console.action_menu import brief, menu
from wd_env.errors import visible
from wd_env.session.narration import Story, Told, in_lines
from wd_env.session.players import HUMAN
from wd_env.session.referee import Referee
from wd_env.spec.game_spec import DECISION
from wd_env.table.game_table import SAMPLED
from wd_env.text.game_text import room

ASK, DEED, QUIET, BAD = "bold", "bold cyan", "dim", "bold red"


class _Lines(Console):
    """Leaves a closed pipe to the command, which has an exit code for it; rich would end the process with its own."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Tells the game of one referee with the players' names, and no secret but those of the person who looks."""

    def __init__(self, referee: Referee) -> None:
        self._console = _Lines(width=room(), soft_wrap=True, highlight=False, markup=False, emoji=False)
        self._referee, self._names, self._teller = referee, referee.names, referee.teller
        self._story = Story(referee.table, referee.names)
        self._story.follow(referee.table.lines[: referee.begun_with])
        at = referee.round
        # the player whose secrets may be shown: the only person, if the engine keeps any; else nobody
        self.looks: int | None = at.people[0] if at.luck == SAMPLED and len(at.people) == 1 else None
        self._begun = len(self._story.told)
        self._told: dict[int | None, int] = {}  # lines that were told, by who looked
        self._asked: dict[int | None, int] = {}  # line that answers the question which was shown last, by who looked
        self._heading = ""  # of the line that was told last

    @property
    def viewer(self) -> int | None:
        """The seat from which that player looks."""
        return None if self.looks is None else self._referee.table.seat_of(self.looks)

    @property
    def _reader(self) -> int | None:
        """The own seat of that player."""
        return None if self.looks is None else self._referee.table.home(self.looks)

    def say(self, text: str, style: str = "") -> None:
        """Print lines, and break those that names have made too long."""
        for line in text.split("\n"):
            margin = " " * (len(line) - len(line.lstrip()) + 4)
            for part in [line] if len(line) <= room() else wrap(line, room(), subsequent_indent=margin):
                self._console.print(Text(part, style))

    def complain(self, problem: Exception) -> None:
        """What was refused, in one line."""
        self.say(str(problem), BAD)

    def welcome(self) -> None:
        """Who plays, and how."""
        at, table = self._referee.round, self._referee.table
        for player, kind in enumerate(at.players):
            seat = table.home(player)
            name = self._names.seat(seat)
            self.say(visible(f"{name}: {kind}" if not self._names.given else f"{name}: seat {seat}, {kind}"))
        for line in self._opening():
            self.say(line)

    def _opening(self) -> Iterator[str]:
        at = self._referee.round
        if at.luck == SAMPLED:
            yield "The engine throws and draws."
        else:
            yield "Throw and draw on the table, and enter what fell."
        if len(at.people) < len(at.players):
            yield "Lines with * are what a bot chose: carry them out on the board."

    # Telling

    def tell(self) -> None:
        """What is new to who looks: each choice of a bot with a mark, and what the table asks for after a line."""
        self._story.follow(self._referee.table.lines)
        for told in self._story.seen(self._reader, self._told.get(self.looks, self._begun)):
            is_bots = self._is_bots(told)
            is_above = told.number == self._asked.get(self.looks)  # its question
            new = replace(told, text=told.deed) if is_above else told
            for text in in_lines([new], self._heading, names=self._names, mark="* " if is_bots else "  "):
                self.say(text, DEED if is_bots else "")
            self._heading = told.turn
            for landing in told.landings:
                self.say(f"      {landing}", QUIET)
        self._told[self.looks] = len(self._story.told)

    def take_back(self) -> None:
        """Tell what the referee has taken back, and forget it."""
        end = len(self._referee.table.lines)
        self.say("Taken back:")
        undone = [told for told in self._story.seen(self._reader) if told.number > end]
        for line in in_lines(undone, names=self._names):
            self.say(line, QUIET)
        self._story.go_back(end)
        self._told = {who: min(told, end) for who, told in self._told.items()}
        self._begun, self._heading = min(self._begun, end), ""

    def history(self, lines: int) -> None:
        """The last lines of the game."""
        for line in in_lines(self._story.seen(self._reader)[-lines:], numbered=True, names=self._names):
            self.say(line)

    def account(self, *, lists: bool = False) -> None:
        """The whole table, with its long lists if they are asked for."""
        told = self._teller.describe(self._referee.table, self.viewer, events=0, names=self._names, lists=lists)
        self.say(told)

    def secrets(self, seat: int) -> None:
        """What the engine keeps for this seat alone."""
        lines = self._teller.private_lines(self._referee.table, seat, self._names)
        self.say("\n".join(lines or ["Nothing but what everybody knows."]))

    def _is_bots(self, told: Told) -> bool:
        seat = self._referee.table.lines[told.number - 1].seat
        return seat is not None and self._referee.round.players[self._referee.table.state.owner[seat]] != HUMAN

    # Asking

    def ask(self) -> None:
        """The open question with what is read out and what may be answered; the account when the game is over."""
        if self._referee.table.is_over:
            self.account()
            return
        self._asked[self.looks] = len(self._referee.table.lines) + 1
        self._show_question()
        for line in self._teller.read_out(self._referee.table, self._names):
            self.say(f"  {line}", ASK)
        if self._referee.table.question.kind == DECISION:
            self.options()
        else:
            for line in brief(self._referee.table, self._names):
                self.say(line)

    def _show_question(self) -> None:
        """The question, with a short account before it when a turn begins."""
        table = self._referee.table
        if self._heading != self._story.turn:
            self._heading = self._story.turn
            self.say(f"-- {self._heading}")
            for line in self._teller.account(table, self._names):
                self.say(line, QUIET)
        self.say("")
        self.say(self._teller.question(table, self._names), ASK)

    def options(self) -> None:
        """Every option with what it does."""
        table, at = self._referee.table, self._referee.round
        for line in menu(table, self.viewer is None, self._names):
            self.say(line)
        if at.luck == SAMPLED and self.viewer is None and self._teller.has_secret(table):
            self.say("  `secrets` shows what is for these eyes only.")

    def possible(self) -> None:
        """What chance may give, at length, unless its numbers say it."""
        if brief(self._referee.table, self._names):
            self.options()

    def option(self, option: str) -> None:
        """What one option does."""
        about = self._teller.option_help(self._referee.table, option, aloud=self.viewer is None, names=self._names)
        self.say(f"  {option}: {about}" if about else f"  {option}")
