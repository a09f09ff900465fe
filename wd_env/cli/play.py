"""`wd play`: people at the terminal and bots around one table."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from wd_env.agents.base import Agent
from wd_env.cli.files import check_new
from wd_env.cli.house import HouseRules
from wd_env.cli.keyboard import LeftGame
from wd_env.cli.seats import bots_of, play_bot, seats_of
from wd_env.cli.terminal import Terminal
from wd_env.cli.usage import parse
from wd_env.core.errors import ConfigError, visible
from wd_env.core.files import PRIVATE, write_whole
from wd_env.core.seeds import check_seed
from wd_env.world_dominance.table import WorldDominance

ME = "me"


@dataclass(frozen=True)
class Play:
    """Play World Dominance at the terminal against bots, or with several people at one keyboard.

    At each of your decisions you see the table and every answer with what it does; ? tells what else you may type.
    """

    seats: str = "me,scripted,scripted"
    """Two to five, by commas: `me`, bots (`wd info bots`) or files of trained ones; `greedy:FILE` never samples."""
    seed: int | None = None
    """Seed of all luck, to play the same game again; by default another one each time."""
    record: Path | None = None
    """New file for the record of the game, which `wd replay` reads; it is written after each of your answers."""
    hot_seat: bool = True
    """With several `me`, have the keyboard handed over before a seat's secrets are shown."""
    rules: HouseRules = field(default_factory=HouseRules)
    """House rules."""


def run(arguments: Sequence[str]) -> int:
    """Play one game; 0 when it is over or was left."""
    options = parse(Play, arguments, "play")
    names = seats_of(options.seats, ME)
    config = options.rules.at_table(len(names))
    check_new(options.record)
    seed = check_seed(options.seed)
    bots = bots_of(names, ME, seed)
    people = [player for player, name in enumerate(names) if name == ME]
    if config.is_quiz and not people:
        raise ConfigError(f"knowledge_model is quiz and {options.seats!r} has nobody to judge; allowed with a `me`")
    table = WorldDominance(config, seed=seed)
    seated = "; ".join(f"seat {table.home(player)}: {name}" for player, name in enumerate(names))
    print(visible(f"{seated} (--seed {seed})"))
    terminal = Terminal(table, people, options.hot_seat)
    if config.is_quiz:
        table.quizmaster = terminal.judge
    _keep(table, options.record)  # from now on the file is taken
    try:
        _play(table, bots, terminal, options.record)
    finally:
        _keep(table, options.record)
        if options.record is not None:
            print(f"The record is in {options.record}: wd replay {options.record}")
    return 0


def _keep(table: WorldDominance, record: Path | None) -> None:
    """Write the game as it is now; it holds secrets, so the file is for its owner."""
    if record is not None:
        write_whole(record, table.record().dumps(), mode=PRIVATE)


def _play(table: WorldDominance, bots: dict[int, Agent], terminal: Terminal, record: Path | None) -> None:
    terminal.follow()
    try:
        while not table.is_over:
            player, seat = table.player, table.seat
            if player in bots:
                play_bot(table, bots[player])
            else:
                table.play(terminal.answer(player), seat=seat)
            terminal.follow()
            if player not in bots:
                with contextlib.suppress(OSError):  # a full disk ends no game; at its end that is told
                    _keep(table, record)
    except LeftGame:
        print(f"You left the game in turn {table.state.turn_number}.")
        return
    terminal.finish()
