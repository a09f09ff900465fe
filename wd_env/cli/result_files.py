"""Files for the results of a command: tables, figures and plots."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from wd_env.cli.arguments.file_arguments import check_folder, check_writable
from wd_env.cli.report_tables import as_csv, as_latex, as_markdown
from wd_env.dependencies import require_libraries
from wd_env.errors import ConfigError
from wd_env.storage.atomic_files import descriptor_of, write_atomic

if TYPE_CHECKING:
    from wd_env.cli.report_tables import Report

STANDARD_OUTPUT = Path("-")
FORMATTERS: dict[str, Callable[[Sequence["Report"]], str]] = {"csv": as_csv, "markdown": as_markdown, "latex": as_latex}


@dataclass(frozen=True)
class PlotOptions:
    """Plots."""

    plots: Path | None = None
    """Folder for plots."""
    plot_format: Literal["png", "svg", "pdf"] = "png"
    """Format of the plots."""

    def check(self) -> None:
        """Check, before any work, that the files can be written.

        Raises:
            ConfigError: If one cannot.
        """
        check_folder(self.plots)
        if self.plots is not None:
            require_libraries("matplotlib")


@dataclass(frozen=True)
class OutputOptions(PlotOptions):
    """Tables and plots."""

    csv: Path | None = None
    """Tables as CSV, with plain numbers; `-` is standard output."""
    markdown: Path | None = None
    """Tables as Markdown."""
    latex: Path | None = None
    """Tables as LaTeX, for the package booktabs."""

    def check(self) -> None:
        """Check, before any work, that the files can be written.

        Raises:
            ConfigError: If one cannot.
        """
        super().check()
        for path in self.files:
            check_writable(path)

    @property
    def files(self) -> list[Path | None]:
        """Return the files of tables."""
        return [getattr(self, name) for name in FORMATTERS]

    def write(self, reports: Sequence["Report"]) -> None:
        """Write all tables in the requested formats."""
        for name, form in FORMATTERS.items():
            if (path := getattr(self, name)) is not None:
                write_atomic(path, form(reports))


def json_files(out: Path | None, to_output: bool) -> list[Path | None]:
    """Return the files for figures as JSON: the named file, if any, and standard output if `to_output` is set."""
    return [out, STANDARD_OUTPUT] if to_output else [out]


def write_json(files: Sequence[Path | None], data: Any) -> None:
    """Write JSON data into each of the files."""
    for path in files:
        if path is not None:
            write_atomic(path, json.dumps(data, indent=2) + "\n")


def check_distinct_paths(files: Sequence[Path | None]) -> None:
    """Check that no file is named for two results; standard output may be.

    Raises:
        ConfigError: If one is.
    """
    named = [path for path in files if path is not None and descriptor_of(path) is None]
    for path in named:
        if sum(other.resolve() == path.resolve() for other in named) > 1:
            raise ConfigError(f"{path}: expected a different file for each result, got one for two")


def print_result(text: str, files: Sequence[Path | None]) -> None:
    """Print a text for people, on stderr if one of the files is standard output."""
    taken = any(path is not None and descriptor_of(path) == 1 for path in files)
    print(text, file=sys.stderr if taken else sys.stdout)
