"""`wd info`: tables of the game and of what learns on it, generated from the code."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from wd_env.cli import info_tables
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.rule_arguments import GameOptions, requested_game
from wd_env.cli.text_tables import format_columns

Section = Literal["spaces", "actions", "observation", "nodes", "rules", "bots", "games", "runs"]


@dataclass(frozen=True)
class InfoCommand(GameOptions):
    """Look up a game: spaces, actions, observation, nodes, rules and bots; or list games or training runs.

    Example:
        wd info bots
    """

    section: Annotated[Section, Positional("SECTION")] = "spaces"
    """What to look up; `spaces` lists the sizes of the action and observation spaces, versions and hashes."""
    json: bool = False
    """Print JSON instead of a table."""


def run(args: Sequence[str]) -> int:
    """Print one table."""
    options = parse(InfoCommand, args, "info")
    table = info_tables.TABLES[options.section](requested_game(args, "info"))
    if options.json:
        print(json.dumps(table.to_json(), indent=2))
    else:
        print(format_columns(table.column_titles, table.rows, table.numeric_columns))
    return 0
