"""A native Stable-Baselines3 vector environment over a compiled batch: learning seats against batched opponents."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from wd_env.core.batch import Batch
from wd_env.core.spec import GameSpec
from wd_env.faces.spaces import action_discrete, observation_box

Ints = NDArray[np.int64]
LEARNER = -1  # in a line-up: this seat learns
FORCED = -2  # there is only one answer, whoever sits there


class Chooser(Protocol):
    """Whatever answers for many tables at once; every bot does."""

    def choose_many(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints: ...


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


class SeatVecEnv(VecEnv):
    """`n` games in which one policy answers for every learning seat, and other choosers for the rest.

    A step takes one answer of a learning seat in each game and plays on until a learning seat is asked again.
    `acted_seat` int64[n], `seat_rewards` float32[n, seats] (opponents' moves included), `truncated` bool[n] and
    `final_observations` int8[truncated, seats, size] tell who earned what; the scalar reward SB3 is given
    is that of the seat that acted. Masks come as one array through `env_method("action_masks")`.
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
        self.acted_seat = np.zeros(batch.n, np.int64)
        self.seat_rewards = np.zeros((batch.n, batch.seats), np.float32)
        self.truncated = np.zeros(batch.n, np.bool_)
        self.final_observations = np.zeros((0, batch.seats, batch.obs_size), np.int8)
        self._finals: dict[int, NDArray[np.int8]] = {}
        self.tally = Tally()
        self.render_mode = None
        super().__init__(batch.n, observation_box(batch.game), action_discrete(batch.game))

    # Stable-Baselines3's side

    def reset(self) -> NDArray[np.int8]:
        """New games in every row; the views of the learning seats that are asked, int8[n, size]."""
        self._deal(self._rows)
        self._play_opponents(np.zeros(self.batch.n, np.bool_))
        return self.batch.obs.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Take one answer a game."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the answers, then everybody else until a learning seat is asked in every game."""
        self.acted_seat = self.batch.player
        self.seat_rewards = np.zeros_like(self.seat_rewards)
        self.truncated = np.zeros(self.batch.n, np.bool_)
        self._finals = {}
        dones = np.zeros(self.batch.n, np.bool_)
        self._answer(self._rows, self._actions, dones)
        self._play_opponents(dones)
        finals = [self._finals[row] for row in sorted(self._finals)]
        self.final_observations = np.stack(finals) if finals else self.final_observations[:0]
        rewards = self.seat_rewards[self._rows, self.acted_seat]
        return self.batch.obs.copy(), rewards, dones, [{} for _ in range(self.batch.n)]

    def close(self) -> None:
        """Nothing to close."""

    def has_attr(self, attr_name: str) -> bool:
        """MaskablePPO asks for `action_masks`."""
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of the whole, once a game."""
        return [getattr(self, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set it on the whole."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """`action_masks`: bool[n, actions] as one array."""
        if method_name != "action_masks":
            raise AttributeError(f"{method_name!r} is no method of the games; allowed is 'action_masks'")
        return self.batch.masks[list(self._indices(indices))].astype(np.bool_)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False] * len(self._indices(indices))

    def _indices(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))

    # The training's side

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
        """Bring `save` back; the views of the learning seats that are asked, int8[n, size]."""
        self.batch.load(arrays)
        self.lineup[:] = arrays["lineup"]
        self.lengths[:] = arrays["lengths"]
        return self.batch.obs.copy()

    # Playing

    def _deal(self, rows: Ints) -> None:
        players = self._deal_players(len(rows))
        self.batch.restart(rows, players)
        self.lineup[rows] = self._line_up(players)
        self.lengths[rows] = 0

    def _play_opponents(self, dones: NDArray[np.bool_]) -> None:
        """Let opponents answer, and give answers to which there is no other, until learning seats have a choice."""
        rows = self._rows
        while True:
            asked = self.batch.player[rows]
            masks = self.batch.masks[rows]
            forced = masks.sum(axis=1, dtype=np.int64) == 1
            chooser = np.where(forced, FORCED, self.lineup[rows, asked])
            waiting = chooser != LEARNER
            rows, chooser, masks = rows[waiting], chooser[waiting], masks[waiting]
            if len(rows) == 0:
                return
            actions = masks.argmax(axis=1)
            for number in np.unique(chooser[chooser != FORCED]):
                theirs = np.flatnonzero(chooser == number)
                obs = self.batch.obs[rows[theirs]]
                actions[theirs] = self.choosers[number].choose_many(self.batch.game, obs, masks[theirs])
            self._answer(rows, actions, dones)

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
