"""Append-only files of finished blocks: a header and one line per block, in JSON.

A line is written by one call and flushed to disk before the next block starts, so a kill at any moment loses no
finished block. At most it truncates the last line, which is removed when the file is opened again.
"""

import contextlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NoReturn, TypeVar

from wd_env.errors import ConfigError, StateError, quoted
from wd_env.evaluation.matches.block_store import BlockKey, block_key
from wd_env.evaluation.matches.match_blocks import Block
from wd_env.storage.atomic_files import add_path_to_errors, read_bytes
from wd_env.storage.bounded_json import read_json

MAX_BYTES = 2**30
MAX_LINE_BYTES = 2**20  # bytes
LINE_END = b"\n"

Header = dict[str, Any]
Result = TypeVar("Result")


@dataclass(frozen=True)
class BlockFormat(Generic[Result]):
    """The format of a kind of file; `from_data` raises ValueError or TypeError if no block can have the line."""

    name: str  # "ladder"
    format: str
    fixed_keys: tuple[str, ...]  # header keys that must be equal to continue a file
    line_keys: tuple[str, ...]  # keys of a line, in order
    as_data: Callable[[Block, Result], dict[str, Any]]
    from_data: Callable[[Header, dict[str, Any]], tuple[BlockKey, Result]]
    keeps_in_memory: bool = True  # whether added blocks also stay in memory


@dataclass(frozen=True)
class BlockFileContents(Generic[Result]):
    """The content of a file."""

    header: Header
    blocks: dict[BlockKey, Result]
    size: int  # bytes of the complete lines
    torn_bytes: int  # bytes of an incomplete last line


class BlockFile(Generic[Result]):
    """A file that is open for more blocks, created or continued.

    Args:
        path: The file.
        header: Header of the file; the fixed keys of an existing file must be equal.
        block_format: Format of the file.

    Attributes:
        blocks: Blocks of the file; without `keeps_in_memory` only those that it had when it was opened.
        num_finished: Number of blocks.
        torn_bytes: Number of bytes of an incomplete last line that were removed.

    Raises:
        ConfigError: If the file has another header, or another process writes it. The file is unchanged then.
        StateError: If the file is corrupt, except for its last line. The file is unchanged then.
    """

    def __init__(self, path: Path, header: Mapping[str, Any], block_format: BlockFormat[Result]) -> None:
        self.path, self.block_format = path, block_format
        self.header: Header = json.loads(json.dumps(header))
        self.blocks: dict[BlockKey, Result] = {}
        self.torn_bytes = self.num_finished = 0
        with add_path_to_errors(path):
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        try:
            self._lock()
            self._resume()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def add(self, block: Block, result: Result) -> None:
        """Add a finished block and flush it to disk; OSError if that fails."""
        self._write(_encode_line(self.block_format.as_data(block, result)))
        self.num_finished += 1
        if self.block_format.keeps_in_memory:
            self.blocks[block_key(block)] = result

    def _resume(self) -> None:
        content = read_bytes(self.path, MAX_BYTES, StateError)
        first = _encode_line(self.header)
        if LINE_END not in content and first.startswith(content):  # a new file, or one with an incomplete header
            self.torn_bytes = len(content)
            os.ftruncate(self._file, 0)
            self._write(first)
            return
        result = read_block_file(self.path, self.block_format, content)
        _check_same_header(self.path, self.block_format, result.header, self.header)
        self.header, self.blocks, self.torn_bytes = result.header, result.blocks, result.torn_bytes
        self.num_finished = len(self.blocks)
        if result.torn_bytes:
            os.ftruncate(self._file, result.size)

    def _write(self, line: bytes) -> None:
        with add_path_to_errors(self.path):
            num_written = os.write(self._file, line)
            if num_written < len(line):  # the disk is full
                os.ftruncate(self._file, os.fstat(self._file).st_size - num_written)
                raise OSError(28, os.strerror(28))
            os.fsync(self._file)

    def _lock(self) -> None:
        with contextlib.suppress(ModuleNotFoundError):  # Windows has no fcntl
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ConfigError(f"{self.path} is being written by another process") from None


def deals_in_block(header: Header, index: int) -> int:
    """Return the number of deals of a block; ValueError if the file cannot have it."""
    remaining: int = header["deals"] - index * header["block_size"]
    if index < 0 or remaining <= 0:
        raise ValueError
    size: int = header["block_size"]
    return min(size, remaining)


def read_block_file(
    path: Path, block_format: BlockFormat[Result], content: bytes | None = None
) -> BlockFileContents[Result]:
    """Read a file, without an incomplete last line; StateError if it is corrupt elsewhere."""
    content = read_bytes(path, MAX_BYTES, StateError) if content is None else content
    full, _, rest = content.rpartition(LINE_END)
    lines = full.split(LINE_END)
    header = _parse_line(path, block_format, 1, lines[0])
    if header.get("format") != block_format.format or not set(block_format.fixed_keys) <= header.keys():
        text = f"got format {quoted(header.get('format'))}"
        raise StateError(f"{path}: expected a {block_format.name} file of this version, {text}")
    blocks = {}
    for line_number, line in enumerate(lines[1:], 2):
        data = _parse_line(path, block_format, line_number, line)
        if tuple(data) != block_format.line_keys:
            _raise_corrupt(path, block_format, line_number)
        try:
            key, result = block_format.from_data(header, data)
        except (TypeError, ValueError):
            _raise_corrupt(path, block_format, line_number)
        blocks[key] = result
    return BlockFileContents(header, blocks, len(content) - len(rest), len(rest))


def _check_same_header(path: Path, block_format: BlockFormat[Any], result: Header, expected: Header) -> None:
    for name in block_format.fixed_keys:
        if result[name] != expected[name]:
            text, required = _difference(result[name], expected[name])
            is_with = f"is a {block_format.name} with {name} {text}, not {required}"
            raise ConfigError(f"{path} {is_with}; use the same settings or a new file")


def _difference(result: Any, expected: Any) -> tuple[str, str]:
    """Return the two values, or the first items in which they differ."""
    if isinstance(result, Mapping) and isinstance(expected, Mapping):
        for key in expected:
            if result.get(key) != expected[key]:
                return f"{key} {quoted(result.get(key))}", quoted(expected[key])
    if isinstance(result, Sequence) and isinstance(expected, Sequence) and len(result) == len(expected):
        for one, other in zip(result, expected, strict=True):
            if one != other and not isinstance(result, str):
                return quoted(one), quoted(other)
    return quoted(result), quoted(expected)


def _encode_line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + LINE_END


def _parse_line(path: Path, block_format: BlockFormat[Any], line_number: int, line: bytes) -> Header:
    data = read_json(line, f"{path}: line {line_number}", StateError, max_bytes=MAX_LINE_BYTES)
    if not isinstance(data, dict):
        _raise_corrupt(path, block_format, line_number)
    return data


def _raise_corrupt(path: Path, block_format: BlockFormat[Any], line_number: int) -> NoReturn:
    raise StateError(
        f"{path}: line {line_number} is corrupt; only the last line of a {block_format.name} may be"
    ) from None
