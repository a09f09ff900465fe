"""Files that a command reads and writes."""

import os
from pathlib import Path

from wd_env.core.errors import ConfigError, StateError
from wd_env.core.files import read_text
from wd_env.core.record import Record


def check_writable(path: Path | None) -> None:
    """ConfigError, before any work is done, when nothing can be written there."""
    if path is None:
        return
    if path.is_dir():
        raise ConfigError(f"{path} is a folder; allowed is the name of a file")
    if not (path.parent.is_dir() and os.access(path.parent, os.W_OK)):
        raise ConfigError(f"{path} cannot be written; its folder {path.parent} must exist and be writable")


def check_new(path: Path | None) -> None:
    """ConfigError, before any work is done, when nothing can be written there or something is there already."""
    check_writable(path)
    if path is not None and path.exists():
        raise ConfigError(f"{path} is there already; allowed is the name of a new file")


def check_folder(path: Path | None) -> None:
    """ConfigError, before any work is done, when no files can be written into this folder, which may be a new one."""
    if path is None:
        return
    if path.exists() and not path.is_dir():
        raise ConfigError(f"{path} is a file; allowed is the name of a folder")
    folder = path if path.exists() else path.parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise ConfigError(f"{path} cannot be written; it or its folder {path.parent} must exist and be writable")


def read_record(path: Path) -> Record:
    """The record in this file; StateError when it cannot be read or is damaged."""
    text = read_text(path)
    try:
        return Record.loads(text)
    except StateError as problem:
        raise StateError(f"{path}: {problem}") from None
