"""`wd replay`: a recorded game, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_writable, read_record
from wd_env.cli.arguments.rule_arguments import OfGame, check_called_for, check_game, parse_for_game
from wd_env.cli.console.keyboard import LeftGame, read_line
from wd_env.errors import ConfigError, WrongSeat
from wd_env.registry import teller_of
from wd_env.rendering.canvas import png
from wd_env.session.narration import Story, in_lines
from wd_env.session.referee import table_of
from wd_env.storage.atomic_files import write_whole
from wd_env.table.game_table import Table

KEYS = "Enter or n next line, p previous, a number that line, q quit"


@dataclass(frozen=True)
class Replay(OfGame):
    """Read a recorded game: every line in words, or one line after another, or the table at one line.

    Without --seat everything is told; with it only what that seat saw.
    """

    file: Annotated[Path, Positional("FILE")]
    """The record, as `wd play --record` writes it."""
    step: bool = False
    """Show the table after each line and wait for a key."""
    at: int | None = None
    """Show the table after this line; 0 is before the first."""
    seat: int | None = None
    """Tell the game as the player of this seat saw it."""
    picture: Path | None = None
    """Write a picture of the board (PNG) at line --at, or at the end."""
    files: Any = None
    """Files of one's own."""


def run(arguments: Sequence[str]) -> int:
    """Replay a record; what cannot be played is refused before anything is shown."""
    options = parse_for_game(Replay, arguments, "replay")
    record, files = read_record(options.file), options.files.given()
    check_game(options.file, record.game, options.game)
    table = table_of(record, files)
    check_called_for(table.config, files)
    end = len(record.lines)
    if options.at is not None and not 0 <= options.at <= end:
        raise ConfigError(f"line {options.at} is not in the record; allowed are 0..{end}")
    if options.seat is not None and not 0 <= options.seat < table.state.seats:
        raise WrongSeat(f"seat {options.seat} is not at the table; allowed are 0..{table.state.seats - 1}")
    seat = None if options.seat is None else table.home(table.state.owner[options.seat])
    if options.picture is not None:
        _draw(table.rewound(end if options.at is None else options.at), seat, options.picture)
    story = Story(table)
    story.follow(record.lines)
    if options.step:
        _step(table, story, seat, options.at or 0)
    elif options.at is not None:
        print(_moment(table, story, seat, options.at))
    elif options.picture is None:
        for line in in_lines(story.seen(seat) if seat is not None else story.told, numbered=True):
            print(line)
        print(f"\n{teller_of(table.game).describe(table, seat)}")
    return 0


def _moment(table: Table, story: Story, seat: int | None, line: int) -> str:
    """The table after a line, and that line."""
    then = table.rewound(line)
    told = [told for told in story.told[line - 1 : line] if line and _may_see(told.seen_by, seat)]
    return "\n".join(
        [
            teller_of(table.game).describe(then, seat),
            "",
            f"Line {line} of {len(table.lines)}",
            *in_lines(told, numbered=True),
        ]
    )


def _may_see(seen_by: int | None, seat: int | None) -> bool:
    return seat is None or seen_by in (None, seat)


def _step(table: Table, story: Story, seat: int | None, line: int) -> None:
    """Walk through the record until the keyboard says q or has no more to say."""
    end = len(table.lines)
    print(KEYS)
    while True:
        print(f"\n{_moment(table, story, seat, line)}")
        try:
            words = read_line(f"line {line} of {end} [n p number q]: ").lower()
        except LeftGame:
            return
        if words == "q":
            return
        line = _next_line(words, line, end)


def _next_line(words: str, line: int, end: int) -> int:
    if words in ("", "n"):
        return min(line + 1, end)
    if words == "p":
        return max(line - 1, 0)
    if words.isdecimal() and int(words) <= end:
        return int(words)
    print(f"{words!r} is no line; allowed are 0..{end}. {KEYS}")
    return line


def _draw(table: Table, seat: int | None, path: Path) -> None:
    """Write the board as a PNG."""
    if path.suffix.lower() != ".png":
        raise ConfigError(f"the picture's file is {str(path)!r}; allowed is a name that ends in .png")
    check_writable(path)
    write_whole(path, png(teller_of(table.game).picture(table, seat)))
    print(f"The picture is in {path}.")
