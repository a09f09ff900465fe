"""The lines of a log of the program: who says what, with every word read and bounded (ledger 9.2).

A line is a player's command behind the player's address, or one of the game's own, which carry all that chance decided.
Whether it can be played shows at a table; here it only has to have the form of its name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from wd_env.errors import DataError, did_you_mean, quoted
from wd_env.games.domination.definitions.rule_constants import FACES, MOST_DICE
from wd_env.games.domination.maps.file_sections import LONGEST_LINE, Line
from wd_env.games.domination.maps.map_file import MOST_COUNTRIES
from wd_env.games.domination.starting_armies import MOST_SEATS
from wd_env.storage.atomic_files import MOST_BYTES, read_bytes

MOST_LINES = 2**18  # of a log; the longest game that was measured has some 4,000
MOST_ARMIES = 10**9
MOST_INDEX = 255  # of a mission in its list
WILDCARD, ALL = "wildcard", "all"

Value = int | str
Reader = Callable[[Line, str], Value]


@dataclass(frozen=True)
class LogLine:
    """One line that says something."""

    number: int  # in the file, from 1
    sender: str  # the address of a player; empty for what the game says
    name: str
    values: tuple[Value, ...]  # numbers as ints


def _number(what: str, least: int, most: int) -> Reader:
    return lambda line, word: line.whole(word, what, least, most)


def _either(read: Reader, name: str) -> Reader:
    """A number, or this word."""
    return lambda line, word: word if word == name else read(line, word)


def _one_of(*names: str) -> Reader:
    def read(line: Line, word: str) -> Value:
        if word not in names:
            line.refuse(quoted(word), ", ".join(names) + did_you_mean(word, names))
        return word

    return read


def _word(line: Line, word: str) -> Value:
    return word


COUNTRY = _number("country", 1, MOST_COUNTRIES)
READERS: Mapping[str, Reader] = {
    "COUNTRY": COUNTRY,
    "CARD": _either(COUNTRY, WILDCARD),
    "N": _number("number of armies", 1, MOST_ARMIES),
    "AMOUNT": _either(_number("number of armies", 1, MOST_ARMIES), ALL),
    "DICE": _number("number of dice", 1, MOST_DICE),
    "FACE": _number("face", 0, FACES - 1),
    "SEAT": _number("seat", 0, MOST_SEATS - 1),
    "INDEX": _number("mission", 0, MOST_INDEX),
    "SWITCH": _one_of("on", "off"),
    "TYPE": _one_of("domination", "capital", "mission"),
    "VALUES": _one_of("increasing", "fixed", "italianlike"),
    "OPTION": _one_of("autoplaceall", "recycle", *(f"defenderdice={dice}" for dice in range(1, MOST_DICE + 1))),
    "WORD": _word,
}
REPEATED = "..."  # behind the last kind of a form: any number of it, also none

# What the game says, and what players say; each with the kinds of its words.
OF_THE_GAME: Mapping[str, str] = {
    "PLAYER": "SEAT",
    "MISSION": "INDEX...",
    "PLACEALL": "COUNTRY...",
    "PLACE": "COUNTRY",
    "DICE": "DICE DICE FACE...",
    "CARD": "CARD...",
    "LEAVE": "WORD",
    "RENAME": "WORD...",
}
OF_PLAYERS: Mapping[str, str] = {
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
    """Read the lines of a log; empty ones are left out.

    DataError, naming file, line, what was found and what is allowed, for a file that cannot be read and a line that
    has no form the program writes.
    """
    lines = read_bytes(path, MOST_BYTES, DataError).decode("iso-8859-1").split("\n")
    if len(lines) > MOST_LINES:
        raise DataError(f"{path}: found {len(lines)} lines, allowed: at most {MOST_LINES}")
    found = (_line(Line(str(path), number, text.strip(" \t\r"))) for number, text in enumerate(lines, 1))
    return tuple(line for line in found if line is not None)


def _line(line: Line) -> LogLine | None:
    if len(line.text) > LONGEST_LINE:
        line.refuse(f"{len(line.text)} letters", f"at most {LONGEST_LINE}")
    words = line.words
    if not words:
        return None
    if words[0] in OF_THE_GAME:
        sender, name, form = "", words[0], OF_THE_GAME[words[0]]
    else:
        sender, name = words[0], words[1] if len(words) > 1 else ""
        form = _form_of(line, name)
    values = _values(line, name, form, words[2:] if sender else words[1:])
    if name == "DICE":
        _check_dice(line, values)
    return LogLine(line.number, sender, name, values)


def _form_of(line: Line, name: str) -> str:
    if name not in OF_PLAYERS:
        allowed = f"a word of the game ({', '.join(OF_THE_GAME)}), or an address and a command"
        line.refuse(quoted(name or line.text), allowed + did_you_mean(name, OF_PLAYERS))
    return OF_PLAYERS[name]


def _values(line: Line, name: str, form: str, words: list[str]) -> tuple[Value, ...]:
    kinds = form.removesuffix(REPEATED).split()
    if form.endswith(REPEATED):
        last = kinds.pop()
        kinds += [last] * (len(words) - len(kinds))
    if len(words) != len(kinds):
        line.refuse(f"{name} with {len(words)} words", f"{name} {form}".strip())
    return tuple(READERS[kind](line, word) for kind, word in zip(kinds, words, strict=True))


def _check_dice(line: Line, values: tuple[Value, ...]) -> None:
    """The faces are as many as the numbers of dice say, those of each side from high to low."""
    attack, defence, *faces = (int(value) for value in values)
    sides = faces[:attack], faces[attack:]
    if len(faces) != attack + defence or any(list(side) != sorted(side, reverse=True) for side in sides):
        line.refuse(quoted(line.text), f"{attack} and {defence} faces, those of each side from high to low")
