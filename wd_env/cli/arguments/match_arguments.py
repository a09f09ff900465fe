"""What commands with matches of bots share: the game, bots, games, seed, rules and a file for the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.rule_arguments import GameOptions, GameRuleOptions, parse_for_game, requested_game
from wd_env.cli.result_files import OutputOptions, check_distinct_paths, json_files
from wd_env.cli.usage_error import UsageError
from wd_env.errors import ConfigError, visible
from wd_env.options import Interval, options_of
from wd_env.parallel.executors import MAX_PROCESSES
from wd_env.registry import GameEntry
from wd_env.seeding import check_seed
from wd_env.spec.game_spec import CHANCE

Processes = Annotated[int, Interval(ge=1, le=MAX_PROCESSES)]
LOCAL_CLUSTER = "local"  # a Ray cluster on this machine


@dataclass(frozen=True)
class LineupOptions(GameOptions):
    """Bots that play."""

    bots: Annotated[tuple[str, ...], Positional("BOT BOT ...")] = ()
    """One bot a seat: of `wd info bots`, or a trained bot's file or run folder; `greedy:FILE` never samples."""
    seed: int = 1
    """Seed of all chance."""
    out: Path | None = None
    """File for all figures as JSON."""
    json: bool = False
    """Print all figures as JSON, and tables on stderr."""
    dry_run: bool = False
    """Print the settings and end."""
    rules: GameRuleOptions = field(default_factory=GameRuleOptions)
    """House rules."""

    def expected_bots(self, game: GameEntry) -> str:
        """What is said where no bots are named."""
        return f"name {game.game.min_players} to {game.game.max_players}"

    def player_counts(self) -> list[tuple[int, str]]:
        """The numbers of players at a table, each with what was counted; rules have to allow them."""
        return [(len(self.bots), "bots")]

    @property
    def json_files(self) -> list[Path | None]:
        """The files for the figures as JSON, standard output included."""
        return json_files(self.out, self.json)

    def check_results(self) -> None:
        """Raise ConfigError for results that cannot be written."""
        check_writable(self.out)


@dataclass(frozen=True)
class ReportOptions(LineupOptions):
    """Bots that play, and tables of how they did."""

    output: OutputOptions = field(default_factory=OutputOptions)
    """Tables and plots as files."""

    @property
    def result_files(self) -> list[Path | None]:
        """The files of results."""
        return [*self.json_files, *self.output.files]

    def check_results(self) -> None:
        """Raise ConfigError for results that cannot be written."""
        super().check_results()
        self.output.check()
        check_distinct_paths(self.result_files)


@dataclass(frozen=True)
class MatchOptions(ReportOptions):
    """Many games of given bots."""

    games: int = 1000
    """Games."""
    block_size: int | None = None
    """Deals of a block, the unit of work."""
    processes: Processes = 1
    """Processes; the result is the same."""
    ray: str | None = None
    """Play on a Ray cluster: its address, or `local`."""
    resume: bool = False
    """Go on with a run with --out that was stopped."""
    restart: bool = False
    """Drop what such a run has left, and begin again."""

    @property
    def executor(self) -> str:
        """The name of the executor."""
        if self.ray is None:
            return f"processes:{self.processes}"
        return "ray" if self.ray == LOCAL_CLUSTER else f"ray:{self.ray}"

    @property
    def place(self) -> str:
        """Where games are played, for people."""
        return f"processes {self.processes}" if self.ray is None else f"Ray cluster {self.ray}"


OptionsT = TypeVar("OptionsT", bound=LineupOptions)


def parse_match_options(
    options_type: type[OptionsT], args: Sequence[str], command: str
) -> tuple[OptionsT, GameEntry, dict[str, Any]]:
    """Return the options of a command, its game and the rules by name, checked before any work is done.

    UsageError and ConfigError for what cannot be.
    """
    game = requested_game(args, command)
    options = parse_for_game(options_type, args, command, **game.match_options)
    if not options.bots:
        raise UsageError(f"no bots to play; {options.expected_bots(game)} (see wd {command} --help)")
    for players, counted in options.player_counts():
        check_chance(game, options.rules.config_for(players, counted))
    options.check_results()
    check_seed(options.seed)
    return options, game, options.rules.options()


def check_chance(game: GameEntry, config: Any) -> None:
    """Refuse rules by which somebody has to report what chance gives; ConfigError names the option that brings it."""
    reported = _reported_nodes(game, config)
    if not reported:
        return
    for name, option in options_of(type(config)).items():
        names = option.names if option.kind == "choice" else ()
        drawn = [other for other in names if _is_sampled(game, config, {name: other})]
        if drawn:
            told = f"{name} is {getattr(config, name)} and bots have nobody to judge"
            raise ConfigError(f"{told}; allowed are {' and '.join(drawn)}")
    raise ConfigError(f"bots have nobody to judge {', '.join(reported)}; allowed are options with drawn chance")


def _is_sampled(game: GameEntry, config: Any, changed: Mapping[str, Any]) -> bool:
    try:
        return not _reported_nodes(game, replace(config, **changed))
    except ConfigError:  # it does not go with the other options
        return False


def _reported_nodes(game: GameEntry, config: Any) -> list[str]:
    """The chance questions whose outcomes are reported from outside under these rules."""
    state, spec = game.game.new_state(config), game.game
    return [q.name for n, q in enumerate(spec.nodes) if q.kind == CHANCE and spec.judged_externally(state, n)]


def format_lineup(names: Sequence[str]) -> str:
    """Tell who plays, equal bots together: `scripted and 2 random`."""
    told = [visible(name) if names.count(name) == 1 else f"{names.count(name)} {visible(name)}" for name in names]
    *first, last = dict.fromkeys(told)
    return f"{', '.join(first)} and {last}" if first else last
