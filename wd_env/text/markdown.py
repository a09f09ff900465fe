"""Tables in pages of Markdown, and the places where generated ones stand.

A place is what lies between `<!-- generated: name -->` and `<!-- end -->`.
"""

import re
from collections.abc import Iterable, Mapping

from wd_env.errors import DataError

_PLACE = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Rows of cells beneath a head, as lines that end with a newline."""
    head = tuple(head)
    lines = (head, ("---",) * len(head), *rows)
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def places(page: str) -> list[str]:
    """The names of the places of a page, in order."""
    return [match[2] for match in _PLACE.finditer(page)]


def filled(page: str, made: Mapping[str, str]) -> str:
    """The page with these texts in their places, the others as they were; DataError for a text without a place."""
    found = places(page)
    for name in made:
        if found.count(name) != 1:
            raise DataError(f"generated place {name!r} stands {found.count(name)} times; places are {sorted(found)}")
    return _PLACE.sub(lambda match: f"{match[1]}{made[match[2]]}{match[3]}" if match[2] in made else match[0], page)
