"""`wd table`: the engine as referee of a game on the physical board."""

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
from wd_env.table.chance_modes import EXPLICIT


@dataclass(frozen=True)
class TableCommand(PlayOptions):
    """Referee a game on the physical board: people enter dice, cards and actions.

    It checks entries, explains what they cause, tracks the state of the game, lets bots play any seat, and can undo
    entries. ? lists the commands.

    Example:
        wd table game.txt --seats human scripted
    """

    file: Annotated[Path | None, Positional("FILE")] = None
    """File of the game, saved after every entry; an existing game continues."""
    seats: tuple[str, ...] = ()
    """Player of each seat: `human`, a bot of `wd info bots`, or the file of a trained bot.
    (default: two people)"""
    chance: Literal["explicit", "sampled"] | None = None
    """`explicit`: people enter dice and cards (default); `sampled`: the computer rolls and draws."""
    position: Path | None = None
    """Start from the position in this file (JSON as `Table.to_json` returns it)."""


def run(args: Sequence[str]) -> int:
    """Referee one game."""
    options = parse_for_game(TableCommand, args, "table")
    check_writable(options.file)
    if options.file is not None:
        remove_temporary_files(options.file)  # a process that was killed while writing leaves a file with secrets
    Repl(_referee(options), options.file).run()
    return 0


def _referee(options: TableCommand) -> Referee:
    if options.file is not None and options.file.exists():
        return resume_game(options.file, options, chance=options.chance, position=options.position)
    seats = requested_seats(options)
    if not seats and options.position is None:
        seats = [HUMAN] * max(2, options.rules.game_entry().game.min_players)
    return new_game(options, seats, options.chance or EXPLICIT, options.position)
