"""`wd info`: tables of the game and of what learns on it, generated from the code."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from wd_env.cli import info_tables
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.rule_arguments import GameOptions, requested_game
from wd_env.cli.result_files import PlotOptions
from wd_env.cli.text_tables import format_columns
from wd_env.cli.usage_error import UsageError
from wd_env.errors import quoted
from wd_env.spec.game_tools import ReportTable

Section = Literal["spaces", "actions", "observation", "nodes", "rules", "bots", "games", "runs"]


@dataclass(frozen=True)
class InfoCommand(GameOptions):
    """Look up a game: spaces, actions, observation, nodes, rules and bots; or list games or training runs.

    Example:
        wd info bots
    """

    section: Annotated[Section, Positional("SECTION")] = "spaces"
    """What to look up; `spaces` lists the sizes of the action and observation spaces, versions and hashes."""
    folders: Annotated[tuple[str, ...], Positional("RUN ...")] = ()
    """With `runs`: folders of runs; without any, all in runs/."""
    json: bool = False
    """Print JSON instead of a table."""
    output: PlotOptions = field(default_factory=PlotOptions)


def run(args: Sequence[str]) -> int:
    """Print one table; for runs, also draw their learning curves if requested."""
    options = parse(InfoCommand, args, "info")
    game_entry = requested_game(args, "info")
    if options.section == "runs":
        table = _list_runs(options)
    else:
        _check_no_runs(options)
        table = info_tables.TABLES[options.section](game_entry)
    if options.json:
        print(json.dumps(table.to_json(), indent=2))
    else:
        print(format_columns(table.column_titles, table.rows, table.numeric_columns))
    return 0


def _list_runs(options: InfoCommand) -> ReportTable:
    from wd_env.training.run_folder import RUN_FILE
    from wd_env.training.run_list import find_runs, list_runs

    options.output.check()
    for name in options.folders:
        if not (Path(name) / RUN_FILE).exists():
            raise UsageError(f"RUN: expected the folder of a run, got {quoted(name)} without {RUN_FILE}")
    folders = [Path(name) for name in options.folders] or find_runs()
    if options.output.plots is not None:
        from wd_env.cli.plots.run_plots import write_plots

        write_plots(folders, options.output)
    return list_runs(folders)


def _check_no_runs(options: InfoCommand) -> None:
    """Refuse what only `wd info runs` accepts."""
    if options.folders:
        raise UsageError(f"unexpected argument {quoted(options.folders[0])}; expected with runs (see wd info --help)")
    if options.output.plots is not None:
        raise UsageError(f"--plots: expected only with runs, got {options.section} (see wd info --help)")
