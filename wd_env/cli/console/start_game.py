"""How a game begins or goes on at a desk: from the words of a command, from a position, from a kept record."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wd_env import registry
from wd_env.cli.arguments.file_arguments import read_record
from wd_env.cli.arguments.rule_arguments import HouseRules, OfGame, check_called_for, check_game
from wd_env.errors import ConfigError, StateError
from wd_env.seeding import check_seed
from wd_env.session.players import HUMAN, names_of, seats_of
from wd_env.session.referee import Referee
from wd_env.session.session_setup import Round
from wd_env.spec.custom_files import own_files
from wd_env.storage.atomic_files import read_text
from wd_env.storage.bounded_json import read_json
from wd_env.table.game_table import ASKED, Table

MOST_STATE = 2**20  # bytes of a file with a state; one has some ten thousand


@dataclass(frozen=True)
class Sitting(OfGame):
    """What the commands have in common at which a game is played."""

    seats: str | None = None
    """The players, by commas; a path with commas in double quotes."""
    names: str | None = None
    """What the players are called, by commas. (default: seat 0, ...)"""
    seed: int | None = None
    """Seed of bots and of the engine's dice. (default: a new one)"""
    rules: Any = None
    """House rules."""


def begun(asked: Sitting, seats: list[str], luck: str, position: Path | None = None) -> Referee:
    """A new game; ConfigError for seats, names or rules that cannot be, StateError for a file that holds no state."""
    if position is None:
        row = asked.rules.row()
        table = row.new_table(asked.rules.at_table(len(seats)), luck=ASKED)
    else:
        table = _table_in(position, asked)
        seats = seats or [HUMAN] * table.players
    names = names_of(asked.names or "", seats)
    return Referee(table, Round(tuple(seats), names, luck, check_seed(asked.seed)), is_settled=False)


def _table_in(file: Path, asked: Sitting) -> Table:
    """The table in a state file; ConfigError for rules beside its own, StateError for what is no state."""
    rules: HouseRules = asked.rules
    if not rules.is_usual:
        raise ConfigError(f"{file} holds a state with rules of its own; allowed are the files it was played with")
    data = read_json(read_text(file, MOST_STATE), f"{file}: the state")
    files = list(own_files(rules).values())
    found = data.get("game") if isinstance(data, dict) else None
    check_game(file, found, asked.game)
    row = registry.game_named(found) if found in registry.GAMES else rules.row()
    try:
        table = row.table_class.from_json(row.game, data, luck=ASKED, files=files)
    except StateError as problem:
        raise StateError(f"{file}: {problem}") from None
    check_called_for(table.config, files)
    return table


def resumed(file: Path, asked: Sitting, **fixed: Any) -> Referee:
    """Go on with a kept game, perhaps with other players; ConfigError for what it has of its own already.

    `fixed` are further options which the game in the file settles. StateError for a file that cannot be read.
    """
    record = read_record(file)
    check_game(file, record.game, asked.game)
    rules: HouseRules = asked.rules
    settled = {"names": asked.names, "seed": asked.seed, **fixed}
    given = [name for name, value in settled.items() if value is not None]
    given += [] if rules.is_usual else ["rules"]
    if given:
        raise ConfigError(f"{file} holds a game with {', '.join(given)} of its own; allowed is another --seats")
    files = list(own_files(rules).values())
    referee = Referee.of_record(record, seats_of(asked.seats) if asked.seats else (), files=files, is_settled=False)
    check_called_for(referee.table.config, files)
    return referee
