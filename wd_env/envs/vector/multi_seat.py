"""Games of a compiled batch in which a learner plays some seats and opponents play the rest."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch, BatchAgent
from wd_env.batch.batch_arguments import check_legal
from wd_env.batch.saved_batch import copy_arrays
from wd_env.envs.opponents import check_opponents
from wd_env.envs.vector.episode_stats import EpisodeStats
from wd_env.envs.vector.lineup import FORCED, LEARNER, RANDOM_POLICY, Ints, Lineup, all_learn, allowed_text, is_invalid
from wd_env.errors import ConfigError, StateError, attribute_errors_to
from wd_env.kernels.philox import WORD


class MultiSeatEnv:
    """Games in which one policy plays every learning seat and opponents play the rest.

    A new game starts in the step that ends a game.

    Args:
        batch: Games to play, without autoreset.
        opponents: Bots of the line-ups; the sequence may grow later.
        lineup: Function that seats learners and opponents in new games.
        sample_num_players: Function from rows to the numbers of players of their new games; None keeps the numbers.

    Attributes:
        lineup: int64[n, seats], LEARNER, RANDOM_POLICY or an index of `opponents`.
        seat_rewards: float32[n, seats], rewards of the last step, opponents' moves included.
        done: bool[n], whether a game ended in the last step.
        truncated: bool[n], whether it was truncated.
        final_observations: int8[k, seats, size], last observations of the k truncated games.
        lengths: int64[n], number of decisions in the current game.
        stats: Statistics of ended games.

    Raises:
        ConfigError: If the batch has autoreset, or an opponent is not a bot.
    """

    include_forced = False  # whether learning seats also take decisions with a single legal action
    saves_all_final_observations = False  # whether `final_observations` include games that were not truncated
    was_reset = False
    saved_attributes: ClassVar[dict[str, str]] = {  # by the name of the array in `save`
        "lineup": "lineup",
        "lengths": "lengths",
        "returns": "returns",
        "opponent_streams": "_streams",
    }

    def __init__(
        self,
        batch: Batch,
        opponents: Sequence[BatchAgent] = (),
        lineup: Lineup = all_learn,
        sample_num_players: Callable[[Ints], Ints] | None = None,
    ) -> None:
        if batch.autoreset:
            raise ConfigError("batch: expected autoreset=False, got True")
        check_opponents(opponents, "choose_batch")
        self.batch = batch
        self.batch.hidden_states.reserve(max((getattr(bot, "hidden_size", 0) for bot in opponents), default=0))
        self.opponents = opponents
        self._sample_lineup = lineup
        self._sample_num_players = sample_num_players
        self._rows = np.arange(batch.n)
        self._streams = np.zeros((batch.n, 3), np.int64)  # random stream of RANDOM_POLICY in each game
        self.lengths = np.zeros(batch.n, np.int64)
        self.returns = np.zeros((batch.n, batch.max_players), np.float64)  # rewards of each player in its game so far
        self.lineup = np.full((batch.n, batch.max_players), LEARNER, np.int64)
        self.stats = EpisodeStats()
        self._start_step()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.batch.game.name}, {self.batch.n} games>"

    def start_games(self, rows: Ints | None = None, seeds: Sequence[int | None] | None = None) -> None:
        """Start new games.

        Args:
            rows: int64[k], rows to start; None is all.
            seeds: Seed of each of these rows, or None; a seed gives the game of a single table with this seed.
        """
        rows = self._rows if rows is None else rows
        self.was_reset = True
        self._start_step()
        has_seed = np.array([seed is not None for seed in seeds or [None] * len(rows)])
        self._reset_rows(rows[has_seed], [seed for seed in seeds or () if seed is not None])
        self._reset_rows(rows[~has_seed])

    def actors(self) -> Ints:
        """Return who is to move in each game, int64[n]: LEARNER, RANDOM_POLICY, FORCED or an index of `opponents`."""
        return self._actors(self._rows)

    def play_actions(self, actors: Ints, rows: Ints, actions: Ints) -> None:
        """Play one action of the learner in the given rows, and one of the others in every game in which they move.

        Args:
            actors: int64[n], as `actors()` returns it.
            rows: int64[k], rows in which the learner is to move; other rows of the learner wait.
            actions: int64[k], actions of the learner.

        Raises:
            IllegalAction: If an action is illegal; all games are unchanged.
        """
        others = np.flatnonzero(actors != LEARNER)
        all_actions = np.concatenate([actions, self._choose_actions(others, actors[others])])
        self._play(np.concatenate([rows, others]), all_actions)
        self._end_step()

    def bootstrap_observations(self) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
        """Return the current observations of learning seats, from which a learner bootstraps values.

        Returns:
            int8[n, seats, size], observations, 0 for other seats; and bool[n, seats], which seats learn.
        """
        learning = (self.lineup == LEARNER) & self.present(self._rows)
        return self._observe_players(self._rows, learning), learning

    def present(self, rows: Ints) -> NDArray[np.bool_]:
        """Return which players these games have, bool[rows, seats]."""
        present: NDArray[np.bool_] = np.arange(self.batch.max_players) < self.batch.num_players[rows, None]
        return present

    def pop_stats(self) -> EpisodeStats:
        """Return the statistics since the last call, and reset them."""
        stats, self.stats = self.stats, EpisodeStats()
        return stats

    def save(self) -> dict[str, NDArray[Any]]:
        """Return games and line-ups as arrays, for a snapshot between two rollouts."""
        return {**self.batch.save(), **{name: array.copy() for name, array in self._play_arrays().items()}}

    def _play_arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that change during play, without those of the batch, by name in `save`."""
        return {name: getattr(self, attribute) for name, attribute in self.saved_attributes.items()}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> NDArray[np.int8]:
        """Restore the arrays of `save`. After an error everything is unchanged.

        Args:
            arrays: Arrays by name.

        Returns:
            int8[n, size], observations of the seats to move.

        Raises:
            StateError: If the arrays are invalid or belong to games with other arguments.
        """
        copies = copy_arrays(arrays, {**self._play_arrays(), "num_players": self.batch.num_players})
        self._check_saved(copies)
        self.batch.load(arrays)
        self.was_reset = True
        for name, attribute in self.saved_attributes.items():
            setattr(self, attribute, copies[name])
        return self.batch.obs.copy()

    def _check_saved(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Raise StateError if a value of `_play_arrays` is invalid; the batch checks its own arrays."""
        present = np.arange(self.batch.max_players) < arrays["num_players"][:, None]
        invalid = is_invalid(arrays["lineup"], len(self.opponents)) & present
        if invalid.any():
            raise StateError(
                f"saved lineup: expected {allowed_text(len(self.opponents))}, got {arrays['lineup'][invalid][0]}"
            )
        if (arrays["lengths"] < 0).any():
            raise StateError(f"saved lengths: expected 0 or more, got {arrays['lengths'].min()}")
        keys, counter = arrays["opponent_streams"][:, :2], arrays["opponent_streams"][:, 2]
        if ((keys < 0) | (keys > WORD)).any() or (counter < 0).any():
            raise StateError(f"saved opponent_streams: expected keys 0 to {WORD} and counters from 0, got other values")

    def _play(self, rows: Ints, actions: Ints) -> None:
        """Start a step with these actions; after an error everything is unchanged."""
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
        """Play opponents and forced actions until a learning seat is to move or an ended game waits for its reset."""
        rows = self._rows
        while True:
            actors = self._actors(rows)
            active = (actors != LEARNER) & ~self.batch.done[rows]
            rows, actors = rows[active], actors[active]
            if len(rows) == 0:
                return
            self.batch.step(self._choose_actions(rows, actors), rows)
            self._record_step(rows)

    def _actors(self, rows: Ints) -> Ints:
        actors = self.lineup[rows, self.batch.player[rows]]
        if self.include_forced:
            return actors
        has_single_action = self.batch.masks[rows].sum(axis=1, dtype=np.int16) == 1
        return np.where(has_single_action, FORCED, actors)

    def _choose_actions(self, rows: Ints, actors: Ints) -> Ints:
        """Return forced actions, random ones, and those of the opponents to move."""
        masks = self.batch.masks[rows]
        actions: Ints = masks.view(np.bool_).argmax(axis=1)  # much faster over bool than over int8
        random_indices = np.flatnonzero(actors == RANDOM_POLICY)
        if len(random_indices):
            actions[random_indices] = self.batch.random_actions(rows[random_indices], self._streams)
        for opponent in np.unique(actors[actors >= 0]):
            indices = np.flatnonzero(actors == opponent)
            with attribute_errors_to(self.opponents[opponent]):
                bot_actions = self.batch.select_actions(self.opponents[opponent], rows[indices])
                actions[indices] = check_legal(self.batch.game, bot_actions, rows[indices], masks[indices])
        return actions

    def _record_step(self, rows: Ints) -> None:
        """Add rewards and lengths of the last actions in these rows, and reset games that have ended."""
        self.lengths[rows] += 1
        self.returns[rows] += self.batch.rewards[rows]
        # rewards of an ended game count once: a game that started in this step has none yet
        self.seat_rewards[rows] += np.where(self.done[rows, None], np.float32(0), self.batch.rewards[rows])
        finished = rows[self.batch.done[rows]]
        if len(finished) == 0:
            return
        won = self.batch.won[finished] == 1
        self.stats.add(
            self.lineup[finished], self.present(finished), won, self.lengths[finished], self.returns[finished]
        )
        self.stats.truncated += int(self.batch.truncated[finished].sum())
        first = finished[~self.done[finished]]
        self.truncated[first] = self.batch.truncated[first]
        self._save_final_observations(first)
        self.done[finished] = True
        self._after_end(finished)

    def _save_final_observations(self, rows: Ints) -> None:
        """Save the last observations of ended games, by default only of truncated ones."""
        if not self.saves_all_final_observations:
            rows = rows[self.batch.truncated[rows]]
        self._final_by_row.update(zip(rows.tolist(), self._observe_players(rows, self.present(rows)), strict=True))

    def _observe_players(self, rows: Ints, selected: NDArray[np.bool_]) -> NDArray[np.int8]:
        """Return the current observations of selected players, int8[rows, seats, size]; 0 for the others."""
        observations = np.zeros((*selected.shape, self.batch.obs_size), np.int8)
        games, players = np.nonzero(selected)
        observations[games, players] = self.batch.observe_players(rows[games], players)
        return observations

    def _after_end(self, rows: Ints) -> None:
        """Reset games that have ended; subclasses may wait."""
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
        self.returns[rows] = 0

    def _seat_assignment(self, rows: Ints) -> Ints:
        """Return the line-ups of new games; ConfigError if one is invalid."""
        lineup = np.asarray(self._sample_lineup(self.batch.num_players[rows]))
        shape = len(rows), self.batch.max_players
        if lineup.shape not in (shape, (len(rows), 1)) or lineup.dtype.kind != "i":
            raise ConfigError(f"lineup: expected int64{shape}, got {lineup.dtype}{lineup.shape}")
        invalid = is_invalid(lineup, len(self.opponents)) & self.present(rows)
        if invalid.any():
            seat = np.broadcast_to(lineup, shape)[invalid][0]
            raise ConfigError(f"lineup: expected {allowed_text(len(self.opponents))}, got {seat}")
        return lineup
