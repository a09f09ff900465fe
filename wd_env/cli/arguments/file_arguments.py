"""Files that a command reads and writes."""

import os
from pathlib import Path

from wd_env.errors import ConfigError, StateError
from wd_env.storage.atomic_files import descriptor_of, is_regular_or_new, read_text
from wd_env.table.game_record import GameRecord


def check_writable(path: Path | None) -> None:
    """Check, before any work, that a file can be written.

    Raises:
        ConfigError: If it cannot.
    """
    if path is None or descriptor_of(path) is not None:
        return
    if path.is_dir():
        raise ConfigError(f"{path}: expected a file, got a folder")
    if not is_regular_or_new(path):
        _check_device(path)
        return
    folder = Path(os.path.realpath(path)).parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise ConfigError(f"{path} cannot be written; its folder {_folder_of(path)} must exist and be writable")


def _check_device(path: Path) -> None:
    if path.is_socket() or not os.access(path, os.W_OK):
        raise ConfigError(f"{path}: expected a writable file, named pipe or device")


def _folder_of(path: Path) -> Path:
    """Return the folder in which a file is written: that of the target of a symbolic link."""
    return Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent


def check_regular(path: Path | None) -> None:
    """Check, before any work, that a file can be written and read again.

    Raises:
        ConfigError: If it cannot, for example a pipe.
    """
    check_writable(path)
    if path is not None and not is_regular_or_new(path):
        raise ConfigError(f"{path}: expected a regular file, which can be read again")


def check_new(path: Path | None) -> None:
    """Check, before any work, that a new file can be written.

    Raises:
        ConfigError: If it cannot, or the file exists.
    """
    check_regular(path)
    if path is not None and path.exists():
        raise ConfigError(f"{path}: expected a new file, got an existing one")


def check_folder(path: Path | None) -> None:
    """Check, before any work, that files can be written into a folder, which may be new.

    Raises:
        ConfigError: If they cannot.
    """
    if path is None:
        return
    if path.exists() and not path.is_dir():
        raise ConfigError(f"{path}: expected a folder, got a file")
    folder = path if path.exists() else path.parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise ConfigError(f"{path} cannot be written; it or its folder {path.parent} must exist and be writable")


def check_creatable_folder(path: Path) -> None:
    """Check, before any work, that a folder can be created, with its parents.

    Raises:
        ConfigError: If it cannot.
    """
    existing_folder = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
    if not (existing_folder.is_dir() and os.access(existing_folder, os.W_OK)):
        raise ConfigError(f"{path} cannot be written; {existing_folder} must be a writable folder")


def read_record(path: Path) -> GameRecord:
    """Read the record in a file.

    Raises:
        StateError: If the file cannot be read or is damaged.
    """
    text = read_text(path)
    try:
        return GameRecord.loads(text)
    except StateError as exc:
        raise StateError(f"{path}: {exc}") from None
