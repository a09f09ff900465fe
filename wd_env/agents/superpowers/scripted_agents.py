"""Hand-written bots, one class per level; a single view is interpreted, a batch compiled."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wd_env.agents import normal_distribution
from wd_env.agents.agent import Agent
from wd_env.agents.superpowers import (
    action_scores,
    attack_scores,
    battle_estimate,
    board_graph,
    forces,
    landing_plan,
    movement_scores,
    observation_reader,
    purchase_scores,
    style_weights,
    work_array,
)
from wd_env.agents.superpowers.action_scores import make_policy_kernel
from wd_env.agents.superpowers.board_graph import board_graph as graph_of
from wd_env.agents.superpowers.style_weights import EASY, MEDIUM, SCRIPTED
from wd_env.agents.superpowers.work_array import WORK_ARRAY_SIZE
from wd_env.batch.kernel_arrays import as_int8_rows
from wd_env.errors import ConfigError
from wd_env.games.superpowers.definitions import actions, board_constants, decision_codes, rule_constants
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.module_copies import copy_modules, module_of
from wd_env.spec.view import View
from wd_env.table import compiled_warmup
from wd_env.table.state_backend import ArrayPolicy

KERNEL_NAME = "superpowers_heuristics"
GAME_NAME = "superpowers"
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
    attack_scores,
    purchase_scores,
    landing_plan,
    movement_scores,
    action_scores,
)
PER_CENT = 100

Ints = NDArray[np.int64]
Modules = tuple[ModuleType, ...]


class ScriptedAgent(Agent):
    """The strongest hand-written bot; its generator breaks ties between equal scores.

    `style` selects the level, an index of `style_weights`. One compiled function serves all levels on a board.
    """

    style = SCRIPTED
    _game: GameSpec | None = None  # that the bot played last

    def check_game(self, game: GameSpec) -> None:
        """Raise ConfigError if the game is not Superpowers."""
        if game.name != GAME_NAME:
            raise ConfigError(f"this bot plays {GAME_NAME}, got {game.name}")
        self._game = game

    def choose(self, view: View) -> int:
        """Choose the action with the highest score."""
        self.check_game(view.game)
        if view.is_compiled and _is_ready(_modules_for(view.game)):
            return int(self.choose_batch(view.game, *view.arrays)[0])
        start, draw = self._sample_tie_breakers(view.game, 1)
        work = [0] * WORK_ARRAY_SIZE
        best_action = _scores(_modules_for(view.game)).best_action
        return int(best_action(work, view.obs, view.mask, int(start[0]), int(draw[0]), self.style))

    def array_policy(self) -> ArrayPolicy | None:
        """Return the choice for one row of arrays, once the heuristics are compiled."""
        return None if self._game is None or not _is_ready(_modules_for(self._game)) else self._act

    def _act(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
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
        chosen = np.zeros(len(masks), np.int64)
        work = np.zeros(WORK_ARRAY_SIZE, np.int64)
        _batch_policy(_modules_for(game))(
            work, obs, masks, *self._sample_tie_breakers(game, len(masks)), self.style, chosen
        )
        return chosen

    def _sample_tie_breakers(self, game: GameSpec, rows: int) -> tuple[Ints, Ints]:
        """Draw where ties are broken and how careful the choice is, for each row."""
        start_actions, uniforms = self.generator.integers((len(game.actions), PER_CENT), size=(rows, 2)).T.copy()
        return start_actions, uniforms


class MediumAgent(ScriptedAgent):
    """A bot that skips attacks, wastes money, and leaves its ruler in the capital."""

    style = MEDIUM


class EasyAgent(ScriptedAgent):
    """A bot that stays on its continent, guards nothing, never invests, and attacks at bad odds."""

    style = EASY


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
    _batch_policy(modules)(nothing, row, row, nothing, nothing, SCRIPTED, nothing)


@cache
def _batch_policy(modules: Modules = MODULES) -> Callable[..., None]:
    """Return the function over many rows, compiled if Numba is installed."""
    if find_spec("numba") is None:
        return _interpreted_policy(modules)
    from wd_env.compiler.compile_rules import compile_lazily  # Numba is an extra

    return compile_lazily(KERNEL_NAME, modules, make_policy_kernel)


def _interpreted_policy(modules: Modules) -> Callable[..., None]:
    best_action = _scores(modules).best_action

    def choose(
        work: Ints,
        obs: NDArray[np.int8],
        masks: NDArray[np.int8],
        start_actions: Ints,
        uniforms: Ints,
        style: int,
        chosen: Ints,
    ) -> None:
        w = work.tolist()
        for row, (row_obs, legal) in enumerate(zip(obs.tolist(), masks.tolist(), strict=True)):
            chosen[row] = best_action(w, row_obs, legal, int(start_actions[row]), int(uniforms[row]), style)

    return choose
