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

from wd_env.errors import MOST_QUOTED, DataError, quoted
from wd_env.storage import atomic_files

T = TypeVar("T")

MOST_BYTES = 2**17  # of a data file; the longest that is shipped has seven thousand
LONGEST_LINE = 500  # letters

BOOK, RECONSTRUCTED = ORIGINS = ("book", "reconstructed")  # where a row comes from


class DataRow:
    """One row of a file, read field by field; a field that nobody asked for is refused at the end.

    Every reader raises DataError for what is not there or cannot be.
    """

    def __init__(self, file: str, number: int, values: dict[str, object]) -> None:
        self.file = file
        self.number = number
        self.values = values
        self._asked: set[str] = set()

    def refuse(self, field: str, allowed: str) -> NoReturn:
        """Raise the DataError which names file, row, field, what was found and what is allowed."""
        found = quoted(self.values[field]) if field in self.values else "nothing"
        name = field if field.isprintable() and len(field) <= MOST_QUOTED else quoted(field)
        raise DataError(f"{self.file}: {self}, field {name}: found {found}, allowed: {allowed}")

    def __str__(self) -> str:
        return f"row {self.number} {quoted(self.values.get('id', self.values.get('title', 'untitled')))}"

    def has(self, field: str) -> bool:
        """The row has this field."""
        self._asked.add(field)
        return field in self.values

    def text(self, field: str, most: int | None = None) -> str:
        """A text of one line, of `most` characters if that is said."""
        value = self._value(field)
        is_line = isinstance(value, str) and value.strip() and value.isprintable()
        if not isinstance(value, str) or not is_line or (most is not None and len(value) > most):
            self.refuse(field, "a text of one line" + (f" of at most {most} characters" if most else ""))
        return value

    def rows(self, field: str, most: int) -> list["DataRow"]:
        """1 to `most` rows that belong to this one."""
        allowed = f"1 to {most} rows of fields with values"
        found = [value for value in self._list(field, 1, most, allowed) if isinstance(value, dict)]
        if len(found) < len(self._list(field, 1, most, allowed)):
            self.refuse(field, allowed)
        return [DataRow(f"{self.file}: {self}, {field}", number, value) for number, value in enumerate(found, start=1)]

    def flag(self, field: str) -> bool:
        """True or false."""
        value = self._value(field)
        if not isinstance(value, bool):
            self.refuse(field, "true or false")
        return value

    def whole(self, field: str, most: int, least: int = 0) -> int:
        """A whole number from `least` to `most`."""
        number = self._whole(field, self._value(field), most, allowed := f"a whole number from {least} to {most}")
        if number < least:
            self.refuse(field, allowed)
        return number

    def wholes(self, field: str, most: int, count: int) -> list[int]:
        """So many whole numbers from 0 to `most`."""
        allowed = f"a list of {count} whole numbers from 0 to {most}"
        values = self._list(field, count, count, allowed)
        return [self._whole(field, value, most, allowed) for value in values]

    def choice(self, field: str, choices: Sequence[str]) -> str:
        """One of the names."""
        return self._choice(field, self._value(field), choices, ", ".join(choices))

    def choices(self, field: str, choices: Sequence[str], most: int) -> list[str]:
        """1 to `most` different ones of the names."""
        allowed = f"a list of 1 to {most} different names out of {', '.join(choices)}"
        values = self._list(field, 1, most, allowed)
        found = [self._choice(field, value, choices, allowed) for value in values]
        if len(set(found)) < len(found):
            self.refuse(field, allowed)
        return found

    def source(self) -> tuple[str, str]:
        """Where the row comes from, and a note on a detail that has another origin."""
        return self.choice("origin", ORIGINS), self.text("note") if self.has("note") else ""

    def close(self) -> None:
        """Refuse a field that nobody asked for."""
        for field in self.values:
            if field not in self._asked:
                self.refuse(field, f"no field but {', '.join(sorted(self._asked))}")

    def _value(self, field: str) -> object:
        self._asked.add(field)
        return self.values.get(field)

    def _list(self, field: str, least: int, most: int, allowed: str) -> list[object]:
        value = self._value(field)
        if not isinstance(value, list) or not least <= len(value) <= most:
            self.refuse(field, allowed)
        return value

    def _whole(self, field: str, value: object, most: int, allowed: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            self.refuse(field, allowed)
        return value

    def _choice(self, field: str, value: object, choices: Sequence[str], allowed: str) -> str:
        if not isinstance(value, str) or value not in choices:
            self.refuse(field, allowed)
        return value


def shipped_or_own(build: Callable[[Traversable], T], package: str, name: str, path: str | Path | None) -> T:
    """What `build` makes of the file at this path, or for None of the one of this name that the package has in `data`.

    What is shipped is read once in a process.
    """
    return _shipped(build, package, name) if path is None else build(Path(path))


@cache
def _shipped(build: Callable[[Traversable], T], package: str, name: str) -> T:
    return build(resources.files(package) / "data" / name)


def read_data(source: Traversable | str | os.PathLike[str]) -> bytes:
    """The content of a data file; DataError for what cannot be read, is too long or no regular file."""
    if isinstance(source, str | os.PathLike):
        return atomic_files.read_bytes(Path(source), MOST_BYTES, DataError)
    return source.read_bytes()  # shipped, in an archive


def rows_in(source: Traversable, table: str, least: int, most: int) -> list[DataRow]:
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
    if not least <= len(values) <= most:
        raise DataError(f"{source}: rows [[{table}]]: found {len(values)}, allowed: {_span(least, most)}")
    return [DataRow(str(source), number, row) for number, row in enumerate(values, start=1)]


def _check_lines(source: Traversable, text: str) -> None:
    """Python's reader goes through a key of a thousand parts a thousand times; a key lies in one line."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise DataError(f"{source}: line {number}: found {len(line)} letters, allowed: at most {LONGEST_LINE}")


def read(rows: list[DataRow], build: Callable[[DataRow, int], T]) -> tuple[T, ...]:
    """What `build` makes of each row and its place; every field of it must have been asked for."""
    items = []
    for index, row in enumerate(rows):
        items.append(build(row, index))
        row.close()
    return tuple(items)


def _span(least: int, most: int) -> str:
    if least < most:
        return f"{least} to {most} rows"
    return f"{most} rows" if most > 1 else "1 row"


def check_counts(rows: list[DataRow], field: str, values: Sequence[str], least: int, most: int, **also: str) -> None:
    """Each value stands in `least` to `most` of the rows that hold `also`; a row too many is named first."""
    kept = [row for row in rows if also.items() <= row.values.items()]
    found = {value: [row for row in kept if row.values.get(field) == value] for value in values}
    wanted = "".join(f" with {name} {value!r}" for name, value in also.items())
    for value in values:
        if len(found[value]) > most:
            found[value][most].refuse(field, f"{value!r} in {_span(least, most)}{wanted}")
    for value in values:
        if len(found[value]) < least:
            text = f"found {value!r} in {len(found[value])}{wanted}, allowed: {_span(least, most)}"
            raise DataError(f"{rows[0].file}: all rows, field {field}: {text}")


def check_distinct(rows: list[DataRow], field: str) -> None:
    """No two rows have the same in this field."""
    earlier: set[object] = set()
    for row in rows:
        if row.values[field] in earlier:
            row.refuse(field, f"a different {field} in each row")
        earlier.add(row.values[field])
