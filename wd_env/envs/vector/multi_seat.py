"""Games of a compiled batch in which one learner acts for some seats and opponents for the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch, BatchBot
from wd_env.batch.batch_arguments import check_offered
from wd_env.envs.opponents import check_opponents
from wd_env.errors import ConfigError, StateError, blaming
from wd_env.kernels.philox import WORD

Ints = NDArray[np.int64]
LEARNER = -1  # in a line-up: this seat learns
FORCED = -2  # there is only one answer, whoever sits there
ANYBODY = -3  # in a line-up: uniformly random legal actions, from a stream apart from the game's own


# (rows, seats) of new games, given their numbers of players -> who sits where: LEARNER or a number of `opponents`.
LineUp = Callable[[Ints], Ints]


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


class SeatGames:
    """`n` games in which one policy acts for every learning seat, and opponents for the rest.

    After each step `seat_rewards` float32[n, seats] (opponents' moves included), `ended` and `truncated` bool[n] and
    `final_observations` int8[truncated, seats, size] tell who earned what. A game that has ended is dealt anew at once.
    """

    asks_forced = False  # learning seats are asked even where there is only one answer
    keeps_every_end = False  # last views are kept of games that ended by the rules, too
    has_begun = False

    def __init__(
        self,
        batch: Batch,
        opponents: Sequence[BatchBot] = (),  # may grow while games are played
        line_up: LineUp = all_learn,
        deal_players: Callable[[Ints], Ints] | None = None,  # of new games in these rows; None: each keeps its number
    ) -> None:
        if batch.restarts:
            raise ConfigError("a batch that restarts games by itself; allowed is one that leaves it to its face")
        check_opponents(opponents, "choose_many")
        self.batch = batch
        self.opponents = opponents
        self._line_up = line_up
        self._deal_players = deal_players
        self._rows = np.arange(batch.n)
        self._streams = np.zeros((batch.n, 3), np.int64)  # of ANYBODY, game by game
        self.lengths = np.zeros(batch.n, np.int64)
        self.lineup = np.full((batch.n, batch.max_players), LEARNER, np.int64)
        self.stats = EpisodeStats()
        self._begin_step()

    def begin(self, rows: Ints | None = None, seeds: Sequence[int | None] | None = None) -> None:
        """Begin new games in every row or in these; a seed gives the game of a single table with this seed."""
        rows = self._rows if rows is None else rows
        self.has_begun = True
        self._begin_step()
        sown = np.array([one is not None for one in seeds or [None] * len(rows)])
        self._deal(rows[sown], [one for one in seeds or () if one is not None])
        self._deal(rows[~sown])

    def asked(self) -> Ints:
        """Tell who is to act in each game, int64[n]: LEARNER, the number of an opponent, or FORCED."""
        return self._asked(self._rows)

    def play_round(self, asked: Ints, rows: Ints, actions: Ints) -> None:
        """Play one action in each game: the learner's `actions` in these rows, and those of the others where they act.

        Games that ask the learner and are not among the rows wait.
        """
        others = np.flatnonzero(asked != LEARNER)
        answers = np.concatenate([actions, self._answers(others, asked[others])])
        self._play(np.concatenate([rows, others]), answers)
        self._end_step()

    def tail_observations(self) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return the present observation of every seat, int8[n, seats, size], and which seats learn, bool[n, seats]."""
        learning = (self.lineup == LEARNER) & self.present(self._rows)
        return self._views(self._rows, learning), learning

    def present(self, rows: Ints) -> NDArray[np.bool_]:
        """Tell which players there are in these games, bool[rows, seats]."""
        there: NDArray[np.bool_] = np.arange(self.batch.max_players) < self.batch.players[rows, None]
        return there

    def take_stats(self) -> EpisodeStats:
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
        self._check_kept(arrays)
        self.batch.load(arrays)
        self.has_begun = True
        self.lineup[:] = arrays["lineup"]
        self.lengths[:] = arrays["lengths"]
        self._streams[:] = arrays["opponent_streams"]
        return self.batch.obs.copy()

    def _check_kept(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Check saved arrays; StateError for shapes, dtypes, opponents and streams that cannot be.

        What the batch has saved it checks itself.
        """
        for name, mine in self.save().items():
            found = arrays.get(name, np.zeros(0))
            if (found.shape, found.dtype) != (mine.shape, mine.dtype):
                kept = f"{found.dtype}{found.shape}" if name in arrays else "not there"
                raise StateError(f"the saved {name} is {kept}; these games need {mine.dtype}{mine.shape}")
        present = np.arange(self.batch.max_players) < arrays["players"][:, None]
        wrong = self._is_nobody(arrays["lineup"]) & present
        if wrong.any():
            raise StateError(f"the saved lineup seats {arrays['lineup'][wrong][0]}; {self._somebody()}")
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
        self._begin_step()
        self._book(rows)

    def _begin_step(self) -> None:
        self.seat_rewards = np.zeros((self.batch.n, self.batch.max_players), np.float32)
        self.ended = np.zeros(self.batch.n, np.bool_)
        self.truncated = np.zeros(self.batch.n, np.bool_)
        self.final_observations = np.zeros((0, self.batch.max_players, self.batch.obs_size), np.int8)
        self._finals: dict[int, NDArray[np.int8]] = {}

    def _end_step(self) -> None:
        if self._finals:
            self.final_observations = np.stack([self._finals[row] for row in sorted(self._finals)])

    def _play_opponents(self) -> None:
        """Let everybody else answer until learning seats are asked, or a game that has ended waits."""
        rows = self._rows
        while True:
            asked = self._asked(rows)
            playing = (asked != LEARNER) & ~self.batch.done[rows]
            rows, asked = rows[playing], asked[playing]
            if len(rows) == 0:
                return
            self.batch.step(self._answers(rows, asked), rows)
            self._book(rows)

    def _asked(self, rows: Ints) -> Ints:
        seated = self.lineup[rows, self.batch.player[rows]]
        if self.asks_forced:
            return seated
        forced = self.batch.masks[rows].sum(axis=1, dtype=np.int16) == 1
        return np.where(forced, FORCED, seated)

    def _answers(self, rows: Ints, asked: Ints) -> Ints:
        """Return forced actions, random ones, and those of the opponents to move."""
        masks = self.batch.masks[rows]
        actions: Ints = masks.view(np.bool_).argmax(axis=1)  # sixteen times as fast as over int8
        anybody = np.flatnonzero(asked == ANYBODY)
        if len(anybody):
            actions[anybody] = self.batch.random_actions(rows[anybody], self._streams)
        for number in np.unique(asked[asked >= 0]):
            theirs = np.flatnonzero(asked == number)
            with blaming(self.opponents[number]):
                chosen = self.batch.ask(self.opponents[number], rows[theirs])
                actions[theirs] = check_offered(self.batch.game, chosen, rows[theirs], masks[theirs])
        return actions

    # After the answers in some rows

    def _book(self, rows: Ints) -> None:
        """Pay and count what these rows have just played, and deal anew where games have ended."""
        self.lengths[rows] += 1
        # a game that has ended in this step pays its rewards once; the one that follows it has none yet
        self.seat_rewards[rows] += np.where(self.ended[rows, None], np.float32(0), self.batch.rewards[rows])
        over = rows[self.batch.done[rows]]
        if len(over) == 0:
            return
        self._count(over)
        first = over[~self.ended[over]]
        self.truncated[first] = self.batch.truncated[first]
        self._keep_views(first)
        self.ended[over] = True
        self._follow_up(over)

    def _keep_views(self, rows: Ints) -> None:
        """The last views of games that have ended, where they are wanted."""
        kept = rows if self.keeps_every_end else rows[self.batch.truncated[rows]]
        self._finals.update(zip(kept.tolist(), self._views(kept, self.present(kept)), strict=True))

    def _views(self, rows: Ints, wanted: NDArray[np.bool_]) -> NDArray[np.int8]:
        """The present views of the players that are wanted, int8[rows, seats, size]; 0 elsewhere."""
        views = np.zeros((*wanted.shape, self.batch.obs_size), np.int8)
        games, players = np.nonzero(wanted)
        views[games, players] = self.batch.observe_players(rows[games], players)
        return views

    def _follow_up(self, rows: Ints) -> None:
        """What comes after the end of these games."""
        self._deal(rows)

    def _deal(self, rows: Ints, seeds: Sequence[int] | None = None) -> None:
        if len(rows) == 0:
            return
        players = None if self._deal_players is None else self._deal_players(rows)
        self.batch.restart(rows, players, seeds)
        self.lineup[rows] = self._seated(rows)
        if (self.lineup[rows] == ANYBODY).any():
            self._streams[rows] = self.batch.opponent_streams(rows)
        self.lengths[rows] = 0

    def _seated(self, rows: Ints) -> Ints:
        """Who sits where in these new games; ConfigError for a line-up that cannot be."""
        seated = np.asarray(self._line_up(self.batch.players[rows]))
        wide = len(rows), self.batch.max_players
        if seated.shape not in (wide, (len(rows), 1)) or seated.dtype.kind != "i":
            raise ConfigError(f"the line-up is {seated.dtype}{seated.shape}; allowed is int64{wide}")
        wrong = self._is_nobody(seated) & self.present(rows)
        if wrong.any():
            raise ConfigError(f"the line-up seats {np.broadcast_to(seated, wide)[wrong][0]}; {self._somebody()}")
        return seated

    def _is_nobody(self, seated: Ints) -> NDArray[np.bool_]:
        """Which places of a line-up name nobody who could sit there."""
        nobody: NDArray[np.bool_] = (seated < ANYBODY) | (seated == FORCED) | (seated >= len(self.opponents))
        return nobody

    def _somebody(self) -> str:
        bots = f"the numbers of {len(self.opponents)} bots, from 0"
        return f"allowed are LEARNER ({LEARNER}), ANYBODY ({ANYBODY}) and {bots}"

    def _count(self, ended: Ints) -> None:
        self.stats.games += len(ended)
        self.stats.decisions += int(self.lengths[ended].sum())
        self.stats.truncated += int(self.batch.truncated[ended].sum())
        lineup, present = self.lineup[ended], self.present(ended)
        learns = present & (lineup == LEARNER)
        won = (learns & (self.batch.won[ended] == 1)).any(axis=1)
        others = present & ~learns & learns.any(axis=1, keepdims=True)
        for opponent in np.unique(lineup[others]).tolist():
            met = (others & (lineup == opponent)).any(axis=1)
            self.stats.learner_games[opponent] = self.stats.learner_games.get(opponent, 0) + int(met.sum())
            self.stats.learner_wins[opponent] = self.stats.learner_wins.get(opponent, 0) + int((met & won).sum())
