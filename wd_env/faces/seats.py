"""Games of a compiled batch in which one learner answers for some seats and choosers, batch by batch, for the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.core.batch import Batch, Chooser

Ints = NDArray[np.int64]
LEARNER = -1  # in a line-up: this seat learns
FORCED = -2  # there is only one answer, whoever sits there


# (rows, seats) of new games, given their numbers of players -> who sits where: LEARNER or a number of `choosers`.
LineUp = Callable[[Ints], Ints]


@dataclass
class Tally:
    """What happened in the games that ended since it was last taken."""

    games: int = 0
    decisions: int = 0
    truncated: int = 0
    learner_games: dict[int, int] = field(default_factory=dict)  # by opponent: games in which learners met it
    learner_wins: dict[int, int] = field(default_factory=dict)


class SeatGames:
    """`n` games in which one policy answers for every learning seat, and other choosers for the rest.

    After each step `seat_rewards` float32[n, seats] (opponents' moves included), `ended` and `truncated` bool[n] and
    `final_observations` int8[truncated, seats, size] tell who earned what. A game that has ended is dealt anew at once.
    """

    def __init__(
        self,
        batch: Batch,
        choosers: Sequence[Chooser],  # may grow while games are played
        line_up: LineUp,
        deal_players: Callable[[int], Ints],
    ) -> None:
        self.batch = batch
        self.choosers = choosers
        self._line_up = line_up
        self._deal_players = deal_players
        self._rows = np.arange(batch.n)
        self.lengths = np.zeros(batch.n, np.int64)
        self.lineup = np.full((batch.n, batch.seats), LEARNER, np.int64)
        self.tally = Tally()
        self._begin_step()

    def begin(self) -> None:
        """New games in every row."""
        self._deal(self._rows)

    def asked(self) -> Ints:
        """Who must answer in each game, int64[n]: LEARNER, the number of a chooser, or FORCED."""
        return self._asked(self._rows)

    def play_round(self, asked: Ints, actions: Ints) -> None:
        """One answer in every game: `actions` int64[n] where `asked` says LEARNER, everybody else's own elsewhere."""
        self._begin_step()
        others = np.flatnonzero(asked != LEARNER)
        actions[others] = self._answers(others, asked[others])
        self._answer(self._rows, actions, self.ended)
        self._end_step()

    def tail_observations(self) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """The present view of every seat, int8[n, seats, size], and which seats learn, bool[n, seats]."""
        learning = (self.lineup == LEARNER) & (np.arange(self.batch.seats) < self.batch.players[:, None])
        views = np.zeros((self.batch.n, self.batch.seats, self.batch.obs_size), np.int8)
        rows, seats = np.nonzero(learning)
        views[rows, seats] = self.batch.observe_players(rows, seats)
        return views, learning

    def take_tally(self) -> Tally:
        """What happened since it was last taken."""
        tally, self.tally = self.tally, Tally()
        return tally

    def save(self) -> dict[str, NDArray[Any]]:
        """The games and who sits where, as arrays, for a snapshot between two rollouts."""
        return {**self.batch.save(), "lineup": self.lineup.copy(), "lengths": self.lengths.copy()}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.int8]:
        """Bring `save` back; the views of the seats that are asked, int8[n, size]."""
        self.batch.load(arrays)
        self.lineup[:] = arrays["lineup"]
        self.lengths[:] = arrays["lengths"]
        return self.batch.obs.copy()

    def _begin_step(self) -> None:
        self.seat_rewards = np.zeros((self.batch.n, self.batch.seats), np.float32)
        self.ended = np.zeros(self.batch.n, np.bool_)
        self.truncated = np.zeros(self.batch.n, np.bool_)
        self.final_observations = np.zeros((0, self.batch.seats, self.batch.obs_size), np.int8)
        self._finals: dict[int, NDArray[np.int8]] = {}

    def _end_step(self) -> None:
        if self._finals:
            self.final_observations = np.stack([self._finals[row] for row in sorted(self._finals)])

    def _deal(self, rows: Ints) -> None:
        players = self._deal_players(len(rows))
        self.batch.restart(rows, players)
        self.lineup[rows] = self._line_up(players)
        self.lengths[rows] = 0

    def _play_opponents(self, dones: NDArray[np.bool_]) -> None:
        """Let opponents answer, and give answers to which there is no other, until learning seats have a choice."""
        rows = self._rows
        while True:
            asked = self._asked(rows)
            waiting = asked != LEARNER
            rows, asked = rows[waiting], asked[waiting]
            if len(rows) == 0:
                return
            self._answer(rows, self._answers(rows, asked), dones)

    def _asked(self, rows: Ints) -> Ints:
        forced = self.batch.masks[rows].sum(axis=1, dtype=np.int16) == 1
        return np.where(forced, FORCED, self.lineup[rows, self.batch.player[rows]])

    def _answers(self, rows: Ints, asked: Ints) -> Ints:
        """The forced answers, and those of the choosers that are asked."""
        masks = self.batch.masks[rows]
        actions: Ints = masks.view(np.bool_).argmax(axis=1)  # sixteen times as fast as over int8
        for number in np.unique(asked[asked != FORCED]):
            theirs = np.flatnonzero(asked == number)
            obs = self.batch.obs[rows[theirs]]
            actions[theirs] = self.choosers[number].choose_many(self.batch.game, obs, masks[theirs])
        return actions

    def _answer(self, rows: Ints, actions: Ints, dones: NDArray[np.bool_]) -> None:
        self.batch.step(actions, rows)
        self.lengths[rows] += 1
        # a game that has ended in this step pays its rewards once; the one that follows it has none yet
        self.seat_rewards[rows] += np.where(dones[rows, None], np.float32(0), self.batch.rewards[rows])
        ended = rows[self.batch.done[rows]]
        if len(ended) == 0:
            return
        self._count(ended)
        first = ended[~dones[ended]]
        self.truncated[first] = self.batch.truncated[first]
        for row in first[self.batch.truncated[first]]:
            everybody = np.arange(self.batch.seats)
            views = np.zeros((self.batch.seats, self.batch.obs_size), np.int8)
            seats = everybody[: self.batch.players[row]]
            views[seats] = self.batch.observe_players(np.full(len(seats), row), seats)
            self._finals[int(row)] = views
        dones[ended] = True
        self._deal(ended)

    def _count(self, ended: Ints) -> None:
        self.tally.games += len(ended)
        self.tally.decisions += int(self.lengths[ended].sum())
        self.tally.truncated += int(self.batch.truncated[ended].sum())
        for row in ended:
            lineup = self.lineup[row, : self.batch.players[row]]
            won = self.batch.won[row, : self.batch.players[row]]
            if not (lineup == LEARNER).any():
                continue
            for opponent in np.unique(lineup[lineup != LEARNER]):
                name = int(opponent)
                self.tally.learner_games[name] = self.tally.learner_games.get(name, 0) + 1
                self.tally.learner_wins[name] = self.tally.learner_wins.get(name, 0) + int(won[lineup == LEARNER].any())
