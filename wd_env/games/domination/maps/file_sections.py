"""Text of the community's map and deck files: sections of lines, read word by word (the common rules of both formats).

Such a file is a stranger's. What cannot be is refused with one line that names file, line, what was found and what is
allowed; what a lenient reader puts up with becomes a note.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NoReturn

from wd_env.errors import DataError, did_you_mean, quoted, visible
from wd_env.storage.toml_rows import read_data

HEADER = ""  # the section before the first one that is named
COMMENT = ";"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # such a file is UTF-8, any other ISO-8859-1
MAX_LINE_CHARS = 2000  # letters; a country that borders on 255 others takes 1,020
MAX_NOTES = 100  # that are told one by one
FIRST_PRINTABLE, DELETE = " ", "\x7f"  # what is below the one, and the other, occurs in no text
REPLACEMENT_CHAR = "\N{REPLACEMENT CHARACTER}"

Source = Traversable | Path


@dataclass
class Notes:
    """What was found in some files that a lenient reader accepts; a strict one refuses part of it."""

    strict: bool
    texts: list[str] = field(default_factory=list)
    num_omitted: int = 0  # notes beyond `MAX_NOTES`

    def add(self, text: str) -> None:
        """Note a peculiarity."""
        if len(self.texts) < MAX_NOTES:
            self.texts.append(visible(text))
        else:
            self.num_omitted += 1

    @property
    def lines(self) -> tuple[str, ...]:
        """All notes, one line each; beyond the first hundred only how many there are."""
        return (*self.texts, f"{self.num_omitted} more notes") if self.num_omitted else tuple(self.texts)


@dataclass(frozen=True)
class Line:
    """One line of a file, without blanks at its ends."""

    file: str
    number: int  # from 1
    text: str

    @property
    def fields(self) -> list[str]:
        """What stands between blanks and tabs; other blanks cannot be printed and are gone by now."""
        return self.text.split()

    def raise_error(self, actual: str, allowed: str) -> NoReturn:
        """Raise the DataError that names file, line, what was found and what is allowed."""
        raise DataError(f"{self}: found {actual}, allowed: {allowed}")

    def as_int(self, text: str, subject: str, low: int, high: int) -> int:
        """Return a whole number of plain digits from `least` to `most`; `what` names it when it is refused."""
        digits = text.removeprefix("-")
        is_short = len(digits) <= len(str(max(-low, high)))
        number = int(text) if digits.isascii() and digits.isdecimal() and is_short else None
        if number is None or not low <= number <= high:
            self.raise_error(f"{subject} {quoted(text)}", f"a whole number from {low} to {high}")
        return number

    def add_note(self, text: str, notes: Notes) -> None:
        """Note something about this line."""
        notes.add(f"{self}: {text}")

    def __str__(self) -> str:
        return f"{self.file}: line {self.number}"


def sections_in(source: Source, names: Sequence[str], notes: Notes) -> dict[str, list[Line]]:
    """Read the lines of each section of a file, comments and empty lines left out; none for one that is not there.

    `names` are the sections it may have, in lower case; the lines before the first lie under `HEADER`. DataError for a
    file that cannot be read, is too long, holds bytes that are no text, or has a section of another name.
    """
    found: dict[str, list[Line]] = {name: [] for name in (HEADER, *names)}
    section = HEADER
    for line in _lines(source, notes):
        if line.text.startswith("[") and line.text.endswith("]"):
            section = _section(line, names)
        else:
            found[section].append(line)
    return found


def _section(line: Line, names: Sequence[str]) -> str:
    name = line.text[1:-1]
    if name not in names:
        allowed = ", ".join(f"[{known}]" for known in names)
        line.raise_error(f"the section {quoted(line.text)}", allowed + did_you_mean(name, names))
    return name


def _lines(source: Source, notes: Notes) -> Iterator[Line]:
    """The lines that say something."""
    file = str(source)
    for number, raw in enumerate(_decoded(file, read_data(source)).split("\n"), 1):
        if len(raw) > MAX_LINE_CHARS:
            Line(file, number, "").raise_error(f"{len(raw)} letters", f"at most {MAX_LINE_CHARS}")
        line = Line(file, number, raw.strip(" \t\r"))
        if line.text and not line.text.startswith(COMMENT):
            yield line if line.text.isprintable() else _printable(line, notes)


def _decoded(file: str, data: bytes) -> str:
    if not data.startswith(BYTE_ORDER_MARK):
        return data.decode("iso-8859-1")  # every byte is a letter of it
    text = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return text.decode()
    except UnicodeDecodeError as problem:
        line = Line(file, text.count(b"\n", 0, problem.start) + 1, "")
        line.raise_error(f"bytes that are no UTF-8 ({problem.reason})", "UTF-8, for the file begins with its mark")


def _printable(line: Line, notes: Notes) -> Line:
    """Refuse what no text holds; letters that nobody can see, such as those of another encoding, are marked."""
    strange = [letter for letter in line.text if not letter.isprintable() and letter != "\t"]
    for letter in strange:
        if letter < FIRST_PRINTABLE or letter == DELETE or notes.strict:
            line.raise_error(f"the letter {quoted(letter)}", "letters that can be printed, blanks and tabs")
    if not strange:
        return line
    line.add_note(f"the letter {quoted(strange[0])} cannot be printed", notes)
    marked = "".join(REPLACEMENT_CHAR if letter in strange else letter for letter in line.text)
    return Line(line.file, line.number, marked)
