"""The catalogue of games: one row each, and nothing of a game is imported before somebody wants it.

Faces, agents, training, commands and benchmarks take a row of this list or a `GameSpec`; no other file outside a game's
own folder, faces and bots names a game. Another distribution adds games by entry points of the group `wd_env.games`,
each of which loads a `Game`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.spec.game_spec import GameSpec, make_spec
from wd_env.table.game_table import SAMPLED, Table
from wd_env.text.game_text import Presenter

ENTRY_POINT_GROUP = "wd_env.games"
DEFAULT_TABLE = "wd_env.table.game_table:Table"


@dataclass(frozen=True)
class GameEntry:
    """One game, by the places of its parts, each `module:name`; empty where it has none of its own."""

    name: str  # as it is typed, and as its folder of configurations is called
    title: str
    spec: str  # a `GameSpec`, that of the usual options
    table: str = DEFAULT_TABLE  # a `Table`, called with a configuration and what `Table` takes by name
    raw_env: str = ""  # its PettingZoo environment without wrappers
    aec_id: str = ""  # in PettingZoo's registry
    gymnasium_id: str = ""
    stats_collector: str = ""  # a `core.surveys.Surveyor` that counts more than one of any game
    figures: str = ""  # what `make stats` calls: (survey, games, seed), to renew a page of figures
    match_options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Options of matches, surveys and benchmarks unless others are given; reports always name these."""
    env_options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Options of environments unless others are given: games that random play finishes and that pay somebody."""
    short_options: Sequence[Mapping[str, Any]] = field(default=({},), hash=False)
    """Options of games that are soon over, for comparisons in which many must end and begin anew."""
    default_opponent: str = "random"
    """The bot that people meet unless they name another, at the terminal and in the browser."""
    baseline: str = "random"
    """The bot that gives hints, and against which studies, value networks and benchmarks measure unless told."""
    presenter_path: str = ""  # a `Presenter` of its own: how it is told at the terminal
    heuristics: str = ""  # `agents.base.Heuristics`: a policy written by hand, by which searches play on
    maps: str = ""  # a `core.map_report.MapReader`, where boards are map files: what `wd map` tells of one
    odds: str = ""  # a `core.odds.Reckoner`, where there are battles: what `wd odds` tells of one
    spec_factory: str = ""  # a function: configuration -> `GameSpec`, where sizes follow from options

    def load(self, name: str) -> Any:
        """Import one part; ConfigError, naming game and part, for one that is missing."""
        where: str = getattr(self, name)
        if not where:
            raise ConfigError(f"game {self.name} has no {name}")
        return load(where)

    @property
    def game(self) -> GameSpec:
        """Import its `GameSpec`; ConfigError where that breaks the contract or has another name."""
        return self._checked(self.load("spec"), self.spec)

    def spec_for(self, **options: Any) -> GameSpec:
        """Return the `GameSpec` under these options: `game`, unless sizes follow from them (`spec_of`).

        ConfigError for options that cannot be and for a function that gives no description of this game.
        """
        if not self.spec_factory:
            return self.game
        self.load("spec_factory")  # a place that is none is refused by name
        return self._checked(make_spec(self.spec_factory, self.config(**options)), self.spec_factory)

    def _checked(self, spec: Any, where: str) -> GameSpec:
        if not isinstance(spec, GameSpec) or spec.name != self.name:
            raise ConfigError(f"game {self.name}: {where} is {quoted(spec)}; allowed is its GameSpec")
        return spec

    @property
    def presenter(self) -> Presenter:
        """How it is told; made from its description where it brings no words of its own."""
        presenter = self.load("presenter_path") if self.presenter_path else Presenter(self.title)
        if not isinstance(presenter, Presenter):
            raise ConfigError(f"game {self.name}: {self.presenter_path} is {quoted(presenter)}; allowed is a Telling")
        return presenter

    def config(self, **options: Any) -> Any:
        """Make a configuration from options by name; ConfigError for one that cannot be."""
        return self.game.config_class.of(**options)

    @property
    def table_class(self) -> type[Table]:
        """The class of its tables."""
        kind: type[Table] = self.load("table")
        return kind

    def new_table(
        self, config: Any = None, *, seed: int | None = None, chance: str = SAMPLED, **arguments: Any
    ) -> Table:
        """Make a table at its beginning; `more` goes to the game's own table."""
        if self.table == DEFAULT_TABLE:
            spec = self.game if config is None else self.spec_for(**config.as_dict())
            return Table(spec, config, seed=seed, chance=chance, **arguments)
        kind: Callable[..., Table] = self.load("table")
        return kind(config, seed=seed, chance=chance, **arguments)


GAMES = {
    row.name: row
    for row in (
        GameEntry(
            name="world_dominance",
            title="World Dominance",
            spec="wd_env.games.world_dominance.game:GAME",
            table="wd_env.games.world_dominance.table:WorldDominance",
            raw_env="wd_env.envs.world_dominance_env:raw_env",
            aec_id="wd_env/world_dominance-v0",
            gymnasium_id="WorldDominance-v0",
            stats_collector="wd_env.games.world_dominance.statistics.stats_collector:WorldDominanceStatsCollector",
            figures="wd_env.games.world_dominance.doc_pages.measure_figures:regenerate",
            match_options={"variant": "five_card", "max_turns": 400, "last_player": "last_survivor_wins"},
            short_options=({"max_turns": 30}, {"max_turns": 60, "variant": "ten_card"}),
            presenter_path="wd_env.games.world_dominance.text.world_dominance_text:PRESENTER",
            heuristics="wd_env.agents.world_dominance.scripted_agent:HEURISTICS",
            default_opponent="medium",
            baseline="scripted",
        ),
        GameEntry(
            name="domination",
            title="Domination",
            spec="wd_env.games.domination.game:GAME",
            table="wd_env.games.domination.table:Domination",
            raw_env="wd_env.envs.domination_env:raw_env",
            stats_collector="wd_env.games.domination.stats_collector:DominationStatsCollector",
            aec_id="wd_env/domination-v0",
            gymnasium_id="Domination-v0",
            spec_factory="wd_env.games.domination.game:spec_of",
            maps="wd_env.games.domination.maps.map_report:MAP_READER",
            odds="wd_env.games.domination.battle_odds:ODDS_CALCULATOR",
            presenter_path="wd_env.games.domination.text.domination_text:PRESENTER",
            match_options={"auto_place": "countries", "max_rounds": 100},
            env_options={"auto_place": "all", "max_rounds": 10, "at_limit": "most_countries"},
            short_options=({"auto_place": "all", "max_rounds": 5}, {"game_type": "mission", "max_rounds": 5}),
            default_opponent="average",
            baseline="hard",
        ),
    )
}
DEFAULT_GAME = next(iter(GAMES))


def load(import_path: str) -> Any:
    """Import `module:name`; ConfigError for a place that is none."""
    module, _, name = import_path.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as problem:
        raise ConfigError(f"{quoted(import_path)} cannot be loaded: {problem}; allowed is module:name") from problem


def get_game(name: str = DEFAULT_GAME) -> GameEntry:
    """Return the row of this name, also one that another distribution brings; ConfigError for an unknown one."""
    known = GAMES if name in GAMES else all_games()
    if name not in known:
        raise ConfigError(f"{quoted(name)} is no game; allowed are {', '.join(known)}{did_you_mean(name, known)}")
    return known[name]


def all_games() -> dict[str, GameEntry]:
    """Return all rows by name, those of other distributions last."""
    return GAMES | {name: row for name, row in _from_entry_points().items() if name not in GAMES}


def entry_of(game: GameSpec) -> GameEntry:
    """Return the row of a game; for one that is in no catalogue, a row that has nothing of its own."""
    known = GAMES if game.name in GAMES else all_games()
    return known.get(game.name) or GameEntry(game.name, game.name, spec="")


def presenter_for(game: GameSpec) -> Presenter:
    """Return how a game is told, by its row; one that is in no catalogue is told by its description."""
    return entry_of(game).presenter


@cache
def _from_entry_points() -> dict[str, GameEntry]:
    return {
        row.name: row
        for row in (entry.load() for entry in entry_points(group=ENTRY_POINT_GROUP))
        if isinstance(row, GameEntry)
    }
