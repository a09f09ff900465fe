"""A second computation of the rewards of a batch, step by step, for any environment."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.games.world_dominance import computed_rewards
from wd_env.batch.batch import Batch
from wd_env.games.world_dominance.config import Config


class ExpectedRewards:
    """Expected rewards of each player since the last `take`: `due` float64[n, seats].

    It wraps the `step` of the batch of an environment. After the end of a game nothing is added, because the row
    then contains another game.
    """

    def __init__(self, batch: Batch, **options: Any) -> None:
        self.batch, self.options = batch, options
        self.due = np.zeros((batch.n, batch.seats))
        self.ended = np.zeros(batch.n, np.bool_)
        self.paid: set[tuple[int, int, bool]] = set()  # (number of players, player, is end) that were due a reward
        self._step, batch.step = batch.step, self.step  # type: ignore[method-assign]

    def config(self, row: int) -> Config:
        """Return the options of this row's game."""
        return Config.of(num_players=int(self.batch.num_players[row]), **self.options)

    def seen(self, row: int) -> computed_rewards.Seen:
        """Return the public fields of this row."""
        return computed_rewards.seen_of(self.batch._states.view(np.recarray)[row])

    def step(self, actions: NDArray[np.int64], rows: NDArray[np.int64] | None = None) -> None:
        """Step the batch, and add the expected rewards."""
        played = range(self.batch.n) if rows is None else rows.tolist()
        before = {row: computed_rewards.standing(self.seen(row), self.config(row)) for row in played}
        self._step(actions, rows)
        for row in played:
            seen, is_terminal = self.seen(row), bool(self.batch.done[row])
            rewards = computed_rewards.reward(before[row], seen, is_terminal, self.config(row), self.batch.shaping)
            expected = [*rewards, *[0.0] * (self.batch.seats - len(rewards))]
            assert np.allclose(self.batch.rewards[row], expected, atol=1e-5), f"row {row}: expected {expected}"
            if not self.ended[row]:
                self.due[row] += expected
            self.ended[row] |= is_terminal
            self.paid |= {(seen.players, player, is_terminal) for player, one in enumerate(rewards) if one}

    def take(self) -> NDArray[np.float64]:
        """Return the expected rewards since the last call."""
        due, self.due = self.due, np.zeros_like(self.due)
        self.ended[:] = False
        return due

    def covers_all_players(self, *players: int, ends: bool = True) -> bool:
        """Return whether every player was due a reward in games of these sizes, during the game and at its end."""
        kinds = (False, True) if ends else (False,)
        return {(n, player, kind) for n in players for player in range(n) for kind in kinds} <= self.paid
