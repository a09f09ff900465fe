"""`make bench-peers`: measure random play of other libraries and ours alternately, and the ratios of speeds."""

import argparse
import json
import sys
import time
from pathlib import Path

from tests.benchmarks.peers import peer_report
from tests.benchmarks.peers.peer_cases import select_cases
from tests.benchmarks.peers.peer_run import run_in_turn
from wd_env.benchmarks.interleaved_timing import check_rounds
from wd_env.errors import WdError, error_text
from wd_env.parallel import machine_info
from wd_env.storage.atomic_files import write_atomic
from wd_env.text import markdown

PAGE_SECTION = "peers"  # name of the table in the page
WIDTH = 140  # of the table without a terminal


def main(args: list[str] | None = None) -> int:
    """Install, measure, print and write; return 1 with one line on stderr for an error."""
    options = _parser().parse_args(args)
    try:
        _run(options)
    except (WdError, OSError) as problem:
        print(f"bench-peers: {error_text(problem)}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make bench-peers ARGS=...", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds; each measures every case once")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time of each measurement")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a peer or a case; may come twice")
    parser.add_argument("--folder", type=Path, default=Path(".venv-peers"), help="where the environments stand")
    parser.add_argument("--json", type=Path, help="file for all figures")
    parser.add_argument("--page", type=Path, help=f"page whose generated place `{PAGE_SECTION}` gets the table")
    return parser


def _run(options: argparse.Namespace) -> None:
    cases = select_cases(tuple(options.only))
    check_rounds(options.rounds, options.seconds)
    if options.json:
        options.json.touch()  # fail now rather than after the run
    page = options.page.read_text("utf-8") if options.page else ""
    if options.page:
        markdown.fill_placeholders(page, {PAGE_SECTION: ""})
    outcomes = run_in_turn(cases, options.rounds, options.seconds, options.folder.resolve(), _print_status)
    about = {
        "date": time.strftime("%Y-%m-%d"),
        "rounds": options.rounds,
        "seconds": options.seconds,
        "machine": machine_info.describe(),
    }
    from rich.console import Console

    Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False).print(peer_report.screen(outcomes))
    if options.json:
        write_atomic(options.json, json.dumps(peer_report.as_json(outcomes, about), indent=2) + "\n")
    if options.page:
        write_atomic(options.page, markdown.fill_placeholders(page, {PAGE_SECTION: peer_report.page(outcomes, about)}))


def _print_status(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
