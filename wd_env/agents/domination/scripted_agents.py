"""Hand-written bots, one class per level; a single view is interpreted, a batch compiled."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from wd_env.agents import normal_distribution
from wd_env.agents.agent import Agent
from wd_env.agents.domination import (
    action_scores,
    battle_table,
    battles,
    capture_values,
    guard_scores,
    map_array,
    observation_reader,
    style_weights,
    work_array,
)
from wd_env.agents.domination.action_scores import best_action, make_policy_kernel
from wd_env.agents.domination.map_array import check_map
from wd_env.agents.domination.style_weights import AVERAGE, EASY, HARD, PASSIVE
from wd_env.agents.domination.work_array import work_array_size
from wd_env.batch.kernel_arrays import as_int8_rows
from wd_env.errors import ConfigError
from wd_env.games.domination.definitions import decision_codes, rule_constants
from wd_env.games.domination.rules import amounts
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table import compiled_warmup
from wd_env.table.state_backend import ArrayPolicy

KERNEL_NAME = "domination_heuristics"
MODULES = (
    rule_constants,
    decision_codes,
    amounts,
    battle_table,
    normal_distribution,
    battles,
    map_array,
    observation_reader,
    work_array,
    style_weights,
    capture_values,
    guard_scores,
    action_scores,
)
PER_CENT = 100

Ints = NDArray[np.int64]


class HardAgent(Agent):
    """The strongest hand-written bot; its generator breaks ties between equal scores.

    `style` selects the level, an index of `style_weights`. One compiled function serves all levels and maps.
    """

    style = HARD

    def check_game(self, game: GameSpec) -> None:
        """Raise ConfigError if the game is not Domination on one map."""
        check_map(game)

    def choose(self, view: View) -> int:
        """Choose the action with the highest score."""
        table = map_array.map_array(view.game)
        if view.is_compiled and compiled_warmup.is_ready(KERNEL_NAME, _compile):
            return int(self.choose_batch(view.game, *view.arrays)[0])
        buffer = [0] * work_array_size(table)
        start_action, draw = self._sample_tie_breakers(view.game, 1)
        return int(best_action(table, buffer, view.obs, view.mask, int(start_action[0]), int(draw[0]), self.style))

    def array_policy(self) -> ArrayPolicy | None:
        """Return the choice for one row of arrays, once the heuristics are compiled."""
        return self._act if compiled_warmup.is_ready(KERNEL_NAME, _compile) else None

    def _act(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        return int(self.choose_batch(game, obs, masks)[0])

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints:
        """Choose actions for many games, with compiled heuristics if Numba is installed.

        Raises:
            ConfigError: If the game is another one, or `obs` and `masks` are not int8[k, size] and int8[k, actions].
        """
        table = _map_array(game)
        obs = as_int8_rows("views", obs, game.layout.size)
        masks = as_int8_rows("masks", masks, len(game.actions))
        if len(obs) != len(masks):
            raise ConfigError(f"expected as many masks as observations, got {len(masks)} and {len(obs)}")
        chosen = np.zeros(len(masks), np.int64)
        _batch_policy()(
            table, _work_array(table), obs, masks, *self._sample_tie_breakers(game, len(masks)), self.style, chosen
        )
        return chosen

    def _sample_tie_breakers(self, game: GameSpec, rows: int) -> tuple[Ints, Ints]:
        """Draw where ties are broken and how careful the choice is, for each row."""
        start_actions, uniforms = self.generator.integers((len(game.actions), PER_CENT), size=(rows, 2)).T.copy()
        return start_actions, uniforms


class AverageAgent(HardAgent):
    """A bot that often places armies next to any enemy, and fights every battle to its end."""

    style = AVERAGE


class EasyAgent(HardAgent):
    """A bot that ignores groups, mostly places next to any enemy, skips half of its attacks, and never retreats."""

    style = EASY


class PassiveAgent(HardAgent):
    """A bot that never attacks or moves; it places armies anywhere, trades, and defends with all dice."""

    style = PASSIVE


@cache
def _map_array(game: GameSpec) -> Ints:
    """Return the map as the compiled function takes it."""
    return np.array(map_array.map_array(game), np.int64)


def _work_array(table: Ints) -> Ints:
    """Return an empty work array."""
    return np.zeros(work_array_size(table), np.int64)


def _compile() -> None:
    """Load or compile the function without choosing an action."""
    nothing, row = np.zeros(0, np.int64), np.zeros((0, 0), np.int8)
    _batch_policy()(nothing, nothing, row, row, nothing, nothing, HARD, nothing)


@cache
def _batch_policy() -> Callable[..., None]:
    """Return the function over many rows, compiled if Numba is installed."""
    if find_spec("numba") is None:
        return _interpreted_policy
    from wd_env.compiler.compile_rules import compile_lazily  # Numba is an extra

    return compile_lazily(KERNEL_NAME, MODULES, make_policy_kernel)


def _interpreted_policy(
    table: Ints,
    buffer: Ints,
    obs: NDArray[np.int8],
    masks: NDArray[np.int8],
    start_actions: Ints,
    uniforms: Ints,
    style: int,
    chosen: Ints,
) -> None:
    b, w = table.tolist(), buffer.tolist()
    for row, (row_obs, legal) in enumerate(zip(obs.tolist(), masks.tolist(), strict=True)):
        chosen[row] = best_action(b, w, row_obs, legal, int(start_actions[row]), int(uniforms[row]), style)
