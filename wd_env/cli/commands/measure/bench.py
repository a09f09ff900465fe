"""`wd bench`: the speed of games and of training on this machine."""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.rule_arguments import GameOptions, requested_game
from wd_env.cli.text_tables import format_columns
from wd_env.errors import ConfigError
from wd_env.storage.atomic_files import read_text, write_atomic
from wd_env.text import markdown

PAGE_SECTION = "engine"  # of the tables in a page
QUICK_RUN = (3, 0.1)  # rounds and seconds


@dataclass(frozen=True)
class BenchCommand(GameOptions):
    """Measure random play, components, matches, training and memory on one core.

    Every result is the median of the rounds with minimum and maximum. Ratios are computed within a round.

    Example:
        wd bench --quick
    """

    rounds: int = 5
    """Number of rounds; each measures everything once."""
    seconds: float = 1.0
    """Processor time of each measurement."""
    quick: bool = False
    """Three short rounds, which take half a minute."""
    json: bool = False
    """Print one JSON object instead of tables."""
    page: Path | None = None
    """Markdown page whose generated section `engine` is replaced by the tables."""


def run(args: Sequence[str]) -> int:
    """Measure, print and write."""
    game_entry = requested_game(args, "bench")
    options = parse(BenchCommand, args, "bench")
    page = ""
    if options.page is not None:
        check_writable(options.page)
        page = read_text(options.page, error=ConfigError)
        markdown.fill_placeholders(page, {PAGE_SECTION: ""})  # refused now rather than after the run
    from wd_env.benchmarks import engine_report, engine_speed
    from wd_env.benchmarks.measure_process import last_core, pin_to_core

    rounds, seconds = QUICK_RUN if options.quick else (options.rounds, options.seconds)
    with pin_to_core(last_core()):  # figures are those of one core
        results = engine_speed.run_benchmarks(rounds, seconds, _print_status, game_entry)
    if options.json:
        print(json.dumps(engine_report.as_json(results)))
    else:
        print("\n\n".join(_table(column_titles, rows(results)) for column_titles, rows in engine_report.REPORT_TABLES))
    if options.page is not None:
        report_tables = engine_report.page(results, time.strftime("%Y-%m-%d"))
        write_atomic(options.page, markdown.fill_placeholders(page, {PAGE_SECTION: report_tables}))
    return 0


def _table(column_titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return format_columns(column_titles, rows, range(1, len(column_titles)))


def _print_status(line: str) -> None:
    """Print a line on stderr if it is a terminal."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr)
