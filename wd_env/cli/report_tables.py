"""Tables of results: one description of each, laid out as text, CSV, Markdown or LaTeX."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wd_env.cli.text_tables import format_columns
from wd_env.errors import visible
from wd_env.text import markdown


class IntervalCell(NamedTuple):
    """The ends of an interval; two columns of a CSV file."""

    low: float
    high: float


class EstimateCell(NamedTuple):
    """A figure with its interval; three columns of a CSV file."""

    value: float
    low: float
    high: float


Cell = str | int | float | IntervalCell | EstimateCell | None


@dataclass(frozen=True)
class Report:
    """A table: `forms` are the format specification of the numbers of each column, empty for texts."""

    title: str
    column_titles: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    formats: Sequence[str]

    def cell_texts(self) -> list[list[str]]:
        """Return all cells as people read them."""
        return [[_text(cell, form) for cell, form in zip(row, self.formats, strict=True)] for row in self.rows]

    def to_text(self, *, titled: bool = True) -> str:
        """Return it as lines of plain text; a title that the head says already is not repeated."""
        right = [column for column, form in enumerate(self.formats) if form]
        return format_columns(
            self.column_titles,
            self.cell_texts(),
            right,
            title=self.title if titled and self.title != self.column_titles[0] else "",
        )


def _text(cell: Cell, form: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return visible(cell)
    if isinstance(cell, IntervalCell):
        return f"{cell.low:{form}} to {cell.high:{form}}"
    if isinstance(cell, EstimateCell):
        return f"{cell.value:{form}} ({cell.low:{form}} to {cell.high:{form}})"
    return f"{cell:{form}}"


def as_csv(reports: Sequence[Report]) -> str:
    """Return tables as CSV with plain numbers; of several, each begins with its title and ends with an empty line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for index, report in enumerate(reports, 1):
        if len(reports) > 1:
            writer.writerow([report.title])
        cell_types = [_kind_of(report, column) for column in range(len(report.column_titles))]
        writer.writerow(
            [
                name
                for title, kind in zip(report.column_titles, cell_types, strict=True)
                for name in _csv_titles(title, kind)
            ]
        )
        for row in report.rows:
            writer.writerow(
                [value for cell, kind in zip(row, cell_types, strict=True) for value in _csv_values(cell, kind)]
            )
        if index < len(reports):
            text.write("\n")
    return text.getvalue()


def _kind_of(report: Report, column: int) -> type | None:
    cell_types = (type(row[column]) for row in report.rows if isinstance(row[column], IntervalCell | EstimateCell))
    return next(cell_types, None)


def _csv_titles(title: str, kind: type | None) -> list[str]:
    if kind is None:
        return [title]
    end_titles = [f"{title} low", f"{title} high"]
    return end_titles if kind is IntervalCell else [title, *end_titles]


def _csv_values(cell: Cell, kind: type | None) -> list[str | int | float | None]:
    if isinstance(cell, IntervalCell | EstimateCell):
        return list(cell)
    return [cell, *[None] * (0 if kind is None else len(kind._fields) - 1)]  # type: ignore[attr-defined]


def as_markdown(reports: Sequence[Report]) -> str:
    """Return tables as Markdown, each under its title."""
    return "\n".join(
        f"{report.title}\n\n{markdown.render_table(report.column_titles, report.cell_texts())}" for report in reports
    )


def as_latex(reports: Sequence[Report]) -> str:
    """Return tables as LaTeX, each a `table` for the package booktabs."""
    return "\n".join(_latex(report) for report in reports)


def _latex(report: Report) -> str:
    aligned = "".join("r" if form else "l" for form in report.formats)
    lines = [
        r"\begin{table}",
        rf"\caption{{{escape_latex(report.title)}}}",
        rf"\begin{{tabular}}{{{aligned}}}",
        r"\toprule",
        _latex_row(report.column_titles),
        r"\midrule",
        *map(_latex_row, report.cell_texts()),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(escape_latex, cells)) + r" \\"


LATEX_ESCAPES = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def escape_latex(text: str) -> str:
    """Return a text in which LaTeX finds no command."""
    return re.sub(r"[\\~^&%$#_{}]", lambda match: LATEX_ESCAPES.get(match[0], f"\\{match[0]}"), text)
