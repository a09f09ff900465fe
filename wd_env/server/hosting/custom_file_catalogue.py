"""Custom files that the server's owner offers. Clients receive their names and never name a path."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wd_env.errors import ConfigError, WdError, quoted
from wd_env.registry import GameEntry
from wd_env.server.protocol.message_fields import ID_PATTERN
from wd_env.spec.custom_files import FileName, bundled_names, digest_of


@dataclass(frozen=True)
class CustomFile:
    """A file that clients may select by its name."""

    option: str  # rule option, such as `map`
    name: str
    path: str  # never sent to clients
    digest: str  # of the file when the server started


@dataclass(frozen=True)
class CustomFileCatalogue:
    """The custom files of a server, in addition to the bundled ones."""

    files: Sequence[CustomFile] = ()
    _by_name: dict[tuple[str, str], CustomFile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_name.update({(file.option, file.name): file for file in self.files})

    def names(self, option: str) -> list[str]:
        """Return the offered names for an option."""
        return [file.name for file in self.files if file.option == option]

    def path_of(self, option: str, name: Any) -> str | None:
        """Return the path of a name, or None."""
        file = self._by_name.get((option, name)) if isinstance(name, str) else None
        return None if file is None else file.path

    def includes(self, option: str, saved: Any) -> bool:
        """Return whether a saved state or record names one of these files by its digest."""
        digests = {file.digest for file in self.files if file.option == option}
        return isinstance(saved, Mapping) and saved.get("sha256") in digests

    @property
    def paths(self) -> list[str]:
        """The paths, for readers of saved games."""
        return [file.path for file in self.files]

    def hide_paths(self, text: str) -> str:
        """Return a text with paths replaced by names."""
        for file in sorted(self.files, key=lambda each: -len(each.path)):
            text = text.replace(file.path, file.name)
        return text


def load_custom_files(game_entry: GameEntry, paths: Mapping[str, Iterable[FileName]]) -> CustomFileCatalogue:
    """Return the catalogue of these files, by option; the name of a file is its file name without the suffix.

    Raises:
        ConfigError: If a name is invalid or taken.
        WdError: If no table can be made with a file.
    """
    bundled = bundled_names(game_entry.game.config_class)
    files: list[CustomFile] = []
    for option, provided in paths.items():
        for each in provided:
            path = str(Path(each).absolute())
            name = _name(path, (*bundled[option], *(file.name for file in files if file.option == option)))
            _check_loads(game_entry, option, path)
            files.append(CustomFile(option, name, path, digest_of(path)))
    return CustomFileCatalogue(files)


def _name(path: str, taken: Sequence[str]) -> str:
    name = Path(path).stem
    if not re.search(ID_PATTERN, name) or name in taken:
        text = "letters, digits, dots, hyphens and underscores, and no name that is taken"
        raise ConfigError(f"file name: expected {text}, got {quoted(name)}")
    return name


def _check_loads(row: GameEntry, option: str, path: str) -> None:
    """Raise the error of a file if no number of players can start with it."""
    errors: list[WdError] = []
    for players in range(row.game.min_players, row.game.max_players + 1):
        try:
            row.new_table(row.config(num_players=players, **{option: path}))
            return
        except WdError as exc:
            errors.append(exc)
    raise errors[0]
