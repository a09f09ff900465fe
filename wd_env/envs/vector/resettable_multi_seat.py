"""Games of a batch that begin by `reset`, as the single environments do: row k with the k-th seed is their game."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.batch import Batch
from wd_env.envs.call_order import ResetNeeded
from wd_env.envs.reset_options import check_reset_options
from wd_env.envs.vector.multi_seat import Ints, MultiSeatEnv
from wd_env.errors import ConfigError, IllegalAction
from wd_env.seeding import Seeds, check_seed, row_seeds
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.rewards import RewardShaping, split_weights

Bools = NDArray[np.bool_]
RESET_MASK = "reset_mask"  # among the options of a reset: bool[n], the games that begin anew


def make_batch(
    game: GameSpec, num_games: int, num_players: int | Sequence[int] | None, threads: int, options: dict[str, Any]
) -> Batch:
    """Make a batch of games; rows take the numbers of players in turn, the game's usual one where none is given.

    `options` are those of the single environments, `shaping_<term>` among them. ConfigError for what cannot be.
    """
    rules, weights = split_weights(options)
    return Batch(
        game, num_games, 0, num_players, rules, RewardShaping.of(game.shaping_terms, **weights), threads=threads
    )


class ResettableMultiSeatEnv(MultiSeatEnv):
    """Seat games that ask their learners in every decision and begin by `reset`."""

    include_forced = True

    def require_reset(self, call: str) -> None:
        """Raise ResetNeeded before the first reset."""
        if not self.was_reset:
            raise ResetNeeded.before(call)

    def masked_reset(self, seed: Seeds, options: dict[str, Any] | None) -> Ints:
        """Begin new games in every row, or in those of the `reset_mask` among the options; return these rows.

        With `seed` one number row k gets seed + k, with a list the k-th; rows without a seed go on with their own
        stream, as they do when a game has ended. ConfigError for seeds, a mask or an option that cannot be (such as
        `state`: only single environments begin at one); then nothing changes.
        """
        rows = self._rows_of_mask(check_reset_options(options, (RESET_MASK,)).get(RESET_MASK))
        every = row_seeds(seed, self.batch.n)
        seeds = [every[row] for row in rows]
        self._seed_opponents(every)
        if not self.was_reset:
            seeds = [check_seed(one) for one in seeds]
        self.start_games(rows, seeds)
        self._play_opponents()
        return rows

    def _seed_opponents(self, seeds: Sequence[int | None]) -> None:
        """Let opponents begin again, given the seeds of all rows; these games have none that would."""

    def _rows_of_mask(self, mask: Any) -> Ints:
        if mask is None:
            return self._rows
        if not isinstance(mask, np.ndarray) or (mask.shape, mask.dtype) != ((self.batch.n,), np.bool_):
            found = f"{mask.dtype}{mask.shape}" if isinstance(mask, np.ndarray) else type(mask).__name__
            raise ConfigError(f"{RESET_MASK} is {found}; allowed is bool({self.batch.n},)")
        if not mask.any() or not (self.was_reset or mask.all()):
            allowed = "at least one" if self.was_reset else "all games, for none has begun yet"
            raise ConfigError(f"{RESET_MASK} names {int(mask.sum())} games; allowed is {allowed}")
        return np.flatnonzero(mask)

    def check_actions(self, actions: Any) -> Ints:
        """Return the actions as an array int[n]; IllegalAction for another shape or type, ResetNeeded before reset."""
        self.require_reset("step")
        answers: Ints = np.asarray(actions)
        if answers.shape != (self.batch.n,):
            raise IllegalAction(f"{answers.shape} answers for {(self.batch.n,)} rows")
        if answers.dtype.kind not in "iu":
            raise IllegalAction(f"answers of type {answers.dtype}; allowed are whole numbers")
        return answers

    def in_play(self, rows: Ints, players: Ints) -> Bools:
        """Tell which of these players are in the game, bool[rows]; a player who is out may come back."""
        is_theirs = self.batch.field("owner")[rows] == players[:, None]
        there: Bools = (is_theirs & (self.batch.field("in_play")[rows] == 1)).any(axis=1)
        return there
