"""What stands on the referee's screen: the players, what happened, the account, the open question."""

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from wd_env.cli.menu import brief, menu
from wd_env.cli.referee import HUMAN, Referee
from wd_env.cli.story import Story, Told, in_lines
from wd_env.core.errors import visible
from wd_env.core.spec import DECISION
from wd_env.core.table import SAMPLED
from wd_env.core.telling import WIDTH
from wd_env.world_dominance.names import REGION_NAMES
from wd_env.world_dominance.text.asked import soldiers
from wd_env.world_dominance.text.describe import describe, private_lines
from wd_env.world_dominance.text.option_help import option_help
from wd_env.world_dominance.text.scene import Scene, SeatScene, scene_of
from wd_env.world_dominance.text.words import question_in_words

ASK, DEED, QUIET, BAD = "bold", "bold cyan", "dim", "bold red"


class Screen:
    """Tells the game of one referee with the players' names, and no secret that is not the only person's."""

    def __init__(self, referee: Referee) -> None:
        self._console = Console(width=WIDTH, soft_wrap=True, highlight=False, markup=False, emoji=False)
        self._referee = referee
        self._story = Story(referee.table)
        self._story.follow(referee.table.lines[: referee.begun_with])
        self._told = len(self._story.told)
        self._heading = ""  # of the line that was told last

    @property
    def viewer(self) -> int | None:
        """Whose secrets may be shown: those of the only person, if the engine keeps any; else nobody's."""
        at, table = self._referee.round, self._referee.table
        return table.seat_of(at.people[0]) if at.luck == SAMPLED and len(at.people) == 1 else None

    @property
    def _reader(self) -> int | None:
        """The own seat of that person."""
        return None if self.viewer is None else self._referee.table.home(self._referee.round.people[0])

    def call(self, text: str) -> str:
        """The text with names for seats."""
        return self._referee.names.into(text)

    def say(self, text: str, style: str = "") -> None:
        """Print lines, and break those that names have made too long."""
        for line in text.split("\n"):
            margin = " " * (len(line) - len(line.lstrip()) + 4)
            for part in [line] if len(line) <= WIDTH else wrap(line, WIDTH, subsequent_indent=margin):
                self._console.print(Text(part, style))

    def complain(self, problem: Exception) -> None:
        """What was refused, in one line."""
        self.say(self.call(str(problem)), BAD)

    def welcome(self) -> None:
        """Who plays, and how."""
        at, table = self._referee.round, self._referee.table
        for player, kind in enumerate(at.players):
            seat = table.home(player)
            name = self._referee.names.by_seat[seat]
            self.say(visible(f"{name}: {kind}" if name == f"seat {seat}" else f"{name}: seat {seat}, {kind}"))
        if at.luck == SAMPLED:
            self.say("The engine throws and draws.")
        else:
            self.say("Throw and draw on the table, and enter what fell.")
        if len(at.people) < len(at.players):
            self.say("Lines with * are what a bot chose: carry them out on the board.")

    # Telling

    def tell(self) -> None:
        """What is new, each choice of a bot with a mark, and what the spaces ask for on which pieces landed."""
        self._story.follow(self._referee.table.lines)
        for told in self._story.seen(self._reader, self._told):
            is_bots = self._is_bots(told)
            is_above = told.number - 1 in self._referee.entries  # its question
            new = replace(told, text=told.deed) if is_above else told
            for text in in_lines([new], self._heading, call=self.call, mark="* " if is_bots else "  "):
                self.say(text, DEED if is_bots else "")
            self._heading = told.turn
            for landing in told.landings:
                self.say(self.call(f"      {landing}"), QUIET)
        self._told = len(self._story.told)

    def take_back(self) -> None:
        """Tell what the referee has taken back, and forget it."""
        end = len(self._referee.table.lines)
        self.say("Taken back:")
        for line in in_lines([told for told in self._story.seen(self._reader) if told.number > end], call=self.call):
            self.say(line, QUIET)
        self._story.go_back(end)
        self._told, self._heading = end, ""

    def history(self, lines: int) -> None:
        """The last lines of the game."""
        for line in in_lines(self._story.seen(self._reader)[-lines:], numbered=True, call=self.call):
            self.say(line)

    def account(self) -> None:
        """The whole table."""
        self.say(self.call(describe(self._referee.table, self.viewer, events=0)))

    def secrets(self, seat: int) -> None:
        """What the engine keeps for this seat alone."""
        lines = private_lines(scene_of(self._referee.table, seat))
        self.say(self.call("\n".join(lines[1:] or ["Nothing but what everybody knows."])))

    def _is_bots(self, told: Told) -> bool:
        seat = self._referee.table.lines[told.number - 1].seat
        return seat is not None and self._referee.round.players[self._referee.table.state.owner[seat]] != HUMAN

    # Asking

    def ask(self) -> None:
        """The open question, with a short account before it when a turn begins."""
        table = self._referee.table
        if table.is_over:
            self.account()
            return
        if self._heading != self._story.turn:
            self._heading = self._story.turn
            self.say(self.call(f"-- {self._heading}"))
            for line in _short_account(scene_of(table, events=0)):
                self.say(self.call(line), QUIET)
        self.say("")
        self.say(self.call(question_in_words(table)), ASK)
        if (quiz := table.quiz_question) is not None and quiz.printed is not None:
            self.say(f"  {quiz.printed.question}", ASK)
            self.say(self.call(f"  `answer` shows seat {quiz.asker} what is printed, once it is answered."))
        if table.question.kind == DECISION:
            self.options()
        else:
            for line in brief(table, self._referee.names.by_seat):
                self.say(line)

    def options(self) -> None:
        """Every option with what it does."""
        table, at = self._referee.table, self._referee.round
        for line in menu(table, self.viewer is None, self.call):
            self.say(line)
        own = scene_of(table, table.seat)
        if at.luck == SAMPLED and self.viewer is None and own.theme is not None and private_lines(own):
            self.say("  `secrets` shows what is for these eyes only.")

    def possible(self) -> None:
        """What luck may give, at length, unless its numbers say it."""
        if brief(self._referee.table, self._referee.names.by_seat):
            self.options()

    def option(self, option: str) -> None:
        """What one option does."""
        self.say(f"  {option}: {self.call(option_help(self._referee.table, option, self.viewer is None))}")


def _short_account(scene: Scene) -> Iterator[str]:
    """One line a seat, and what lies in the middle; nothing while the table is set up."""
    if scene.turn_number == 0:
        return
    yield f"   Garrison {scene.garrison}, RSZ {scene.rsz}"
    yield from (f"   seat {seat.seat}: {_holding(seat)}" for seat in scene.seats)


def _holding(seat: SeatScene) -> str:
    if not seat.is_in_play:
        return "out of play"
    held = {name: len(seat.in_region(region)) for region, name in enumerate(REGION_NAMES)}
    cards = ", ".join(f"{name} {number}" for name, number in held.items() if number)
    return f"{soldiers(seat.army)}, {seat.space or 'not on the board'}, {cards or 'no cards'}"
