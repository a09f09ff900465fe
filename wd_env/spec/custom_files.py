"""Files of one's own in what is saved: it carries their digests, and whoever reads it hands the files in.

A record or a state may come from a stranger. It names no path, and nothing is opened because it says so.
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

SAVED_KEYS = ("name", "sha256")  # what is saved of such a file: what it was called, for people, and its digest
DIGEST = re.compile(r"[0-9a-f]{64}")
MAX_NAME_CHARS = 255  # characters
SHOWN_DIGITS = 12  # digits of a digest that did not fit


def custom_files(config: GameConfig) -> dict[str, str]:
    """The paths of the files of one's own that a configuration names, by option."""
    named = {name: (getattr(config, name), shipped) for name, shipped in bundled_names(type(config)).items()}
    return {name: path for name, (path, shipped) in named.items() if path not in (None, *shipped)}


def encode_options(config: GameConfig) -> dict[str, Any]:
    """The options by name as they are saved: a digest for each file of one's own; DataError for one that is gone."""
    told = {name: _encode_file(path) for name, path in custom_files(config).items()}
    return config.as_dict() | told


def decode_options(options: type[GameConfig], encoded: Mapping[str, Any], files: Files) -> dict[str, Any]:
    """The options by name as `options` takes them: the path of one of these `files` for each digest.

    StateError, before any file is opened, for a path, and for a digest that none of the files has; DataError for a file
    that cannot be read.
    """
    shipped = bundled_names(options)
    wanted = {name: _digest(name, encoded[name], shipped[name]) for name in shipped if name in encoded}
    wanted = {name: digest for name, digest in wanted.items() if digest}
    handed = [files] if isinstance(files, str | os.PathLike) else list(files)
    found = {digest_of(path): os.fspath(path) for path in handed} if wanted else {}
    for name, digest in wanted.items():
        if digest not in found:
            raise StateError(_missing_file_text(name, encoded[name], found))
    return {**encoded, **{name: found[digest] for name, digest in wanted.items()}}


def _encode_file(path: str) -> dict[str, str]:
    return dict(zip(SAVED_KEYS, (Path(path).name, digest_of(path)), strict=True))


def digest_of(path: FileName) -> str:
    """The SHA-256 digest of a data file, in 64 hexadecimal digits; DataError for one that cannot be read."""
    return hashlib.sha256(read_data(path)).hexdigest()


def bundled_names(options: type[GameConfig]) -> dict[str, tuple[str, ...]]:
    """The options that a file may be given for, each with the names that stand for shipped ones."""
    return {name: option.names for name, option in options_of(options).items() if option.kind == "file"}


def _digest(name: str, value: Any, shipped: tuple[str, ...]) -> str:
    """The digest that is saved for an option; empty for a shipped file."""
    if value is None or (isinstance(value, str) and value in shipped):
        return ""
    if (
        isinstance(value, dict)
        and value.keys() == set(SAVED_KEYS)
        and all(isinstance(told, str) for told in value.values())
    ):
        called, digest = (value[part] for part in SAVED_KEYS)
        if len(called) <= MAX_NAME_CHARS and DIGEST.fullmatch(digest):
            return str(digest)
    allowed = f"{', '.join((*shipped, 'None'))} and the name and sha256 of a file of one's own"
    raise StateError(f"the saved {name} is {quoted(value)}; allowed are {allowed}, and never a path")


def _missing_file_text(name: str, told: Mapping[str, str], found: Mapping[str, str]) -> str:
    option = f"--{name.replace('_', '-')} FILE"
    given = listed(f"{Path(path).name} of {digest[:SHOWN_DIGITS]}" for digest, path in found.items()) or "none"
    return (
        f"the saved {name} is a file of one's own, {quoted(told['name'])}, of sha256 {told['sha256']}; "
        f"hand it in by {option}, or in Python by files=[path]; handed in: {given}"
    )
