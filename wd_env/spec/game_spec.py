"""The description of a game: state fields, actions, nodes, observation layout and a few functions.

A described game works at tables, in batches, in all environments and in training. `state_contract.py` lists what its
state must contain, and checks it when the description is made.
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
from wd_env.spec.rewards import Returns, ShapingTerm, is_zero_sum, returns_table, shared_returns
from wd_env.spec.state_contract import check_contract
from wd_env.spec.state_schema import StateSchema

PLAYER, CHANCE, AUTOMATIC, TERMINAL = "player", "chance", "automatic", "terminal"
VISIBLE_TO_ALL, VISIBLE_TO_SEAT = "all", "seat"
MAX_WEIGHT = 1 << 16  # default maximum weight of an outcome


@dataclass(frozen=True)
class NodeType:
    """A type of node: a decision of a player, a chance outcome, an automatic step, or the end of the game."""

    name: str
    kind: str  # PLAYER, CHANCE, AUTOMATIC or TERMINAL
    priority: int = 1  # it may wait below nodes of higher priority only
    first_outcome: int = 0  # chance: index of its first outcome
    num_outcomes: int = 0  # chance: number of its outcomes
    is_uniform: bool = False  # chance: all outcomes are equally likely in every state
    visible_to: str = VISIBLE_TO_ALL  # who sees the action or outcome: all players, or only the player of the seat
    max_weight: int = MAX_WEIGHT  # chance: maximum weight of an outcome

    def __post_init__(self) -> None:
        """Check the total weight, because compiled code does not notice an overflow.

        Raises:
            ConfigError: If the total weight of the outcomes is too large.
        """
        maximum = 1 if self.is_uniform else self.max_weight
        if not 0 <= self.num_outcomes * maximum <= MAX_TOTAL_WEIGHT:
            text = f"{self.name} has {self.num_outcomes} outcomes with weights up to {maximum}"
            raise ConfigError(f"{text}; expected weights that add up to at most {MAX_TOTAL_WEIGHT}")


def accept_any(state: Any) -> None:
    """Accept every state whose fields are in range: the check of a game that declares none."""


@dataclass(frozen=True)
class GameSpec:
    """A game. Its functions are rules, which are also compiled.

    Raises:
        ConfigError: If the description breaks the contract of `state_contract.py`.
    """

    name: str
    version: int
    schema: StateSchema
    actions: TextIndex
    outcomes: TextIndex
    nodes: tuple[NodeType, ...]
    layout: ObservationLayout
    pointers: tuple[Pointer, ...]  # features of the items that actions name
    min_players: int
    max_players: int
    modules: tuple[ModuleType, ...]  # every module of rules, for compiling
    engine: ModuleType  # step, legal, chance_weights, is_terminal; optionally the rules of `default_rules`
    observe: Callable[[Any, int, Any], None]  # state, seat, zeroed observation -> writes the observation
    new_state: Callable[[Any], Any]  # configuration -> state at the first node
    config_class: Any  # a subclass of `GameConfig` with an option num_players
    shaping_terms: tuple[ShapingTerm, ...] = ()  # terms that `potential` writes for each player
    violations: ModuleType = default_rules  # punishes, can_be_penalized, offend: the price of an illegal action
    resample: Callable[[Any, int, Any], None] = (
        default_rules.resample
    )  # state, seat, stream -> resamples what the seat cannot know
    check_state: Callable[[Any], None] = accept_any  # checks a state
    returns: Returns = shared_returns  # (winners, players) -> return of a winner, and of the others
    factory: tuple[str, Any] | None = None  # if sizes depend on options: see `make_spec`
    files_digest: str = ""  # of the files that its rules read, if sizes depend on options
    constants_digest: str = ""  # of a custom file whose tables replace constants in the source of the rules
    hooks: GameHooks = NO_HOOKS  # what tables of the game can do in addition to the rules
    seats: int = 0  # maximum number of seats, if players can have several; 0 for one per player

    def __post_init__(self) -> None:
        object.__setattr__(self, "seats", self.seats or self.max_players)
        check_contract(self)

    def __repr__(self) -> str:
        return f"<GameSpec {self.name} v{self.version}, {len(self.actions)} actions, {len(self.nodes)} nodes>"

    def __hash__(self) -> int:
        return hash((self.name, self.version, self.schema.hash))  # fast, because games are looked up in every step

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle a game by name, because modules cannot be copied."""
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

    @property
    def is_zero_sum(self) -> bool:
        """Whether the returns of every game add up to 0; see `rewards.is_zero_sum`."""
        return is_zero_sum(self.returns, self.max_players)

    @cached_property
    def judged_externally(self) -> Callable[[Any, int], bool]:
        """The rule (state, node) -> whether this is a chance node whose outcome is reported by people."""
        result: Callable[[Any, int], bool] = getattr(self.engine, "judged_externally", default_rules.judged_externally)
        return result

    def external_chance(self, state: Any) -> list[str]:
        """Return the names of the chance nodes whose outcomes people report, by the rule options of this state."""
        return [node.name for code, node in enumerate(self.nodes) if self.judged_externally(state, code)]

    @cached_property
    def legal_outcomes(self) -> Callable[[Any, Any], None]:
        """The rule (state, zeroed flags) that writes 1 for each outcome that is possible given public information."""
        result: Callable[[Any, Any], None] = getattr(self.engine, "legal_outcomes", self.engine.chance_weights)
        return result

    def check_resample(self) -> None:
        """Check that hidden information can be resampled.

        Raises:
            StateError: If the game has private fields and no rule that resamples them.
        """
        hidden = [field.name for field in self.schema.fields if field.private]
        if hidden and self.resample is default_rules.resample:
            raise StateError(f"{self.name} hides {', '.join(hidden)}; expected a rule `resample` for it")

    @cached_property
    def potential(self) -> Callable[[Any, Any], None]:
        """The rule (state, zeroed values) that writes the shaping potentials, by term and player."""
        result: Callable[[Any, Any], None] = getattr(self.engine, "potential", default_rules.potential)
        return result

    @cached_property
    def final_rewards(self) -> Callable[[Any, Any], None]:
        """The rule (terminal state, returns by player) that changes the returns if the rules pay others."""
        result: Callable[[Any, Any], None] = getattr(self.engine, "final_rewards", default_rules.final_rewards)
        return result

    @property
    def has_turns(self) -> bool:
        """Whether the rules count turns: `turn_index` of the engine changes when a turn ends."""
        return hasattr(self.engine, "turn_index")

    @cached_property
    def chance_width(self) -> int:
        """Return the maximum number of outcomes of a chance node."""
        return max(node.num_outcomes for node in self.nodes)

    @cached_property
    def outcome_counts(self) -> tuple[int, ...]:
        """Return the number of outcomes of each node: negative if equally likely, 0 if it is not a chance node."""
        return tuple(-node.num_outcomes if node.is_uniform else node.num_outcomes for node in self.nodes)

    @property
    def actions_hash(self) -> str:
        """Return a hash that changes when an action is added, removed or moved."""
        return self.actions.hash

    @property
    def layout_hash(self) -> str:
        """Return a hash that changes with the features of the observation, the pointers and custom tables."""
        declared = f"{self.layout.hash};{self.pointers}"
        if self.constants_digest:
            declared += f";{self.constants_digest}"
        return hashlib.sha256(declared.encode()).hexdigest()[:16]

    @cached_property
    def rules_hash(self) -> str:
        """Return a hash that changes with any source line of the rules, and with custom tables."""
        digest = hashlib.sha256(self.constants_digest.encode())
        for module in self.modules:
            digest.update(inspect.getsource(module).encode())
        return digest.hexdigest()[:16]


def make_spec(import_path: str, config: Any) -> GameSpec:
    """Return the description of a game whose sizes depend on options.

    Equal configurations give the same object, so its rules are compiled once. If a configuration reads files, its
    `digest` changes with their content, and so does the object.

    Args:
        import_path: Import path `module:function` of a function from a configuration to a `GameSpec`.
        config: Configuration.
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
        raise StateError(f"pickled game: expected the same files of {spec.name}, got changed ones")
    if (spec.version, spec.schema.hash) != (version, schema):
        raise StateError(
            f"pickled game: expected {spec.name} {(spec.version, spec.schema.hash)}, got {(version, schema)}"
        )
    return spec


def find_spec(module: str, name: str, version: int, schema: str) -> GameSpec:
    """Return a game of a module.

    Raises:
        StateError: If another version is installed.
    """
    games = [game for game in vars(import_module(module)).values() if isinstance(game, GameSpec) and game.name == name]
    results = [(game.version, game.schema.hash) for game in games]
    if (version, schema) not in results:
        raise StateError(f"pickled game: expected {name} {results}, got {(version, schema)}")
    return games[results.index((version, schema))]
