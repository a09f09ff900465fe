"""A table of values, which commands format as text or print as JSON."""

from dataclasses import dataclass
from typing import Any

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
