"""What the core must know of a game: its fields, rows, questions, pieces and a few functions.

A game that is described here plays at tables, in batches, through every face and in training; `contract.py` says what
its state must hold, and a description that breaks the contract is refused when it is made.
"""

import hashlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from types import ModuleType
from typing import Any

from wd_env.errors import ConfigError, StateError
from wd_env.kernels import default_rules
from wd_env.kernels.philox import MOST_WEIGHT
from wd_env.spec.notation import Rows
from wd_env.spec.observation_layout import Layout, Pointer
from wd_env.spec.rewards import Returns, Term, returns_table, shared_returns
from wd_env.spec.state_contract import check_contract
from wd_env.spec.state_schema import Schema

DECISION, CHANCE, AUTOMATIC, END = "decision", "chance", "automatic", "end"
SEEN_BY_ALL, SEEN_BY_SEAT = "all", "seat"
HEAVIEST = 1 << 16  # weight of an outcome, where a question says nothing else


@dataclass(frozen=True)
class Question:
    """A kind of open question: who answers it and which of the game's outcomes chance may give."""

    name: str
    kind: str  # DECISION, CHANCE, AUTOMATIC or END
    rank: int = 1  # it may wait beneath questions of a higher rank only
    first_outcome: int = 0  # chance: where its outcomes begin among the outcome rows
    outcomes: int = 0  # chance: how many there are
    is_even: bool = False  # chance: each of them is as likely, whatever the state
    seen_by: str = SEEN_BY_ALL  # who learns what was answered: everybody, or the player of the seat alone
    heaviest: int = HEAVIEST  # chance: the greatest weight that an outcome can have

    def __post_init__(self) -> None:
        """ConfigError for more weight in all than can be drawn by: compiled code would not notice."""
        most = 1 if self.is_even else self.heaviest
        if not 0 <= self.outcomes * most <= MOST_WEIGHT:
            told = f"{self.name} has {self.outcomes} outcomes with weights up to {most}"
            raise ConfigError(f"{told}; allowed are weights of at most {MOST_WEIGHT} together")


def accept_any(state: Any) -> None:
    """Accept every state whose fields are in range: the check of a game that declares none."""


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
    modules: tuple[ModuleType, ...]  # every module of rules, for compiling
    engine: ModuleType  # step, legal, chances, is_over; where the game has them, is_reported, standing, settle
    observe: Callable[[Any, int, Any], None]  # state, seat, zeroed numbers of the layout -> its view
    new_state: Callable[[Any], Any]  # configuration -> state with the first question open
    config_class: Any  # a subclass of `core.options.Options` with an option num_players
    terms: tuple[Term, ...] = ()  # what `standing` counts of each player, one after another
    offences: ModuleType = default_rules  # punishes, may_be_punished, offend: what an illegal answer costs
    resample: Callable[[Any, int, Any], None] = (
        default_rules.resample
    )  # state, seat, stream -> what it cannot know anew
    check_state: Callable[[Any], None] = accept_any  # StateError for a state that cannot be
    returns: Returns = shared_returns  # (winners, players) -> what a winner and what everybody else gets
    made_by: tuple[str, Any] | None = None  # where sizes follow from options: see `spec_made`
    seats: int = 0  # most seats of a table, of which a player may have several; 0 for as many as players

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", self.seats or self.max_players)
        check_contract(self)

    def __hash__(self) -> int:
        return hash((self.name, self.version, self.schema.hash))  # quick, for games are looked up in every step

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are the game itself, by name: it is made of modules, and there is one of each."""
        if self.made_by is not None:
            return _made_again, (*self.made_by, self.version, self.schema.hash)
        where = self.new_state.__module__, self.name, self.version, self.schema.hash
        if game_named(*where) is not self:
            raise ConfigError(f"{self.name} is not the game of this name in {where[0]}; only that one travels by name")
        return game_named, where

    @cached_property
    def returns_table(self) -> tuple[float, ...]:
        """Return the returns at the end of a game as a flat table; see `rewards.returns_table`."""
        return returns_table(self.returns, self.max_players)

    @cached_property
    def is_reported(self) -> Callable[[Any, int], bool]:
        """State and question -> whether the outcome of this chance question is reported from outside."""
        found: Callable[[Any, int], bool] = getattr(self.engine, "is_reported", default_rules.is_reported)
        return found

    @cached_property
    def offer_chance(self) -> Callable[[Any, Any], None]:
        """State and zeroed flags -> 1 for each outcome of open chance that is possible as far as everybody knows."""
        found: Callable[[Any, Any], None] = getattr(self.engine, "offer_chance", self.engine.chances)
        return found

    def check_resample(self) -> None:
        """StateError for a game that hides something from some seats and has no rule that deals it anew."""
        hidden = [field.name for field in self.schema.fields if field.private]
        if hidden and self.resample is default_rules.resample:
            raise StateError(f"{self.name} hides {', '.join(hidden)}; allowed is a game with a rule `resample` for it")

    @cached_property
    def standing(self) -> Callable[[Any, Any], None]:
        """State and zeroed counts -> what the terms count, term by term and player by player."""
        found: Callable[[Any, Any], None] = getattr(self.engine, "standing", default_rules.standing)
        return found

    @cached_property
    def settle(self) -> Callable[[Any, Any], None]:
        """State of a game that is over, and its returns player by player -> what its rules pay instead."""
        found: Callable[[Any, Any], None] = getattr(self.engine, "settle", default_rules.settle)
        return found

    @cached_property
    def chance_width(self) -> int:
        """Return the greatest number of outcomes of a chance question."""
        return max(question.outcomes for question in self.questions)

    @cached_property
    def chance_counts(self) -> tuple[int, ...]:
        """Return the outcomes of each question, negative where equally likely, 0 for no chance node (see `kernel`)."""
        return tuple(-question.outcomes if question.is_even else question.outcomes for question in self.questions)

    @property
    def actions_hash(self) -> str:
        """Return a hash that changes when an action is added, removed or moved."""
        return self.actions.hash

    @property
    def layout_hash(self) -> str:
        """Return a hash that changes with the pieces of the observation and with what pointers read from them."""
        return hashlib.sha256(f"{self.layout.hash};{self.pointers}".encode()).hexdigest()[:16]

    @cached_property
    def rules_hash(self) -> str:
        """Return a hash that changes with any source line of the rules."""
        digest = hashlib.sha256()
        for module in self.modules:
            digest.update(inspect.getsource(module).encode())
        return digest.hexdigest()[:16]


def spec_made(where: str, config: Any) -> GameSpec:
    """Call `module:function` with a configuration for the description of a game whose sizes follow from its options.

    The same configuration gives the same object, so that its rules are compiled once; it travels by both. One that
    reads files has a `digest` of what they say: it is another game once they have changed.
    """
    return _spec_made(where, config, getattr(config, "digest", ""))


@cache
def _spec_made(where: str, config: Any, _digest: str) -> GameSpec:
    module, _, function = where.partition(":")
    spec: GameSpec = replace(getattr(import_module(module), function)(config), made_by=(where, config))
    return spec


def _made_again(where: str, config: Any, version: int, schema: str) -> GameSpec:
    spec = spec_made(where, config)
    if (spec.version, spec.schema.hash) != (version, schema):
        told = f"it was pickled with {spec.name} {(version, schema)}"
        raise StateError(f"{told}; allowed is what is installed: {(spec.version, spec.schema.hash)}")
    return spec


def game_named(module: str, name: str, version: int, schema: str) -> GameSpec:
    """Find a game in the module of its `new_state`; StateError where another version is installed."""
    games = [game for game in vars(import_module(module)).values() if isinstance(game, GameSpec) and game.name == name]
    found = [(game.version, game.schema.hash) for game in games]
    if (version, schema) not in found:
        raise StateError(f"it was pickled with {name} {(version, schema)}; allowed is what is installed: {found}")
    return games[found.index((version, schema))]
