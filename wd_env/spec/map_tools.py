"""What a game played on map files brings for `wd map`; its row in the catalogue names a `MapReader` as `maps`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from wd_env.spec.data_table import ReportTable


class MapReport(Protocol):
    """A map that has been read."""

    def report_tables(self) -> Mapping[str, ReportTable]:
        """Return what there is to tell, each table by its title."""

    def draw(self) -> bytes:
        """Return a picture as a PNG; MissingExtra where pygame (extra `render`) is not installed."""


@dataclass(frozen=True)
class MapReader:
    """How the map files of a game are read."""

    options_type: type  # a dataclass of what can be chosen beside the file; its fields become options of the command
    read: Callable[[str, Any], MapReport]  # a path or the name of a shipped map, and choices; DataError
