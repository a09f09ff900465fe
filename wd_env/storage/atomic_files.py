"""Files: written whole or not at all, and read only up to a bound, whoever wrote them."""

import contextlib
import errno
import glob
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from wd_env.errors import StateError, WdError

PRIVATE = 0o600  # permissions of a file with secrets: its owner reads and writes it, nobody else
MAX_BYTES = 16 * 2**20  # of a file of text from outside; a record of a long game has a few hundred thousand


STDOUT = "-"  # the name of a file that means standard output
MAX_LINKS = 40  # that are followed one after another, as Linux does


def write_atomic(path: str | Path, data: bytes | str, *, mode: int | None = None) -> None:
    """Write a file so that a kill or a power cut at any moment leaves the old content or the new one, whole.

    Symbolic links are followed: their target is replaced, and the link stays. What is no regular file (a named pipe, a
    device), `/dev/stdout`, `/dev/fd/N` and `-`, which means standard output, are written into and never replaced.

    Args:
        path: The file.
        data: Text, which is written as UTF-8, or bytes.
        mode: Permissions of a regular file, from before its first byte is written. By default an existing file keeps
            its own.

    Raises:
        OSError: If the system refuses. An existing regular file is then untouched.
    """
    content = data.encode() if isinstance(data, str) else data
    with add_path_to_errors(path):
        descriptor = descriptor_of(path)
        if descriptor is not None:
            _write_into_descriptor(descriptor, content)
        elif is_regular_or_new(path):
            _replace(_target_of(path), content, mode)
        else:
            with Path(path).open("wb") as file:
                file.write(content)


def is_regular_or_new(path: str | Path) -> bool:
    """Return whether a write replaces this file as a whole: it is a regular file, or nothing exists there yet."""
    if descriptor_of(path) is not None:
        return False
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return True


def descriptor_of(path: str | Path) -> int | None:
    """Return the descriptor of this process that a path names (`-`, `/dev/stdout`, `/dev/fd/3`), else None.

    Such a file is never opened by its name: if the output goes to a regular file, that would begin at its start again.
    """
    if str(path) == STDOUT:
        return 1
    folders = {os.path.realpath(folder) for folder in ("/dev/fd", "/proc/self/fd")}
    for _ in range(MAX_LINKS):
        path = Path(path)
        if path.name.isdecimal() and os.path.realpath(path.parent) in folders:
            return int(path.name)
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return None


def _target_of(path: str | Path) -> Path:
    """The file at the end of all symbolic links; OSError for links that lead back to themselves."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def _write_into_descriptor(descriptor: int, content: bytes) -> None:
    """Write behind whatever has been printed there so far."""
    stream = {1: sys.stdout, 2: sys.stderr}.get(descriptor)
    if stream is not None:
        stream.flush()
        if hasattr(stream, "buffer"):  # the stream may be another than the descriptor's, as in a notebook
            stream.buffer.write(content)
        else:
            stream.write(content.decode(errors="replace"))
        stream.flush()
        return
    with os.fdopen(os.dup(descriptor), "wb") as file:
        file.write(content)


def _replace(path: Path, content: bytes, mode: int | None) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    kept = _permissions(path)
    try:
        with os.fdopen(_create(temporary, kept if mode is None else mode), "wb") as file:
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
def add_path_to_errors(path: str | Path) -> Iterator[None]:
    """Have every OSError name this file: that of a full disk names none, others name one that nobody asked for."""
    try:
        yield
    except OSError as problem:
        problem.filename = str(path)
        raise


def remove_temporary_files(path: str | Path) -> None:
    """Remove what killed processes left half written beside this file; nobody else may be writing it now."""
    path = Path(os.path.realpath(path))  # a link's leftovers lie beside its target
    for half in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        with contextlib.suppress(OSError):
            half.unlink()


def read_bytes(path: str | Path, max_bytes: int = MAX_BYTES, error: type[WdError] = StateError) -> bytes:
    """Return the content of a regular file of at most `max_bytes` bytes.

    Raises `error` for a file that cannot be read, is longer, or is no regular file: a device never ends, and a named
    pipe keeps its reader waiting.
    """
    if "\0" in str(path):
        raise error(f"{path}: cannot be read: it is no name of a file")
    try:
        with open(path, "rb", opener=_open_nonblocking) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise error(f"{path}: is not a regular file")
            # no more is asked for than is there, for Python sets aside at once whatever is asked for
            content = file.read(status.st_size + 1) if status.st_size <= max_bytes else b""
            if len(content) > status.st_size:  # it grows while it is read
                content += file.read(max_bytes)
    except OSError as problem:
        raise error(f"{path}: cannot be read: {problem.strerror or problem}") from None
    size = max(status.st_size, len(content))
    if size > max_bytes:
        raise error(f"{path}: has {size} bytes, at most {max_bytes} are read")
    return content


def read_text(path: str | Path, max_bytes: int = MAX_BYTES, error: type[WdError] = StateError) -> str:
    """Return the text of a regular file in UTF-8; raises `error` as `read_bytes` does, and for other bytes."""
    try:
        return read_bytes(path, max_bytes, error).decode()
    except UnicodeDecodeError as problem:
        _raise_error(error, f"{path}: is no text in UTF-8: {problem.reason} at byte {problem.start}")


def _raise_error(error: type[WdError], why: str) -> NoReturn:
    raise error(why) from None


def _permissions(path: Path) -> int | None:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return None


def _create(path: Path, mode: int | None) -> int:
    """The descriptor of an empty file with exactly these permissions, or with the usual ones."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666 if mode is None else mode)
    if mode is not None and hasattr(os, "fchmod"):  # the umask has taken some, a leftover of this name has its own
        os.fchmod(descriptor, mode)
    return descriptor


def _open_nonblocking(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _sync_folder(folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):  # Windows cannot open a folder, and needs no such call
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
