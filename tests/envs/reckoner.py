"""A second computation of the rewards of a batch, step by step, for any environment."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.games.world_dominance import reckoned
from wd_env.batch.batch import Batch
from wd_env.games.world_dominance.config import Config


class Reckoner:
    """Stands between a batch and its face: `due` float64[n, seats] is what each player is owed since `take`.

    A game that has ended since then is owed nothing more, for what follows is another game.
    """

    def __init__(self, batch: Batch, **options: Any) -> None:
        self.batch, self.options = batch, options
        self.due = np.zeros((batch.n, batch.seats))
        self.ended = np.zeros(batch.n, np.bool_)
        self.paid: set[tuple[int, int, bool]] = set()  # numbers of players, and players, that had something to come
        self._step, batch.step = batch.step, self.step  # type: ignore[method-assign]

    def config(self, row: int) -> Config:
        """The options of this row's game."""
        return Config.of(num_players=int(self.batch.num_players[row]), **self.options)

    def seen(self, row: int) -> reckoned.Seen:
        """What lies on the table of this row."""
        return reckoned.seen_of(self.batch._states.view(np.recarray)[row])

    def step(self, actions: NDArray[np.int64], rows: NDArray[np.int64] | None = None) -> None:
        """The batch's own step, and what it must pay."""
        played = range(self.batch.n) if rows is None else rows.tolist()
        before = {row: reckoned.standing(self.seen(row), self.config(row)) for row in played}
        self._step(actions, rows)
        for row in played:
            seen, is_terminal = self.seen(row), bool(self.batch.done[row])
            paid = reckoned.reward(before[row], seen, is_terminal, self.config(row), self.batch.shaping)
            wide = [*paid, *[0.0] * (self.batch.seats - len(paid))]
            assert np.allclose(self.batch.rewards[row], wide, atol=1e-5), f"row {row} pays {self.batch.rewards[row]}"
            if not self.ended[row]:
                self.due[row] += wide
            self.ended[row] |= is_terminal
            self.paid |= {(seen.players, player, is_terminal) for player, one in enumerate(paid) if one}

    def take(self) -> NDArray[np.float64]:
        """What is due since it was last taken."""
        due, self.due = self.due, np.zeros_like(self.due)
        self.ended[:] = False
        return due

    def has_paid_everybody(self, *players: int, ends: bool = True) -> bool:
        """In games of each of these numbers everybody had something to come, on the way and at an end."""
        kinds = (False, True) if ends else (False,)
        return {(n, player, kind) for n in players for player in range(n) for kind in kinds} <= self.paid
