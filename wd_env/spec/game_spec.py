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
from wd_env.kernels.philox import MAX_TOTAL_WEIGHT
from wd_env.spec.game_hooks import NO_HOOKS, GameHooks
from wd_env.spec.notation import TextIndex
from wd_env.spec.observation_layout import ObservationLayout, Pointer
from wd_env.spec.rewards import Returns, ShapingTerm, returns_table, shared_returns
from wd_env.spec.state_contract import check_contract
from wd_env.spec.state_schema import StateSchema

PLAYER, CHANCE, AUTOMATIC, TERMINAL = "player", "chance", "automatic", "terminal"
VISIBLE_TO_ALL, VISIBLE_TO_SEAT = "all", "seat"
MAX_WEIGHT = 1 << 16  # weight of an outcome, where a question says nothing else


@dataclass(frozen=True)
class NodeType:
    """A kind of open question: who answers it and which of the game's outcomes chance may give."""

    name: str
    kind: str  # PLAYER, CHANCE, AUTOMATIC or END
    priority: int = 1  # it may wait beneath questions of a higher rank only
    first_outcome: int = 0  # chance: where its outcomes begin among the outcome rows
    num_outcomes: int = 0  # chance: how many there are
    is_uniform: bool = False  # chance: each of them is as likely, whatever the state
    visible_to: str = VISIBLE_TO_ALL  # who learns what was answered: everybody, or the player of the seat alone
    max_weight: int = MAX_WEIGHT  # chance: the greatest weight that an outcome can have

    def __post_init__(self) -> None:
        """ConfigError for more weight in all than can be drawn by: compiled code would not notice."""
        most = 1 if self.is_uniform else self.max_weight
        if not 0 <= self.num_outcomes * most <= MAX_TOTAL_WEIGHT:
            told = f"{self.name} has {self.num_outcomes} outcomes with weights up to {most}"
            raise ConfigError(f"{told}; allowed are weights of at most {MAX_TOTAL_WEIGHT} together")


def accept_any(state: Any) -> None:
    """Accept every state whose fields are in range: the check of a game that declares none."""


@dataclass(frozen=True)
class GameSpec:
    """One game, as the core and the faces use it; the functions are rules (see `engine` and `observe`)."""

    name: str
    version: int
    schema: StateSchema
    actions: TextIndex
    outcomes: TextIndex
    nodes: tuple[NodeType, ...]
    layout: ObservationLayout
    pointers: tuple[Pointer, ...]  # what the observation says of the things that actions name
    min_players: int
    max_players: int
    modules: tuple[ModuleType, ...]  # every module of rules, for compiling
    engine: (
        ModuleType  # step, legal, chances, is_terminal; where the game has them, judged_externally, standing, settle
    )
    observe: Callable[[Any, int, Any], None]  # state, seat, zeroed numbers of the layout -> its view
    new_state: Callable[[Any], Any]  # configuration -> state with the first question open
    config_class: Any  # a subclass of `core.options.Options` with an option num_players
    shaping_terms: tuple[ShapingTerm, ...] = ()  # what `standing` counts of each player, one after another
    violations: ModuleType = default_rules  # punishes, can_be_penalized, offend: what an illegal answer costs
    resample: Callable[[Any, int, Any], None] = (
        default_rules.resample
    )  # state, seat, stream -> what it cannot know anew
    check_state: Callable[[Any], None] = accept_any  # StateError for a state that cannot be
    returns: Returns = shared_returns  # (winners, players) -> what a winner and what everybody else gets
    factory: tuple[str, Any] | None = None  # where sizes follow from options: see `make_spec`
    files_digest: str = ""  # of all that its rules read in files, if sizes follow from options
    hooks: GameHooks = NO_HOOKS  # what tables of the game can do besides playing by the rules
    seats: int = 0  # most seats of a table, of which a player may have several; 0 for as many as players

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", self.seats or self.max_players)
        check_contract(self)

    def __repr__(self) -> str:
        return f"<GameSpec {self.name} v{self.version}, {len(self.actions)} actions, {len(self.nodes)} nodes>"

    def __hash__(self) -> int:
        return hash((self.name, self.version, self.schema.hash))  # quick, for games are looked up in every step

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are the game itself, by name: it is made of modules, and there is one of each."""
        if self.factory is not None:
            return _unpickle_spec, (*self.factory, self.version, self.schema.hash, self.files_digest)
        import_path = self.new_state.__module__, self.name, self.version, self.schema.hash
        if find_spec(*import_path) is not self:
            raise ConfigError(
                f"{self.name} is not the game of this name in {import_path[0]}; only that one travels by name"
            )
        return find_spec, import_path

    def for_config(self, config: Any) -> "GameSpec":
        """Return the game with the sizes that follow from a configuration, which is `self` if they are fixed."""
        return self if self.factory is None else make_spec(self.factory[0], getattr(config, "sizing", config))

    @cached_property
    def returns_table(self) -> tuple[float, ...]:
        """Return the returns at the end of a game as a flat table; see `rewards.returns_table`."""
        return returns_table(self.returns, self.max_players)

    @cached_property
    def judged_externally(self) -> Callable[[Any, int], bool]:
        """State and question -> whether the outcome of this chance question is reported from outside."""
        found: Callable[[Any, int], bool] = getattr(self.engine, "judged_externally", default_rules.judged_externally)
        return found

    @cached_property
    def legal_outcomes(self) -> Callable[[Any, Any], None]:
        """State and zeroed flags -> 1 for each outcome of open chance that is possible as far as everybody knows."""
        found: Callable[[Any, Any], None] = getattr(self.engine, "legal_outcomes", self.engine.chance_weights)
        return found

    def check_resample(self) -> None:
        """StateError for a game that hides something from some seats and has no rule that deals it anew."""
        hidden = [field.name for field in self.schema.fields if field.private]
        if hidden and self.resample is default_rules.resample:
            raise StateError(f"{self.name} hides {', '.join(hidden)}; allowed is a game with a rule `resample` for it")

    @cached_property
    def potential(self) -> Callable[[Any, Any], None]:
        """State and zeroed counts -> what the terms count, term by term and player by player."""
        found: Callable[[Any, Any], None] = getattr(self.engine, "potential", default_rules.potential)
        return found

    @cached_property
    def final_rewards(self) -> Callable[[Any, Any], None]:
        """State of a game that is over, and its returns player by player -> what its rules pay instead."""
        found: Callable[[Any, Any], None] = getattr(self.engine, "final_rewards", default_rules.final_rewards)
        return found

    @cached_property
    def chance_width(self) -> int:
        """Return the greatest number of outcomes of a chance question."""
        return max(question.num_outcomes for question in self.nodes)

    @cached_property
    def outcome_counts(self) -> tuple[int, ...]:
        """Return the outcomes of each question, negative where equally likely, 0 for no chance node (see `kernel`)."""
        return tuple(
            -question.num_outcomes if question.is_uniform else question.num_outcomes for question in self.nodes
        )

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


def make_spec(import_path: str, config: Any) -> GameSpec:
    """Call `module:function` with a configuration for the description of a game whose sizes follow from its options.

    The same configuration gives the same object, so that its rules are compiled once; it travels by both. One that
    reads files has a `digest` of what they say: it is another game once they have changed.
    """
    return _make_spec(import_path, config, getattr(config, "digest", ""))


@cache
def _make_spec(import_path: str, config: Any, digest: str) -> GameSpec:
    module, _, function = import_path.partition(":")
    spec: GameSpec = replace(
        getattr(import_module(module), function)(config), factory=(import_path, config), files_digest=digest
    )
    return spec


def _unpickle_spec(import_path: str, config: Any, version: int, schema: str, digest: str) -> GameSpec:
    spec = make_spec(import_path, config)
    if spec.files_digest != digest:
        raise StateError(f"the files of {spec.name} have changed since it was pickled; allowed are the same files")
    if (spec.version, spec.schema.hash) != (version, schema):
        told = f"it was pickled with {spec.name} {(version, schema)}"
        raise StateError(f"{told}; allowed is what is installed: {(spec.version, spec.schema.hash)}")
    return spec


def find_spec(module: str, name: str, version: int, schema: str) -> GameSpec:
    """Find a game in the module of its `new_state`; StateError where another version is installed."""
    games = [game for game in vars(import_module(module)).values() if isinstance(game, GameSpec) and game.name == name]
    found = [(game.version, game.schema.hash) for game in games]
    if (version, schema) not in found:
        raise StateError(f"it was pickled with {name} {(version, schema)}; allowed is what is installed: {found}")
    return games[found.index((version, schema))]
