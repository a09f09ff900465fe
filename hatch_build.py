"""Build hook: make the README the long description of the package, with absolute links.

A package index shows the README as the project page, where relative links would be dead. The links point to the
repository that the variable `WD_SOURCE` names when the package is built (`.github/workflows`).
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

README = "README.md"
SOURCE = "WD_SOURCE"  # the address of the repository, "https://github.com/someone/wd-env"
URLS = {"Source": "", "Documentation": "/tree/main/docs", "Changelog": "/blob/main/CHANGELOG.md", "Issues": "/issues"}
LINK = re.compile(r"(!?)\[([^]]*)\]\((?![a-z]+:|#)([^)]+)\)")  # to a file; a leading mark makes it an image


class PageOfTheIndex(MetadataHookInterface):
    """Metadata hook for the long description and the project URLs."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme` to the README with absolute links, and `urls` if the repository is known."""
        text = (Path(self.root) / README).read_text("utf-8")
        source = os.environ.get(SOURCE, "").rstrip("/")
        if source:
            metadata["urls"] = {name: f"{source}{location}" for name, location in URLS.items()}
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, source, metadata["version"]),
        }


def with_absolute_links(text: str, source: str, version: str) -> str:
    """Return Markdown whose links to files lead to those of this version in the repository at `source`.

    Without a repository links become their text and images are removed, so that no link is dead.
    """

    def absolute(link: re.Match[str]) -> str:
        image, text, target = link.groups()
        if not source:
            return "" if image else text
        return f"{image}[{text}]({source}/{'raw' if image else 'blob'}/v{version}/{target})"

    return LINK.sub(absolute, text)
