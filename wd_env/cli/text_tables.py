"""Tables of plain text, laid out by rich."""

import io
import shutil
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from wd_env.text.line_width import WIDTH

if TYPE_CHECKING:
    from rich.text import Text


COLUMN_GAP = 2  # blanks between columns
MIN_COLUMN_WIDTH = 20  # of wrapped text, if the table fits then


def output_width() -> int:
    """Return the number of columns of the terminal, or `WIDTH` for a file or pipe."""
    return _columns() if sys.stdout.isatty() else WIDTH


def _columns() -> int:
    """Return the variable COLUMNS, else the columns of the terminal, else `WIDTH`."""
    return shutil.get_terminal_size((WIDTH, 0)).columns


def format_columns(
    column_titles: Sequence[str],
    rows: Iterable[Sequence[object]],
    right_aligned: Collection[int] = (),
    *,
    title: str = "",
) -> str:
    """Lay out a table as lines of plain text without escape codes and trailing blanks.

    Nothing is truncated: a table is wider than the terminal if its numbers and single words do not fit.

    Args:
        column_titles: Titles.
        rows: Cells.
        right_aligned: Columns that are right-aligned and never wrapped. Others are wrapped at blanks if necessary.
        title: Title of the table, or "".
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = [[Text(str(cell)) for cell in row] for row in (column_titles, *rows)]
    widths = _widths([list(column) for column in zip(*cells, strict=True)], right_aligned, _columns())
    ruled = box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
    table = Table(box=ruled, show_edge=False, pad_edge=False, padding=(0, COLUMN_GAP - 1, 0, 0))
    for column, (name, taken) in enumerate(zip(cells[0], widths, strict=True)):
        table.add_column(name, justify="right" if column in right_aligned else "left", width=taken)
    for row in cells[1:]:
        table.add_row(*row)
    buffer = io.StringIO()
    Console(file=buffer, color_system=None, width=sum(widths) + COLUMN_GAP * len(widths)).print(table)
    lines = [line.rstrip() for line in buffer.getvalue().splitlines()]
    return "\n".join([*([title, ""] if title else []), *lines])


def _widths(cells: Sequence[Sequence["Text"]], right: Collection[int], max_width: int) -> list[int]:
    """Return the width of each column; columns of text shrink to fit, but not below their longest word."""
    from rich.cells import cell_len

    widths = [max(cell.cell_len for cell in column) for column in cells]
    word_widths = [
        max((cell_len(word) for cell in column for word in cell.plain.split()), default=0) for column in cells
    ]
    min_widths = [
        high if column in right else min(high, max(MIN_COLUMN_WIDTH, word_widths[column]))
        for column, high in enumerate(widths)
    ]
    cap, max_width = max(widths), max_width - COLUMN_GAP * (len(cells) - 1)
    for column, low in enumerate(min_widths):  # below the usual minimum if the table is too wide otherwise
        if column not in right:
            excess = max(sum(min_widths) - max_width, 0)
            min_widths[column] = max(low - excess, min(low, word_widths[column]))
    while cap and sum(max(low, min(high, cap)) for low, high in zip(min_widths, widths, strict=True)) > max_width:
        cap -= 1
    return [max(low, min(high, cap)) for low, high in zip(min_widths, widths, strict=True)]
