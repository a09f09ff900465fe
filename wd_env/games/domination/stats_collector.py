"""The statistics of Domination: rounds, endings, traded sets, and holders of groups."""

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.rule_constants import NOBODY
from wd_env.games.domination.rules.cards import increasing_value
from wd_env.spec.game_spec import GameSpec
from wd_env.statistics.collector import Ints, StatsCollector, StatTable, TimePoint, TimeSeries
from wd_env.statistics.estimates import BlockSample, LengthEstimate

ENDINGS = ("cut", "conquest", "capitals", "mission", "limit")
ROUNDS_PER_POINT, NUM_POINTS = 5, 21  # armies are counted in rounds 0, 5, ... 100
NUM_TOTALS = ONGOING, IN_PLAY, ARMIES, VALUE = range(4)  # totals of a time point
COLUMN_TITLES = {"in_play": "players in play", "armies": "armies on the board", "value": "armies for the next set"}
SERIES_TITLES = {"armies": "armies on the board", "value": "armies for the next set"}


class DominationStatsCollector(StatsCollector):
    """Counts rounds and sets, and at the start of rounds armies and holders of groups."""

    endings = ENDINGS
    ending_field = "ended_by"
    length_columns = ("rounds",)

    def __init__(self, game: GameSpec, games: int) -> None:
        super().__init__(game, games)
        groups = game.schema.by_name["group_bonus"].length
        self._next = np.zeros(games, np.int64)  # next time point of each game
        self._totals = {
            "rounds": np.zeros(games, np.int64),
            "sets": np.zeros(games, np.int64),
            "looks": np.zeros(games, np.int64),
            "whole": np.zeros((games, groups), np.int64),  # number of time points at which one seat held all of a group
            "moments": np.zeros((games, NUM_POINTS, len(NUM_TOTALS))),
        }

    def collect(self, batch: Batch, rows: Ints, games: Ints) -> None:
        """Count armies and holders at a time point."""
        rounds = batch.field("round")[rows]
        late = (self._next[games] < NUM_POINTS) & (rounds >= self._next[games] * ROUNDS_PER_POINT)
        late &= (batch.field("holder")[rows] != NOBODY).all(axis=1)  # after the set-up
        if late.any():
            self._add_point(batch, rows[late], games[late])

    def _add_point(self, batch: Batch, rows: Ints, games: Ints) -> None:
        traded = batch.field("sets_traded")[rows]
        numbers = (
            np.ones(len(rows)),
            batch.field("in_play")[rows].sum(axis=1),
            batch.field("armies")[rows].sum(axis=1),
            np.array([increasing_value(int(sets)) for sets in traded]),
        )
        self._totals["moments"][games, self._next[games]] = np.stack(numbers, axis=1)
        self._totals["looks"][games] += 1
        self._totals["whole"][games] += _whole_groups(batch, rows)
        self._next[games] += 1

    def finish(self, batch: Batch, games: slice) -> None:
        """Count rounds and sets."""
        self._totals["rounds"][games] = batch.field("round") + (batch.field("truncated") == 0)
        self._totals["sets"][games] = batch.field("sets_traded")

    def first_players(self, batch: Batch, current_players: Ints) -> Ints:
        """Return the player of the first turn, int64[games]."""
        seats: Ints = batch.field("first").astype(np.int64)
        players: Ints = batch.field("owner")[np.arange(batch.n), seats].astype(np.int64)
        return players

    def lengths(self, sample: BlockSample) -> dict[str, LengthEstimate]:
        """Return the length in rounds."""
        return {"rounds": sample.length("rounds")}

    def tables(self, sample: BlockSample, config: Config) -> dict[str, StatTable]:
        """Return sets per game, and the fraction of time points at which one seat held each group."""
        titles = [group.title for group in config.load().groups]
        whole = {title: sample.ratio("whole", "looks", number) for number, title in enumerate(titles)}
        return {
            "sets": StatTable("Sets of cards", "sets", "per game", {"traded": sample.mean("sets")}),
            "groups": StatTable(
                "Groups", "group", f"fraction of time points, every {ROUNDS_PER_POINT} rounds, with one holder", whole
            ),
        }

    def time_series(self, sample: BlockSample) -> dict[str, TimeSeries]:
        """Return players, armies and the value of a set by round, over the games that lasted that long."""
        reached = [i for i in range(NUM_POINTS) if sample.point_mean("moments", i * len(NUM_TOTALS) + ONGOING) > 0]
        moments = tuple(_time_point(sample, i) for i in reached)
        title = "Armies over time, in the games that last that long"
        return {"armies": TimeSeries(title, "round", "armies", COLUMN_TITLES, SERIES_TITLES, moments)}


def _whole_groups(batch: Batch, rows: Ints) -> NDArray[np.int64]:
    """Return 1 for each row and group if one seat holds all its countries."""
    holder, group_of = batch.field("holder")[rows], batch.field("group_of")[rows]
    groups = batch.field("group_bonus").shape[1]
    holders = np.zeros((len(rows), groups), np.int64)
    for group in range(groups):
        of_it = group_of == group
        highest = np.where(of_it, holder, -1).max(axis=1)
        lowest = np.where(of_it, holder, np.iinfo(holder.dtype).max).min(axis=1)
        holders[:, group] = of_it.any(axis=1) & (highest == lowest)
    return holders


def _time_point(sample: BlockSample, i: int) -> TimePoint:
    """Return the means of a time point, over the games that lasted that long."""
    going, in_play, armies, value = (i * len(NUM_TOTALS) + number for number in NUM_TOTALS)
    figures = {
        "in_play": sample.ratio("moments", "moments", in_play, going),
        "armies": sample.ratio("moments", "moments", armies, going),
        "value": sample.ratio("moments", "moments", value, going),
    }
    return TimePoint(i * ROUNDS_PER_POINT, sample.point_mean("moments", going), figures)
