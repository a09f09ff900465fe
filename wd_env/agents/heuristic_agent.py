"""The base of hand-written bots that score legal actions, by compiled heuristics or by the same as plain Python."""

from abc import abstractmethod
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent
from wd_env.batch.kernel_arrays import as_int8_rows
from wd_env.dependencies import is_installed
from wd_env.errors import ConfigError
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table.state_backend import ArrayPolicy

PER_CENT = 100

Ints = NDArray[np.int64]


class HeuristicAgent(Agent):
    """A bot that takes the action with the highest score; its generator breaks ties between equal scores.

    `style` selects the level. One compiled function serves all levels.
    """

    style = 0

    @abstractmethod
    def is_ready(self) -> bool:
        """Return whether the compiled function can be called without waiting."""

    @abstractmethod
    def choose_interpreted(self, view: View) -> int:
        """Choose the action of a view of this bot's game with plain Python."""

    @abstractmethod
    def write_actions(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8], actions: Ints) -> None:
        """Choose an action for each row of checked arrays, and write it to `actions` int64[k]."""

    def choose(self, view: View) -> int:
        """Choose the action with the highest score."""
        self.check_game(view.game)
        return self.choose_row(view.game, *view.arrays) if self.is_ready() else self.choose_interpreted(view)

    def array_policy(self) -> ArrayPolicy | None:
        """Return the choice for one row of arrays, once the heuristics are compiled."""
        return self.choose_row if self.is_ready() else None

    def choose_row(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        """Choose the action of arrays with one row."""
        return int(self.choose_batch(game, obs, masks)[0])

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints:
        """Choose actions for many games, with compiled heuristics if Numba is installed.

        Raises:
            ConfigError: If the game is another one, or `obs` and `masks` are not int8[k, size] and int8[k, actions].
        """
        self.check_game(game)
        obs = as_int8_rows("views", obs, game.layout.size)
        masks = as_int8_rows("masks", masks, len(game.actions))
        if len(obs) != len(masks):
            raise ConfigError(f"expected as many masks as observations, got {len(masks)} and {len(obs)}")
        actions = np.zeros(len(masks), np.int64)
        self.write_actions(game, obs, masks, actions)
        return actions

    def sample_tie_breakers(self, game: GameSpec, rows: int) -> tuple[Ints, Ints]:
        """Sample the action at which the search for the best one starts and a percentage, int64[rows] each."""
        start_actions, percentages = self.generator.integers((len(game.actions), PER_CENT), size=(rows, 2)).T.copy()
        return start_actions, percentages


def compiled_if_possible(
    name: str,
    modules: tuple[ModuleType, ...],
    make_kernel: Callable[[Any], Callable[..., None]],
    interpreted: Callable[..., None],
) -> Callable[..., None]:
    """Return the function over many rows: compiled at its first call if Numba is installed, else interpreted."""
    if not is_installed("numba"):
        return interpreted
    from wd_env.compiler.compile_rules import compile_lazily  # Numba is an extra

    return compile_lazily(name, modules, make_kernel)


def interpreted_policy(best_action: Callable[..., int], num_shared: int = 0) -> Callable[..., None]:
    """Return the function over many rows in plain Python.

    Args:
        best_action: Function that chooses the action of one row.
        num_shared: Number of leading arguments that are the same array for all rows.
    """

    def choose(*args: Any) -> None:
        shared = [array.tolist() for array in args[:num_shared]]
        *arrays, style, chosen = args[num_shared:]
        for row, values in enumerate(zip(*(array.tolist() for array in arrays), strict=True)):
            chosen[row] = best_action(*shared, *values, style)

    return choose
