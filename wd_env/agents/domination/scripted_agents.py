"""The bots: habits of one level each, which answer a view interpreted and a batch compiled."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

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
from wd_env.table.backend_switch import ArrayPolicy

KERNEL_NAME = "domination_heuristics"
MODULES = (
    rule_constants,
    decision_codes,
    amounts,
    battle_table,
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
    """Answers by the scores of `habits`; equal scores are decided by its generator.

    `style` says which level: a number of `styles`. One compiled entry serves all levels and all maps.
    """

    style = HARD

    def check_game(self, game: GameSpec) -> None:
        """Refuse by ConfigError a game that is not Domination on some map."""
        check_map(game)

    def choose(self, view: View) -> int:
        """Choose the option of the highest score."""
        table = map_array.map_array(view.game)
        if view.is_compiled and compiled_warmup.is_ready(KERNEL_NAME, _compile):
            return int(self.choose_batch(view.game, *view.arrays)[0])
        room = [0] * work_array_size(table)
        start, draw = self._draw_starts(view.game, 1)
        return int(best_action(table, room, view.obs, view.mask, int(start[0]), int(draw[0]), self.style))

    def array_policy(self) -> ArrayPolicy | None:
        """The same for one row, once its habits are compiled."""
        return self._act if compiled_warmup.is_ready(KERNEL_NAME, _compile) else None

    def _act(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        return int(self.choose_batch(game, obs, masks)[0])

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints:
        """Choose the same for many tables, compiled where Numba is installed.

        ConfigError for another game, and for views and masks that are no int8 rows of the lengths of the game on its
        map, one each.
        """
        table = _map_array(game)
        obs = as_int8_rows("views", obs, game.layout.size)
        masks = as_int8_rows("masks", masks, len(game.actions))
        if len(obs) != len(masks):
            raise ConfigError(f"{len(obs)} views and {len(masks)} masks; allowed are as many of each")
        chosen = np.zeros(len(masks), np.int64)
        _batch_policy()(table, _work_array(table), obs, masks, *self._draw_starts(game, len(masks)), self.style, chosen)
        return chosen

    def _draw_starts(self, game: GameSpec, rows: int) -> tuple[Ints, Ints]:
        """Where each row's answers begin, and how careful it is."""
        starts, draws = self.generator.integers((len(game.actions), PER_CENT), size=(rows, 2)).T.copy()
        return starts, draws


class AverageAgent(HardAgent):
    """The same habits, but armies are often placed beside anybody, and a battle is never broken off."""

    style = AVERAGE


class EasyAgent(HardAgent):
    """Knows no groups, places mostly beside anybody, attacks every other time, always rolls on."""

    style = EASY


class PassiveAgent(HardAgent):
    """Never attacks and never moves; places anywhere, trades, and defends itself with all dice."""

    style = PASSIVE


@cache
def _map_array(game: GameSpec) -> Ints:
    """The map as the compiled entry takes it."""
    return np.array(map_array.map_array(game), np.int64)


def _work_array(table: Ints) -> Ints:
    """Where the notes of a decision go."""
    return np.zeros(work_array_size(table), np.int64)


def _compile() -> None:
    """Load or compile the entry, and choose nothing."""
    nothing, row = np.zeros(0, np.int64), np.zeros((0, 0), np.int8)
    _batch_policy()(nothing, nothing, row, row, nothing, nothing, HARD, nothing)


@cache
def _batch_policy() -> Callable[..., None]:
    """The entry over many rows, compiled where Numba is installed."""
    if find_spec("numba") is None:
        return _interpreted_policy
    from wd_env.compiler.compile_rules import compile_lazily  # Numba is an extra

    return compile_lazily(KERNEL_NAME, MODULES, make_policy_kernel)


def _interpreted_policy(
    table: Ints,
    room: Ints,
    obs: NDArray[np.int8],
    masks: NDArray[np.int8],
    starts: Ints,
    draws: Ints,
    style: int,
    chosen: Ints,
) -> None:
    b, w = table.tolist(), room.tolist()
    for row, (seen, legal) in enumerate(zip(obs.tolist(), masks.tolist(), strict=True)):
        chosen[row] = best_action(b, w, seen, legal, int(starts[row]), int(draws[row]), style)
