"""Data files of whoever started the server: clients are told their names, and never name a path."""

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
    """One file that clients may ask for by its name."""

    option: str  # of the game, as `map`
    name: str
    path: str  # stays here
    digest: str  # of the file when the server began


@dataclass(frozen=True)
class CustomFileCatalogue:
    """All files that a server offers beside the shipped ones."""

    files: Sequence[CustomFile] = ()
    _by_name: dict[tuple[str, str], CustomFile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_name.update({(file.option, file.name): file for file in self.files})

    def names(self, option: str) -> list[str]:
        """List the names that are offered for an option."""
        return [file.name for file in self.files if file.option == option]

    def path_of(self, option: str, name: Any) -> str | None:
        """Return the path behind a name; None where nothing is called so."""
        file = self._by_name.get((option, name)) if isinstance(name, str) else None
        return None if file is None else file.path

    def includes(self, option: str, saved: Any) -> bool:
        """True where a saved state or record names one of these files by its digest."""
        digests = {file.digest for file in self.files if file.option == option}
        return isinstance(saved, Mapping) and saved.get("sha256") in digests

    @property
    def paths(self) -> list[str]:
        """List the paths, for those who read saved games."""
        return [file.path for file in self.files]

    def hide_paths(self, text: str) -> str:
        """Return a text with the name of a file in place of its path."""
        for file in sorted(self.files, key=lambda each: -len(each.path)):
            text = text.replace(file.path, file.name)
        return text


def load_custom_files(game_entry: GameEntry, paths: Mapping[str, Iterable[FileName]]) -> CustomFileCatalogue:
    """Return the catalogue of these files, by option; each is called as its file is, without what follows the last dot.

    ConfigError for a name that is none or is taken; errors of the package for a file that no table can be made with.
    """
    shipped = bundled_names(game_entry.game.config_class)
    files: list[CustomFile] = []
    for option, given in paths.items():
        for each in given:
            path = str(Path(each).absolute())
            name = _name(path, (*shipped[option], *(file.name for file in files if file.option == option)))
            _check_loads(game_entry, option, path)
            files.append(CustomFile(option, name, path, digest_of(path)))
    return CustomFileCatalogue(files)


def _name(path: str, taken: Sequence[str]) -> str:
    name = Path(path).stem
    if not re.search(ID_PATTERN, name) or name in taken:
        told = "letters, digits, dots, hyphens and underscores, and no name that is taken"
        raise ConfigError(f"the file name {quoted(name)} cannot be offered; allowed are {told}")
    return name


def _check_loads(row: GameEntry, option: str, path: str) -> None:
    """Raise what the package says of a file with which no number of players can begin."""
    problems: list[WdError] = []
    for players in range(row.game.min_players, row.game.max_players + 1):
        try:
            row.new_table(row.config(num_players=players, **{option: path}))
            return
        except WdError as problem:
            problems.append(problem)
    raise problems[0]
