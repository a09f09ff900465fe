"""The bot with sensible habits: collects a set around a Strategic Point, saves its last soldiers, hunts the leader."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, Heuristics
from wd_env.agents.world_dominance import HEURISTIC_MODULES
from wd_env.agents.world_dominance.action_scores import best_action, make_policy_kernel
from wd_env.agents.world_dominance.style_weights import COLLECTOR, HOARDER, HUNTER, RUSHER, SCRIPTED, V1
from wd_env.batch.kernel_arrays import as_int8_rows
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.definitions import actions, decision_codes, names, rule_constants
from wd_env.games.world_dominance.definitions.actions import ACTIONS_SIZE
from wd_env.games.world_dominance.observation import layout
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table import compiled_warmup
from wd_env.table.backend_switch import ArrayPolicy

MODULES = (names, rule_constants, decision_codes, actions, *HEURISTIC_MODULES)
HEURISTICS = Heuristics(
    MODULES,
    {
        "scripted": SCRIPTED,
        "scripted_v1": V1,
        "collector": COLLECTOR,
        "hunter": HUNTER,
        "hoarder": HOARDER,
        "rusher": RUSHER,
    },
)


class ScriptedAgent(Agent):
    """Answers by the scores of `habits`; equal scores are decided by its generator.

    `style` says which habits: a number of `habits.styles`. One compiled entry serves all styles.
    """

    style = SCRIPTED

    def __init__(self, generator: np.random.Generator) -> None:
        super().__init__(generator)
        self._single_row = np.zeros(1, np.int64), np.zeros(1, np.int64)  # where one answer begins, and the answer

    def choose(self, view: View) -> int:
        """Choose the option of the highest score."""
        self.check_game(view.game)
        if view.is_compiled and compiled_warmup.is_ready("scripted", _compile):
            return int(self.choose_batch(view.game, *view.arrays)[0])
        start = int(self.generator.integers(len(view.mask)))
        return int(best_action(view.obs, view.mask, start, self.style))

    def array_policy(self) -> ArrayPolicy | None:
        """The same for one row, once its habits are compiled."""
        return self._act if compiled_warmup.is_ready("scripted", _compile) else None

    def _act(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        if game.layout is not layout.LAYOUT or game.actions is not actions.ACTIONS:
            self.check_game(game)
        start, chosen = self._single_row
        start[0] = self.generator.integers(ACTIONS_SIZE)
        _batch_policy().compiled(obs, masks, start, self.style, chosen)  # type: ignore[attr-defined]
        answer: int = chosen.item()
        return answer

    def choose_batch(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Choose the same for many tables, compiled where Numba is installed.

        ConfigError for another game, and for views and masks that are no int8 rows of the game's length, one each.
        """
        self.check_game(game)
        obs, masks = as_int8_rows("views", obs, layout.LAYOUT.size), as_int8_rows("masks", masks, ACTIONS_SIZE)
        if len(obs) != len(masks):
            raise ConfigError(f"{len(obs)} views and {len(masks)} masks; allowed are as many of each")
        starts = self.generator.integers(ACTIONS_SIZE, size=len(masks))
        chosen = np.zeros(len(masks), np.int64)
        _batch_policy()(obs, masks, starts, self.style, chosen)
        return chosen

    def check_game(self, game: GameSpec) -> None:
        """Refuse a game with other observations or actions than World Dominance by ConfigError."""
        if (game.layout.hash, game.actions.hash) != (layout.LAYOUT.hash, actions.ACTIONS.hash):
            raise ConfigError(f"the scripted bot cannot play {game.name}; allowed is World Dominance")


class ScriptedV1Agent(ScriptedAgent):
    """Answers as the first scripted bot did and always will: the yardstick of figures from different times."""

    style = V1


class CollectorAgent(ScriptedAgent):
    """Wants cards whatever they cost: pays in Paradies, spends soldiers on cards, seldom rests."""

    style = COLLECTOR


class HunterAgent(ScriptedAgent):
    """Wants others out: goes where it may decimate, names the weakest, raises every bluff, brings nobody back."""

    style = HUNTER


class HoarderAgent(ScriptedAgent):
    """Keeps its soldiers: buys few cards, seeks Conscript and the Ice House, calls its reserves early."""

    style = HOARDER


class RusherAgent(ScriptedAgent):
    """Wants Antarctica: gives up coloured cards for white ones and crosses the Jetstream towards a gate."""

    style = RUSHER


def _compile() -> None:
    """Load or compile the entry, and choose nothing."""
    nothing = np.zeros(0, np.int64)
    _batch_policy()(
        np.zeros((0, layout.LAYOUT.size), np.int8), np.zeros((0, ACTIONS_SIZE), np.int8), nothing, SCRIPTED, nothing
    )


@cache
def _batch_policy() -> Callable[..., None]:
    """The entry over many rows, compiled where Numba is installed."""
    if find_spec("numba") is None:
        return _interpreted_policy
    from wd_env.compiler.compile_rules import compile_lazily  # Numba is an extra

    return compile_lazily("scripted", MODULES, make_policy_kernel)


def _interpreted_policy(
    obs: NDArray[np.int8], masks: NDArray[np.int8], starts: NDArray[np.int64], style: int, chosen: NDArray[np.int64]
) -> None:
    for row, (seen, legal) in enumerate(zip(obs.tolist(), masks.tolist(), strict=True)):
        chosen[row] = best_action(seen, legal, int(starts[row]), style)
