"""Files that a command reads and writes."""

import os
from pathlib import Path

from wd_env.errors import ConfigError, StateError
from wd_env.storage.atomic_files import descriptor_of, is_regular_or_new, read_text
from wd_env.table.game_record import GameRecord


def check_writable(path: Path | None) -> None:
    """Raise ConfigError, before any work is done, if nothing can be written there."""
    if path is None or descriptor_of(path) is not None:
        return
    if path.is_dir():
        raise ConfigError(f"{path} is a folder; allowed is the name of a file")
    if not is_regular_or_new(path):
        _check_device(path)
        return
    folder = Path(os.path.realpath(path)).parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise ConfigError(f"{path} cannot be written; its folder {_folder_of(path)} must exist and be writable")


def _check_device(path: Path) -> None:
    if path.is_socket() or not os.access(path, os.W_OK):
        raise ConfigError(f"{path} cannot be written; allowed are files, named pipes and devices that may be written")


def _folder_of(path: Path) -> Path:
    """The folder in which a file is written: that of its target, for a symbolic link."""
    return Path(os.path.realpath(path)).parent if path.is_symlink() else path.parent


def check_regular(path: Path | None) -> None:
    """Raise ConfigError, before any work is done, for a pipe or a device, which cannot be read again."""
    check_writable(path)
    if path is not None and not is_regular_or_new(path):
        raise ConfigError(f"{path} cannot be read again; allowed is a regular file")


def check_new(path: Path | None) -> None:
    """Raise ConfigError, before any work is done, if nothing can be written there or a file exists already."""
    check_regular(path)
    if path is not None and path.exists():
        raise ConfigError(f"{path} is there already; allowed is the name of a new file")


def check_folder(path: Path | None) -> None:
    """Raise ConfigError, before any work is done, if no file can be written into this folder or a new one there."""
    if path is None:
        return
    if path.exists() and not path.is_dir():
        raise ConfigError(f"{path} is a file; allowed is the name of a folder")
    folder = path if path.exists() else path.parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise ConfigError(f"{path} cannot be written; it or its folder {path.parent} must exist and be writable")


def check_creatable_folder(path: Path) -> None:
    """Raise ConfigError, before any work is done, if this folder cannot be made with all that it lies in."""
    there = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
    if not (there.is_dir() and os.access(there, os.W_OK)):
        raise ConfigError(f"{path} cannot be written; {there} must be a folder, and writable")


def read_record(path: Path) -> GameRecord:
    """The record in this file; StateError when it cannot be read or is damaged."""
    text = read_text(path)
    try:
        return GameRecord.loads(text)
    except StateError as problem:
        raise StateError(f"{path}: {problem}") from None
