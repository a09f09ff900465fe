"""Options that the commands with matches share: game, bots, seed, rules and files for results."""

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

Processes = Annotated[int, Interval(ge=1, le=MAX_PROCESSES)]
LOCAL_CLUSTER = "local"  # a Ray cluster on this machine


@dataclass(frozen=True)
class LineupOptions(GameOptions):
    """A line-up of bots."""

    bots: Annotated[tuple[str, ...], Positional("BOT BOT ...")] = ()
    """One bot per seat: a name of `wd info bots`, a bot file or a run folder; `greedy:FILE` never samples."""
    seed: int = 1
    """Seed of the games."""
    out: Path | None = None
    """File for all results as JSON."""
    json: bool = False
    """Print all results as JSON, and the tables on stderr."""
    dry_run: bool = False
    """Print the settings and end."""
    rules: GameRuleOptions = field(default_factory=GameRuleOptions)
    """Rule options."""

    def expected_bots(self, game: GameEntry) -> str:
        """Describe the bots that are expected."""
        return f"{game.game.min_players} to {game.game.max_players} names"

    def player_counts(self) -> list[tuple[int, str]]:
        """Return each number of players, which the rules must allow, with the option that it follows from."""
        return [(len(self.bots), "bots")]

    @property
    def json_files(self) -> list[Path | None]:
        """The files for the figures as JSON, standard output included."""
        return json_files(self.out, self.json)

    def check_results(self) -> None:
        """Check that results can be written.

        Raises:
            ConfigError: If a file is not writable.
        """
        check_writable(self.out)


@dataclass(frozen=True)
class ReportOptions(LineupOptions):
    """A line-up of bots, with tables of results."""

    output: OutputOptions = field(default_factory=OutputOptions)
    """Tables and plots as files."""

    @property
    def result_files(self) -> list[Path | None]:
        """The files of results."""
        return [*self.json_files, *self.output.files]

    def check_results(self) -> None:
        """Check that results can be written.

        Raises:
            ConfigError: If a file is not writable.
        """
        super().check_results()
        self.output.check()
        check_distinct_paths(self.result_files)


@dataclass(frozen=True)
class MatchOptions(ReportOptions):
    """Many games of given bots."""

    games: int = 1000
    """Games."""
    block_size: int | None = None
    """Deals per block, the unit of work."""
    processes: Processes = 1
    """Processes; results do not depend on them."""
    ray: str | None = None
    """Play on a Ray cluster: its address, or `local`."""
    resume: bool = False
    """Continue a stopped run with --out."""
    restart: bool = False
    """Discard saved blocks and start over."""

    @property
    def executor(self) -> str:
        """The name of the executor."""
        if self.ray is None:
            return f"processes:{self.processes}"
        return "ray" if self.ray == LOCAL_CLUSTER else f"ray:{self.ray}"

    @property
    def executor_text(self) -> str:
        """Describe where games are played."""
        return f"processes {self.processes}" if self.ray is None else f"Ray cluster {self.ray}"


OptionsT = TypeVar("OptionsT", bound=LineupOptions)


def parse_match_options(
    options_type: type[OptionsT], args: Sequence[str], command: str
) -> tuple[OptionsT, GameEntry, dict[str, Any]]:
    """Return the options of a command, its game and the rules by name, checked before any work is done.

    Raises:
        UsageError: If an argument is invalid.
        ConfigError: If the rules do not fit.
    """
    game = requested_game(args, command)
    options = parse_for_game(options_type, args, command, **game.match_options)
    if not options.bots:
        raise UsageError(f"bots: expected {options.expected_bots(game)}, got none (see wd {command} --help)")
    for players, subject in options.player_counts():
        check_chance(game, options.rules.config_for(players, subject))
    options.check_results()
    check_seed(options.seed)
    return options, game, options.rules.options()


def check_chance(game: GameEntry, config: Any) -> None:
    """Check that no outcome of chance has to be reported by people.

    Raises:
        ConfigError: If one has; the message names the option.
    """
    nodes = _external_nodes(game, config)
    if not nodes:
        return
    for name, option in options_of(type(config)).items():
        names = option.names if option.kind == "choice" else ()
        sampled_choices = [other for other in names if _is_sampled(game, config, {name: other})]
        if sampled_choices:
            raise ConfigError(
                f"{name}: expected {' or '.join(sampled_choices)} in a game of bots, got {getattr(config, name)}"
            )
    raise ConfigError(
        f"options: expected sampled chance in a game of bots, got {', '.join(nodes)}, which people report"
    )


def _is_sampled(game: GameEntry, config: Any, changed: Mapping[str, Any]) -> bool:
    try:
        return not _external_nodes(game, replace(config, **changed))
    except ConfigError:  # it does not go with the other options
        return False


def _external_nodes(game: GameEntry, config: Any) -> list[str]:
    """Return the chance nodes whose outcomes are reported by people under these rules."""
    return game.game.external_chance(game.game.new_state(config))


def format_lineup(names: Sequence[str]) -> str:
    """Describe a line-up with equal bots together: `scripted and 2 random`."""
    texts = [visible(name) if names.count(name) == 1 else f"{names.count(name)} {visible(name)}" for name in names]
    *first, last = dict.fromkeys(texts)
    return f"{', '.join(first)} and {last}" if first else last
