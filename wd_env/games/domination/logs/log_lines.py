"""The lines of a log of the original program, with every word checked (ledger 9.2).

A line is a player's command after the player's address, or an event of the game, which has all chance outcomes. Only
the form is checked here; whether a line can be played depends on the table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from wd_env.errors import DataError, did_you_mean, quoted
from wd_env.games.domination.definitions.rule_constants import FACES, MAX_DICE
from wd_env.games.domination.maps.file_sections import MAX_LINE_CHARS, Line
from wd_env.games.domination.maps.map_file import MAX_COUNTRIES
from wd_env.games.domination.starting_armies import MAX_SEATS
from wd_env.storage.atomic_files import MAX_BYTES, read_bytes

MAX_LINES = 2**18  # of a log; the longest measured game has some 4,000
MAX_ARMIES = 10**9
MAX_INDEX = 255  # of a mission in its list
WILDCARD, ALL = "wildcard", "all"

Value = int | str
Reader = Callable[[Line, str], Value]


@dataclass(frozen=True)
class LogLine:
    """A line of a log."""

    number: int  # in the file, from 1
    sender: str  # address of a player; empty for events of the game
    name: str
    values: tuple[Value, ...]  # numbers as ints


def _int_reader(subject: str, low: int, high: int) -> Reader:
    return lambda line, word: line.as_int(word, subject, low, high)


def _either(read: Reader, name: str) -> Reader:
    """Return a reader of a number or this word."""
    return lambda line, word: word if word == name else read(line, word)


def _one_of(*names: str) -> Reader:
    def read(line: Line, word: str) -> Value:
        if word not in names:
            line.raise_error(quoted(word), ", ".join(names) + did_you_mean(word, names))
        return word

    return read


def _word_reader(line: Line, word: str) -> Value:
    return word


COUNTRY = _int_reader("country", 1, MAX_COUNTRIES)
READERS: Mapping[str, Reader] = {
    "COUNTRY": COUNTRY,
    "CARD": _either(COUNTRY, WILDCARD),
    "N": _int_reader("number of armies", 1, MAX_ARMIES),
    "AMOUNT": _either(_int_reader("number of armies", 1, MAX_ARMIES), ALL),
    "DICE": _int_reader("number of dice", 1, MAX_DICE),
    "FACE": _int_reader("face", 0, FACES - 1),
    "SEAT": _int_reader("seat", 0, MAX_SEATS - 1),
    "INDEX": _int_reader("mission", 0, MAX_INDEX),
    "SWITCH": _one_of("on", "off"),
    "TYPE": _one_of("domination", "capital", "mission"),
    "VALUES": _one_of("increasing", "fixed", "italianlike"),
    "OPTION": _one_of("autoplaceall", "recycle", *(f"defenderdice={dice}" for dice in range(1, MAX_DICE + 1))),
    "WORD": _word_reader,
}
REPEATED = "..."  # after the last kind of a form: any number of it, including none

# The events of the game and the commands of players, with the kinds of their words.
GAME_COMMANDS: Mapping[str, str] = {
    "PLAYER": "SEAT",
    "MISSION": "INDEX...",
    "PLACEALL": "COUNTRY...",
    "PLACE": "COUNTRY",
    "DICE": "DICE DICE FACE...",
    "CARD": "CARD...",
    "LEAVE": "WORD",
    "RENAME": "WORD...",
}
PLAYER_COMMANDS: Mapping[str, str] = {
    "newgame": "",
    "loadgame": "WORD...",
    "join": "WORD...",
    "startserver": "",
    "killserver": "",
    "newplayer": "WORD WORD WORD...",
    "delplayer": "WORD...",
    "choosemap": "WORD...",
    "choosecards": "WORD...",
    "autosetup": "",
    "info": "",
    "startgame": "TYPE VALUES OPTION...",
    "trade": "CARD CARD CARD",
    "endtrade": "",
    "placearmies": "COUNTRY N",
    "autoplace": "",
    "attack": "COUNTRY COUNTRY",
    "endattack": "",
    "roll": "DICE",
    "retreat": "",
    "move": "AMOUNT",
    "movearmies": "COUNTRY COUNTRY N",
    "nomove": "",
    "endgo": "",
    "capital": "COUNTRY",
    "continue": "",
    "showarmies": "",
    "showcards": "",
    "showmission": "",
    "autoendgo": "SWITCH",
    "autodefend": "SWITCH",
    "undo": "",
    "replay": "",
    "savegame": "WORD...",
    "closegame": "",
}


def read_log(path: str | Path) -> tuple[LogLine, ...]:
    """Read the lines of a log, without empty ones.

    Raises:
        DataError: If the file cannot be read, or a line has an unknown form; the message names file, line, what was
            found and what is allowed.
    """
    lines = read_bytes(path, MAX_BYTES, DataError).decode("iso-8859-1").split("\n")
    if len(lines) > MAX_LINES:
        raise DataError(f"{path}: found {len(lines)} lines, allowed: at most {MAX_LINES}")
    log_lines = (_line(Line(str(path), number, text.strip(" \t\r"))) for number, text in enumerate(lines, 1))
    return tuple(line for line in log_lines if line is not None)


def _line(line: Line) -> LogLine | None:
    if len(line.text) > MAX_LINE_CHARS:
        line.raise_error(f"{len(line.text)} letters", f"at most {MAX_LINE_CHARS}")
    words = line.fields
    if not words:
        return None
    if words[0] in GAME_COMMANDS:
        sender, name, form = "", words[0], GAME_COMMANDS[words[0]]
    else:
        sender, name = words[0], words[1] if len(words) > 1 else ""
        form = _form_of(line, name)
    values = _values(line, name, form, words[2:] if sender else words[1:])
    if name == "DICE":
        _check_dice(line, values)
    return LogLine(line.number, sender, name, values)


def _form_of(line: Line, name: str) -> str:
    if name not in PLAYER_COMMANDS:
        allowed = f"a word of the game ({', '.join(GAME_COMMANDS)}), or an address and a command"
        line.raise_error(quoted(name or line.text), allowed + did_you_mean(name, PLAYER_COMMANDS))
    return PLAYER_COMMANDS[name]


def _values(line: Line, name: str, form: str, words: list[str]) -> tuple[Value, ...]:
    kinds = form.removesuffix(REPEATED).split()
    if form.endswith(REPEATED):
        last = kinds.pop()
        kinds += [last] * (len(words) - len(kinds))
    if len(words) != len(kinds):
        line.raise_error(f"{name} with {len(words)} words", f"{name} {form}".strip())
    return tuple(READERS[kind](line, word) for kind, word in zip(kinds, words, strict=True))


def _check_dice(line: Line, values: tuple[Value, ...]) -> None:
    """Check that the number of faces matches the numbers of dice, and that each side is in descending order."""
    attack, defence, *faces = (int(value) for value in values)
    sides = faces[:attack], faces[attack:]
    if len(faces) != attack + defence or any(list(side) != sorted(side, reverse=True) for side in sides):
        line.raise_error(quoted(line.text), f"{attack} and {defence} faces, those of each side from high to low")
