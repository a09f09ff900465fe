"""Tables in pages of Markdown, and the places where generated ones stand.

A place is what lies between `<!-- generated: name -->` and `<!-- end -->`.
"""

import re
from collections.abc import Iterable, Mapping

from wd_env.errors import DataError

_PLACEHOLDER = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def render_table(column_titles: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Rows of cells beneath a head, as lines that end with a newline."""
    column_titles = tuple(column_titles)
    lines = (column_titles, ("---",) * len(column_titles), *rows)
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def placeholders(page: str) -> list[str]:
    """The names of the places of a page, in order."""
    return [match[2] for match in _PLACEHOLDER.finditer(page)]


def fill_placeholders(page: str, tables: Mapping[str, str]) -> str:
    """The page with these texts in their places, the others as they were; DataError for a text without a place."""
    found = placeholders(page)
    for name in tables:
        if found.count(name) != 1:
            raise DataError(f"generated place {name!r} stands {found.count(name)} times; places are {sorted(found)}")
    return _PLACEHOLDER.sub(
        lambda match: f"{match[1]}{tables[match[2]]}{match[3]}" if match[2] in tables else match[0], page
    )
