"""The file of a ladder: a header and one line for each finished block, JSON all of it; only ever appended to.

A line is written by one call and is on the disk before the next block is asked for, so a kill at any moment loses no
block that is finished. At worst it tears the last line, which is dropped when the file is opened again.
"""

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from wd_env.agents.arena import Block, Failure, Played
from wd_env.core.errors import ConfigError, StateError, quoted
from wd_env.core.files import naming_file, read_bytes
from wd_env.core.outside import read_json

FORMAT = "wd_env ladder 1"
FIXED = ("format", "game", "version", "rules_hash", "options", "seed", "block", "bots")  # what a file goes on with
MOST_BYTES = 2**30
MOST_LINE = 2**20  # bytes
END = b"\n"
KEYS = ("line_up", "block", "won", "decisions", "truncated", "failures")

Header = dict[str, Any]
Place = tuple[tuple[str, ...], int]  # a line-up and the number of its block


@dataclass(frozen=True)
class Contents:
    """What a file holds."""

    header: Header
    blocks: dict[Place, Played]
    size: int  # bytes of the lines that are whole
    torn: int  # bytes behind them


class Book:
    """A ladder's file that is open for more blocks; `blocks` are those it holds, `torn` the bytes that were dropped.

    Opening makes the file, or goes on with it. ConfigError for a file of another ladder, for one that is damaged
    anywhere but in its last line (StateError) and for one that another process writes; nothing has changed then.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        self.header: Header = json.loads(json.dumps(header))
        self.blocks: dict[Place, Played] = {}
        self.torn = 0
        with naming_file(path):
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock()
            self._go_on()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def add(self, block: Block, played: Played) -> None:
        """Keep a finished block: once this returns it is on the disk. OSError where the disk refuses."""
        self._write(_as_line(block, played))
        self.blocks[block.names, block.number] = played

    def contents(self) -> Contents:
        """Return what the file holds now."""
        return Contents(self.header, self.blocks, 0, 0)

    def _go_on(self) -> None:
        content = read_bytes(self.path, MOST_BYTES, StateError)
        first = _line(self.header)
        if END not in content and first.startswith(content):  # new, or its header is torn
            self.torn = len(content)
            os.ftruncate(self._file, 0)
            self._write(first)
            return
        found = read(self.path, content)
        _check_same(self.path, found.header, self.header)
        self.header, self.blocks, self.torn = found.header, found.blocks, found.torn
        if found.torn:
            os.ftruncate(self._file, found.size)

    def _write(self, line: bytes) -> None:
        with naming_file(self.path):
            written = os.write(self._file, line)
            if written < len(line):  # the disk is full
                os.ftruncate(self._file, os.fstat(self._file).st_size - written)
                raise OSError(28, os.strerror(28))
            os.fsync(self._file)

    def _lock(self) -> None:
        with contextlib.suppress(ModuleNotFoundError):  # Windows has other locks
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ConfigError(f"{self.path} is written by another process; allowed is one at a time") from None


def read(path: Path, content: bytes | None = None) -> Contents:
    """Read a ladder's file; its last line counts only where it is whole. StateError for whatever else is damaged."""
    content = read_bytes(path, MOST_BYTES, StateError) if content is None else content
    whole, _, rest = content.rpartition(END)
    lines = whole.split(END)
    header = _object(path, 1, lines[0])
    if header.get("format") != FORMAT or not set(FIXED) <= header.keys():
        raise StateError(
            f"{path}: is no ladder of this version; its first line says format {quoted(header.get('format'))}"
        )
    blocks = {}
    for number, line in enumerate(lines[1:], 2):
        place, played = _from_line(path, number, header, line)
        blocks[place] = played
    return Contents(header, blocks, len(content) - len(rest), len(rest))


def _check_same(path: Path, found: Header, wanted: Header) -> None:
    for name in FIXED:
        if found[name] != wanted[name]:
            told, asked = _difference(found[name], wanted[name])
            raise ConfigError(f"{path} is a ladder with {name} {told}, not {asked}; allowed is the same, or a new file")


def _difference(found: Any, wanted: Any) -> tuple[str, str]:
    """The values, or the first part in which they differ."""
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        for key in wanted:
            if found.get(key) != wanted[key]:
                return f"{key} {quoted(found.get(key))}", quoted(wanted[key])
    if isinstance(found, Sequence) and isinstance(wanted, Sequence) and len(found) == len(wanted):
        for one, other in zip(found, wanted, strict=True):
            if one != other and not isinstance(found, str):
                return quoted(one), quoted(other)
    return quoted(found), quoted(wanted)


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + END


def _as_line(block: Block, played: Played) -> bytes:
    won = [[int(part) if part.is_integer() else part for part in deal] for deal in played.won.tolist()]
    failures = [[failure.entry, failure.games, failure.reason] for failure in played.failures]
    values = (block.names, block.number, won, played.decisions, played.truncated, failures)
    return _line(dict(zip(KEYS, values, strict=True)))


def _from_line(path: Path, number: int, header: Header, line: bytes) -> tuple[Place, Played]:
    """The block of a line; StateError for one that no block can have written."""
    data = _object(path, number, line)
    if tuple(data) != KEYS:
        _damaged(path, number)
    known = {bot["name"] for bot in header["bots"]}
    names, block, rows, decisions, truncated, told = data.values()
    try:
        won = np.array(rows, np.float64)
        failures = tuple(Failure(int(entry), int(games), str(reason)) for entry, games, reason in told)
        counts = [int(count) for count in (block, decisions, truncated)]
        line_up = tuple(names)
        is_sound = won.shape == (header["block"], len(line_up)) and known.issuperset(line_up)
        most = won.sum(axis=1).max(initial=0) if is_sound else 0
    except (TypeError, ValueError):
        _damaged(path, number)
    if not is_sound or (won < 0).any() or most > len(line_up) + ROUNDING or min(counts) < 0:
        _damaged(path, number)
    return (line_up, counts[0]), Played(won, counts[2], counts[1], failures)


ROUNDING = 1e-6


def _object(path: Path, number: int, line: bytes) -> Header:
    data = read_json(line, f"{path}: line {number}", StateError, most_bytes=MOST_LINE)
    if not isinstance(data, dict):
        _damaged(path, number)
    return data


def _damaged(path: Path, number: int) -> NoReturn:
    raise StateError(f"{path}: line {number} is damaged; only the last line of a ladder may be")
