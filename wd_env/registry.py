"""The registry of games. The modules of a game are imported only when they are used.

Environments, agents, training, commands and benchmarks take a `GameEntry` or a `GameSpec`. Games are named only here
and in the folders of their rules, environments and bots. Another distribution adds games by entry points of the group
`wd_env.games`, each of which loads a `GameEntry`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

from wd_env.errors import ConfigError, did_you_mean, quoted
from wd_env.spec.game_spec import GameSpec, make_spec
from wd_env.table.chance_modes import SAMPLED
from wd_env.table.game_table import Table
from wd_env.text.game_text import Presenter

ENTRY_POINT_GROUP = "wd_env.games"


@dataclass(frozen=True)
class GameEntry:
    """The registry entry of a game.

    Objects of a game are given by import paths, `module:name`; an empty path means that the game has no such object.

    Attributes:
        name: Name of the game in commands, and of its folder of training settings.
        title: Title of the game in texts.
        spec: Import path of the `GameSpec` with default options.
        num_players: Minimum and maximum number of players, for lists of games, which do not import them; None if only
            the `GameSpec` has them.
        raw_env: Import path of the PettingZoo environment without wrappers.
        aec_id: Id in PettingZoo's registry.
        gymnasium_id: Id in Gymnasium's registry.
        stats_collector: Import path of a subclass of `StatsCollector`.
        figures: Import path of the function (survey, games, seed) with which `make stats` regenerates a page.
        match_options: Default options of matches, surveys and benchmarks; reports always print them.
        env_options: Default options of environments. With them, random play finishes games and usually has a winner.
        short_options: Options with which games end soon, for tests in which many games must end and start again.
        default_opponent: Default opponent of people at the terminal and in the browser.
        baseline: Bot that gives hints, and the default baseline of studies, value networks and benchmarks.
        presenter_path: Import path of the `Presenter`, which describes the game as text.
        heuristics: Import path of the function from a `GameSpec` to the hand-written `Heuristics` that searches use in
            rollouts.
        maps: Import path of the map reader of `wd map`, for a game whose boards are map files.
        odds: Import path of the odds calculator of `wd odds`, for a game with battles.
        spec_factory: Import path of a function from a configuration to a `GameSpec`, for a game whose sizes depend on
            options.
    """

    name: str
    title: str
    spec: str
    num_players: tuple[int, int] | None = None
    raw_env: str = ""
    aec_id: str = ""
    gymnasium_id: str = ""
    stats_collector: str = ""
    figures: str = ""
    match_options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    env_options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    short_options: Sequence[Mapping[str, Any]] = field(default=({},), hash=False)
    default_opponent: str = "random"
    baseline: str = "random"
    presenter_path: str = ""
    heuristics: str = ""
    maps: str = ""
    odds: str = ""
    spec_factory: str = ""

    def load(self, name: str) -> Any:
        """Import the object whose path is in the attribute `name`.

        Raises:
            ConfigError: If the path is empty or cannot be imported.
        """
        import_path: str = getattr(self, name)
        if not import_path:
            raise ConfigError(f"game {self.name} has no {name}")
        return load(import_path)

    @property
    def game(self) -> GameSpec:
        """The `GameSpec` with default options.

        Raises:
            ConfigError: If it cannot be imported, is not a valid `GameSpec` or has another name.
        """
        return self._checked(self.load("spec"), self.spec)

    @property
    def player_range(self) -> tuple[int, int]:
        """The minimum and maximum number of players, without importing the game if the registry has them."""
        return self.num_players or (self.game.min_players, self.game.max_players)

    def spec_for(self, **options: Any) -> GameSpec:
        """Return the `GameSpec` with these options, which is `game` if the sizes do not depend on options.

        Raises:
            ConfigError: If an option is invalid, or `spec_factory` does not return a `GameSpec` of this game.
        """
        if not self.spec_factory:
            return self.game
        self.load("spec_factory")  # raises the error that names the game and an invalid path
        config = self.config(**options)
        return self._checked(make_spec(self.spec_factory, getattr(config, "sizing", config)), self.spec_factory)

    def _checked(self, spec: Any, import_path: str) -> GameSpec:
        if not isinstance(spec, GameSpec) or spec.name != self.name:
            raise ConfigError(f"game {self.name}, {import_path}: expected its GameSpec, got {quoted(spec)}")
        return spec

    @property
    def presenter(self) -> Presenter:
        """The object that describes the game as text; by default one that uses only the `GameSpec`."""
        presenter = self.load("presenter_path") if self.presenter_path else Presenter(self.title)
        if not isinstance(presenter, Presenter):
            raise ConfigError(f"game {self.name}, {self.presenter_path}: expected a Presenter, got {quoted(presenter)}")
        return presenter

    def config(self, **options: Any) -> Any:
        """Create a configuration from options.

        Raises:
            ConfigError: If an option is invalid.
        """
        return self.game.config_class.of(**options)

    def new_table(
        self, config: Any = None, *, seed: int | None = None, chance: str = SAMPLED, **arguments: Any
    ) -> Table[Any]:
        """Create a table with a new game.

        Args:
            config: Configuration, or None for the default options.
            seed: Seed of the game, or None for a random one.
            chance: Chance mode of `Table`.
            **arguments: Further arguments of `Table`.
        """
        spec = self.game if config is None else self.spec_for(**config.as_dict())
        return Table(spec, config, seed=seed, chance=chance, **arguments)


GAMES = {
    game.name: game
    for game in (
        GameEntry(
            name="world_dominance",
            title="World Dominance",
            spec="wd_env.games.world_dominance.game:GAME",
            num_players=(2, 5),
            raw_env="wd_env.envs.games.world_dominance_env:raw_env",
            aec_id="wd_env/world_dominance-v0",
            gymnasium_id="WorldDominance-v0",
            stats_collector="wd_env.games.world_dominance.statistics.stats_collector:WorldDominanceStatsCollector",
            figures="wd_env.games.world_dominance.doc_pages.measure_figures:regenerate",
            match_options={"variant": "five_card", "max_turns": 400, "last_player": "last_survivor_wins"},
            short_options=({"max_turns": 30}, {"max_turns": 60, "variant": "ten_card"}),
            presenter_path="wd_env.games.world_dominance.text.world_dominance_text:PRESENTER",
            heuristics="wd_env.agents.world_dominance.scripted_agent:heuristics_for",
            default_opponent="medium",
            baseline="scripted",
        ),
        GameEntry(
            name="domination",
            title="Domination",
            spec="wd_env.games.domination.game:GAME",
            num_players=(2, 6),
            raw_env="wd_env.envs.games.domination_env:raw_env",
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
        GameEntry(
            name="superpowers",
            title="Superpowers",
            spec="wd_env.games.superpowers.game:GAME",
            num_players=(2, 8),
            raw_env="wd_env.envs.games.superpowers_env:raw_env",
            stats_collector="wd_env.games.superpowers.stats_collector:SuperpowersStatsCollector",
            figures="wd_env.games.superpowers.doc_pages.measure_figures:regenerate",
            aec_id="wd_env/superpowers-v0",
            gymnasium_id="Superpowers-v0",
            spec_factory="wd_env.games.superpowers.game:spec_of",
            maps="wd_env.games.superpowers.board.board_report:MAP_READER",
            odds="wd_env.games.superpowers.battle_odds:ODDS_CALCULATOR",
            presenter_path="wd_env.games.superpowers.text.superpowers_text:PRESENTER",
            match_options={"setup": "deal", "max_rounds": 20, "skip_forced": True, "auto_casualties": True},
            env_options={
                "setup": "deal",
                "max_rounds": 10,
                "skip_forced": True,
                "auto_casualties": True,
                "auto_land": True,
            },
            short_options=({"setup": "deal", "max_rounds": 1}, {"max_rounds": 2, "encircle": "ask"}),
            default_opponent="medium",
            baseline="hard",
            heuristics="wd_env.agents.superpowers.scripted_agents:heuristics_for",
        ),
    )
}
DEFAULT_GAME = next(iter(GAMES))


def load(import_path: str) -> Any:
    """Import an object by its path `module:name`.

    Raises:
        ConfigError: If it cannot be imported.
    """
    module, _, name = import_path.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as exc:
        raise ConfigError(f"{quoted(import_path)} cannot be loaded: {exc}; expected module:name") from exc


def get_game(name: str = DEFAULT_GAME) -> GameEntry:
    """Return the game of this name, also one that another installed package registers.

    Raises:
        ConfigError: If no game has this name.
    """
    known = GAMES if name in GAMES else all_games()
    if name not in known:
        raise ConfigError(f"unknown game {quoted(name)}; expected one of {', '.join(known)}{did_you_mean(name, known)}")
    return known[name]


def all_games() -> dict[str, GameEntry]:
    """Return all games by name, those of other installed packages last."""
    return GAMES | {name: game for name, game in _load_entry_points().items() if name not in GAMES}


def entry_of(game: GameSpec) -> GameEntry:
    """Return the registry entry of a game; an unregistered game gets an entry with only a name and a title."""
    known = GAMES if game.name in GAMES else all_games()
    return known.get(game.name) or GameEntry(game.name, game.name, spec="")


def presenter_for(game: GameSpec) -> Presenter:
    """Return the presenter of a game; that of an unregistered game uses only the `GameSpec`."""
    return entry_of(game).presenter


def table_png(table: Table[Any]) -> bytes | None:
    """Return a picture of a table as a PNG file, as all players may see it.

    Returns:
        None if the game has no picture or pygame is not installed.
    """
    presenter = presenter_for(table.game)
    if not presenter.has_image or find_spec("pygame") is None:
        return None
    from wd_env.rendering.canvas import png

    return png(presenter.image(table))


@cache
def _load_entry_points() -> dict[str, GameEntry]:
    return {
        game.name: game
        for game in (entry_point.load() for entry_point in entry_points(group=ENTRY_POINT_GROUP))
        if isinstance(game, GameEntry)
    }
