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
from wd_env.spec.game_spec import GameSpec, spec_made
from wd_env.table.game_table import SAMPLED, Table
from wd_env.text.game_text import Telling

GROUP = "wd_env.games"
PLAIN_TABLE = "wd_env.table.game_table:Table"


@dataclass(frozen=True)
class Game:
    """One game, by the places of its parts, each `module:name`; empty where it has none of its own."""

    name: str  # as it is typed, and as its folder of configurations is called
    title: str
    spec: str  # a `GameSpec`, that of the usual options
    table: str = PLAIN_TABLE  # a `Table`, called with a configuration and what `Table` takes by name
    raw_env: str = ""  # its PettingZoo environment without wrappers
    aec_id: str = ""  # in PettingZoo's registry
    gymnasium_id: str = ""
    survey: str = ""  # a `core.surveys.Surveyor` that counts more than one of any game
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
    telling: str = ""  # a `Telling` of its own: how it is told at the terminal
    habits: str = ""  # `agents.base.Habits`: a policy written by hand, by which searches play on
    maps: str = ""  # a `core.map_report.MapReader`, where boards are map files: what `wd map` tells of one
    odds: str = ""  # a `core.odds.Reckoner`, where there are battles: what `wd odds` tells of one
    spec_of: str = ""  # a function: configuration -> `GameSpec`, where sizes follow from options

    def load(self, part: str) -> Any:
        """Import one part; ConfigError, naming game and part, for one that is missing."""
        where: str = getattr(self, part)
        if not where:
            raise ConfigError(f"game {self.name} has no {part}")
        return load(where)

    @property
    def game(self) -> GameSpec:
        """Import its `GameSpec`; ConfigError where that breaks the contract or has another name."""
        return self._checked(self.load("spec"), self.spec)

    def spec_for(self, **options: Any) -> GameSpec:
        """Return the `GameSpec` under these options: `game`, unless sizes follow from them (`spec_of`).

        ConfigError for options that cannot be and for a function that gives no description of this game.
        """
        if not self.spec_of:
            return self.game
        self.load("spec_of")  # a place that is none is refused by name
        return self._checked(spec_made(self.spec_of, self.config(**options)), self.spec_of)

    def _checked(self, spec: Any, where: str) -> GameSpec:
        if not isinstance(spec, GameSpec) or spec.name != self.name:
            raise ConfigError(f"game {self.name}: {where} is {quoted(spec)}; allowed is its GameSpec")
        return spec

    @property
    def teller(self) -> Telling:
        """How it is told; made from its description where it brings no words of its own."""
        teller = self.load("telling") if self.telling else Telling(self.title)
        if not isinstance(teller, Telling):
            raise ConfigError(f"game {self.name}: {self.telling} is {quoted(teller)}; allowed is a Telling")
        return teller

    def config(self, **options: Any) -> Any:
        """Make a configuration from options by name; ConfigError for one that cannot be."""
        return self.game.config_class.of(**options)

    @property
    def table_class(self) -> type[Table]:
        """The class of its tables."""
        kind: type[Table] = self.load("table")
        return kind

    def new_table(self, config: Any = None, *, seed: int | None = None, luck: str = SAMPLED, **more: Any) -> Table:
        """Make a table at its beginning; `more` goes to the game's own table."""
        if self.table == PLAIN_TABLE:
            spec = self.game if config is None else self.spec_for(**config.as_dict())
            return Table(spec, config, seed=seed, luck=luck, **more)
        kind: Callable[..., Table] = self.load("table")
        return kind(config, seed=seed, luck=luck, **more)


GAMES = {
    row.name: row
    for row in (
        Game(
            name="world_dominance",
            title="World Dominance",
            spec="wd_env.games.world_dominance.game:GAME",
            table="wd_env.games.world_dominance.table:WorldDominance",
            raw_env="wd_env.envs.world_dominance_env:raw_env",
            aec_id="wd_env/world_dominance-v0",
            gymnasium_id="WorldDominance-v0",
            survey="wd_env.games.world_dominance.statistics.stats_collector:WorldDominanceSurveyor",
            figures="wd_env.games.world_dominance.doc_pages.measure_figures:renew",
            match_options={"variant": "five_card", "max_turns": 400, "last_player": "last_survivor_wins"},
            short_options=({"max_turns": 30}, {"max_turns": 60, "variant": "ten_card"}),
            telling="wd_env.games.world_dominance.text.world_dominance_text:TELLING",
            habits="wd_env.agents.world_dominance.scripted_agent:HABITS",
            default_opponent="medium",
            baseline="scripted",
        ),
        Game(
            name="domination",
            title="Domination",
            spec="wd_env.games.domination.game:GAME",
            table="wd_env.games.domination.table:Domination",
            raw_env="wd_env.envs.domination_env:raw_env",
            survey="wd_env.games.domination.stats_collector:DominationSurveyor",
            aec_id="wd_env/domination-v0",
            gymnasium_id="Domination-v0",
            spec_of="wd_env.games.domination.game:spec_of",
            maps="wd_env.games.domination.maps.map_report:READER",
            odds="wd_env.games.domination.battle_odds:RECKONER",
            telling="wd_env.games.domination.text.domination_text:TELLING",
            match_options={"auto_place": "countries", "max_rounds": 100},
            env_options={"auto_place": "all", "max_rounds": 10, "at_limit": "most_countries"},
            short_options=({"auto_place": "all", "max_rounds": 5}, {"game_type": "mission", "max_rounds": 5}),
            default_opponent="average",
            baseline="hard",
        ),
    )
}
DEFAULT = next(iter(GAMES))


def load(where: str) -> Any:
    """Import `module:name`; ConfigError for a place that is none."""
    module, _, name = where.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as problem:
        raise ConfigError(f"{quoted(where)} cannot be loaded: {problem}; allowed is module:name") from problem


def game_named(name: str = DEFAULT) -> Game:
    """Return the row of this name, also one that another distribution brings; ConfigError for an unknown one."""
    known = GAMES if name in GAMES else every_game()
    if name not in known:
        raise ConfigError(f"{quoted(name)} is no game; allowed are {', '.join(known)}{did_you_mean(name, known)}")
    return known[name]


def every_game() -> dict[str, Game]:
    """Return all rows by name, those of other distributions last."""
    return GAMES | {name: row for name, row in _of_others().items() if name not in GAMES}


def row_of(game: GameSpec) -> Game:
    """Return the row of a game; for one that is in no catalogue, a row that has nothing of its own."""
    known = GAMES if game.name in GAMES else every_game()
    return known.get(game.name) or Game(game.name, game.name, spec="")


def teller_of(game: GameSpec) -> Telling:
    """Return how a game is told, by its row; one that is in no catalogue is told by its description."""
    return row_of(game).teller


@cache
def _of_others() -> dict[str, Game]:
    return {row.name: row for row in (entry.load() for entry in entry_points(group=GROUP)) if isinstance(row, Game)}
