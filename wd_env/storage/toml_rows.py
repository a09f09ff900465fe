"""Data files: rows of a TOML file, read field by field and refused with one line where they cannot be.

The line names file, row, field, what was found and what is allowed.
"""

import os
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NoReturn, TypeVar

from wd_env.errors import MAX_QUOTED_CHARS, DataError, quoted
from wd_env.storage import atomic_files

T = TypeVar("T")

MAX_BYTES = 2**17  # of a data file; the longest that is shipped has seven thousand
MAX_LINE_CHARS = 500  # letters

BOOK, RECONSTRUCTED = ORIGINS = ("book", "reconstructed")  # where a row comes from


class DataRow:
    """One row of a file, read field by field; a field that nobody asked for is refused at the end.

    Every reader raises DataError for what is not there or cannot be.
    """

    def __init__(self, file: str, number: int, values: dict[str, object]) -> None:
        self.file = file
        self.number = number
        self.values = values
        self._read_fields: set[str] = set()

    def raise_error(self, field: str, allowed: str) -> NoReturn:
        """Raise the DataError which names file, row, field, what was found and what is allowed."""
        found = quoted(self.values[field]) if field in self.values else "nothing"
        name = field if field.isprintable() and len(field) <= MAX_QUOTED_CHARS else quoted(field)
        raise DataError(f"{self.file}: {self}, field {name}: found {found}, allowed: {allowed}")

    def __str__(self) -> str:
        return f"row {self.number} {quoted(self.values.get('id', self.values.get('title', 'untitled')))}"

    def has(self, field: str) -> bool:
        """The row has this field."""
        self._read_fields.add(field)
        return field in self.values

    def text(self, field: str, max_chars: int | None = None) -> str:
        """A text of one line, of `most` characters if that is said."""
        value = self._value(field)
        is_line = isinstance(value, str) and value.strip() and value.isprintable()
        if not isinstance(value, str) or not is_line or (max_chars is not None and len(value) > max_chars):
            self.raise_error(field, "a text of one line" + (f" of at most {max_chars} characters" if max_chars else ""))
        return value

    def rows(self, field: str, max_rows: int) -> list["DataRow"]:
        """1 to `most` rows that belong to this one."""
        allowed = f"1 to {max_rows} rows of fields with values"
        found = [value for value in self._list(field, 1, max_rows, allowed) if isinstance(value, dict)]
        if len(found) < len(self._list(field, 1, max_rows, allowed)):
            self.raise_error(field, allowed)
        return [DataRow(f"{self.file}: {self}, {field}", number, value) for number, value in enumerate(found, start=1)]

    def flag(self, field: str) -> bool:
        """True or false."""
        value = self._value(field)
        if not isinstance(value, bool):
            self.raise_error(field, "true or false")
        return value

    def integer(self, field: str, maximum: int, minimum: int = 0) -> int:
        """A whole number from `least` to `most`."""
        number = self._integer(
            field, self._value(field), maximum, allowed := f"a whole number from {minimum} to {maximum}"
        )
        if number < minimum:
            self.raise_error(field, allowed)
        return number

    def integers(self, field: str, maximum: int, count: int) -> list[int]:
        """So many whole numbers from 0 to `most`."""
        allowed = f"a list of {count} whole numbers from 0 to {maximum}"
        values = self._list(field, count, count, allowed)
        return [self._integer(field, value, maximum, allowed) for value in values]

    def choice(self, field: str, choices: Sequence[str]) -> str:
        """One of the names."""
        return self._choice(field, self._value(field), choices, ", ".join(choices))

    def choices(self, field: str, choices: Sequence[str], max_count: int) -> list[str]:
        """1 to `most` different ones of the names."""
        allowed = f"a list of 1 to {max_count} different names out of {', '.join(choices)}"
        values = self._list(field, 1, max_count, allowed)
        found = [self._choice(field, value, choices, allowed) for value in values]
        if len(set(found)) < len(found):
            self.raise_error(field, allowed)
        return found

    def source(self) -> tuple[str, str]:
        """Where the row comes from, and a note on a detail that has another origin."""
        return self.choice("origin", ORIGINS), self.text("note") if self.has("note") else ""

    def close(self) -> None:
        """Refuse a field that nobody asked for."""
        for field in self.values:
            if field not in self._read_fields:
                self.raise_error(field, f"no field but {', '.join(sorted(self._read_fields))}")

    def _value(self, field: str) -> object:
        self._read_fields.add(field)
        return self.values.get(field)

    def _list(self, field: str, min_count: int, max_count: int, allowed: str) -> list[object]:
        value = self._value(field)
        if not isinstance(value, list) or not min_count <= len(value) <= max_count:
            self.raise_error(field, allowed)
        return value

    def _integer(self, field: str, value: object, maximum: int, allowed: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= maximum:
            self.raise_error(field, allowed)
        return value

    def _choice(self, field: str, value: object, choices: Sequence[str], allowed: str) -> str:
        if not isinstance(value, str) or value not in choices:
            self.raise_error(field, allowed)
        return value


def load_data(build: Callable[[Traversable], T], package: str, name: str, path: str | Path | None) -> T:
    """What `build` makes of the file at this path, or for None of the one of this name that the package has in `data`.

    What is shipped is read once in a process.
    """
    return _load_bundled(build, package, name) if path is None else build(Path(path))


@cache
def _load_bundled(build: Callable[[Traversable], T], package: str, name: str) -> T:
    return build(resources.files(package) / "data" / name)


def read_data(source: Traversable | str | os.PathLike[str]) -> bytes:
    """The content of a data file; DataError for what cannot be read, is too long or no regular file."""
    if isinstance(source, str | os.PathLike):
        return atomic_files.read_bytes(Path(source), MAX_BYTES, DataError)
    return source.read_bytes()  # shipped, in an archive


def read_rows(source: Traversable, table: str, min_rows: int, max_rows: int) -> list[DataRow]:
    """The rows [[table]] of a file that holds nothing else, `least` to `most` of them."""
    try:
        text = read_data(source).decode()
        _check_lines(source, text)
        content = tomllib.loads(text)
    except DataError:  # it is a ValueError, too
        raise
    except (ValueError, RecursionError) as error:
        raise DataError(f"{source}: not TOML in UTF-8: {error}") from error
    values = content.get(table)
    if len(content) != 1 or not isinstance(values, list) or not all(isinstance(row, dict) for row in values):
        raise DataError(f"{source}: top level: found {quoted(list(content))}, allowed: only rows [[{table}]]")
    if not min_rows <= len(values) <= max_rows:
        raise DataError(f"{source}: rows [[{table}]]: found {len(values)}, allowed: {_count_text(min_rows, max_rows)}")
    return [DataRow(str(source), number, row) for number, row in enumerate(values, start=1)]


def _check_lines(source: Traversable, text: str) -> None:
    """Python's reader goes through a key of a thousand parts a thousand times; a key lies in one line."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE_CHARS:
            raise DataError(f"{source}: line {number}: found {len(line)} letters, allowed: at most {MAX_LINE_CHARS}")


def build_items(rows: list[DataRow], build: Callable[[DataRow, int], T]) -> tuple[T, ...]:
    """What `build` makes of each row and its place; every field of it must have been asked for."""
    items = []
    for index, row in enumerate(rows):
        items.append(build(row, index))
        row.close()
    return tuple(items)


def _count_text(min_rows: int, max_rows: int) -> str:
    if min_rows < max_rows:
        return f"{min_rows} to {max_rows} rows"
    return f"{max_rows} rows" if max_rows > 1 else "1 row"


def check_counts(
    rows: list[DataRow], field: str, values: Sequence[str], min_rows: int, max_rows: int, **conditions: str
) -> None:
    """Each value stands in `least` to `most` of the rows that hold `also`; a row too many is named first."""
    kept = [row for row in rows if conditions.items() <= row.values.items()]
    found = {value: [row for row in kept if row.values.get(field) == value] for value in values}
    wanted = "".join(f" with {name} {value!r}" for name, value in conditions.items())
    for value in values:
        if len(found[value]) > max_rows:
            found[value][max_rows].raise_error(field, f"{value!r} in {_count_text(min_rows, max_rows)}{wanted}")
    for value in values:
        if len(found[value]) < min_rows:
            text = f"found {value!r} in {len(found[value])}{wanted}, allowed: {_count_text(min_rows, max_rows)}"
            raise DataError(f"{rows[0].file}: all rows, field {field}: {text}")


def check_distinct(rows: list[DataRow], field: str) -> None:
    """No two rows have the same in this field."""
    earlier: set[object] = set()
    for row in rows:
        if row.values[field] in earlier:
            row.raise_error(field, f"a different {field} in each row")
        earlier.add(row.values[field])
