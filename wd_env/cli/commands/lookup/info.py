"""`wd info`: tables of the game and of what learns on it, generated from the code."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from wd_env.cli import info_tables
from wd_env.cli.arguments.argument_parser import parse
from wd_env.cli.arguments.command_fields import Positional
from wd_env.cli.arguments.rule_arguments import OfGame, game_asked_for
from wd_env.cli.text_tables import columns

Section = Literal["spaces", "actions", "observation", "questions", "rules", "bots", "games"]


@dataclass(frozen=True)
class Info(OfGame):
    """Look up a game as programs see it: spaces, actions, observation, questions, rules, bots; or list the games."""

    section: Annotated[Section, Positional("SECTION")] = "spaces"
    """What to look up; `spaces` tells sizes, versions and hashes."""
    json: bool = False
    """Print JSON instead of a table."""


def run(arguments: Sequence[str]) -> int:
    """Print one table."""
    options = parse(Info, arguments, "info")
    table = info_tables.TABLES[options.section](game_asked_for(arguments, "info"))
    if options.json:
        print(json.dumps(table.as_json(), indent=2))
    else:
        print(columns(table.head, table.rows, table.right))
    return 0
