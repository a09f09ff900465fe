"""What `wd evaluate` and `wd stats` share: bots, games, seed, rules and a file for the result."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import tyro

from wd_env.cli.errors import UsageError
from wd_env.cli.files import check_writable
from wd_env.cli.house import parse_for_game
from wd_env.core.errors import ConfigError
from wd_env.core.seeds import check_seed

MOST_TURNS = 400  # unless said


@dataclass(frozen=True)
class Matches:
    """Many games of given bots."""

    bots: Annotated[tyro.conf.Positional[tuple[str, ...]], tyro.conf.arg(metavar="BOT BOT ...")] = ()
    """One bot a seat: of `wd info bots`, or a trained bot's file or run folder; `greedy:FILE` never samples."""
    games: int = 1000
    """Games."""
    seed: int = 1
    """Seed of all luck."""
    json: Path | None = None
    """File for all figures as JSON."""
    rules: Any = None
    """House rules."""


Asked = TypeVar("Asked", bound=Matches)


def matches_asked_for(kind: type[Asked], arguments: Sequence[str], command: str) -> Asked:
    """The options of a command, checked before any work is done; UsageError and ConfigError for what cannot be."""
    options = parse_for_game(kind, arguments, command, max_turns=MOST_TURNS)
    if not options.bots:
        raise UsageError(f"no bots to play; name two to five (see wd {command} --help)")
    if options.rules.at_table(len(options.bots)).is_quiz:
        raise ConfigError("knowledge_model is quiz and bots have nobody to judge; allowed are profile and constant")
    check_writable(options.json)
    check_seed(options.seed)
    return options


def say_that_it_takes_a_while() -> None:
    """On a terminal only: nobody else waits."""
    if sys.stderr.isatty():
        print("Playing; the first run on a machine compiles the rules, which takes a while.", file=sys.stderr)
