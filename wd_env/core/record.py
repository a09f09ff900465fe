"""Records: the lines of what was chosen and what luck answered; a game replays from them without a seed.

A file is one JSON line about the game, then a line an answer: `0 take` is the answer of seat 0, `* dice 3`
one of luck, `*2 knows` luck that only the player with seat 2 saw, `1! roll` an illegal answer that was punished,
`= text` what a referee set right by hand, in the words of the game.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from wd_env.core.errors import StateError

FORMAT = "wd_env record 1"
_LINE = re.compile(r"([*=]?)([0-9]?)(!?) (.+)")


@dataclass(frozen=True)
class Line:
    """One answer: of a seat, or of luck (seen by all, or by one player only); or a correction."""

    text: str
    seat: int | None  # for which it was answered; None for luck
    seen_by: int | None = None  # luck: own seat of the only player that saw it; None for everybody
    is_illegal: bool = False  # the seat had no right to this answer, and paid for it
    is_correction: bool = False  # a referee set something right by hand (`Table.correct`)

    def __str__(self) -> str:
        if self.seat is not None:
            return f"{self.seat}{'!' * self.is_illegal} {self.text}"
        if self.is_correction:
            return f"= {self.text}"
        return f"*{'' if self.seen_by is None else self.seen_by} {self.text}"

    @classmethod
    def parse(cls, text: str) -> "Line":
        """Read a printed line back; StateError when it is none."""
        match = _LINE.fullmatch(text)
        if match is None or not _has_one_sign(match[1], match[2], match[3]):
            raise StateError(f"{text!r} is no line of a record; allowed are '0 take' and '* dice 3'")
        seat = int(match[2]) if match[2] else None
        if match[1]:
            return cls(match[4], None, seat, is_correction=match[1] == "=")
        return cls(match[4], seat, is_illegal=bool(match[3]))


def _has_one_sign(sign: str, seat: str, mark: str) -> bool:
    """A seat, perhaps with an offence; luck, perhaps seen by a seat; or a correction, which everybody sees."""
    return bool(seat if not sign else not mark and not (sign == "=" and seat))


@dataclass(frozen=True)
class Record:
    """A game as it went: which game and version, the configuration, a digest of the rules in force, the lines."""

    game: str
    version: int
    config: dict[str, Any]
    house: str
    lines: tuple[Line, ...]
    notes: dict[str, Any] = field(default_factory=dict)  # what the program that wrote it adds; JSON values
    start: dict[str, Any] | None = None  # the state before the first line; None for a game from its beginning

    def for_seat(self, seat: int) -> "Record":
        """What the player saw whose own seat this is: private luck of others is left out, and so is the start."""
        seen = tuple(line for line in self.lines if line.seen_by in (None, seat))
        return Record(self.game, self.version, self.config, self.house, seen)

    def dumps(self) -> str:
        """The text of a record file."""
        head = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "config": self.config,
            "house": self.house,
            "lines": len(self.lines),
        }
        if self.notes:
            head["notes"] = self.notes
        if self.start is not None:
            head["start"] = self.start
        return "\n".join([json.dumps(head), *(str(line) for line in self.lines)]) + "\n"

    @classmethod
    def loads(cls, text: str) -> "Record":
        """Read a record file; StateError when it is damaged, cut short or of another format."""
        first, *rest = text.splitlines() or [""]
        head = _head(first)
        if len(rest) != head["lines"]:
            raise StateError(f"the record has {len(rest)} lines; its head says {head['lines']}")
        values = (head["game"], head["version"], head["config"], head["house"])
        return cls(*values, _lines(rest), head["notes"], head.get("start"))


def _head(text: str) -> dict[str, Any]:
    try:
        head = json.loads(text)
    except json.JSONDecodeError as problem:
        raise StateError(f"the record begins with {text[:40]!r}; its first line is one of JSON") from problem
    kinds = {
        "format": str,
        "game": str,
        "version": int,
        "config": dict,
        "house": str,
        "lines": int,
        "notes": dict,
    }
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise StateError(f"the record's head is {text[:60]!r}; allowed is the format {FORMAT!r}")
    head.setdefault("notes", {})
    if "start" in head:
        kinds["start"] = dict
    for name, kind in kinds.items():
        if type(head.get(name)) is not kind:
            raise StateError(f"the record's {name} is {head.get(name)!r}; allowed is a value of type {kind.__name__}")
    return head


def _lines(texts: Iterable[str]) -> tuple[Line, ...]:
    return tuple(Line.parse(text) for text in texts)
