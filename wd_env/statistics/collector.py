"""What a survey of games counts: a `StatsCollector` for any game, of which a game may have a subclass that counts more.

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
from wd_env.statistics.counting_spec import instrumented
from wd_env.statistics.estimates import BlockSample, Estimate, LengthEstimate, to_json

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class StatTable:
    """Figures in one unit, by name: a table and a plot."""

    title: str  # "Spaces"
    item: str  # what one of them is: "space"
    unit: str  # "landings a game"
    estimates: dict[str, Estimate]


@dataclass(frozen=True)
class TimePoint:
    """Figures at one moment, over the games that last so long; `going` is their share."""

    at: int
    ongoing: float
    estimates: dict[str, Estimate]


@dataclass(frozen=True)
class TimeSeries:
    """How something changes in the course of games: a table and a plot."""

    title: str
    time_unit: str  # what moments are counted in, in the singular: "turn"
    unit: str  # "points"
    column_titles: Mapping[str, str]  # by figure: the head of its column
    line_labels: Mapping[str, str]  # by figure that is plotted: what its line is called
    points: tuple[TimePoint, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return a row a moment."""
        return [{self.time_unit: one.at, "ongoing": one.ongoing, **to_json(one.estimates)} for one in self.points]


class StatsCollector:
    """Counts in a block of `games` games what every game has; a subclass counts what only its game has.

    A survey has one for each block, whose columns it adds up, and one of no games that asks for figures of all blocks.
    """

    endings: tuple[str, ...] = ("one winner", "several winners", "nobody wins", "cut")
    length_columns: tuple[str, ...] = ()  # the columns that are lengths: whole numbers whose quantiles are told

    def __init__(self, game: GameSpec, games: int) -> None:
        self.game = instrumented(game)  # what is played; its state has the tally `node_counts`
        self.games = games

    def collect(self, batch: Batch, rows: Ints, games: Ints) -> None:
        """Note what is to be noted before these rows of the batch answer; `games` are their numbers in the block."""

    def finish(self, batch: Batch, games: slice) -> None:
        """Note what the last states of a batch say that is done; `games` are its games' numbers in the block."""

    def first_players(self, batch: Batch, current_players: Ints) -> Ints:
        """Return who had the first turn in each game of a batch that is done; `asked` is who was first asked."""
        return current_players

    def ended_by(self, batch: Batch) -> Ints:
        """Return how each game of a batch that is done has ended, as a place among `endings`."""
        winners = batch.won.sum(axis=1)
        ended: Ints = np.select([batch.field("truncated") == 1, winners == 1, winners > 1], [3, 0, 1], 2)
        return ended

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return what was noted, a row a game, by the names under which the methods below ask for its sums."""
        return {}

    def lengths(self, sample: BlockSample) -> dict[str, LengthEstimate]:
        """Return other lengths of a game than its decisions."""
        return {}

    def tables(self, sample: BlockSample, config: Any) -> dict[str, StatTable]:
        """Return what comes up so many times a game, by its key in JSON."""
        return {}

    def time_series(self, sample: BlockSample) -> dict[str, TimeSeries]:
        """Return what changes in the course of a game, by its key in JSON."""
        return {}
