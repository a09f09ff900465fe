"""`wd table`: the engine as referee and companion beside the printed board."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.rule_arguments import parse_for_game
from wd_env.cli.console.game_console import Repl
from wd_env.cli.console.start_game import PlayOptions, new_game, requested_seats, resume_game
from wd_env.session.players import HUMAN
from wd_env.session.referee import Referee
from wd_env.storage.atomic_files import remove_temporary_files
from wd_env.table.game_table import EXPLICIT


@dataclass(frozen=True)
class TableCommand(PlayOptions):
    """Play on the printed board with the engine as referee: enter dice, cards and answers as they fall.

    It says what is allowed and what each landing does, keeps the account, lets bots sit in any seat, and takes
    entries back. ? tells what may be typed.

    Example:
        wd table game.txt --seats human scripted
    """

    file: Annotated[Path | None, Positional("FILE")] = None
    """Keeps the game, written whole after every entry; a game that is there already goes on."""
    seats: tuple[str, ...] = ()
    """The players: `human`, bots (`wd info bots`) or files of trained ones."""
    chance: Literal["explicit", "sampled"] | None = None
    """`explicit`: dice and cards are entered (the usual); `sampled`: the engine throws."""
    position: Path | None = None
    """Begin with the state in this file (JSON of `to_json` or `position`)."""


def run(args: Sequence[str]) -> int:
    """Keep one game; 0 when it is over or was left."""
    options = parse_for_game(TableCommand, args, "table")
    check_writable(options.file)
    if options.file is not None:
        remove_temporary_files(options.file)  # a process that was killed while it wrote has left half of the secrets
    Repl(_referee(options), options.file).run()
    return 0


def _referee(options: TableCommand) -> Referee:
    if options.file is not None and options.file.exists():
        return resume_game(options.file, options, chance=options.chance, position=options.position)
    seats = requested_seats(options)
    if not seats and options.position is None:
        seats = [HUMAN] * max(2, options.rules.game_entry().game.min_players)
    return new_game(options, seats, options.chance or EXPLICIT, options.position)
