"""`wd table`: the engine as referee and companion beside the printed board."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from wd_env.cli.desk import Desk
from wd_env.cli.fields import Positional
from wd_env.cli.files import check_writable, read_record
from wd_env.cli.house import HouseRules, check_called_for
from wd_env.cli.referee import HUMAN, Referee, Round
from wd_env.cli.seats import names_of, seats_of
from wd_env.cli.usage import parse
from wd_env.core.errors import ConfigError, StateError
from wd_env.core.files import read_text, remove_leftovers
from wd_env.core.outside import read_json
from wd_env.core.own_files import own_files
from wd_env.core.seeds import check_seed
from wd_env.core.table import ASKED
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.table import WorldDominance

MOST_STATE = 2**20  # bytes of a file with a state; one has some ten thousand


@dataclass(frozen=True)
class Table:
    """Play on the printed board with the engine as referee: enter dice, cards and answers as they fall.

    It says whose turn it is, what is allowed and what each landing does, keeps the account, lets bots sit in any
    seat and announces what they choose, and takes entries back. ? tells what may be typed.
    """

    file: Annotated[Path | None, Positional("FILE")] = None
    """Keeps the game, written whole after every entry; a game that is there already goes on."""
    seats: str | None = None
    """Two to five, by commas: `human`, bots (`wd info bots`) or trained bots' files. (default: human,human)"""
    names: str | None = None
    """What the players are called, by commas; without names seats are called by their numbers, from 0."""
    luck: Literal["asked", "sampled"] | None = None
    """`asked`: dice and cards fall on the table and are entered (the usual); `sampled`: the engine throws them."""
    seed: int | None = None
    """Seed of the bots and of what the engine throws; by default another one each time."""
    position: Path | None = None
    """Begin with the state in this file (JSON, as `to_json` of a table or `position` gives it), under its rules."""
    rules: HouseRules = field(default_factory=HouseRules)
    """House rules."""


def run(arguments: Sequence[str]) -> int:
    """Keep one game; 0 when it is over or was left."""
    options = parse(Table, arguments, "table")
    check_writable(options.file)
    if options.file is not None:
        remove_leftovers(options.file)  # a process that was killed while it wrote has left half of the secrets
    is_there = options.file is not None and options.file.exists()
    Desk(_go_on(options) if is_there else _begin(options), options.file).run()
    return 0


def _begin(options: Table) -> Referee:
    seats = seats_of(options.seats, HUMAN) if options.seats else []
    if options.position is None:
        seats = seats or [HUMAN, HUMAN]
        table = WorldDominance(options.rules.at_table(len(seats)), luck=ASKED)
    else:
        table = _table_in(options.position, options.rules)
        seats = seats or [HUMAN] * table.players
    names = names_of(options.names or "", seats)
    return Referee(table, Round(tuple(seats), names, options.luck or ASKED, check_seed(options.seed)))


def _table_in(file: Path, rules: HouseRules) -> WorldDominance:
    """The table in a state file; ConfigError for rules beside its own, StateError for what is no state."""
    if rules.without_files() != HouseRules():
        raise ConfigError(f"{file} holds a state with rules of its own; allowed are the files it was played with")
    data = read_json(read_text(file, MOST_STATE), f"{file}: the state")
    files = list(own_files(rules).values())
    try:
        table = WorldDominance.from_json(GAME, data, luck=ASKED, files=files)
    except StateError as problem:
        raise StateError(f"{file}: {problem}") from None
    check_called_for(table.config, files)
    return table


def _go_on(options: Table) -> Referee:
    assert options.file is not None
    record = read_record(options.file)
    fixed = {"names": options.names, "luck": options.luck, "seed": options.seed, "position": options.position}
    given = [name for name, value in fixed.items() if value is not None]
    given += ["rules"] if options.rules.without_files() != HouseRules() else []
    if given:
        raise ConfigError(f"{options.file} holds a game with {', '.join(given)} of its own; allowed is another --seats")
    files = list(own_files(options.rules).values())
    referee = Referee.of_record(record, seats_of(options.seats, HUMAN) if options.seats else (), files=files)
    check_called_for(referee.table.config, files)
    return referee
