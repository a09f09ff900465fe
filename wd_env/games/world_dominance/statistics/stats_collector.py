"""Statistics of World Dominance only: turns, ends of games, landings, Manoeuvre Cards, soldiers by turn."""

import numpy as np

from wd_env.batch.batch import Batch
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import ANTARCTICA_PLACE, DECK, ENDING_NAMES, NOT_ENDED, PLACES
from wd_env.games.world_dominance.statistics.counted_game import INSTRUMENTED
from wd_env.games.world_dominance.text.titles import titles_of
from wd_env.spec.game_spec import GameSpec
from wd_env.statistics.collector import Ints, StatsCollector, StatTable, TimePoint, TimeSeries
from wd_env.statistics.estimates import BlockSample, LengthEstimate

TURNS_PER_POINT, NUM_POINTS = 10, 21  # soldiers are counted at turns 0, 10, .. 200
NUM_TOTALS = ONGOING, IN_PLAY, ARMIES, GARRISON, RSZ = range(5)  # numbers at one point in time
COLUMN_TITLES = {"in_play": "players in play", "army": "soldiers of each", "garrison": "Garrison", "rsz": "RSZ"}
SERIES_TITLES = {"garrison": "Garrison", "army": "each army in play", "rsz": "Resurrected Soldier Zone"}


class WorldDominanceStatsCollector(StatsCollector):
    """Collects counts of the instrumented game, whose state counts landings and draws."""

    length_columns = ("turns",)
    ending_field = "ended_by"
    endings = tuple("cut" if code == NOT_ENDED else name for code, name in enumerate(ENDING_NAMES))

    def __init__(self, game: GameSpec, games: int) -> None:
        super().__init__(INSTRUMENTED, games)
        self._next = np.zeros(games, np.int64)  # next point in time
        self._totals = {
            "turns": np.zeros(games, np.int64),
            "landings": np.zeros((games, PLACES), np.int64),
            "manoeuvres": np.zeros((games, DECK), np.int64),
            "moments": np.zeros((games, NUM_POINTS, len(NUM_TOTALS))),
        }

    def collect(self, batch: Batch, rows: Ints, games: Ints) -> None:
        """Collect soldiers at each point in time; a missed one is collected with the next."""
        turns = batch.field("turn_number")[rows]
        while True:
            due = self._next[games]
            late = (due < NUM_POINTS) & (turns >= due * TURNS_PER_POINT)
            if not late.any():
                return
            self._add_point(batch, rows[late], games[late])

    def _add_point(self, batch: Batch, rows: Ints, games: Ints) -> None:
        numbers = (
            np.ones(len(rows)),
            batch.field("in_play")[rows].sum(axis=1),
            batch.field("army")[rows].sum(axis=1),
            batch.field("garrison")[rows],
            batch.field("rsz")[rows],
        )
        self._totals["moments"][games, self._next[games]] = np.stack(numbers, axis=1)
        self._next[games] += 1

    def finish(self, batch: Batch, games: slice) -> None:
        """Collect turns, landings and draws."""
        self._totals["turns"][games] = batch.field("turn_number")
        self._totals["landings"][games] = batch.field("landings")
        self._totals["manoeuvres"][games] = batch.field("manoeuvres")

    def first_players(self, batch: Batch, current_players: Ints) -> Ints:
        """Return the player with the first turn, by the setup throws, int64[games]."""
        homes = batch.field("home_seat").astype(np.int64)
        at_table = np.arange(homes.shape[1]) < batch.num_players[:, None]
        ranks = np.take_along_axis(batch.field("setup_rank"), np.where(at_table, homes, 0), axis=1)
        first: Ints = np.where(at_table, ranks, homes.shape[1]).argmin(axis=1)
        return first

    def lengths(self, sample: BlockSample) -> dict[str, LengthEstimate]:
        """Return the length in turns."""
        return {"turns": sample.length("turns")}

    def tables(self, sample: BlockSample, config: Config) -> dict[str, StatTable]:
        """Return landings by space and draws by Manoeuvre Card, with the titles of the configuration's own files."""
        titles = titles_of(config)
        places = [*range(len(titles.board.ring)), ANTARCTICA_PLACE]
        landings = {titles.space(place): sample.mean("landings", place) for place in places}
        draws = {titles.manoeuvre(card): sample.mean("manoeuvres", card) for card in range(len(titles.deck))}
        return {
            "spaces": StatTable("Spaces", "space", "landings a game", landings),
            "manoeuvres": StatTable("Manoeuvre Cards", "Manoeuvre Card", "draws a game", draws),
        }

    def time_series(self, sample: BlockSample) -> dict[str, TimeSeries]:
        """Return soldiers by turn, up to the end of each game."""
        reached = [i for i in range(NUM_POINTS) if sample.point_mean("moments", i * len(NUM_TOTALS) + ONGOING) > 0]
        moments = tuple(_time_point(sample, i) for i in reached)
        title = "Soldiers over time, in the games that last so long"
        return {"soldiers": TimeSeries(title, "turn", "soldiers", COLUMN_TITLES, SERIES_TITLES, moments)}


def _time_point(sample: BlockSample, i: int) -> TimePoint:
    """Return the soldiers after a number of turns, over the games that lasted that long."""
    going, in_play, armies, garrison, rsz = (i * len(NUM_TOTALS) + number for number in NUM_TOTALS)
    figures = {
        "in_play": sample.ratio("moments", "moments", in_play, going),
        "army": sample.ratio("moments", "moments", armies, in_play),
        "garrison": sample.ratio("moments", "moments", garrison, going),
        "rsz": sample.ratio("moments", "moments", rsz, going),
    }
    return TimePoint(i * TURNS_PER_POINT, sample.point_mean("moments", going), figures)
