"""Custom files in saved games: records and states contain their digests, and the reader provides the files.

A record or state may be untrusted. It contains no path, and no file is opened because of its content.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from wd_env.errors import StateError, listed, quoted
from wd_env.options import options_of
from wd_env.spec.rule_options import GameConfig
from wd_env.storage.toml_rows import read_data

FileName = str | os.PathLike[str]
Files = FileName | Iterable[FileName]

SAVED_KEYS = ("name", "sha256")  # what is saved of a custom file: its name, for people, and its digest
DIGEST = re.compile(r"[0-9a-f]{64}")
MAX_NAME_CHARS = 255  # characters
SHOWN_DIGITS = 12  # digits of a digest that did not fit


def custom_files(config: GameConfig) -> dict[str, str]:
    """Return the paths of the custom files of a configuration, by option."""
    named = {name: (getattr(config, name), bundled) for name, bundled in bundled_names(type(config)).items()}
    return {name: path for name, (path, bundled) in named.items() if path not in (None, *bundled)}


def encode_options(config: GameConfig) -> dict[str, Any]:
    """Return the options by name as they are saved, with a digest for each custom file.

    Raises:
        DataError: If a custom file cannot be read.
    """
    texts = {name: _encode_file(path) for name, path in custom_files(config).items()}
    return config.as_dict() | texts


def decode_options(options: type[GameConfig], encoded: Mapping[str, Any], files: Files) -> dict[str, Any]:
    """Return saved options by name as the configuration takes them, with a path for each digest.

    Args:
        options: Class of the configuration.
        encoded: Options as `encode_options` saves them.
        files: Paths of the custom files with these digests.

    Raises:
        StateError: If an option is a path, before any file is opened, or no file has a digest.
        DataError: If a file cannot be read.
    """
    bundled = bundled_names(options)
    expected = {name: _digest(name, encoded[name], bundled[name]) for name in bundled if name in encoded}
    expected = {name: digest for name, digest in expected.items() if digest}
    handed = [files] if isinstance(files, str | os.PathLike) else list(files)
    result = {digest_of(path): os.fspath(path) for path in handed} if expected else {}
    for name, digest in expected.items():
        if digest not in result:
            raise StateError(_missing_file_text(name, encoded[name], result))
    return {**encoded, **{name: result[digest] for name, digest in expected.items()}}


def _encode_file(path: str) -> dict[str, str]:
    return dict(zip(SAVED_KEYS, (Path(path).name, digest_of(path)), strict=True))


def digest_of(path: FileName) -> str:
    """Return the SHA-256 digest of a data file, in 64 hexadecimal digits.

    Raises:
        DataError: If the file cannot be read.
    """
    return hashlib.sha256(read_data(path)).hexdigest()


def bundled_names(options: type[GameConfig]) -> dict[str, tuple[str, ...]]:
    """Return the options whose values are files, each with the names of its bundled files."""
    return {name: option.names for name, option in options_of(options).items() if option.kind == "file"}


def _digest(name: str, value: Any, bundled: tuple[str, ...]) -> str:
    """Return the digest that is saved for an option, or "" for a bundled file."""
    if value is None or (isinstance(value, str) and value in bundled):
        return ""
    if (
        isinstance(value, dict)
        and value.keys() == set(SAVED_KEYS)
        and all(isinstance(text, str) for text in value.values())
    ):
        called, digest = (value[item] for item in SAVED_KEYS)
        if len(called) <= MAX_NAME_CHARS and DIGEST.fullmatch(digest):
            return str(digest)
    allowed = f"{', '.join((*bundled, 'None'))} and the name and sha256 of a custom file"
    raise StateError(f"saved {name}: expected {allowed}, never a path, got {quoted(value)}")


def _missing_file_text(name: str, text: Mapping[str, str], result: Mapping[str, str]) -> str:
    option = f"--{name.replace('_', '-')} FILE"
    provided = listed(f"{Path(path).name} of {digest[:SHOWN_DIGITS]}" for digest, path in result.items()) or "none"
    return (
        f"the saved {name} is a custom file, {quoted(text['name'])}, of sha256 {text['sha256']}; "
        f"hand it in by {option}, or in Python by files=[path]; handed in: {provided}"
    )
