"""Readers of data files, which are TOML files of rows.

The error message for an invalid field names the file, the row, the field, its value and what is allowed.

Python's `tomllib` parses the files. Pydantic does not read the rows: games read their bundled files when they are
imported, which importing pydantic would make slower, and most of this module would remain, because counts and distinct
values across rows, bounds on sizes and the texts of errors are not those of a model library.
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

MAX_BYTES = 2**17  # of a data file; the longest bundled file has seven thousand
MAX_LINE_CHARS = 500

BOOK, RECONSTRUCTED = ORIGINS = ("book", "reconstructed")  # the source of a row: the rule book or our reconstruction


class DataRow:
    """One row of a data file, read field by field.

    Every method that reads a field raises DataError if the field is missing or its value is invalid. `close` rejects
    fields that were not read.

    Args:
        file: Name of the file in error messages.
        row_number: Number of the row in the file, from 1.
        values: Values by field name.
    """

    def __init__(self, file: str, row_number: int, values: dict[str, object]) -> None:
        self.file = file
        self.row_number = row_number
        self.values = values
        self._read_fields: set[str] = set()

    def raise_error(self, field: str, allowed: str) -> NoReturn:
        """Raise a DataError that names file, row, field, value and what is allowed."""
        value = quoted(self.values[field]) if field in self.values else "nothing"
        name = field if field.isprintable() and len(field) <= MAX_QUOTED_CHARS else quoted(field)
        raise DataError(f"{self.file}: {self}, field {name}: found {value}, allowed: {allowed}")

    def __str__(self) -> str:
        return f"row {self.row_number} {quoted(self.values.get('id', self.values.get('title', 'untitled')))}"

    def has(self, field: str) -> bool:
        """Return whether the row has this field."""
        self._read_fields.add(field)
        return field in self.values

    def text(self, field: str, max_chars: int | None = None) -> str:
        """Read a text of one line, of at most `max_chars` characters if given."""
        value = self._value(field)
        is_line = isinstance(value, str) and value.strip() and value.isprintable()
        if not isinstance(value, str) or not is_line or (max_chars is not None and len(value) > max_chars):
            self.raise_error(field, "a text of one line" + (f" of at most {max_chars} characters" if max_chars else ""))
        return value

    def rows(self, field: str, max_rows: int) -> list["DataRow"]:
        """Read 1 to `max_rows` rows inside this one."""
        allowed = f"{_count_text(1, max_rows)} of fields with values"
        values = self._list(field, 1, max_rows, allowed)
        rows = [value for value in values if isinstance(value, dict)]
        if len(rows) < len(values):
            self.raise_error(field, allowed)
        return [DataRow(f"{self.file}: {self}, {field}", index, row) for index, row in enumerate(rows, start=1)]

    def flag(self, field: str) -> bool:
        """Read a boolean."""
        value = self._value(field)
        if not isinstance(value, bool):
            self.raise_error(field, "true or false")
        return value

    def integer(self, field: str, maximum: int, minimum: int = 0) -> int:
        """Read an integer from `minimum` to `maximum`."""
        allowed = f"a whole number from {minimum} to {maximum}"
        value = self._integer(field, self._value(field), maximum, allowed)
        if value < minimum:
            self.raise_error(field, allowed)
        return value

    def integers(self, field: str, maximum: int, count: int) -> list[int]:
        """Read a list of `count` integers from 0 to `maximum`."""
        allowed = f"a list of {count} whole numbers from 0 to {maximum}"
        values = self._list(field, count, count, allowed)
        return [self._integer(field, value, maximum, allowed) for value in values]

    def choice(self, field: str, choices: Sequence[str]) -> str:
        """Read one of the names in `choices`."""
        return self._choice(field, self._value(field), choices, ", ".join(choices))

    def choices(self, field: str, choices: Sequence[str], max_count: int) -> list[str]:
        """Read a list of 1 to `max_count` different names in `choices`."""
        allowed = f"a list of 1 to {max_count} different names out of {', '.join(choices)}"
        names = [self._choice(field, value, choices, allowed) for value in self._list(field, 1, max_count, allowed)]
        if len(set(names)) < len(names):
            self.raise_error(field, allowed)
        return names

    def texts(self, field: str, max_count: int) -> list[str]:
        """Read a list of 1 to `max_count` texts of one line."""
        allowed = f"a list of 1 to {max_count} texts of one line"
        values = self._list(field, 1, max_count, allowed)
        texts = [value for value in values if isinstance(value, str) and value.strip() and value.isprintable()]
        if len(texts) < len(values):
            self.raise_error(field, allowed)
        return texts

    def source(self) -> tuple[str, str]:
        """Read the origin of the row, and the note on a detail of another origin, or ""."""
        return self.choice("origin", ORIGINS), self.text("note") if self.has("note") else ""

    def close(self) -> None:
        """Raise DataError if the row has a field that was not read."""
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
    """Build a value from a data file. Bundled files are read only once per process.

    Args:
        build: Function from a file to the value.
        package: Package whose folder `data` holds the bundled file.
        name: Name of the bundled file.
        path: Custom file, or None for the bundled file.
    """
    return _load_bundled(build, package, name) if path is None else build(Path(path))


@cache
def _load_bundled(build: Callable[[Traversable], T], package: str, name: str) -> T:
    return build(resources.files(package) / "data" / name)


def read_data(source: Traversable | str | os.PathLike[str]) -> bytes:
    """Return the content of a data file of at most `MAX_BYTES` bytes.

    Raises:
        DataError: If the file cannot be read, is too long or is not a regular file.
    """
    if isinstance(source, str | os.PathLike):
        return atomic_files.read_bytes(Path(source), MAX_BYTES, DataError)
    return source.read_bytes()  # a bundled file in an archive has no path


def read_rows(source: Traversable, table: str, min_rows: int, max_rows: int) -> list[DataRow]:
    """Read the rows `[[table]]` of a TOML file that holds nothing else.

    Args:
        source: File to read.
        table: Name of the rows.
        min_rows: Minimum number of rows.
        max_rows: Maximum number of rows.

    Returns:
        The rows in the order of the file.

    Raises:
        DataError: If the file cannot be read, is not TOML in UTF-8, has a line of more than `MAX_LINE_CHARS`
            characters, another top-level key, or too few or too many rows.
    """
    try:
        text = read_data(source).decode()
        _check_lines(source, text)
        content = tomllib.loads(text)
    except DataError:  # a DataError is also a ValueError
        raise
    except (ValueError, RecursionError) as error:
        raise DataError(f"{source}: not TOML in UTF-8: {error}") from error
    values = content.get(table)
    if len(content) != 1 or not isinstance(values, list) or not all(isinstance(row, dict) for row in values):
        raise DataError(f"{source}: top level: found {quoted(list(content))}, allowed: only rows [[{table}]]")
    if not min_rows <= len(values) <= max_rows:
        raise DataError(f"{source}: rows [[{table}]]: found {len(values)}, allowed: {_count_text(min_rows, max_rows)}")
    return [DataRow(str(source), index, row) for index, row in enumerate(values, start=1)]


def _check_lines(source: Traversable, text: str) -> None:
    """Raise DataError if a line is too long.

    Python's parser takes quadratic time for a dotted key, and a key is always in one line.
    """
    for line_number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE_CHARS:
            raise DataError(
                f"{source}: line {line_number}: found {len(line)} letters, allowed: at most {MAX_LINE_CHARS}"
            )


def build_items(rows: list[DataRow], build: Callable[[DataRow, int], T]) -> tuple[T, ...]:
    """Build an item from each row and its index.

    Args:
        rows: Rows of a file.
        build: Function of a row and its index from 0. It must read every field of the row.

    Raises:
        DataError: If a field of a row is invalid or was not read.
    """
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
    """Check how many rows have each value in a field.

    Args:
        rows: Rows of a file.
        field: Field to check.
        values: Values to count.
        min_rows: Minimum number of rows per value.
        max_rows: Maximum number of rows per value.
        **conditions: Count only rows that have these values in these fields.

    Raises:
        DataError: If a value is in too few or too many rows; the message names the first surplus row, if any.
    """
    checked_rows = [row for row in rows if conditions.items() <= row.values.items()]
    rows_by_value = {value: [row for row in checked_rows if row.values.get(field) == value] for value in values}
    suffix = "".join(f" with {name} {value!r}" for name, value in conditions.items())
    for value in values:
        if len(rows_by_value[value]) > max_rows:
            rows_by_value[value][max_rows].raise_error(field, f"{value!r} in {_count_text(min_rows, max_rows)}{suffix}")
    for value in values:
        if len(rows_by_value[value]) < min_rows:
            text = f"found {value!r} in {len(rows_by_value[value])}{suffix}, allowed: {_count_text(min_rows, max_rows)}"
            raise DataError(f"{rows[0].file}: all rows, field {field}: {text}")


def check_distinct(rows: list[DataRow], field: str) -> None:
    """Raise DataError if two rows have the same value in this field."""
    earlier: set[object] = set()
    for row in rows:
        if row.values[field] in earlier:
            row.raise_error(field, f"a different {field} in each row")
        earlier.add(row.values[field])
