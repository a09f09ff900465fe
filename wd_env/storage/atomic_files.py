"""Atomic writes and size-limited reads of files."""

import contextlib
import glob
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from wd_env.errors import StateError, WdError

PRIVATE = 0o600  # permissions of a file with secrets: only its owner reads and writes it
MAX_BYTES = 16 * 2**20  # of an untrusted text file; the record of a long game has a few hundred thousand
STDOUT = "-"  # the file name that means standard output
MAX_LINKS = 40  # symbolic links followed one after another, the limit of Linux


def write_atomic(path: str | Path, data: bytes | str, *, mode: int | None = None) -> None:
    """Write a file atomically.

    A kill or a power cut at any moment leaves the complete old content or the complete new content. Symbolic links are
    followed: their target is replaced, and the link stays. Named pipes, devices, `/dev/stdout`, `/dev/fd/N` and `-`
    (standard output) are written into and never replaced.

    Args:
        path: File to write.
        data: Bytes, or text to be written as UTF-8.
        mode: Permissions of a regular file, set before its first byte is written. By default an existing file keeps
            its permissions.

    Raises:
        OSError: If the file cannot be written. An existing regular file is then unchanged.
    """
    content = data.encode() if isinstance(data, str) else data
    with add_path_to_errors(path):
        descriptor = descriptor_of(path)
        if descriptor is not None:
            _write_into_descriptor(descriptor, content)
        elif is_regular_or_new(path):
            _replace(Path(os.path.realpath(path)), content, mode)
        else:
            with Path(path).open("wb") as file:
                file.write(content)


def is_regular_or_new(path: str | Path) -> bool:
    """Return whether `write_atomic` replaces this file: it is a regular file or does not exist yet."""
    if descriptor_of(path) is not None:
        return False
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return True


def descriptor_of(path: str | Path) -> int | None:
    """Return the file descriptor that a path names (`-`, `/dev/stdout`, `/dev/fd/3`), else None.

    Such a file must not be opened by its name: if output is redirected to a regular file, opening it again would write
    from its start.
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


def _write_into_descriptor(descriptor: int, content: bytes) -> None:
    """Append to the output already printed to this descriptor."""
    stream = {1: sys.stdout, 2: sys.stderr}.get(descriptor)
    if stream is not None:
        stream.flush()
        if hasattr(stream, "buffer"):  # a notebook replaces `sys.stdout` by a stream without a buffer
            stream.buffer.write(content)
        else:
            stream.write(content.decode(errors="replace"))
        stream.flush()
        return
    with os.fdopen(os.dup(descriptor), "wb") as file:
        file.write(content)


def _replace(path: Path, content: bytes, mode: int | None) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    old_mode = _permissions(path)
    try:
        with os.fdopen(_create(temporary, old_mode if mode is None else mode), "wb") as file:
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
    """Set the file name of every OSError raised inside to this path.

    The error of a full disk names no file, and other errors may name the temporary file.
    """
    try:
        yield
    except OSError as exc:
        exc.filename = str(path)
        raise


def remove_temporary_files(path: str | Path) -> None:
    """Remove the temporary files that killed processes left next to this file.

    No other process may be writing the file at the same time.
    """
    path = Path(os.path.realpath(path))  # the temporary files are next to the target of a link
    for leftover in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        with contextlib.suppress(OSError):
            leftover.unlink()


def read_bytes(path: str | Path, max_bytes: int = MAX_BYTES, error: type[WdError] = StateError) -> bytes:
    """Return the content of a regular file of at most `max_bytes` bytes.

    Args:
        path: File to read. Devices and named pipes are rejected, because reading them may never end.
        max_bytes: Maximum size of the file.
        error: Class of the exception to raise.

    Raises:
        error: If the file cannot be read, is longer than `max_bytes`, or is not a regular file.
    """
    if "\0" in str(path):
        raise error(f"{path}: cannot be read: a file name must not contain a null character")
    try:
        with open(path, "rb", opener=_open_nonblocking) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise error(f"{path}: is not a regular file")
            # Python allocates the requested size at once, so request no more than the file holds.
            content = file.read(status.st_size + 1) if status.st_size <= max_bytes else b""
            if len(content) > status.st_size:  # the file has grown since `fstat`
                content += file.read(max_bytes)
    except OSError as exc:
        raise error(f"{path}: cannot be read: {exc.strerror or exc}") from None
    size = max(status.st_size, len(content))
    if size > max_bytes:
        raise error(f"{path}: expected at most {max_bytes} bytes, got {size}")
    return content


def read_text(path: str | Path, max_bytes: int = MAX_BYTES, error: type[WdError] = StateError) -> str:
    """Return the text of a regular UTF-8 file of at most `max_bytes` bytes.

    Args:
        path: File to read.
        max_bytes: Maximum size of the file.
        error: Class of the exception to raise.

    Raises:
        error: If `read_bytes` rejects the file, or its content is not UTF-8.
    """
    try:
        return read_bytes(path, max_bytes, error).decode()
    except UnicodeDecodeError as exc:
        raise error(f"{path}: expected text in UTF-8, got {exc.reason} at byte {exc.start}") from None


def _permissions(path: Path) -> int | None:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return None


def _create(path: Path, mode: int | None) -> int:
    """Create an empty file with exactly these permissions, or the default ones, and return its descriptor."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666 if mode is None else mode)
    if mode is not None and hasattr(os, "fchmod"):  # the umask or an old file of this name may have changed the mode
        os.fchmod(descriptor, mode)
    return descriptor


def _open_nonblocking(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _sync_folder(folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):  # Windows cannot open a folder and does not need the call
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
