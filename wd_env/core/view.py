"""What a bot is given: the view of one seat and what it may answer; never the state."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wd_env.core.spec import DECISION, GameSpec


@dataclass(frozen=True)
class Option:
    """One legal answer: its number in the action space and its text."""

    index: int
    text: str


class View:
    """The table from one seat: `obs` (int8 numbers of the layout) and `mask` (1 is legal), with names for both."""

    def __init__(self, game: GameSpec, obs: Sequence[int], mask: Sequence[int]) -> None:
        self.game = game
        self.obs = obs
        self.mask = mask

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Every legal answer, in the order of the action space."""
        return tuple(Option(i, self.game.actions.text(i)) for i, legal in enumerate(self.mask) if legal)

    def option(self, text: str) -> Option | None:
        """The legal answer with this text, or None."""
        return next((option for option in self.options if option.text == text), None)

    def piece(self, name: str) -> Any:
        """A piece of the observation by name: an int, a list, or a list of rows; KeyError for an unknown name."""
        piece = self.game.layout.by_name[name]
        numbers = [int(number) for number in self.obs[self.game.layout.slice(name)]]
        if not piece.shape:
            return numbers[0]
        if len(piece.shape) == 1:
            return numbers
        width = piece.shape[1]
        return [numbers[row * width : (row + 1) * width] for row in range(piece.shape[0])]

    @cached_property
    def question(self) -> str:
        """The name of the open decision, empty while luck is open."""
        asked: list[int] = self.piece("question")
        return self.game.questions[asked.index(1)].name if 1 in asked else ""

    @property
    def decisions(self) -> tuple[str, ...]:
        """The names of all decisions of the game."""
        return tuple(question.name for question in self.game.questions if question.kind == DECISION)
