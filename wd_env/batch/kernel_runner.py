"""The compiled entry with what it needs beside the games, shared out among threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.batch.kernel_arrays import Arrays
from wd_env.compiler import compile_rules
from wd_env.kernels import game_loop
from wd_env.spec.game_spec import GameSpec

Ints = NDArray[np.int64]

GAMES_A_THREAD = 64  # below this a second thread costs more than it saves


class Runner:
    """Calls `kernel.make_run`'s entry over rows of games; each thread has scratch of its own.

    `used` int64[threads, questions] counts the questions that were opened.
    """

    def __init__(self, game: GameSpec, games: int, threads: int) -> None:
        self.threads = max(1, min(threads, games // GAMES_A_THREAD))
        self.used = np.zeros((self.threads, len(game.questions)), np.int64)
        self._outcomes = np.array(game.chance_counts)
        self._returns = np.array(game.returns_table, np.float32)
        self._weights = np.zeros((self.threads, game.chance_width), np.int64)
        self._equip(game)

    def _equip(self, game: GameSpec) -> None:
        """What belongs to a process and never travels to another one."""
        self.game = game
        self._entry = compile_rules.entry(game)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_entry", "_pool")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._equip(self.game)

    @property
    def owned(self) -> Arrays:
        """Its arrays by the names of the entry."""
        tables = {"outcomes": self._outcomes, "returns": self._returns}
        return {**tables, "weights": self._weights, "used": self.used}

    def __call__(
        self,
        op: int,
        rows: Ints,
        actions: Ints,
        games: Arrays,
        rounds: int = 1,
        restarts: bool = False,
    ) -> int:
        """Which answer is refused, or after which nobody can go on (see `kernel.STUCK`), or `kernel.ALL_GOOD`.

        Unless an answer is refused every thread has done its share.
        """
        how = rounds, int(restarts)
        if self._pool is None or len(rows) < self.threads * GAMES_A_THREAD:
            return self._run(0, op, how, rows, actions, games)
        if op == game_loop.STEP:
            refused = self._run(0, game_loop.CHECK, how, rows, actions, games)
            if refused != game_loop.ALL_GOOD:
                return refused
        cuts = np.linspace(0, len(rows), self.threads + 1).astype(np.int64)
        calls = []
        for number, (first, last) in enumerate(pairwise(cuts)):
            share = {**games, "obs": games["obs"][first:last]} if op == game_loop.LOOK_AS else games
            calls.append(self._pool.submit(self._run, number, op, how, rows[first:last], actions[first:last], share))
        found = [call.result() - first if call.result() <= game_loop.STUCK else game_loop.ALL_GOOD
                 for call, first in zip(calls, cuts[:-1].tolist(), strict=True)]  # fmt: skip
        return max((stuck for stuck in found if stuck <= game_loop.STUCK), default=game_loop.ALL_GOOD)

    def bound(self, op: int, rows: Ints, actions: Ints, games: Arrays) -> Callable[[], int]:
        """Bind the call of one thread to arrays that stay, for whoever makes it again and again.

        The rules must have been loaded or compiled by a call before.
        """
        scratch = self._weights[0], self.used[0]
        return partial(
            self._entry.compiled, op, 1, 0, rows, actions, self._outcomes, self._returns, *scratch, *games.values()
        )

    def _run(
        self,
        thread: int,
        op: int,
        how: tuple[int, int],
        rows: Ints,
        actions: Ints,
        games: Arrays,
    ) -> int:
        scratch = self._weights[thread], self.used[thread]
        refused: int = self._entry(op, *how, rows, actions, self._outcomes, self._returns, *scratch, *games.values())
        return refused
