"""`wd map`: what a map file holds, as tables, JSON and a picture."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.game_tool_arguments import Asking, Part, asked_of
from wd_env.cli.text_tables import columns
from wd_env.dependencies import need
from wd_env.errors import ConfigError
from wd_env.spec.data_table import Sheet
from wd_env.spec.map_tools import MapReader
from wd_env.storage.atomic_files import write_whole

READER = Part("maps", MapReader, "reading", "is played on maps")


@dataclass(frozen=True)
class Map(Asking):
    """Look at a map file: countries, groups, borders, deck, and what the file has that it should not."""

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
    options, reader = asked_of(Map, arguments, "map", READER)
    _check_picture(options.picture)
    found = reader.read(options.file, options.reading)
    if options.picture is not None:
        write_whole(options.picture, found.draw())
    _print(found.sheets(), options.json)
    return 0


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
