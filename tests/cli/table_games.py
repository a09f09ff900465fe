"""Games of `wd table` that a test plays with a referee, to know what humans would type."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wd_env.cli.arguments.file_arguments import read_record
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.games.world_dominance.text.typed_titles import action_names
from wd_env.session.referee import Referee
from wd_env.session.session_setup import SessionSetup
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.saved_table import replay_record
from wd_env.text.seat_names import NUMBERED
from wd_env.text.typed_action import action_labels

ROOT = Path(__file__).parents[2]
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")
SET_UP = "5\n4\nbuddha\ncleo\n"  # Anna starts
START = ("table", "--seats", "human,human", "--names", "Anna,Ben", "--seed", 3)
PROMPT = re.compile(r"^(.+) \[([^\n]*), \? for help[^\n]*\]: (.*)$", re.MULTILINE)


def new_referee(*seats: str, chance: str = EXPLICIT, seed: int = 3, **options: Any) -> Referee:
    """Return a new game for these seats, with the first names."""
    table = WorldDominance(Config(num_players=len(seats), **options), chance=EXPLICIT)
    return Referee(table, SessionSetup(seats, NAMES[: len(seats)], chance, seed))


def load_table(path: Path) -> WorldDominanceTable:
    """Return the table of a file."""
    return replay_record(read_record(path), GAME)


def possible_inputs(table: Any, option: str) -> list[str]:
    """Return every input that `wd table` accepts for this action."""
    legal = table.legal_texts()
    label = action_labels(legal)[legal.index(option)]
    has_title = option.split(maxsplit=1)[0] in {"space", "manoeuvre", "theme", "purgadies"}
    titles = action_names(table, option, NUMBERED) if has_title else ()
    return [label, option, option.upper(), f"{table.seat}: {label}", *titles]


def random_actions(referee: Referee, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Play a random game, and yield each action with the legal actions at that decision."""
    rng = random.Random(seed)
    while not referee.table.is_terminal:
        options = referee.table.legal_texts()
        option = rng.choice(options)
        yield option, options
        referee.enter(option)


def typed_game(referee: Referee, seed: int = 1) -> list[str]:
    """Return the inputs of humans in a random game."""
    rng = random.Random(seed)
    return [rng.choice(possible_inputs(referee.table, option)) for option, _ in random_actions(referee, seed)]


def referee_at_theme(*seats: str, chance: str = EXPLICIT) -> Referee:
    """Return a table at which an Intelligence Card of seat 0 is about to be drawn, or was drawn."""
    for seed in range(60):
        referee = new_referee(*seats, chance=chance, seed=seed)
        for _ in random_actions(referee, seed):
            if referee.table.seat == 0 and referee.table.node.name in {"theme_draw", "test_whom"}:
                return referee
    raise AssertionError("expected a seed that leads to an Intelligence Card")


def save_game(referee: Referee, path: Path) -> None:
    """Save this game to a file."""
    path.write_text(referee.record().dumps())


def replayed(path):
    return replay_record(read_record(path), GAME)
