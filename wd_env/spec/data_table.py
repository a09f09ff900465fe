"""A table as values: rows beneath a head, which commands lay out as text or print as JSON."""

from dataclasses import dataclass
from typing import Any

NAMED_VALUES = ("name", "value")


@dataclass(frozen=True)
class ReportTable:
    """Rows beneath a head; the cells are plain JSON values."""

    column_titles: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    numeric_columns: tuple[int, ...] = ()  # columns of numbers

    def to_json(self) -> dict[str, Any] | list[dict[str, Any]]:
        """Rows of a name and a value as one object, others as a list of objects."""
        if self.column_titles == NAMED_VALUES:
            return dict(self.rows)
        return [dict(zip(self.column_titles, row, strict=True)) for row in self.rows]
