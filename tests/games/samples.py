"""What the harnesses of this folder ask of a game: kinds of its games, agreements, what is hidden, what must add up.

A game of the catalogue gives them as `SAMPLES` of the file `tests/games/<name>/samples.py`.
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
    """Games with so many players that share some options."""

    title: str
    players: int
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return f"{self.title}, {self.players} players"


@dataclass(frozen=True)
class Book:
    """The clauses of a rule book, one row each in `clauses.toml` of a folder, and the tests named after them."""

    folder: Path
    mark: str  # tests are called `test_<mark>_` and the three digits of the clause, and the sentence

    @property
    def named(self) -> str:
        """What the name of each test begins with."""
        return f"test_{self.mark}_"


def nothing_more(_state: Any) -> str:
    """The game's own `check_state` says all that must add up."""
    return ""


@dataclass(frozen=True)
class Samples:
    """One game, as the harnesses play it."""

    row: GameEntry
    kinds: tuple[Kind, ...]
    agreement: Callable[[Kind, random.Random, int], dict[str, Any]]  # options of house n, which a batch can play
    deal_anew: Callable[[Any, int, random.Random], None]  # in a state, whatever this seat cannot know
    golden: Path  # the folder of its golden games
    book: Book | None = None  # a game without clauses has none
    random_games: Callable[[list[str]], int] | None = None  # a recount of its own, as a program
    problem: Callable[[Any], str] = nothing_more  # what does not add up in a state, or nothing
    observed_every: int = 1  # actions between comparisons of observations, which take long in a large game
    parity_games: int = 100_000  # of `make parity`
    portion: int = 0  # games of one portion of `make parity`, or 0 for the usual number

    @property
    def game(self) -> GameSpec:
        """The description of the game as it comes."""
        return self.row.game

    @property
    def hides(self) -> bool:
        """Whether anything in a state of this game is known to some players only."""
        return any(field.private for field in self.game.schema.fields)

    def game_of(self, kind: Kind) -> GameSpec:
        """The description of games of this kind; sizes may follow from options that all of them share."""
        return self.row.new_table(self.row.config(**kind.options, num_players=kind.players)).game

    def new_table(self, kind: Kind, options: dict[str, Any], seed: int) -> Table:
        """A table with these options beside the number of players."""
        return self.row.new_table(self.row.config(**options, num_players=kind.players), seed=seed)


def samples_of(name: str) -> Samples:
    """Those of a game; ModuleNotFoundError where it gives none."""
    samples: Samples = import_module(f"tests.games.{name}.samples").SAMPLES
    return samples


def of_the_catalogue() -> list[Samples]:
    """Those of each game there is."""
    return [samples_of(name) for name in GAMES]
