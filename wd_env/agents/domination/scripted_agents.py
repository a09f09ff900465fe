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
    decision_notes,
    guard_scores,
    map_array,
    observation_reader,
    style_weights,
)
from wd_env.agents.domination.action_scores import best_answer, make_answers
from wd_env.agents.domination.decision_notes import notes_needed
from wd_env.agents.domination.map_array import board_of, check_map
from wd_env.agents.domination.style_weights import AVERAGE, EASY, HARD, PASSIVE
from wd_env.batch.kernel_arrays import bytes_in_rows
from wd_env.errors import ConfigError
from wd_env.games.domination.definitions import decision_codes, rule_constants
from wd_env.games.domination.rules import amounts
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table import compiled_warmup
from wd_env.table.backend_switch import Answer

ENTRY = "domination_habits"
MODULES = (
    rule_constants,
    decision_codes,
    amounts,
    battle_table,
    battles,
    map_array,
    observation_reader,
    decision_notes,
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
        table = board_of(view.game)
        if view.is_compiled and compiled_warmup.is_ready(ENTRY, _compile):
            return int(self.choose_many(view.game, *view.arrays)[0])
        room = [0] * notes_needed(table)
        start, draw = self._drawn(view.game, 1)
        return int(best_answer(table, room, view.obs, view.mask, int(start[0]), int(draw[0]), self.style))

    def quick_answer(self) -> Answer | None:
        """The same for one row, once its habits are compiled."""
        return self._answer if compiled_warmup.is_ready(ENTRY, _compile) else None

    def _answer(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        return int(self.choose_many(game, obs, masks)[0])

    def choose_many(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> Ints:
        """Choose the same for many tables, compiled where Numba is installed.

        ConfigError for another game, and for views and masks that are no int8 rows of the lengths of the game on its
        map, one each.
        """
        table = _array_of(game)
        obs = bytes_in_rows("views", obs, game.layout.size)
        masks = bytes_in_rows("masks", masks, len(game.actions))
        if len(obs) != len(masks):
            raise ConfigError(f"{len(obs)} views and {len(masks)} masks; allowed are as many of each")
        chosen = np.zeros(len(masks), np.int64)
        _many()(table, _room_for(table), obs, masks, *self._drawn(game, len(masks)), self.style, chosen)
        return chosen

    def _drawn(self, game: GameSpec, rows: int) -> tuple[Ints, Ints]:
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
def _array_of(game: GameSpec) -> Ints:
    """The map as the compiled entry takes it."""
    return np.array(board_of(game), np.int64)


def _room_for(table: Ints) -> Ints:
    """Where the notes of a decision go."""
    return np.zeros(notes_needed(table), np.int64)


def _compile() -> None:
    """Load or compile the entry, and choose nothing."""
    nothing, row = np.zeros(0, np.int64), np.zeros((0, 0), np.int8)
    _many()(nothing, nothing, row, row, nothing, nothing, HARD, nothing)


@cache
def _many() -> Callable[..., None]:
    """The entry over many rows, compiled where Numba is installed."""
    if find_spec("numba") is None:
        return _one_by_one
    from wd_env.compiler.compile_rules import compile_entry  # Numba is an extra

    return compile_entry(ENTRY, MODULES, make_answers)


def _one_by_one(
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
        chosen[row] = best_answer(b, w, seen, legal, int(starts[row]), int(draws[row]), style)
