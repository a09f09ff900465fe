"""`wd replay`: a recorded game, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_writable, read_record
from wd_env.cli.arguments.rule_arguments import GameOptions, check_files_used, check_game, parse_for_game
from wd_env.cli.console.keyboard import UserQuit, read_line
from wd_env.errors import ConfigError, WrongSeat, range_text
from wd_env.registry import presenter_for
from wd_env.rendering.canvas import png
from wd_env.session.narration import Narrator, format_lines
from wd_env.session.players import seat_names
from wd_env.session.session_setup import recorded_names
from wd_env.storage.atomic_files import write_atomic
from wd_env.table.game_table import Table
from wd_env.table.saved_table import at_line, replay_record

KEY_HELP = "Enter or n: next line, p: previous line, number: that line, q: quit"


@dataclass(frozen=True)
class ReplayCommand(GameOptions):
    """Print a recorded game as text, step through it, or show the state after one line.

    With --seat, only what the player of that seat saw is shown.

    Example:
        wd replay game.txt --step
    """

    file: Annotated[Path, Positional("FILE")]
    """The record, as `wd play --record` writes it."""
    step: bool = False
    """Show the state after each line and wait for a key."""
    line: int | None = None
    """Show the state after this line; 0 is the start of the game."""
    seat: int | None = None
    """Show only what the player of this seat saw."""
    image: Path | None = None
    """Write an image of the board (PNG) at line --line, or at the end."""
    files: Any = None
    """Custom files."""


def run(args: Sequence[str]) -> int:
    """Replay a record, after checking all of it."""
    options = parse_for_game(ReplayCommand, args, "replay")
    record, files = read_record(options.file), options.files.paths()
    check_game(options.file, record.game, options.game)
    table = replay_record(record, files=files)
    check_files_used(table.config, files)
    end = len(record.lines)
    if options.line is not None and not 0 <= options.line <= end:
        raise ConfigError(f"--line: expected {range_text(0, end)}, got {options.line}")
    if options.seat is not None and not 0 <= options.seat < table.state.seats:
        raise WrongSeat(f"--seat: expected 0 to {table.state.seats - 1}, got {options.seat}")
    seat = None if options.seat is None else table.home_seat(table.state.owner[options.seat])
    if options.image is not None:
        _write_image(at_line(table, end if options.line is None else options.line), seat, options.image)
    players = recorded_names(record, table.players)
    narrator = Narrator(table, players)
    narrator.update(record.lines)
    if options.step:
        _step(table, narrator, players, seat, options.line or 0)
    elif options.line is not None:
        print(_table_at_line(table, narrator, players, seat, options.line))
    elif options.image is None:
        names, lines = seat_names(table, players), narrator.lines if seat is None else narrator.visible_lines(seat)
        for line in format_lines(lines, numbered=True, names=names):
            print(line)
        print(f"\n{presenter_for(table.game).describe(table, seat, names=names)}")
    return 0


def _table_at_line(table: Table, narrator: Narrator, players: Sequence[str], seat: int | None, line: int) -> str:
    """Return the table after a line, and that line."""
    then = at_line(table, line)
    names = seat_names(then, players)
    narrated = [
        narrated for narrated in narrator.lines[line - 1 : line] if line and _may_see(narrated.visible_to, seat)
    ]
    return "\n".join(
        [
            presenter_for(table.game).describe(then, seat, names=names),
            "",
            f"Line {line} of {len(table.lines)}",
            *format_lines(narrated, numbered=True, names=names),
        ]
    )


def _may_see(visible_to: int | None, seat: int | None) -> bool:
    return seat is None or visible_to in (None, seat)


def _step(table: Table, narrator: Narrator, players: Sequence[str], seat: int | None, line: int) -> None:
    """Step through the record until q or the end of the input."""
    end = len(table.lines)
    print(KEY_HELP)
    while True:
        print(f"\n{_table_at_line(table, narrator, players, seat, line)}")
        try:
            text = read_line(f"line {line} of {end} [n p number q]: ").lower()
        except UserQuit:
            return
        if text == "q":
            return
        line = _next_line(text, line, end)


def _next_line(text: str, line: int, end: int) -> int:
    if text in ("", "n"):
        return min(line + 1, end)
    if text == "p":
        return max(line - 1, 0)
    if text.isdecimal() and int(text) <= end:
        return int(text)
    print(f"line: expected {range_text(0, end)}, got {text!r}. {KEY_HELP}")
    return line


def _write_image(table: Table, seat: int | None, path: Path) -> None:
    """Write the board as a PNG."""
    if path.suffix.lower() != ".png":
        raise ConfigError(f"--image: expected a name that ends in .png, got {str(path)!r}")
    check_writable(path)
    write_atomic(path, png(presenter_for(table.game).image(table, seat)))
    print(f"Wrote the image to {path}.")
