"""The terminal at which people sit: it tells what happened, asks, and has the keyboard handed over."""

from collections.abc import Sequence

from wd_env.cli.entries import numbers, understood
from wd_env.cli.keyboard import LeftGame, clear_screen, read_line
from wd_env.cli.menu import menu
from wd_env.cli.story import Story, in_lines
from wd_env.world_dominance.quiz import PrintedQuestion, QuizQuestion, answer_in_words
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.text.describe import describe
from wd_env.world_dominance.text.goal import goal_in_words

EVENTS = 25  # lines that `l` shows
COMMANDS = """\
A number, the words of an answer or their beginning are your answer. Besides there is
  ?, help     this help and the answers again     t, table  the whole table again
  l, history  what happened lately                q, quit   leave the game
`wd info questions` and `wd info rules` tell more."""


class Terminal:
    """Tells a game to the people at one keyboard and asks them; with nobody to ask it tells it to a bystander.

    Each of several people is told what happened since they last looked, with `hot_seat` only after the keyboard was
    handed over.
    """

    def __init__(self, table: WorldDominance, people: Sequence[int], hot_seat: bool) -> None:
        self._table = table
        self._story = Story(table)
        self._shown: dict[int | None, int] = dict.fromkeys(people, 0) or {None: 0}
        self._viewer = next(iter(self._shown)) if len(self._shown) == 1 else None
        self._turn = ""  # of the line that was told last
        self._hot_seat = hot_seat

    def follow(self) -> None:
        """Tell the newest lines to whoever looks at the screen."""
        self._story.follow(self._table.lines)
        if self._viewer in self._shown:
            self._tell_new()

    def answer(self, player: int) -> str:
        """The answer of this person to the open question, as a text of the action space.

        LeftGame when that person leaves.
        """
        if player != self._viewer:
            self._hand_over(player)
            self._tell_new()
        self._show_table()
        self._show_options()
        options = self._table.options()
        while True:
            words = self._read(f"Your answer, seat {self._table.seat} [{numbers(options)}, ? for help]: ")
            if not self._carry_out(words):
                answer, problem = understood(words, options)
                if answer:
                    return answer
                print(f"{problem}; besides ? t l q")

    def judge(self, question: QuizQuestion) -> bool:
        """Whether the answer was right that was just given at the table, by y or n; LeftGame for q."""
        self.follow()
        spelled = ", to be spelled out" if question.must_spell else ""
        print(f"\nSeat {question.asker} asks seat {question.seat} a question on {question.title}{spelled}.")
        print("The first answer counts, and it has to be complete.")
        if question.printed is not None:
            self._show_answer(question, question.printed)
        while True:
            words = self._read("Was it right? [y/n, q to leave]: ").lower()
            if words in ("y", "n"):
                if question.printed is not None:
                    clear_screen()
                return words == "y"
            print(f"{words!r} is no judgement; allowed are y, n and q.")

    def _show_answer(self, question: QuizQuestion, printed: PrintedQuestion) -> None:
        """Read the question out, and once it was answered show what is printed on the card."""
        print(f"  {printed.question}")
        self._read(f"Once it is answered, only seat {question.asker} looks; Enter shows what is printed: ")
        print(f"  {answer_in_words(question)}")

    def finish(self) -> None:
        """Show the table as it was left, to everybody at the keyboard."""
        if len(self._shown) > 1:
            self._viewer = None
        self._show_table()

    def _tell_new(self) -> None:
        seen = self._story.seen(self._home(), self._shown[self._viewer])
        self._shown[self._viewer] = len(self._story.told)
        for line in in_lines(seen, self._turn):
            print(line)
        self._turn = seen[-1].turn if seen else self._turn

    def _home(self) -> int | None:
        return None if self._viewer is None else self._table.home(self._viewer)

    def _hand_over(self, player: int) -> None:
        self._turn = ""
        if self._hot_seat:
            self._read(f"\nSeat {self._table.seat} is asked. Hand the keyboard over and press Enter: ")
            clear_screen()
        self._viewer = player

    def _show_table(self) -> None:
        # the last events stand above, with what they did
        seat = None if self._viewer is None else self._table.seat_of(self._viewer)
        print("\n" + describe(self._table, seat, events=0))

    def _show_options(self) -> None:
        print()
        for line in menu(self._table):
            print(line)

    def _read(self, prompt: str) -> str:
        words = read_line(prompt)
        if words.lower() in ("q", "quit"):
            raise LeftGame
        return words

    def _carry_out(self, words: str) -> bool:
        """Do what a command of the terminal says; False for anything else."""
        if words.lower() in ("?", "help"):
            print(f"{COMMANDS}\n{goal_in_words(self._table.config)}")
            self._show_options()
        elif words.lower() in ("t", "table"):
            self._show_table()
            self._show_options()
        elif words.lower() in ("l", "history"):
            for line in in_lines(self._story.seen(self._home())[-EVENTS:]):
                print(line)
        else:
            return False
        return True
