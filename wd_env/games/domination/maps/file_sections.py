"""Map and deck files as sections of lines, read word by word (the common rules of both formats).

The files are untrusted. An invalid one is rejected with one line that names file, line, what was found and what is
allowed; what a lenient reader accepts becomes a note.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NoReturn

from wd_env.errors import DataError, did_you_mean, quoted, visible
from wd_env.storage.toml_rows import read_data

HEADER = ""  # the section before the first named one
COMMENT = ";"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # such a file is UTF-8, any other ISO-8859-1
MAX_LINE_CHARS = 2000  # a country with 255 neighbours needs 1,020
MAX_NOTES = 100  # that are listed one by one
FIRST_PRINTABLE, DELETE = " ", "\x7f"  # no text contains characters below the first, or the second
REPLACEMENT_CHAR = "\N{REPLACEMENT CHARACTER}"

Source = Traversable | Path


@dataclass
class Notes:
    """Peculiarities of files that a lenient reader accepts; a strict one rejects some of them."""

    strict: bool
    texts: list[str] = field(default_factory=list)
    num_omitted: int = 0  # notes beyond `MAX_NOTES`

    def add(self, text: str) -> None:
        """Add a note."""
        if len(self.texts) < MAX_NOTES:
            self.texts.append(visible(text))
        else:
            self.num_omitted += 1

    @property
    def lines(self) -> tuple[str, ...]:
        """All notes, one line each; beyond the first hundred only their number."""
        return (*self.texts, f"{self.num_omitted} more notes") if self.num_omitted else tuple(self.texts)


@dataclass(frozen=True)
class Line:
    """One line of a file, without blanks at its ends."""

    file: str
    number: int  # from 1
    text: str

    @property
    def fields(self) -> list[str]:
        """The words of the line, separated by blanks and tabs."""
        return self.text.split()

    def raise_error(self, actual: str, allowed: str) -> NoReturn:
        """Raise the DataError that names file, line, what was found and what is allowed."""
        raise DataError(f"{self}: found {actual}, allowed: {allowed}")

    def as_int(self, text: str, subject: str, low: int, high: int) -> int:
        """Return a decimal integer from `low` to `high`; `subject` names it in the error message."""
        digits = text.removeprefix("-")
        is_short = len(digits) <= len(str(max(-low, high)))
        number = int(text) if digits.isascii() and digits.isdecimal() and is_short else None
        if number is None or not low <= number <= high:
            self.raise_error(f"{subject} {quoted(text)}", f"a whole number from {low} to {high}")
        return number

    def add_note(self, text: str, notes: Notes) -> None:
        """Add a note about this line."""
        notes.add(f"{self}: {text}")

    def __str__(self) -> str:
        return f"{self.file}: line {self.number}"


def sections_in(source: Source, names: Sequence[str], notes: Notes) -> dict[str, list[Line]]:
    """Read the lines of each section of a file, without comments and empty lines; missing sections are empty.

    Args:
        source: The file.
        names: The allowed sections, in lower case; lines before the first one are in the section `HEADER`.
        notes: Notes to extend.

    Raises:
        DataError: If the file cannot be read, is too long, is not text, or has an unknown section.
    """
    sections: dict[str, list[Line]] = {name: [] for name in (HEADER, *names)}
    section = HEADER
    for line in _lines(source, notes):
        if line.text.startswith("[") and line.text.endswith("]"):
            section = _section(line, names)
        else:
            sections[section].append(line)
    return sections


def _section(line: Line, names: Sequence[str]) -> str:
    name = line.text[1:-1]
    if name not in names:
        allowed = ", ".join(f"[{known}]" for known in names)
        line.raise_error(f"the section {quoted(line.text)}", allowed + did_you_mean(name, names))
    return name


def _lines(source: Source, notes: Notes) -> Iterator[Line]:
    """Yield the lines with content."""
    file = str(source)
    for number, raw in enumerate(_decoded(file, read_data(source)).split("\n"), 1):
        if len(raw) > MAX_LINE_CHARS:
            Line(file, number, "").raise_error(f"{len(raw)} letters", f"at most {MAX_LINE_CHARS}")
        line = Line(file, number, raw.strip(" \t\r"))
        if line.text and not line.text.startswith(COMMENT):
            yield line if line.text.isprintable() else _printable(line, notes)


def _decoded(file: str, data: bytes) -> str:
    if not data.startswith(BYTE_ORDER_MARK):
        return data.decode("iso-8859-1")  # in which every byte is a character
    text = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return text.decode()
    except UnicodeDecodeError as problem:
        line = Line(file, text.count(b"\n", 0, problem.start) + 1, "")
        line.raise_error(f"bytes that are not UTF-8 ({problem.reason})", "UTF-8, because the file begins with its mark")


def _printable(line: Line, notes: Notes) -> Line:
    """Raise DataError at control characters; replace invisible ones, which may come from another encoding."""
    strange = [letter for letter in line.text if not letter.isprintable() and letter != "\t"]
    for letter in strange:
        if letter < FIRST_PRINTABLE or letter == DELETE or notes.strict:
            line.raise_error(f"the letter {quoted(letter)}", "printable characters, blanks and tabs")
    if not strange:
        return line
    line.add_note(f"the letter {quoted(strange[0])} cannot be printed", notes)
    marked = "".join(REPLACEMENT_CHAR if letter in strange else letter for letter in line.text)
    return Line(line.file, line.number, marked)
