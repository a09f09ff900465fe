"""Records of games, from which a game is replayed without a seed.

The first line of a record file is JSON about the game. Each further line is an action, an outcome or a correction:

- `0 take`: an action of seat 0;
- `* dice 3`: an outcome;
- `*2 knows`: an outcome that only the player with home seat 2 saw;
- `1! roll`: an illegal action of seat 1, which was penalised;
- `1?0 capital Rome`: an action for seat 1 that only the player with home seat 0 knows, who controls that seat;
- `= text`: a correction by a referee.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from wd_env.errors import StateError, listed, quoted
from wd_env.storage.bounded_json import read_json

FORMAT = "wd_env record 1"
MAX_HEADER_BYTES = 2**20  # of the first line; with notes and a start state it has some ten thousand
MAX_LINES = 1_000_000  # a game of an evening has a few thousand
MAX_LINE_CHARS = 200  # the longest action has some forty
HEADER_TYPES = {
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
    """An action, an outcome or a correction.

    Attributes:
        text: Text of the action or outcome, or the correction.
        seat: Seat that acted; None for outcomes and corrections.
        visible_to: Home seat of the only player who knows the line; None if all players do.
        is_illegal: Whether the action was illegal and penalised.
        is_correction: Whether a referee corrected the state (`Table.correct`).
    """

    text: str
    seat: int | None
    visible_to: int | None = None
    is_illegal: bool = False
    is_correction: bool = False

    def __str__(self) -> str:
        if self.seat is not None:
            private = "" if self.visible_to is None else f"?{self.visible_to}"
            return f"{self.seat}{'!' * self.is_illegal}{private} {self.text}"
        if self.is_correction:
            return f"= {self.text}"
        return f"*{'' if self.visible_to is None else self.visible_to} {self.text}"

    @classmethod
    def parse(cls, text: str) -> "RecordLine":
        """Read a line.

        Raises:
            StateError: If the text is not a line of a record.
        """
        match = _LINE.fullmatch(text) if len(text) <= MAX_LINE_CHARS else None
        if match is None or not _is_valid_sign(match[1], match[2], match[3] or match[4] or ""):
            raise StateError(f"{quoted(text)} is not a line of a record; expected one like '0 take' or '* dice 3'")
        seat = int(match[2]) if match[2] else None
        if match[1]:
            return cls(match[5], None, seat, is_correction=match[1] == "=")
        return cls(match[5], seat, int(match[4]) if match[4] else None, is_illegal=bool(match[3]))


def _is_valid_sign(sign: str, seat: str, mark: str) -> bool:
    """Return whether sign, seat and mark fit together: an action has a seat, and a correction has none."""
    return bool(seat if not sign else not mark and not (sign == "=" and seat))


@dataclass(frozen=True)
class GameRecord:
    """A game that was played.

    Attributes:
        game: Name of the game.
        version: Its version.
        config: Rule options as they are saved; see `spec.custom_files`.
        rules_digest: Digest of the rules in force, which a table must have to replay the record.
        lines: The lines.
        notes: JSON values that the program which wrote the record added.
        start: State before the first line, as JSON data; None for a game from its beginning.
    """

    game: str
    version: int
    config: dict[str, Any]
    rules_digest: str
    lines: tuple[RecordLine, ...]
    notes: dict[str, Any] = field(default_factory=dict)
    start: dict[str, Any] | None = None

    def for_seat(self, seat: int) -> "GameRecord":
        """Return the record as the player with this home seat may see it, without private lines of others and start."""
        visible = tuple(line for line in self.lines if line.visible_to in (None, seat))
        return GameRecord(self.game, self.version, self.config, self.rules_digest, visible)

    def dumps(self) -> str:
        """Return the content of a record file."""
        header = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "config": self.config,
            "rules_digest": self.rules_digest,
            "lines": len(self.lines),
        }
        if self.notes:
            header["notes"] = self.notes
        if self.start is not None:
            header["start"] = self.start
        return "\n".join([json.dumps(header), *(str(line) for line in self.lines)]) + "\n"

    @classmethod
    def loads(cls, text: str) -> "GameRecord":
        """Read the content of a record file.

        Raises:
            StateError: If it is invalid, truncated, too long or of another format.
        """
        first, _, rest = text.replace("\r\n", "\n").partition("\n")
        header = _read_header(first)
        lines = rest.removesuffix("\n").split("\n", header["lines"]) if rest else []
        if len(lines) != header["lines"]:
            raise StateError(f"record: expected {header['lines']} lines by its header, got {_count_lines(rest)}")
        values = (header["game"], header["version"], header["config"], header["rules_digest"])
        return cls(*values, tuple(map(RecordLine.parse, lines)), header.get("notes", {}), header.get("start"))


def _count_lines(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n") and text != "")


def _read_header(text: str) -> dict[str, Any]:
    if not text.startswith("{"):
        raise StateError(f"first line of the record: expected JSON, got {quoted(text)}")
    header = read_json(text, "the record's first line", max_bytes=MAX_HEADER_BYTES)
    if header.get("format") != FORMAT:
        raise StateError(f"format of the record: expected {FORMAT!r}, got {quoted(header.get('format'))}")
    if unknown := header.keys() - HEADER_TYPES.keys():
        raise StateError(f"header of the record: expected {', '.join(HEADER_TYPES)}, got {listed(sorted(unknown))}")
    for name, kind in HEADER_TYPES.items():
        if name in header or name not in OPTIONAL_KEYS:
            _check_type(name, header.get(name), kind)
    if not 0 <= header["lines"] <= MAX_LINES:
        raise StateError(f"lines of the record: expected 0 to {MAX_LINES}, got {header['lines']}")
    return dict(header)


def _check_type(name: str, value: Any, kind: type) -> None:
    if type(value) is not kind:  # a bool is not an int here
        raise StateError(f"{name} of the record: expected a value of type {kind.__name__}, got {quoted(value)}")
