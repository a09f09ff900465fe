"""Calls of the compiled kernel with its scratch arrays, divided among threads."""

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

GAMES_PER_THREAD = 64  # below this a second thread costs more than it saves
MAX_GAMES_AT_ONCE = 128
CACHE_BYTES = 1 << 19  # for the states and observations of the games that are played at once
LARGE_GAME_BYTES = 1 << 15  # of a state and an observation that fill the first cache on their own


def games_at_once(game_bytes: int) -> int:
    """Return how many games of this size play their steps together, before the next games do."""
    return 1 if game_bytes >= LARGE_GAME_BYTES else min(MAX_GAMES_AT_ONCE, CACHE_BYTES // game_bytes)


class KernelRunner:
    """The kernel of `game_loop.make_run` over rows of games; each thread has its own scratch arrays.

    Attributes:
        nodes_opened: int64[threads, nodes], number of times each node was opened.
    """

    def __init__(self, game: GameSpec, num_games: int, threads: int) -> None:
        self.threads = max(1, min(threads, num_games // GAMES_PER_THREAD))
        self.nodes_opened = np.zeros((self.threads, len(game.nodes)), np.int64)
        self._outcome_counts = np.array(game.outcome_counts)
        self._returns = np.array(game.returns_table, np.float32)
        self._games_at_once = games_at_once(game.schema.size + game.layout.size)
        self._weights = np.zeros((self.threads, game.chance_width), np.int64)
        self._make_process_parts(game)

    def _make_process_parts(self, game: GameSpec) -> None:
        """Make what belongs to a process and is not pickled."""
        self.game = game
        self._entry = compile_rules.compiled_loop(game)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_entry", "_pool")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_process_parts(self.game)

    @property
    def arrays(self) -> Arrays:
        """The arrays by their names in the kernel."""
        tables = {"outcome_counts": self._outcome_counts, "returns": self._returns}
        return {**tables, "weights": self._weights, "nodes_opened": self.nodes_opened}

    def __call__(
        self,
        op: int,
        rows: Ints,
        actions: Ints,
        arrays: Arrays,
        num_steps: int = 1,
        autoreset: bool = False,
    ) -> int:
        """Return the index of an illegal action, `game_loop.STUCK` or lower after a game without a legal action, or
        `game_loop.NO_ERROR`.

        All threads finish their rows unless an action is illegal.
        """
        settings = num_steps, int(autoreset), self._games_at_once
        if self._pool is None or len(rows) < self.threads * GAMES_PER_THREAD:
            return self._run(0, op, settings, rows, actions, arrays)
        if op == game_loop.STEP:
            error = self._run(0, game_loop.CHECK, settings, rows, actions, arrays)
            if error != game_loop.NO_ERROR:
                return error
        limits = np.linspace(0, len(rows), self.threads + 1).astype(np.int64)
        calls = []
        for index, (first, last) in enumerate(pairwise(limits)):
            fraction = {**arrays, "obs": arrays["obs"][first:last]} if op == game_loop.OBSERVE else arrays
            calls.append(
                self._pool.submit(self._run, index, op, settings, rows[first:last], actions[first:last], fraction)
            )
        results = [call.result() - first if call.result() <= game_loop.STUCK else game_loop.NO_ERROR
                 for call, first in zip(calls, limits[:-1].tolist(), strict=True)]  # fmt: skip
        return max((stuck for stuck in results if stuck <= game_loop.STUCK), default=game_loop.NO_ERROR)

    def bind(self, op: int, rows: Ints, actions: Ints, arrays: Arrays) -> Callable[[], int]:
        """Bind the call of one thread to fixed arrays, for callers that repeat it.

        The rules must be loaded or compiled already.
        """
        scratch = self._weights[0], self.nodes_opened[0]
        return partial(
            self._entry.compiled,
            op,
            1,
            0,
            1,
            rows,
            actions,
            self._outcome_counts,
            self._returns,
            *scratch,
            *arrays.values(),
        )

    def _run(
        self,
        thread: int,
        op: int,
        settings: tuple[int, int, int],
        rows: Ints,
        actions: Ints,
        arrays: Arrays,
    ) -> int:
        scratch = self._weights[thread], self.nodes_opened[thread]
        error: int = self._entry(
            op, *settings, rows, actions, self._outcome_counts, self._returns, *scratch, *arrays.values()
        )
        return error
