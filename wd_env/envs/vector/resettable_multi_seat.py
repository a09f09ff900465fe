"""Batched environments with `reset`: row k with the k-th seed is the game of a single environment with this seed."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.reset_options import check_reset_options
from wd_env.envs.vector.lineup import Ints
from wd_env.envs.vector.multi_seat import MultiSeatEnv
from wd_env.errors import ConfigError, IllegalAction
from wd_env.seeding import Seeds, check_seed, row_seeds
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping, split_weights

Bools = NDArray[np.bool_]
RESET_MASK = "reset_mask"  # option of `reset`: bool[n], the games to reset


def make_batch(
    game: GameSpec, num_games: int, num_players: int | Sequence[int] | None, threads: int, options: dict[str, Any]
) -> Batch:
    """Make a batch of games.

    Args:
        game: Game to play.
        num_games: Number of games.
        num_players: Number of players, a list of numbers that rows cycle through, or None for the default.
        threads: Number of threads.
        options: Options of the single environments, with `shaping_<term>`.

    Raises:
        ConfigError: If an argument is invalid.
    """
    rules, weights = split_weights(options)
    return Batch(
        game, num_games, 0, num_players, rules, RewardShaping.of(game.shaping_terms, **weights), threads=threads
    )


class ResettableMultiSeatEnv(MultiSeatEnv):
    """A `MultiSeatEnv` with `reset`, in which learning seats take every decision, including forced ones."""

    include_forced = True

    def require_reset(self, call: str) -> None:
        """Raise ResetNeeded if no game has started."""
        if not self.was_reset:
            raise ResetNeeded.before(call)

    def masked_reset(self, seed: Seeds, options: dict[str, Any] | None) -> Ints:
        """Start new games. After an error all games are unchanged.

        Args:
            seed: With one number row k gets seed + k, with a list the k-th. Rows without a seed continue their stream.
            options: None, or a dict with `reset_mask` bool[n], the games to reset; without it all are reset.

        Returns:
            int64[number of reset games], their rows.

        Raises:
            ConfigError: If a seed, the mask or an option is invalid. `state` is invalid here: only single
                environments start at a state.
        """
        rows = self._rows_of_mask(check_reset_options(options, (RESET_MASK,)).get(RESET_MASK))
        all_seeds = row_seeds(seed, self.batch.n)
        seeds = [all_seeds[row] for row in rows]
        self._seed_opponents(all_seeds)
        if not self.was_reset:
            seeds = [check_seed(one) for one in seeds]
        self.start_games(rows, seeds)
        self._play_opponents()
        return rows

    def _seed_opponents(self, seeds: Sequence[int | None]) -> None:
        """Reseed the opponents from the seeds of all rows; does nothing in this class."""

    def _rows_of_mask(self, mask: Any) -> Ints:
        if mask is None:
            return self._rows
        if not isinstance(mask, np.ndarray) or (mask.shape, mask.dtype) != ((self.batch.n,), np.bool_):
            kind = f"{mask.dtype}{mask.shape}" if isinstance(mask, np.ndarray) else type(mask).__name__
            raise ConfigError(f"{RESET_MASK}: expected bool({self.batch.n},), got {kind}")
        if not mask.any() or not (self.was_reset or mask.all()):
            expected = "at least one game" if self.was_reset else "all games in the first reset"
            raise ConfigError(f"{RESET_MASK}: expected {expected}, got {int(mask.sum())}")
        return np.flatnonzero(mask)

    def check_actions(self, actions: Any) -> Ints:
        """Check shape and type of actions; whether they are legal is checked later.

        Args:
            actions: Integers, one per game.

        Returns:
            The actions as an array, integers [n].

        Raises:
            IllegalAction: If shape or type is wrong.
            ResetNeeded: If no game has started.
        """
        self.require_reset("step")
        array: Ints = np.asarray(actions)
        if array.shape != (self.batch.n,):
            raise IllegalAction(f"actions: expected shape {(self.batch.n,)}, got {array.shape}")
        if array.dtype.kind not in "iu":
            raise IllegalAction(f"actions: expected integers, got {array.dtype}")
        return array

    def in_play(self, rows: Ints, players: Ints) -> Bools:
        """Return whether each of these players is in play, bool[rows]; the game may bring a player who is out back."""
        is_owner = self.batch.field("owner")[rows] == players[:, None]
        in_play: Bools = (is_owner & (self.batch.field("in_play")[rows] == 1)).any(axis=1)
        return in_play
