"""`wd map`: show the content of a map file as tables, JSON and an image."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.game_tool_arguments import GameExtension, GameExtensionOptions, parse_extension_options
from wd_env.cli.text_tables import format_columns
from wd_env.dependencies import require_libraries
from wd_env.errors import ConfigError
from wd_env.spec.game_tools import MapReader, ReportTable
from wd_env.storage.atomic_files import write_atomic

MAP_READER = GameExtension("maps", MapReader, "reading", "is played on maps")


@dataclass(frozen=True)
class MapCommand(GameExtensionOptions):
    """Show the content of a map or board file, and report problems in it.

    Example:
        wd map classic --game domination
    """

    file: Annotated[str, Positional("FILE")]
    """The map or board file, or the name of a bundled one."""
    json: bool = False
    """Print JSON instead of tables."""
    image: Path | None = None
    """Write an image of the map (PNG)."""
    reading: Any = None
    """Options of the map reader."""


def run(args: Sequence[str]) -> int:
    """Read a map, write the picture if requested, and print the tables."""
    options, reader = parse_extension_options(MapCommand, args, "map", MAP_READER)
    _check_image(options.image)
    report = reader.read(options.file, options.reading)
    if options.image is not None:
        write_atomic(options.image, report.draw())
    _print(report.report_tables(), options.json)
    return 0


def _check_image(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() != ".png":
        raise ConfigError(f"--image: expected a name that ends in .png, got {str(path)!r}")
    check_writable(path)
    require_libraries("pygame")


def _print(tables: Mapping[str, ReportTable], as_json: bool) -> None:
    if as_json:
        print(json.dumps({title: table.to_json() for title, table in tables.items()}, indent=2))
        return
    print(
        "\n\n".join(
            format_columns(table.column_titles, table.rows, table.numeric_columns, title=title)
            for title, table in tables.items()
        )
    )
