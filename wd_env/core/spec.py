"""What the core must know of a game: its fields, rows, questions, pieces and a few functions."""

import hashlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

from wd_env.core.errors import ConfigError
from wd_env.core.layout import Layout, Pointer
from wd_env.core.notation import Rows
from wd_env.core.rng import MOST_WEIGHT
from wd_env.core.schema import Schema

DECISION, LUCK, ERRAND, END = "decision", "luck", "errand", "end"
SEEN_BY_ALL, SEEN_BY_SEAT = "all", "seat"
HEAVIEST = 1 << 16  # weight of an outcome, where a question says nothing else


@dataclass(frozen=True)
class Question:
    """A kind of open question: who answers it and which of the game's outcomes luck may give."""

    name: str
    kind: str  # DECISION, LUCK, ERRAND or END
    rank: int = 1  # it may wait beneath questions of a higher rank only
    first_outcome: int = 0  # luck: where its outcomes begin among the outcome rows
    outcomes: int = 0  # luck: how many there are
    is_even: bool = False  # luck: each of them is as likely, whatever the state
    seen_by: str = SEEN_BY_ALL  # luck: who learns the outcome
    heaviest: int = HEAVIEST  # luck: the greatest weight that an outcome can have

    def __post_init__(self) -> None:
        """ConfigError for more weight in all than can be drawn by: compiled code would not notice."""
        most = 1 if self.is_even else self.heaviest
        if not 0 <= self.outcomes * most <= MOST_WEIGHT:
            told = f"{self.name} has {self.outcomes} outcomes with weights up to {most}"
            raise ConfigError(f"{told}; allowed are weights of at most {MOST_WEIGHT} together")


class Term(NamedTuple):
    """What a game counts of each player's standing, for rewards that are shaped by it."""

    name: str
    meaning: str


@dataclass(frozen=True)
class GameSpec:
    """One game, as the core and the faces use it; the functions are rules (see `engine` and `observe`)."""

    name: str
    version: int
    schema: Schema
    actions: Rows
    outcomes: Rows
    questions: tuple[Question, ...]
    layout: Layout
    pointers: tuple[Pointer, ...]  # what the observation says of the things that actions name
    min_players: int
    max_players: int
    modules: tuple[ModuleType, ...]  # every room of rules, for compiling
    terms: tuple[Term, ...]  # what `standing` counts of each player, one after another
    engine: ModuleType  # step, legal, chances, is_reported, is_over, standing
    offences: ModuleType  # punishes, may_be_punished, offend: what an illegal answer costs
    observe: Callable[[Any, int, Any], None]  # state, seat, zeroed numbers of the layout -> its view
    new_state: Callable[[Any], Any]  # configuration -> state with the first question open
    check_state: Callable[[Any], None]  # StateError for a state that cannot be
    config_class: Any

    @property
    def seats(self) -> int:
        """Seats of the fixed-size arrays."""
        return self.max_players

    @cached_property
    def luck_width(self) -> int:
        """Most outcomes one question has."""
        return max(question.outcomes for question in self.questions)

    @cached_property
    def luck_counts(self) -> tuple[int, ...]:
        """Outcomes of each question, negative where all are as likely, 0 for what is no luck (see `kernel`)."""
        return tuple(-question.outcomes if question.is_even else question.outcomes for question in self.questions)

    @property
    def actions_hash(self) -> str:
        """Changes when an action is added, removed or moved."""
        return self.actions.hash

    @property
    def layout_hash(self) -> str:
        """Changes when the observation's pieces change, or what pointers read from them."""
        return hashlib.sha256(f"{self.layout.hash};{self.pointers}".encode()).hexdigest()[:16]

    @cached_property
    def rules_hash(self) -> str:
        """Changes with any source line of the rules."""
        digest = hashlib.sha256()
        for module in self.modules:
            digest.update(inspect.getsource(module).encode())
        return digest.hexdigest()[:16]
