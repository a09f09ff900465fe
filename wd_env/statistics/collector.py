"""Collectors of game statistics.

`StatsCollector` works for any game. A game may have a subclass that collects more; the registry names it. A collector
reads a batch during play and after its last step. Bots, seats, intervals, tables and plots are the same for all games.
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
    """Estimates in one unit, shown as a table and a plot.

    Attributes:
        title: Title, such as "Spaces".
        item: Word for one row, such as "space".
        unit: Unit of the estimates, such as "landings per game".
        estimates: Estimates by name.
    """

    title: str
    item: str
    unit: str
    estimates: dict[str, Estimate]


@dataclass(frozen=True)
class TimePoint:
    """Estimates at one time, over the games that last until then.

    Attributes:
        at: The time.
        ongoing: Fraction of the games that last until then.
        estimates: Estimates by name.
    """

    at: int
    ongoing: float
    estimates: dict[str, Estimate]


@dataclass(frozen=True)
class TimeSeries:
    """Estimates over the course of a game, shown as a table and a plot.

    Attributes:
        title: Title.
        time_unit: Unit of time in the singular, such as "turn".
        unit: Unit of the estimates, such as "points".
        column_titles: Title of the column of each estimate.
        line_labels: Label of the line of each estimate that is plotted.
        points: Estimates at each time.
    """

    title: str
    time_unit: str
    unit: str
    column_titles: Mapping[str, str]
    line_labels: Mapping[str, str]
    points: tuple[TimePoint, ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return one row per time as JSON data."""
        return [{self.time_unit: p.at, "ongoing": p.ongoing, **to_json(p.estimates)} for p in self.points]


class StatsCollector:
    """A collector of the statistics that all games have, for one block of games. A subclass adds those of its game.

    A survey creates one collector per block and adds up their columns. Another collector, with 0 games, computes the
    estimates from the sums of all blocks.

    Args:
        game: Game to count.
        games: Number of games in the block.

    Attributes:
        game: The same game with counters in its state; this is the game to play.
        games: Number of games in the block.
        endings: Names of the ways in which a game can end.
        ending_field: State field with the index of the ending, for endings other than the default ones.
        length_columns: Names of the columns that are lengths of games; they are integers, and reports show their
            quantiles.
    """

    endings: tuple[str, ...] = ("one winner", "several winners", "nobody wins", "cut")
    ending_field: str | None = None
    length_columns: tuple[str, ...] = ()

    def __init__(self, game: GameSpec, games: int) -> None:
        self.game = instrumented(game)
        self.games = games
        self._totals: dict[str, NDArray[Any]] = {}

    def collect(self, batch: Batch, rows: Ints, games: Ints) -> None:
        """Collect from the current states of some rows, before each takes an action.

        Args:
            batch: Batch in play.
            rows: int64[k], rows of the batch.
            games: int64[k], index of each row's game in the block.
        """

    def finish(self, batch: Batch, games: slice) -> None:
        """Collect from the final states of a batch; `games` are the indices of its games in the block."""

    def first_players(self, batch: Batch, current_players: Ints) -> Ints:
        """Return the player who had the first turn in each game of a finished batch, int64[n].

        Args:
            batch: Finished batch of n games.
            current_players: int64[n], the player who took the first action of each game.
        """
        return current_players

    def ended_by(self, batch: Batch) -> Ints:
        """Return how each game of a finished batch of n games ended, as an index in `endings`, int64[n]."""
        if self.ending_field is not None:
            return batch.field(self.ending_field).astype(np.int64)
        winners = batch.won.sum(axis=1)
        endings: Ints = np.select([batch.field("truncated") == 1, winners == 1, winners > 1], [3, 0, 1], 2)
        return endings

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the collected columns by name, arrays[games] or arrays[games, columns].

        The methods below read the sums of these columns from a `BlockSample` by the same names.
        """
        return self._totals

    def lengths(self, sample: BlockSample) -> dict[str, LengthEstimate]:
        """Return the lengths of games in other units than decisions, by JSON key."""
        return {}

    def tables(self, sample: BlockSample, config: Any) -> dict[str, StatTable]:
        """Return tables of averages per game, by JSON key."""
        return {}

    def time_series(self, sample: BlockSample) -> dict[str, TimeSeries]:
        """Return estimates over the course of a game, by JSON key."""
        return {}
