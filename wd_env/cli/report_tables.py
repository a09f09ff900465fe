"""Tables of results: one description of each, laid out as text, CSV, Markdown or LaTeX."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wd_env.cli.text_tables import columns
from wd_env.errors import visible
from wd_env.text import markdown


class Span(NamedTuple):
    """The ends of an interval; two columns of a CSV file."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A figure with its interval; three columns of a CSV file."""

    value: float
    low: float
    high: float


Cell = str | int | float | Span | Estimate | None


@dataclass(frozen=True)
class Report:
    """A table: `forms` are the format specification of the numbers of each column, empty for texts."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    forms: Sequence[str]

    def texts(self) -> list[list[str]]:
        """Return all cells as people read them."""
        return [[_text(cell, form) for cell, form in zip(row, self.forms, strict=True)] for row in self.rows]

    def laid_out(self, *, titled: bool = True) -> str:
        """Return it as lines of plain text; a title that the head says already is not repeated."""
        right = [place for place, form in enumerate(self.forms) if form]
        return columns(
            self.head, self.texts(), right, title=self.title if titled and self.title != self.head[0] else ""
        )


def _text(cell: Cell, form: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return visible(cell)
    if isinstance(cell, Span):
        return f"{cell.low:{form}} to {cell.high:{form}}"
    if isinstance(cell, Estimate):
        return f"{cell.value:{form}} ({cell.low:{form}} to {cell.high:{form}})"
    return f"{cell:{form}}"


def as_csv(reports: Sequence[Report]) -> str:
    """Return tables as CSV with plain numbers; of several, each begins with its title and ends with an empty line."""
    told = io.StringIO()
    writer = csv.writer(told, lineterminator="\n")
    for place, report in enumerate(reports, 1):
        if len(reports) > 1:
            writer.writerow([report.title])
        kinds = [_kind_of(report, column) for column in range(len(report.head))]
        writer.writerow([name for head, kind in zip(report.head, kinds, strict=True) for name in _names(head, kind)])
        for row in report.rows:
            writer.writerow([value for cell, kind in zip(row, kinds, strict=True) for value in _values(cell, kind)])
        if place < len(reports):
            told.write("\n")
    return told.getvalue()


def _kind_of(report: Report, place: int) -> type | None:
    kinds = (type(row[place]) for row in report.rows if isinstance(row[place], Span | Estimate))
    return next(kinds, None)


def _names(head: str, kind: type | None) -> list[str]:
    if kind is None:
        return [head]
    ends = [f"{head} low", f"{head} high"]
    return ends if kind is Span else [head, *ends]


def _values(cell: Cell, kind: type | None) -> list[str | int | float | None]:
    if isinstance(cell, Span | Estimate):
        return list(cell)
    return [cell, *[None] * (0 if kind is None else len(kind._fields) - 1)]  # type: ignore[attr-defined]


def as_markdown(reports: Sequence[Report]) -> str:
    """Return tables as Markdown, each under its title."""
    return "\n".join(f"{report.title}\n\n{markdown.table(report.head, report.texts())}" for report in reports)


def as_latex(reports: Sequence[Report]) -> str:
    """Return tables as LaTeX, each a `table` for the package booktabs."""
    return "\n".join(_latex(report) for report in reports)


def _latex(report: Report) -> str:
    aligned = "".join("r" if form else "l" for form in report.forms)
    lines = [
        r"\begin{table}",
        rf"\caption{{{escaped(report.title)}}}",
        rf"\begin{{tabular}}{{{aligned}}}",
        r"\toprule",
        _latex_row(report.head),
        r"\midrule",
        *map(_latex_row, report.texts()),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(escaped, cells)) + r" \\"


LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def escaped(text: str) -> str:
    """Return a text in which LaTeX finds no command."""
    return re.sub(r"[\\~^&%$#_{}]", lambda found: LATEX.get(found[0], f"\\{found[0]}"), text)
