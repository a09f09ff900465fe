"""The files of the page, read once. Requests select them by their complete path; no other file is opened."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "page"
INDEX = "index.html"
MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
}


@cache
def page_files() -> dict[str, tuple[bytes, str]]:
    """Return content and media type of each file by its path; the path of the page itself is `/`."""
    results = {}
    for file in sorted(FOLDER.rglob("*")):
        if file.suffix in MEDIA_TYPES and file.is_file():
            results[f"/{file.relative_to(FOLDER).as_posix()}"] = (file.read_bytes(), MEDIA_TYPES[file.suffix])
    if f"/{INDEX}" in results:
        results["/"] = results[f"/{INDEX}"]
    return results
