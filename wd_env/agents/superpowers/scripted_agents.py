"""Hand-written bots, one class per level."""

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents import normal_distribution
from wd_env.agents.agent import Heuristics
from wd_env.agents.heuristic_agent import HeuristicAgent, compiled_if_possible, interpreted_policy
from wd_env.agents.superpowers import (
    battle_estimate,
    board_graph,
    forces,
    landing_plan,
    observation_reader,
    rollout_action,
    style_weights,
    work_array,
)
from wd_env.agents.superpowers.board_graph import board_graph as graph_of
from wd_env.agents.superpowers.scores import (
    action_scores,
    attack_scores,
    battle_scores,
    missile_scores,
    movement_scores,
    purchase_scores,
    treaty_scores,
    voyage_scores,
)
from wd_env.agents.superpowers.scores.action_scores import make_policy_kernel
from wd_env.agents.superpowers.style_weights import EASY, HARD, MEDIUM
from wd_env.agents.superpowers.work_array import WORK_ARRAY_SIZE
from wd_env.errors import ConfigError
from wd_env.games.superpowers.definitions import actions, board_constants, decision_codes, rule_constants
from wd_env.games.superpowers.game import SPEC_FACTORY
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.module_copies import copy_modules, module_of
from wd_env.spec.view import View
from wd_env.table import compiled_warmup

KERNEL_NAME = "superpowers_heuristics"
GAME_NAME = "superpowers"
STYLES = {"hard": HARD, "medium": MEDIUM, "easy": EASY}  # the default of a search first
MODULES = (
    rule_constants,
    board_constants,
    actions,
    decision_codes,
    normal_distribution,
    board_graph,
    observation_reader,
    work_array,
    style_weights,
    battle_estimate,
    forces,
    missile_scores,
    attack_scores,
    battle_scores,
    treaty_scores,
    purchase_scores,
    landing_plan,
    voyage_scores,
    movement_scores,
    action_scores,
)
Ints = NDArray[np.int64]
Modules = tuple[ModuleType, ...]


class HardAgent(HeuristicAgent):
    """The strongest hand-written bot; its generator breaks ties between equal scores.

    `style` selects the level, an index of `style_weights`. One compiled function serves all levels on a board.
    """

    style = HARD
    _game: GameSpec | None = None  # that the bot played last

    def check_game(self, game: GameSpec) -> None:
        """Raise ConfigError if the game is not Superpowers."""
        if game.factory is None or game.factory[0] != SPEC_FACTORY:  # instrumented games have the same factory
            raise ConfigError(f"this bot plays {GAME_NAME}, got {game.name}")
        self._game = game

    def is_ready(self) -> bool:
        """Return whether the function is compiled for the board of the game that the bot played last."""
        return self._game is not None and _is_ready(_modules_for(self._game))

    def choose_interpreted(self, view: View) -> int:
        """Choose the action of a view of this bot's game with plain Python."""
        start, draw = self.sample_tie_breakers(view.game, 1)
        work = [0] * WORK_ARRAY_SIZE
        best_action = _scores(_modules_for(view.game)).best_action
        return int(best_action(work, view.obs, view.mask, int(start[0]), int(draw[0]), self.style))

    def write_actions(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8], actions: Ints) -> None:
        """Choose an action for each row of checked arrays, and write it to `actions` int64[k]."""
        work, tie_breakers = np.zeros(WORK_ARRAY_SIZE, np.int64), self.sample_tie_breakers(game, len(masks))
        _batch_policy(_modules_for(game))(work, obs, masks, *tie_breakers, self.style, actions)


class MediumAgent(HardAgent):
    """A bot that skips attacks, wastes money, and leaves its ruler in the capital."""

    style = MEDIUM


class EasyAgent(HardAgent):
    """A bot that neither crosses the sea nor guards its capital, never invests, and attacks at bad odds."""

    style = EASY


def heuristics_for(game: GameSpec) -> Heuristics:
    """Return the heuristics that a search compiles, for the board of the game."""
    return Heuristics((*_modules_for(game), rollout_action), STYLES, WORK_ARRAY_SIZE)


def _modules_for(game: GameSpec) -> Modules:
    """Return the modules of the heuristics for the board of a game."""
    return _modules_with(module_of(game, board_constants))


@cache
def _modules_with(constants: ModuleType) -> Modules:
    if constants is board_constants:
        return MODULES
    tables = constants.TABLES
    return copy_modules(MODULES, tables.constants() | graph_of(tables.board).constants())


def _scores(modules: Modules) -> Any:
    """Return the module that scores actions, of these modules."""
    return modules[-1]


def _is_ready(modules: Modules) -> bool:
    return compiled_warmup.is_ready(KERNEL_NAME, lambda: _compile(modules), modules)


def _compile(modules: Modules) -> None:
    """Load or compile the function without choosing an action."""
    nothing, row = np.zeros(0, np.int64), np.zeros((0, 0), np.int8)
    _batch_policy(modules)(nothing, row, row, nothing, nothing, HARD, nothing)


@cache
def _batch_policy(modules: Modules = MODULES) -> Callable[..., None]:
    """Return the function over many rows, compiled if Numba is installed."""
    return compiled_if_possible(
        KERNEL_NAME, modules, make_policy_kernel, interpreted_policy(_scores(modules).best_action, 1)
    )
