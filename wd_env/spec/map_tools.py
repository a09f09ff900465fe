"""The map reader of `wd map`, for a game that is played on map files; its registry entry names it as `maps`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from wd_env.spec.data_table import ReportTable


class MapReport(Protocol):
    """A map after reading."""

    def report_tables(self) -> Mapping[str, ReportTable]:
        """Return the tables of the report by title."""

    def draw(self) -> bytes:
        """Return a picture as PNG.

        Raises:
            MissingExtra: If pygame (extra `render`) is not installed.
        """


@dataclass(frozen=True)
class MapReader:
    """The reader of the map files of a game."""

    options_type: type  # a dataclass of options in addition to the file; its fields become options of the command
    read: Callable[[str, Any], MapReport]  # a path or the name of a bundled map, and options; raises DataError
