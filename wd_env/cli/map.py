"""`wd map`: what a map file holds, as tables, JSON and a picture."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from pathlib import Path
from typing import Annotated, Any

from wd_env import games
from wd_env.cli.errors import UsageError
from wd_env.cli.fields import Positional
from wd_env.cli.files import check_writable
from wd_env.cli.house import OfGame, game_asked_for
from wd_env.cli.tables import columns
from wd_env.cli.usage import parse, peek
from wd_env.core.errors import ConfigError, quoted
from wd_env.core.extras import need
from wd_env.core.files import write_whole
from wd_env.core.map_report import MapReader
from wd_env.core.sheet import Sheet

COMMAND = "map"


@dataclass(frozen=True)
class Map(OfGame):
    """Look at a map file: countries, groups, borders, deck, and what the file has that it should not.

    The game goes without saying where only one is played on maps.
    """

    game: str | None = field(default=None, kw_only=True)
    """The game, one of `wd info games`. (default: the one with maps)"""
    file: Annotated[str, Positional("FILE")]
    """The map file, or the name of a map that is shipped."""
    json: bool = False
    """Print JSON instead of tables."""
    picture: Path | None = None
    """Write a picture of the map (PNG)."""
    reading: Any = None
    """How the file is read."""


def run(arguments: Sequence[str]) -> int:
    """Read a map, write what was asked for, print the tables."""
    reader = _reader(arguments)
    choices = [("reading", Any, field(default_factory=reader.choices))] if reader else []
    kind: type[Map] = make_dataclass("Map", choices, bases=(Map,), frozen=True, namespace={"__doc__": Map.__doc__})
    options = parse(kind, arguments, COMMAND)
    if reader is None:
        raise ConfigError("no game is played on maps; `wd info games` lists the games there are")
    _check_picture(options.picture)
    found = reader.read(options.file, options.reading)
    if options.picture is not None:
        write_whole(options.picture, found.draw())
    _print(found.sheets(), options.json)
    return 0


def _reader(arguments: Sequence[str]) -> MapReader | None:
    """The reader of the game that is meant; None where there is no game with maps."""
    if peek(OfGame, arguments, COMMAND).game is not None:
        row = game_asked_for(arguments, COMMAND)
        return _loaded(row)
    known = [row for row in games.every_game().values() if row.maps]
    if len(known) > 1:
        names = ", ".join(row.name for row in known)
        raise UsageError(f"--game is missing; the games played on maps are {names} (see wd {COMMAND} --help)")
    return _loaded(known[0]) if known else None


def _loaded(row: games.Game) -> MapReader:
    reader = row.load("maps")
    if not isinstance(reader, MapReader):
        raise ConfigError(f"game {row.name}: {row.maps} is {quoted(reader)}; allowed is a MapReader")
    return reader


def _check_picture(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() != ".png":
        raise ConfigError(f"the picture's file is {str(path)!r}; allowed is a name that ends in .png")
    check_writable(path)
    need("pygame")


def _print(sheets: Mapping[str, Sheet], as_json: bool) -> None:
    if as_json:
        print(json.dumps({title: sheet.as_json() for title, sheet in sheets.items()}, indent=2))
        return
    print("\n\n".join(columns(sheet.head, sheet.rows, sheet.right, title=title) for title, sheet in sheets.items()))
