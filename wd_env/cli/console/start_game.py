"""Start of a game at the terminal: from options, from a saved state, or from a record."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wd_env import registry
from wd_env.cli.arguments.file_arguments import read_record
from wd_env.cli.arguments.rule_arguments import GameOptions, GameRuleOptions, check_files_used, check_game
from wd_env.errors import ConfigError, StateError
from wd_env.seeding import check_seed
from wd_env.session.players import HUMAN, parse_names, parse_seats
from wd_env.session.referee import Referee
from wd_env.session.session_setup import SessionSetup
from wd_env.spec.custom_files import custom_files
from wd_env.storage.atomic_files import read_text
from wd_env.storage.bounded_json import read_json
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table
from wd_env.table.saved_table import table_from_json

MAX_STATE_BYTES = 2**20  # bytes of a state file; typical files have ten thousand


@dataclass(frozen=True)
class PlayOptions(GameOptions):
    """Options of the commands that play a game."""

    seats: tuple[str, ...] = ()
    """Players in the order of the seats."""
    names: tuple[str, ...] = ()
    """Names of the players. (default: seat 0, ...)"""
    seed: int | None = None
    """Seed of bots and chance. (default: random)"""
    rules: Any = None
    """Rule options."""


def requested_seats(options: PlayOptions) -> list[str]:
    """Return the players in `--seats`; none if it is not given."""
    return parse_seats(options.seats) if options.seats else []


def new_game(options: PlayOptions, seats: list[str], chance: str, position: Path | None = None) -> Referee:
    """Return the referee of a new game.

    Raises:
        ConfigError: If the players, names or rules are invalid.
        StateError: If `position` is not a valid state file.
    """
    if position is None:
        game_entry = options.rules.game_entry()
        table = game_entry.new_table(options.rules.config_for(len(seats)), chance=EXPLICIT)
    else:
        table = _table_from_file(position, options)
        seats = seats or [HUMAN] * table.players
    names = parse_names(",".join(options.names), seats)
    return Referee(table, SessionSetup(tuple(seats), names, chance, check_seed(options.seed)), advance=False)


def _table_from_file(file: Path, options: PlayOptions) -> Table:
    """Return the table of a state file.

    Raises:
        ConfigError: If rules are given, because the state contains its rules.
        StateError: If the state is invalid.
    """
    rules: GameRuleOptions = options.rules
    if not rules.is_default:
        raise ConfigError(
            f"{file} contains the rules of its game; expected only the custom files with which it was played"
        )
    data = read_json(read_text(file, MAX_STATE_BYTES), f"{file}: the state")
    files = list(custom_files(rules).values())
    game_name = data.get("game") if isinstance(data, dict) else None
    check_game(file, game_name, options.game)
    game_entry = registry.get_game(game_name) if game_name in registry.GAMES else rules.game_entry()
    try:
        table = table_from_json(data, game_entry.game, chance=EXPLICIT, files=files)
    except StateError as exc:
        raise StateError(f"{file}: {exc}") from None
    check_files_used(table.config, files)
    return table


def resume_game(file: Path, options: PlayOptions, **fixed: Any) -> Referee:
    """Return the referee of a saved game, perhaps with other players.

    Args:
        file: Record.
        options: Options of the command.
        **fixed: Further options that the record contains; they must be None.

    Raises:
        ConfigError: If an option is given that the record contains.
        StateError: If the record is invalid.
    """
    record = read_record(file)
    check_game(file, record.game, options.game)
    rules: GameRuleOptions = options.rules
    recorded = {"names": options.names or None, "seed": options.seed, **fixed}
    provided = [name for name, value in recorded.items() if value is not None]
    provided += [] if rules.is_default else ["rules"]
    if provided:
        raise ConfigError(f"{file} contains {', '.join(provided)} of its game; expected no other option than --seats")
    files = list(custom_files(rules).values())
    referee = Referee.from_record(record, requested_seats(options), files=files, advance=False)
    check_files_used(referee.table.config, files)
    return referee
