"""Hand-written bots, one class per level."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from wd_env.agents import normal_distribution
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
from wd_env.agents.heuristic_agent import HeuristicAgent, compiled_if_possible, interpreted_policy
from wd_env.games.domination.definitions import decision_codes, rule_constants
from wd_env.games.domination.rules import amounts
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table import compiled_warmup

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
Ints = NDArray[np.int64]


class HardAgent(HeuristicAgent):
    """The strongest hand-written bot; its generator breaks ties between equal scores.

    `style` selects the level, an index of `style_weights`. One compiled function serves all levels and maps.
    """

    style = HARD

    def check_game(self, game: GameSpec) -> None:
        """Raise ConfigError if the game is not Domination on one map."""
        check_map(game)

    def is_ready(self) -> bool:
        """Return whether the compiled function can be called without waiting."""
        return compiled_warmup.is_ready(KERNEL_NAME, _compile)

    def choose_interpreted(self, view: View) -> int:
        """Choose the action of a view of this bot's game with plain Python."""
        table = map_array.map_array(view.game)
        buffer = [0] * work_array_size(table)
        start_action, draw = self.sample_tie_breakers(view.game, 1)
        return int(best_action(table, buffer, view.obs, view.mask, int(start_action[0]), int(draw[0]), self.style))

    def write_actions(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8], actions: Ints) -> None:
        """Choose an action for each row of checked arrays, and write it to `actions` int64[k]."""
        table, tie_breakers = _map_array(game), self.sample_tie_breakers(game, len(masks))
        _batch_policy()(table, _work_array(table), obs, masks, *tie_breakers, self.style, actions)


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
    return compiled_if_possible(KERNEL_NAME, MODULES, make_policy_kernel, interpreted_policy(best_action, 2))
