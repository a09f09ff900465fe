"""A file of finished blocks: a header and one line for each block, JSON all of it; only ever appended to.

A line is written by one call and is on the disk before the next block is asked for, so a kill at any moment loses no
block that is finished. At worst it tears the last line, which is dropped when the file is opened again.
"""

import contextlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

from wd_env.errors import ConfigError, StateError, quoted
from wd_env.evaluation.matches.block_store import Place, place_of
from wd_env.evaluation.matches.match_blocks import Block
from wd_env.storage.atomic_files import naming_file, read_bytes
from wd_env.storage.bounded_json import read_json

MOST_BYTES = 2**30
MOST_LINE = 2**20  # bytes
END = b"\n"

Header = dict[str, Any]
Found = TypeVar("Found")


@dataclass(frozen=True)
class Form(Generic[Found]):
    """What the lines of a kind of file hold; `from_data` raises ValueError or TypeError for what no block wrote."""

    what: str  # "ladder"
    format: str
    fixed: tuple[str, ...]  # keys of the header with which a file goes on
    keys: tuple[str, ...]  # of a line, in order
    as_data: Callable[[Block, Found], dict[str, Any]]
    from_data: Callable[[Header, dict[str, Any]], tuple[Place, Found]]
    remembers: bool = True  # what is added stays in memory too


@dataclass(frozen=True)
class Contents(Generic[Found]):
    """What a file holds."""

    header: Header
    blocks: dict[Place, Found]
    size: int  # bytes of the lines that are whole
    torn: int  # bytes behind them


class BlockFile(Generic[Found]):
    """A file that is open for more blocks; `blocks` are those it holds, `finished` how many they are by now.

    `torn` are the bytes that were dropped. A form that does not remember leaves out of `blocks` what is added.

    Opening makes the file, or goes on with it. ConfigError for a file of something else, for one that is damaged
    anywhere but in its last line (StateError) and for one that another process writes; nothing has changed then.
    """

    def __init__(self, path: Path, header: Mapping[str, Any], form: Form[Found]) -> None:
        self.path, self.form = path, form
        self.header: Header = json.loads(json.dumps(header))
        self.blocks: dict[Place, Found] = {}
        self.torn = self.finished = 0
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

    def add(self, block: Block, found: Found) -> None:
        """Keep a finished block: once this returns it is on the disk. OSError where the disk refuses."""
        self._write(_line(self.form.as_data(block, found)))
        self.finished += 1
        if self.form.remembers:
            self.blocks[place_of(block)] = found

    def _go_on(self) -> None:
        content = read_bytes(self.path, MOST_BYTES, StateError)
        first = _line(self.header)
        if END not in content and first.startswith(content):  # new, or its header is torn
            self.torn = len(content)
            os.ftruncate(self._file, 0)
            self._write(first)
            return
        found = read(self.path, self.form, content)
        _check_same(self.path, self.form, found.header, self.header)
        self.header, self.blocks, self.torn = found.header, found.blocks, found.torn
        self.finished = len(self.blocks)
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


def deals_of(header: Header, number: int) -> int:
    """Return how many deals the block of this number has; ValueError for one that there is not."""
    left: int = header["deals"] - number * header["block"]
    if number < 0 or left <= 0:
        raise ValueError
    size: int = header["block"]
    return min(size, left)


def read(path: Path, form: Form[Found], content: bytes | None = None) -> Contents[Found]:
    """Read a file; its last line counts only where it is whole. StateError for whatever else is damaged."""
    content = read_bytes(path, MOST_BYTES, StateError) if content is None else content
    whole, _, rest = content.rpartition(END)
    lines = whole.split(END)
    header = _object(path, form, 1, lines[0])
    if header.get("format") != form.format or not set(form.fixed) <= header.keys():
        told = f"its first line says format {quoted(header.get('format'))}"
        raise StateError(f"{path}: is no {form.what} of this version; {told}")
    blocks = {}
    for number, line in enumerate(lines[1:], 2):
        data = _object(path, form, number, line)
        if tuple(data) != form.keys:
            _damaged(path, form, number)
        try:
            place, found = form.from_data(header, data)
        except (TypeError, ValueError):
            _damaged(path, form, number)
        blocks[place] = found
    return Contents(header, blocks, len(content) - len(rest), len(rest))


def _check_same(path: Path, form: Form[Any], found: Header, wanted: Header) -> None:
    for name in form.fixed:
        if found[name] != wanted[name]:
            told, asked = _difference(found[name], wanted[name])
            is_with = f"is a {form.what} with {name} {told}, not {asked}"
            raise ConfigError(f"{path} {is_with}; allowed is the same, or a new file")


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


def _object(path: Path, form: Form[Any], number: int, line: bytes) -> Header:
    data = read_json(line, f"{path}: line {number}", StateError, most_bytes=MOST_LINE)
    if not isinstance(data, dict):
        _damaged(path, form, number)
    return data


def _damaged(path: Path, form: Form[Any], number: int) -> NoReturn:
    raise StateError(f"{path}: line {number} is damaged; only the last line of a {form.what} may be") from None
