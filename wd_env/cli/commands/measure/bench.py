"""`wd bench`: what the engine and training cost on this machine."""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.arguments.file_arguments import check_writable
from wd_env.cli.arguments.rule_arguments import OfGame, game_asked_for
from wd_env.cli.text_tables import columns
from wd_env.errors import ConfigError
from wd_env.storage.atomic_files import read_text, write_whole
from wd_env.text import markdown

PLACE = "engine"  # of the tables in a page
QUICK = (3, 0.1)  # rounds and seconds


@dataclass(frozen=True)
class Bench(OfGame):
    """Measure random play, single parts, matches, training and memory, in turn, on one core.

    Every figure is the median of the rounds with its least and greatest; ratios are formed within a round.
    """

    rounds: int = 5
    """Rounds; each measures everything once."""
    seconds: float = 1.0
    """Processor time of each measurement."""
    quick: bool = False
    """Three short rounds instead: half a minute."""
    json: bool = False
    """Print one JSON object instead of tables."""
    page: Path | None = None
    """A page of Markdown whose generated place `engine` gets the tables."""


def run(arguments: Sequence[str]) -> int:
    """Measure, print, write."""
    row = game_asked_for(arguments, "bench")
    options = parse(Bench, arguments, "bench")
    page = ""
    if options.page is not None:
        check_writable(options.page)
        page = read_text(options.page, error=ConfigError)
        markdown.filled(page, {PLACE: ""})  # refused now rather than after the run
    from wd_env.benchmarks import engine_report, engine_speed
    from wd_env.benchmarks.measure_process import kept_to, last_core

    rounds, seconds = QUICK if options.quick else (options.rounds, options.seconds)
    with kept_to(last_core()):  # figures are those of one core
        found = engine_speed.run(rounds, seconds, _say, row)
    if options.json:
        print(json.dumps(engine_report.as_json(found)))
    else:
        print("\n\n".join(_table(head, rows(found)) for head, rows in engine_report.TABLES))
    if options.page is not None:
        made = engine_report.page(found, time.strftime("%Y-%m-%d"))
        write_whole(options.page, markdown.filled(page, {PLACE: made}))
    return 0


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return columns(head, rows, range(1, len(head)))


def _say(line: str) -> None:
    """On a terminal only: nobody else waits."""
    if sys.stderr.isatty():
        print(line, file=sys.stderr)
