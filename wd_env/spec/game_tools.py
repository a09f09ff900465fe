"""Optional parts of a game for `wd map` and `wd odds`: a `MapReader` and an `OddsCalculator` in its registry entry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

NAMED_VALUES = ("name", "value")


@dataclass(frozen=True)
class ReportTable:
    """Column titles and rows; the cells are plain JSON values."""

    column_titles: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    numeric_columns: tuple[int, ...] = ()  # columns of numbers

    def to_json(self) -> dict[str, Any] | list[dict[str, Any]]:
        """Return rows of a name and a value as one object, and other rows as a list of objects."""
        if self.column_titles == NAMED_VALUES:
            return dict(self.rows)
        return [dict(zip(self.column_titles, row, strict=True)) for row in self.rows]


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


@dataclass(frozen=True)
class BattleOutcome:
    """One way in which a battle can end."""

    attackers: int | str  # remaining armies, as a number or as the game writes them
    defenders: int | str
    probability: Fraction | float  # a float where the battle is too large for fractions


@dataclass(frozen=True)
class BattleOdds:
    """The possible ends of a battle that continues as long as it can."""

    captured: Fraction | float  # the chance that the attacker wins
    outcomes: tuple[BattleOutcome, ...]  # captures first, each with its chance; together they are 1
    summary: tuple[tuple[str, Fraction | float], ...] = ()  # chances of named results, if there are more than two


@dataclass(frozen=True)
class OddsCalculator:
    """How a game computes odds."""

    options_type: type  # a dataclass of the options of a battle; its fields become options of the command
    compute: Callable[[str, str, Any], BattleOdds]  # attackers and defenders as typed, and options; raises ConfigError
