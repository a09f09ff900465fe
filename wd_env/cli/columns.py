"""Tables of plain text."""

from collections.abc import Sequence
from textwrap import wrap

from wd_env.core.telling import WIDTH

__all__ = ["WIDTH", "columns"]

NARROWEST = 30  # columns that the last column is given at least


def columns(head: Sequence[str], rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
    """Rows beneath a head, the columns of `right` set to the right; the last column is wrapped at the margin."""
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head) - 1)]
    margin = sum(widths) + 2 * len(widths)
    lines = []
    for row in cells:
        first = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        last, *more = wrap(row[-1], max(WIDTH - margin, NARROWEST)) or [""]
        lines += ["  ".join([*first, last]).rstrip(), *(" " * margin + line for line in more)]
    return "\n".join([lines[0], "-" * min(max(map(len, lines)), WIDTH), *lines[1:]])
