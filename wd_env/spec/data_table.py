"""A table as values: rows beneath a head, which commands lay out as text or print as JSON."""

from dataclasses import dataclass
from typing import Any

NAMED_VALUES = ("name", "value")


@dataclass(frozen=True)
class Sheet:
    """Rows beneath a head; the cells are plain JSON values."""

    head: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    right: tuple[int, ...] = ()  # columns of numbers

    def as_json(self) -> dict[str, Any] | list[dict[str, Any]]:
        """Rows of a name and a value as one object, others as a list of objects."""
        if self.head == NAMED_VALUES:
            return dict(self.rows)
        return [dict(zip(self.head, row, strict=True)) for row in self.rows]
