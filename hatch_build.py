"""What the build does beside what pyproject.toml says: the folders at the top are parts of the package `wd_env`.

People find `agents`, `train` and `configs` at the top; installed they lie in `wd_env`. A wheel is told so here, an
editable install gets links in `wd_env`, which a clone with `core.symlinks=false` and an unpacked sdist have not.

The page on a package index is the README with absolute links: there are no files beside it to which others could lead.
They lead to the repository that the variable `WD_SOURCE` names when the package is built (`.github/workflows`).
"""

import os
import re
from pathlib import Path
from typing import Any, NoReturn

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PACKAGE = "wd_env"
FOLDERS = ("agents", "train", "configs")
README = "README.md"
SOURCE = "WD_SOURCE"  # the address of the repository, "https://github.com/someone/wd-env"
URLS = {"Source": "", "Documentation": "/tree/main/docs", "Changelog": "/blob/main/CHANGELOG.md", "Issues": "/issues"}
LINK = re.compile(r"(!?)\[([^]]*)\]\((?![a-z]+:|#)([^)]+)\)")  # to a file; a mark before it makes it a picture


class PageOfTheIndex(MetadataHookInterface):
    """Gives the package its long description and its addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme` to the README, its links made absolute, and `urls` where the repository is known."""
        text = (Path(self.root) / README).read_text("utf-8")
        source = os.environ.get(SOURCE, "").rstrip("/")
        if source:
            metadata["urls"] = {name: f"{source}{where}" for name, where in URLS.items()}
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, source, metadata["version"]),
        }


def with_absolute_links(text: str, source: str, version: str) -> str:
    """Return Markdown whose links to files lead to those of this version in the repository at `source`.

    Without a repository links become their words and pictures go, so that no link is dead.
    """

    def absolute(link: re.Match[str]) -> str:
        picture, words, target = link.groups()
        if not source:
            return "" if picture else words
        return f"{picture}[{words}]({source}/{'raw' if picture else 'blob'}/v{version}/{target})"

    return LINK.sub(absolute, text)


class FoldersOfThePackage(BuildHookInterface[Any]):
    """Runs before every build; ends it with one line where a folder is missing."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Map the folders into a wheel, or link them for an editable install."""
        root = Path(self.root)
        for name in FOLDERS:
            if not any((root / name).glob("*")):
                self._refuse(f"{root / name} is missing or empty; allowed is a whole tree of wd_env")
        if self.target_name != "wheel":
            return
        if version == "editable":
            for name in FOLDERS:
                self._link(root / PACKAGE / name, f"../{name}")
        else:
            build_data["force_include"] |= {str(root / name): f"{PACKAGE}/{name}" for name in FOLDERS}

    def _link(self, link: Path, target: str) -> None:
        """Make a link to the folder, unless it is there; what git writes instead of one is replaced."""
        if link.is_dir():
            return
        if link.exists() and link.read_text("utf-8").strip() != target:
            self._refuse(f"{link} is a file of somebody else; allowed is a link to {target}")
        made = link.with_name(f".{link.name}.{os.getpid()}.tmp")
        try:
            made.symlink_to(target, target_is_directory=True)
            os.replace(made, link)
        except OSError as problem:
            self._refuse(f"{link}: an editable install needs a link, which cannot be made here: {problem.strerror}")

    def _refuse(self, why: str) -> NoReturn:
        self.app.abort(why)
        raise SystemExit(1)  # `abort` is not typed as what never returns
