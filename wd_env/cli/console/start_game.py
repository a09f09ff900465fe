"""How a game begins or goes on at a desk: from the words of a command, from a position, from a kept record."""

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
from wd_env.table.game_table import EXPLICIT, Table
from wd_env.table.saved_table import table_from_json

MAX_STATE_BYTES = 2**20  # bytes of a file with a state; one has some ten thousand


@dataclass(frozen=True)
class PlayOptions(GameOptions):
    """What the commands have in common at which a game is played."""

    seats: tuple[str, ...] = ()
    """Players in the order of the seats."""
    names: tuple[str, ...] = ()
    """Names of the players. (default: seat 0, ...)"""
    seed: int | None = None
    """Seed of bots and of the engine's dice. (default: a new one)"""
    rules: Any = None
    """House rules."""


def requested_seats(options: PlayOptions) -> list[str]:
    """Return the players in `--seats`; none if it is not given."""
    return parse_seats(options.seats) if options.seats else []


def new_game(options: PlayOptions, seats: list[str], chance: str, position: Path | None = None) -> Referee:
    """A new game; ConfigError for seats, names or rules that cannot be, StateError for a file that holds no state."""
    if position is None:
        row = options.rules.game_entry()
        table = row.new_table(options.rules.config_for(len(seats)), chance=EXPLICIT)
    else:
        table = _table_from_file(position, options)
        seats = seats or [HUMAN] * table.players
    names = parse_names(",".join(options.names), seats)
    return Referee(table, SessionSetup(tuple(seats), names, chance, check_seed(options.seed)), advance=False)


def _table_from_file(file: Path, asked: PlayOptions) -> Table:
    """The table in a state file; ConfigError for rules beside its own, StateError for what is no state."""
    rules: GameRuleOptions = asked.rules
    if not rules.is_default:
        raise ConfigError(f"{file} holds a state with rules of its own; allowed are the files it was played with")
    data = read_json(read_text(file, MAX_STATE_BYTES), f"{file}: the state")
    files = list(custom_files(rules).values())
    found = data.get("game") if isinstance(data, dict) else None
    check_game(file, found, asked.game)
    row = registry.get_game(found) if found in registry.GAMES else rules.game_entry()
    try:
        table = table_from_json(data, row.game, chance=EXPLICIT, files=files)
    except StateError as problem:
        raise StateError(f"{file}: {problem}") from None
    check_files_used(table.config, files)
    return table


def resume_game(file: Path, options: PlayOptions, **fixed: Any) -> Referee:
    """Go on with a kept game, perhaps with other players; ConfigError for what it has of its own already.

    `fixed` are further options which the game in the file settles. StateError for a file that cannot be read.
    """
    record = read_record(file)
    check_game(file, record.game, options.game)
    rules: GameRuleOptions = options.rules
    settled = {"names": options.names or None, "seed": options.seed, **fixed}
    given = [name for name, value in settled.items() if value is not None]
    given += [] if rules.is_default else ["rules"]
    if given:
        raise ConfigError(f"{file} holds a game with {', '.join(given)} of its own; allowed is another --seats")
    files = list(custom_files(rules).values())
    referee = Referee.from_record(record, requested_seats(options), files=files, advance=False)
    check_files_used(referee.table.config, files)
    return referee
