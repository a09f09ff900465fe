"""Files: written whole or not at all, and read only up to a bound, whoever wrote them."""

import contextlib
import glob
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from wd_env.core.errors import StateError, WdError

PRIVATE = 0o600  # permissions of a file with secrets: its owner reads and writes it, nobody else
MOST_BYTES = 16 * 2**20  # of a file of text from outside; a record of a long game has a few hundred thousand


def write_whole(path: str | Path, data: bytes | str, *, mode: int | None = None) -> None:
    """Write a file so that a kill or a power cut at any moment leaves the old content or the new one, whole.

    `data` is text (written as UTF-8) or bytes; `mode` are the permissions of the file, from before its first byte is
    written; where none are named, a file that is there keeps its own. Raises OSError when the disk refuses; the old
    file is then untouched.
    """
    path = Path(path)
    content = data.encode() if isinstance(data, str) else data
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    kept = _permissions(path)
    try:
        with naming_file(path):
            with os.fdopen(_created(temporary, kept if mode is None else mode), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
            _sync_folder(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


@contextlib.contextmanager
def naming_file(path: str | Path) -> Iterator[None]:
    """Have every OSError name this file: that of a full disk names none, others name one that nobody asked for."""
    try:
        yield
    except OSError as problem:
        problem.filename = str(path)
        raise


def remove_leftovers(path: str | Path) -> None:
    """Remove what killed processes left half written beside this file; nobody else may be writing it now."""
    path = Path(path)
    for half in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        with contextlib.suppress(OSError):
            half.unlink()


def read_bytes(path: str | Path, most_bytes: int = MOST_BYTES, error: type[WdError] = StateError) -> bytes:
    """Return the content of a regular file of at most `most_bytes` bytes.

    Raises `error` for a file that cannot be read, is longer, or is no regular file: a device never ends, and a named
    pipe keeps its reader waiting.
    """
    if "\0" in str(path):
        raise error(f"{path}: cannot be read: it is no name of a file")
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise error(f"{path}: is not a regular file")
            # no more is asked for than is there, for Python sets aside at once whatever is asked for
            content = file.read(status.st_size + 1) if status.st_size <= most_bytes else b""
            if len(content) > status.st_size:  # it grows while it is read
                content += file.read(most_bytes)
    except OSError as problem:
        raise error(f"{path}: cannot be read: {problem.strerror or problem}") from None
    size = max(status.st_size, len(content))
    if size > most_bytes:
        raise error(f"{path}: has {size} bytes, at most {most_bytes} are read")
    return content


def read_text(path: str | Path, most_bytes: int = MOST_BYTES, error: type[WdError] = StateError) -> str:
    """Return the text of a regular file in UTF-8; raises `error` as `read_bytes` does, and for other bytes."""
    try:
        return read_bytes(path, most_bytes, error).decode()
    except UnicodeDecodeError as problem:
        _refuse(error, f"{path}: is no text in UTF-8: {problem.reason} at byte {problem.start}")


def _refuse(error: type[WdError], why: str) -> NoReturn:
    raise error(why) from None


def _permissions(path: Path) -> int | None:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return None


def _created(path: Path, mode: int | None) -> int:
    """The descriptor of an empty file with exactly these permissions, or with the usual ones."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666 if mode is None else mode)
    if mode is not None and hasattr(os, "fchmod"):  # the umask has taken some, a leftover of this name has its own
        os.fchmod(descriptor, mode)
    return descriptor


def _open_without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _sync_folder(folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):  # Windows cannot open a folder, and needs no such call
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
