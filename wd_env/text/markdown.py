"""Tables in Markdown pages, and the placeholders that generated tables fill.

A placeholder is the text between `<!-- generated: name -->` and `<!-- end -->`.
"""

import re
from collections.abc import Iterable, Mapping

from wd_env.errors import DataError

_PLACEHOLDER = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def render_table(column_titles: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return rows of cells below column titles, as lines that end with a newline."""
    column_titles = tuple(column_titles)
    lines = (column_titles, ("---",) * len(column_titles), *rows)
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def placeholders(page: str) -> list[str]:
    """Return the names of the placeholders of a page, in order."""
    return [match[2] for match in _PLACEHOLDER.finditer(page)]


def fill_placeholders(page: str, tables: Mapping[str, str]) -> str:
    """Return the page with these texts in their placeholders; DataError if a text does not have exactly one."""
    result = placeholders(page)
    for name in tables:
        if result.count(name) != 1:
            raise DataError(
                f"placeholder {name!r} occurs {result.count(name)} times; expected one of {sorted(set(result))}"
            )
    return _PLACEHOLDER.sub(
        lambda match: f"{match[1]}{tables[match[2]]}{match[3]}" if match[2] in tables else match[0], page
    )
