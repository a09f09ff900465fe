"""What a survey of games counts: a `Surveyor` for any game, of which a game may have a subclass that counts more.

A row of the catalogue names it. It sees a batch while it is played and when it is done; everything else (bots, seats,
intervals, tables and plots) is the same for all games.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.spec.game_spec import GameSpec
from wd_env.statistics.counting_spec import watched
from wd_env.statistics.estimates import Figure, Length, Sample, as_json

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Group:
    """Figures in one unit, by name: a table and a plot."""

    title: str  # "Spaces"
    of: str  # what one of them is: "space"
    unit: str  # "landings a game"
    figures: dict[str, Figure]


@dataclass(frozen=True)
class Moment:
    """Figures at one moment, over the games that last so long; `going` is their share."""

    at: int
    going: float
    figures: dict[str, Figure]


@dataclass(frozen=True)
class Course:
    """How something changes in the course of games: a table and a plot."""

    title: str
    clock: str  # what moments are counted in, in the singular: "turn"
    unit: str  # "points"
    heads: Mapping[str, str]  # by figure: the head of its column
    lines: Mapping[str, str]  # by figure that is plotted: what its line is called
    moments: tuple[Moment, ...]

    def as_json(self) -> list[dict[str, Any]]:
        """Return a row a moment."""
        return [{self.clock: one.at, "going": one.going, **as_json(one.figures)} for one in self.moments]


class Surveyor:
    """Counts in a block of `games` games what every game has; a subclass counts what only its game has.

    A survey has one for each block, whose columns it adds up, and one of no games that asks for figures of all blocks.
    """

    endings: tuple[str, ...] = ("one winner", "several winners", "nobody wins", "cut")
    length_parts: tuple[str, ...] = ()  # the columns that are lengths: whole numbers whose quantiles are told

    def __init__(self, game: GameSpec, games: int) -> None:
        self.game = watched(game)  # what is played; its state has the tally `answered`
        self.games = games

    def note(self, batch: Batch, rows: Ints, games: Ints) -> None:
        """Note what is to be noted before these rows of the batch answer; `games` are their numbers in the block."""

    def finish(self, batch: Batch, games: slice) -> None:
        """Note what the last states of a batch say that is done; `games` are its games' numbers in the block."""

    def first_players(self, batch: Batch, asked: Ints) -> Ints:
        """Return who had the first turn in each game of a batch that is done; `asked` is who was first asked."""
        return asked

    def ended_by(self, batch: Batch) -> Ints:
        """Return how each game of a batch that is done has ended, as a place among `endings`."""
        winners = batch.won.sum(axis=1)
        ended: Ints = np.select([batch.field("truncated") == 1, winners == 1, winners > 1], [3, 0, 1], 2)
        return ended

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return what was noted, a row a game, by the names under which the methods below ask for its sums."""
        return {}

    def lengths(self, sample: Sample) -> dict[str, Length]:
        """Return other lengths of a game than its decisions."""
        return {}

    def groups(self, sample: Sample, config: Any) -> dict[str, Group]:
        """Return what comes up so many times a game, by its key in JSON."""
        return {}

    def courses(self, sample: Sample) -> dict[str, Course]:
        """Return what changes in the course of a game, by its key in JSON."""
        return {}
