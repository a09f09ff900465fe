"""Samples of a game for the programs and tests of this folder: kinds of games, options, hidden fields and invariants.

The file `tests/games/<name>/samples.py` of each game defines them as `SAMPLES`.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from wd_env.registry import GAMES, GameEntry
from wd_env.spec.game_spec import GameSpec
from wd_env.table.game_table import Table


@dataclass(frozen=True)
class Kind:
    """Games with the same number of players and the same base options."""

    title: str
    players: int
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return f"{self.title}, {self.players} players"


@dataclass(frozen=True)
class Book:
    """The clauses of a rule book, one row each in `clauses.toml`, and the tests that are named after them."""

    folder: Path
    mark: str  # tests are named `test_<mark>_<clause in three digits>_<sentence>`

    @property
    def named(self) -> str:
        """Prefix of the names of tests."""
        return f"test_{self.mark}_"


def no_broken_invariant(_state: Any) -> str:
    """Return an empty text, for games whose `check_state` checks all invariants."""
    return ""


@dataclass(frozen=True)
class Samples:
    """Samples of one game."""

    row: GameEntry
    kinds: tuple[Kind, ...]
    draw_options: Callable[[Kind, random.Random, int], dict[str, Any]]  # option set n that a batch can play
    resample_hidden: Callable[[Any, int, random.Random], None]  # resamples what this seat cannot know in a state
    golden: Path  # folder of its golden games
    book: Book | None = None  # None for a game without clauses
    random_games: Callable[[list[str]], int] | None = None  # its own program for `make games`
    find_broken: Callable[[Any], str] = no_broken_invariant  # returns the broken invariant of a state, or an empty text
    observation_interval: int = 1  # actions between comparisons of observations, which take long in a large game
    parity_games: int = 100_000  # of `make parity`
    chunk_size: int = 0  # games per chunk of `make parity`, or 0 for the default

    @property
    def game(self) -> GameSpec:
        """The spec of the game with default options."""
        return self.row.game

    @property
    def has_hidden_fields(self) -> bool:
        """Whether a state of this game has private fields."""
        return any(field.private for field in self.game.schema.fields)

    def game_of(self, kind: Kind) -> GameSpec:
        """Return the spec of games of this kind; its sizes may depend on their base options."""
        return self.row.new_table(self.row.config(**kind.options, num_players=kind.players)).game

    def new_table(self, kind: Kind, options: dict[str, Any], seed: int) -> Table:
        """Return a table with these options and the number of players of the kind."""
        return self.row.new_table(self.row.config(**options, num_players=kind.players), seed=seed)


def samples_of(name: str) -> Samples:
    """Return the samples of a game; ModuleNotFoundError if it has none."""
    samples: Samples = import_module(f"tests.games.{name}.samples").SAMPLES
    return samples


def all_samples() -> list[Samples]:
    """Return the samples of every game."""
    return [samples_of(name) for name in GAMES]
