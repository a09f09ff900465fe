"""Games of a compiled batch in which one learner acts for some seats and opponents for the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch, BatchAgent
from wd_env.batch.batch_arguments import check_legal
from wd_env.envs.opponents import check_opponents
from wd_env.errors import ConfigError, StateError, attribute_errors_to
from wd_env.kernels.philox import WORD

Ints = NDArray[np.int64]
LEARNER = -1  # in a line-up: this seat learns
FORCED = -2  # there is only one answer, whoever sits there
RANDOM_POLICY = -3  # in a line-up: uniformly random legal actions, from a stream apart from the game's own


# (rows, seats) of new games, given their numbers of players -> who sits where: LEARNER or a number of `opponents`.
Lineup = Callable[[Ints], Ints]


def all_learn(players: Ints) -> Ints:
    """Seat learners everywhere, whatever the numbers of players."""
    return np.full((len(players), 1), LEARNER)


@dataclass
class EpisodeStats:
    """Counts of the games that ended since they were last taken."""

    games: int = 0
    decisions: int = 0
    truncated: int = 0
    learner_games: dict[int, int] = field(default_factory=dict)  # by opponent: games in which learners met it
    learner_wins: dict[int, int] = field(default_factory=dict)


class MultiSeatEnv:
    """`n` games in which one policy acts for every learning seat, and opponents for the rest.

    After each step `seat_rewards` float32[n, seats] (opponents' moves included), `ended` and `truncated` bool[n] and
    `final_observations` int8[truncated, seats, size] tell who earned what. A game that has ended is dealt anew at once.
    """

    include_forced = False  # learning seats are asked even where there is only one answer
    saves_all_final_observations = False  # last views are kept of games that ended by the rules, too
    was_reset = False

    def __init__(
        self,
        batch: Batch,
        opponents: Sequence[BatchAgent] = (),  # may grow while games are played
        lineup: Lineup = all_learn,
        sample_num_players: Callable[[Ints], Ints]
        | None = None,  # of new games in these rows; None: each keeps its number
    ) -> None:
        if batch.autoreset:
            raise ConfigError("a batch that restarts games by itself; allowed is one that leaves it to its face")
        check_opponents(opponents, "choose_batch")
        self.batch = batch
        self.opponents = opponents
        self._sample_lineup = lineup
        self._sample_num_players = sample_num_players
        self._rows = np.arange(batch.n)
        self._streams = np.zeros((batch.n, 3), np.int64)  # of RANDOM_POLICY, game by game
        self.lengths = np.zeros(batch.n, np.int64)
        self.lineup = np.full((batch.n, batch.max_players), LEARNER, np.int64)
        self.stats = EpisodeStats()
        self._start_step()

    def start_games(self, rows: Ints | None = None, seeds: Sequence[int | None] | None = None) -> None:
        """Begin new games in every row or in these; a seed gives the game of a single table with this seed."""
        rows = self._rows if rows is None else rows
        self.was_reset = True
        self._start_step()
        sown = np.array([one is not None for one in seeds or [None] * len(rows)])
        self._reset_rows(rows[sown], [one for one in seeds or () if one is not None])
        self._reset_rows(rows[~sown])

    def actors(self) -> Ints:
        """Tell who is to act in each game, int64[n]: LEARNER, the number of an opponent, or FORCED."""
        return self._actors(self._rows)

    def play_actions(self, actors: Ints, rows: Ints, actions: Ints) -> None:
        """Play one action in each game: the learner's `actions` in these rows, and those of the others where they act.

        Games that ask the learner and are not among the rows wait.
        """
        others = np.flatnonzero(actors != LEARNER)
        answers = np.concatenate([actions, self._choose_actions(others, actors[others])])
        self._play(np.concatenate([rows, others]), answers)
        self._end_step()

    def bootstrap_observations(self) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return the present observation of every seat, int8[n, seats, size], and which seats learn, bool[n, seats]."""
        learning = (self.lineup == LEARNER) & self.present(self._rows)
        return self._observe_players(self._rows, learning), learning

    def present(self, rows: Ints) -> NDArray[np.bool_]:
        """Tell which players there are in these games, bool[rows, seats]."""
        there: NDArray[np.bool_] = np.arange(self.batch.max_players) < self.batch.num_players[rows, None]
        return there

    def pop_stats(self) -> EpisodeStats:
        """Return the counts since they were last taken, and begin new ones."""
        stats, self.stats = self.stats, EpisodeStats()
        return stats

    def save(self) -> dict[str, NDArray[Any]]:
        """Return games and line-ups as arrays, for a snapshot between two rollouts."""
        mine = {"lineup": self.lineup.copy(), "lengths": self.lengths.copy(), "opponent_streams": self._streams.copy()}
        return {**self.batch.save(), **mine}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.int8]:
        """Restore `save`; return the observations of the seats to act, int8[n, size].

        StateError, with nothing changed, for what games made with these arguments could not have saved.
        """
        self._check_saved(arrays)
        self.batch.load(arrays)
        self.was_reset = True
        self.lineup[:] = arrays["lineup"]
        self.lengths[:] = arrays["lengths"]
        self._streams[:] = arrays["opponent_streams"]
        return self.batch.obs.copy()

    def _check_saved(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Check saved arrays; StateError for shapes, dtypes, opponents and streams that cannot be.

        What the batch has saved it checks itself.
        """
        for name, mine in self.save().items():
            found = arrays.get(name, np.zeros(0))
            if (found.shape, found.dtype) != (mine.shape, mine.dtype):
                kept = f"{found.dtype}{found.shape}" if name in arrays else "not there"
                raise StateError(f"the saved {name} is {kept}; these games need {mine.dtype}{mine.shape}")
        present = np.arange(self.batch.max_players) < arrays["num_players"][:, None]
        wrong = self._is_invalid_seat(arrays["lineup"]) & present
        if wrong.any():
            raise StateError(f"the saved lineup seats {arrays['lineup'][wrong][0]}; {self._allowed_seats()}")
        if (arrays["lengths"] < 0).any():
            raise StateError(f"the saved lengths go down to {arrays['lengths'].min()}; allowed are 0 and more")
        keys, counter = arrays["opponent_streams"][:, :2], arrays["opponent_streams"][:, 2]
        if ((keys < 0) | (keys > WORD)).any() or (counter < 0).any():
            raise StateError(
                f"the saved opponent_streams are out of range; allowed are keys 0..{WORD} and counters from 0"
            )

    # A step

    def _play(self, rows: Ints, actions: Ints) -> None:
        """Begin a step with these answers; refused ones change nothing at all."""
        self.batch.step(actions, rows)
        self._start_step()
        self._record_step(rows)

    def _start_step(self) -> None:
        self.seat_rewards = np.zeros((self.batch.n, self.batch.max_players), np.float32)
        self.done = np.zeros(self.batch.n, np.bool_)
        self.truncated = np.zeros(self.batch.n, np.bool_)
        self.final_observations = np.zeros((0, self.batch.max_players, self.batch.obs_size), np.int8)
        self._final_by_row: dict[int, NDArray[np.int8]] = {}

    def _end_step(self) -> None:
        if self._final_by_row:
            self.final_observations = np.stack([self._final_by_row[row] for row in sorted(self._final_by_row)])

    def _play_opponents(self) -> None:
        """Let everybody else answer until learning seats are asked, or a game that has ended waits."""
        rows = self._rows
        while True:
            asked = self._actors(rows)
            playing = (asked != LEARNER) & ~self.batch.done[rows]
            rows, asked = rows[playing], asked[playing]
            if len(rows) == 0:
                return
            self.batch.step(self._choose_actions(rows, asked), rows)
            self._record_step(rows)

    def _actors(self, rows: Ints) -> Ints:
        seated = self.lineup[rows, self.batch.player[rows]]
        if self.include_forced:
            return seated
        forced = self.batch.masks[rows].sum(axis=1, dtype=np.int16) == 1
        return np.where(forced, FORCED, seated)

    def _choose_actions(self, rows: Ints, actors: Ints) -> Ints:
        """Return forced actions, random ones, and those of the opponents to move."""
        masks = self.batch.masks[rows]
        actions: Ints = masks.view(np.bool_).argmax(axis=1)  # sixteen times as fast as over int8
        anybody = np.flatnonzero(actors == RANDOM_POLICY)
        if len(anybody):
            actions[anybody] = self.batch.random_actions(rows[anybody], self._streams)
        for number in np.unique(actors[actors >= 0]):
            theirs = np.flatnonzero(actors == number)
            with attribute_errors_to(self.opponents[number]):
                chosen = self.batch.select_actions(self.opponents[number], rows[theirs])
                actions[theirs] = check_legal(self.batch.game, chosen, rows[theirs], masks[theirs])
        return actions

    # After the answers in some rows

    def _record_step(self, rows: Ints) -> None:
        """Pay and count what these rows have just played, and deal anew where games have ended."""
        self.lengths[rows] += 1
        # a game that has ended in this step pays its rewards once; the one that follows it has none yet
        self.seat_rewards[rows] += np.where(self.done[rows, None], np.float32(0), self.batch.rewards[rows])
        over = rows[self.batch.done[rows]]
        if len(over) == 0:
            return
        self._update_stats(over)
        first = over[~self.done[over]]
        self.truncated[first] = self.batch.truncated[first]
        self._save_final_observations(first)
        self.done[over] = True
        self._after_end(over)

    def _save_final_observations(self, rows: Ints) -> None:
        """The last views of games that have ended, where they are wanted."""
        kept = rows if self.saves_all_final_observations else rows[self.batch.truncated[rows]]
        self._final_by_row.update(zip(kept.tolist(), self._observe_players(kept, self.present(kept)), strict=True))

    def _observe_players(self, rows: Ints, selected: NDArray[np.bool_]) -> NDArray[np.int8]:
        """The present views of the players that are wanted, int8[rows, seats, size]; 0 elsewhere."""
        views = np.zeros((*selected.shape, self.batch.obs_size), np.int8)
        games, players = np.nonzero(selected)
        views[games, players] = self.batch.observe_players(rows[games], players)
        return views

    def _after_end(self, rows: Ints) -> None:
        """What comes after the end of these games."""
        self._reset_rows(rows)

    def _reset_rows(self, rows: Ints, seeds: Sequence[int] | None = None) -> None:
        if len(rows) == 0:
            return
        players = None if self._sample_num_players is None else self._sample_num_players(rows)
        self.batch.reset(rows, players, seeds)
        self.lineup[rows] = self._seat_assignment(rows)
        if (self.lineup[rows] == RANDOM_POLICY).any():
            self._streams[rows] = self.batch.opponent_streams(rows)
        self.lengths[rows] = 0

    def _seat_assignment(self, rows: Ints) -> Ints:
        """Who sits where in these new games; ConfigError for a line-up that cannot be."""
        seated = np.asarray(self._sample_lineup(self.batch.num_players[rows]))
        wide = len(rows), self.batch.max_players
        if seated.shape not in (wide, (len(rows), 1)) or seated.dtype.kind != "i":
            raise ConfigError(f"the line-up is {seated.dtype}{seated.shape}; allowed is int64{wide}")
        wrong = self._is_invalid_seat(seated) & self.present(rows)
        if wrong.any():
            raise ConfigError(f"the line-up seats {np.broadcast_to(seated, wide)[wrong][0]}; {self._allowed_seats()}")
        return seated

    def _is_invalid_seat(self, assignment: Ints) -> NDArray[np.bool_]:
        """Which places of a line-up name nobody who could sit there."""
        nobody: NDArray[np.bool_] = (
            (assignment < RANDOM_POLICY) | (assignment == FORCED) | (assignment >= len(self.opponents))
        )
        return nobody

    def _allowed_seats(self) -> str:
        bots = f"the numbers of {len(self.opponents)} bots, from 0"
        return f"allowed are LEARNER ({LEARNER}), RANDOM_POLICY ({RANDOM_POLICY}) and {bots}"

    def _update_stats(self, rows: Ints) -> None:
        self.stats.games += len(rows)
        self.stats.decisions += int(self.lengths[rows].sum())
        self.stats.truncated += int(self.batch.truncated[rows].sum())
        lineup, present = self.lineup[rows], self.present(rows)
        learns = present & (lineup == LEARNER)
        won = (learns & (self.batch.won[rows] == 1)).any(axis=1)
        others = present & ~learns & learns.any(axis=1, keepdims=True)
        for opponent in np.unique(lineup[others]).tolist():
            met = (others & (lineup == opponent)).any(axis=1)
            self.stats.learner_games[opponent] = self.stats.learner_games.get(opponent, 0) + int(met.sum())
            self.stats.learner_wins[opponent] = self.stats.learner_wins.get(opponent, 0) + int((met & won).sum())
