"""Records: the lines of what was chosen and what chance answered; a game replays from them without a seed.

A file is one JSON line about the game, then a line an answer: `0 take` is the answer of seat 0, `* dice 3`
one of chance, `*2 knows` chance that only the player with seat 2 saw, `1! roll` an illegal answer that was punished,
`1?0 capital Rome` an answer of seat 1 that only the player with seat 0, who answers for it, knows,
`= text` what a referee set right by hand, in the words of the game.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from wd_env.errors import StateError, listed, quoted
from wd_env.storage.bounded_json import read_json

FORMAT = "wd_env record 1"
MAX_HEAD_BYTES = 2**20  # bytes of the first line; a head with notes and a state to begin with has some ten thousand
MAX_LINES = 1_000_000  # a game of an evening has some thousand
MAX_LINE_CHARS = 200  # characters; the longest answer has some forty
HEAD_TYPES = {  # of the values of a head
    "format": str,
    "game": str,
    "version": int,
    "config": dict,
    "rules_digest": str,
    "lines": int,
    "notes": dict,
    "start": dict,
}
OPTIONAL_KEYS = ("notes", "start")
_LINE = re.compile(r"([*=]?)([0-9]?)(!?)(?:\?([0-9]))? (.+)")


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One answer: of a seat, or of chance (seen by all, or by one player only); or a correction."""

    text: str
    seat: int | None  # for which it was answered; None for chance
    visible_to: int | None = None  # own seat of the only player that knows it; None for everybody
    is_illegal: bool = False  # the seat had no right to this answer, and paid for it
    is_correction: bool = False  # a referee set something right by hand (`Table.correct`)

    def __str__(self) -> str:
        if self.seat is not None:
            private = "" if self.visible_to is None else f"?{self.visible_to}"
            return f"{self.seat}{'!' * self.is_illegal}{private} {self.text}"
        if self.is_correction:
            return f"= {self.text}"
        return f"*{'' if self.visible_to is None else self.visible_to} {self.text}"

    @classmethod
    def parse(cls, text: str) -> "RecordLine":
        """Read a printed line back; StateError when it is none."""
        match = _LINE.fullmatch(text) if len(text) <= MAX_LINE_CHARS else None
        if match is None or not _is_valid_sign(match[1], match[2], match[3] or match[4] or ""):
            raise StateError(f"{quoted(text)} is no line of a record; allowed are '0 take' and '* dice 3'")
        seat = int(match[2]) if match[2] else None
        if match[1]:
            return cls(match[5], None, seat, is_correction=match[1] == "=")
        return cls(match[5], seat, int(match[4]) if match[4] else None, is_illegal=bool(match[3]))


def _is_valid_sign(sign: str, seat: str, mark: str) -> bool:
    """A seat, perhaps with an offence; chance, perhaps seen by a seat; or a correction, which everybody sees."""
    return bool(seat if not sign else not mark and not (sign == "=" and seat))


@dataclass(frozen=True)
class GameRecord:
    """A game as it went: which game and version, the configuration, a digest of the rules in force, the lines."""

    game: str
    version: int
    config: dict[str, Any]
    rules_digest: str
    lines: tuple[RecordLine, ...]
    notes: dict[str, Any] = field(default_factory=dict)  # what the program that wrote it adds; JSON values
    start: dict[str, Any] | None = None  # the state before the first line; None for a game from its beginning

    def for_seat(self, seat: int) -> "GameRecord":
        """What the player saw whose own seat this is: what only others know is left out, and so is the start."""
        seen = tuple(line for line in self.lines if line.visible_to in (None, seat))
        return GameRecord(self.game, self.version, self.config, self.rules_digest, seen)

    def dumps(self) -> str:
        """The text of a record file."""
        head = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "config": self.config,
            "rules_digest": self.rules_digest,
            "lines": len(self.lines),
        }
        if self.notes:
            head["notes"] = self.notes
        if self.start is not None:
            head["start"] = self.start
        return "\n".join([json.dumps(head), *(str(line) for line in self.lines)]) + "\n"

    @classmethod
    def loads(cls, text: str) -> "GameRecord":
        """Read a record file; StateError when it is damaged, cut short, too long or of another format."""
        first, _, rest = text.replace("\r\n", "\n").partition("\n")
        head = _head(first)
        lines = rest.removesuffix("\n").split("\n", head["lines"]) if rest else []
        if len(lines) != head["lines"]:
            raise StateError(f"the record has {_count_lines(rest)} lines; its head says {head['lines']}")
        values = (head["game"], head["version"], head["config"], head["rules_digest"])
        return cls(*values, tuple(map(RecordLine.parse, lines)), head.get("notes", {}), head.get("start"))


def _count_lines(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n") and text != "")


def _head(text: str) -> dict[str, Any]:
    if not text.startswith("{"):
        raise StateError(f"the record begins with {quoted(text)}; its first line is one of JSON")
    head = read_json(text, "the record's first line", max_bytes=MAX_HEAD_BYTES)
    if head.get("format") != FORMAT:
        raise StateError(f"the record's format is {quoted(head.get('format'))}; allowed is {FORMAT!r}")
    if unknown := head.keys() - HEAD_TYPES.keys():
        raise StateError(f"the record's head has {listed(sorted(unknown))}; allowed are {', '.join(HEAD_TYPES)}")
    for name, kind in HEAD_TYPES.items():
        if name in head or name not in OPTIONAL_KEYS:
            _check_type(name, head.get(name), kind)
    if not 0 <= head["lines"] <= MAX_LINES:
        raise StateError(f"the record's head says {head['lines']} lines; allowed are 0..{MAX_LINES}")
    return dict(head)


def _check_type(name: str, value: Any, kind: type) -> None:
    if type(value) is not kind:  # a bool is no int here
        raise StateError(f"the record's {name} is {quoted(value)}; allowed is a value of type {kind.__name__}")
