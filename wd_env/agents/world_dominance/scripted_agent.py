"""The scripted bots: they collect a set around a Strategic Point, save their last soldiers and attack the leader."""

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Heuristics
from wd_env.agents.heuristic_agent import HeuristicAgent, compiled_if_possible, interpreted_policy
from wd_env.agents.world_dominance import HEURISTIC_MODULES
from wd_env.agents.world_dominance.action_scores import best_action, make_policy_kernel
from wd_env.agents.world_dominance.style_weights import COLLECTOR, HOARDER, HUNTER, RUSHER, SCRIPTED, V1
from wd_env.errors import ConfigError
from wd_env.games.world_dominance.definitions import actions, decision_codes, names, rule_constants
from wd_env.games.world_dominance.definitions.actions import ACTIONS_SIZE
from wd_env.games.world_dominance.observation import layout
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.view import View
from wd_env.table import compiled_warmup

MODULES = (names, rule_constants, decision_codes, actions, *HEURISTIC_MODULES)
STYLES = {
    "scripted": SCRIPTED,
    "scripted_v1": V1,
    "collector": COLLECTOR,
    "hunter": HUNTER,
    "hoarder": HOARDER,
    "rusher": RUSHER,
}


def heuristics_for(game: GameSpec) -> Heuristics:
    """Return the heuristics that a search compiles; they are the same on all boards."""
    return Heuristics(MODULES, STYLES)


class ScriptedAgent(HeuristicAgent):
    """A bot that takes the action with the highest score; its generator breaks ties.

    `style` selects the weights, an index of `style_weights`. One compiled function serves all styles.
    """

    style = SCRIPTED

    def __init__(self, generator: np.random.Generator) -> None:
        super().__init__(generator)
        self._single_row = np.zeros(1, np.int64), np.zeros(1, np.int64)  # start index and action of one row

    def is_ready(self) -> bool:
        """Return whether the compiled function can be called without waiting."""
        return compiled_warmup.is_ready("scripted", _compile)

    def choose_interpreted(self, view: View) -> int:
        """Choose the action of a view of this bot's game with plain Python."""
        start = int(self.generator.integers(len(view.mask)))
        return int(best_action(view.obs, view.mask, start, self.style))

    def choose_row(self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8]) -> int:
        """Choose the action of arrays with one row, without new arrays."""
        if game.layout is not layout.LAYOUT or game.actions is not actions.ACTIONS:
            self.check_game(game)
        start, chosen = self._single_row
        start[0] = self.generator.integers(ACTIONS_SIZE)
        policy = _batch_policy()
        getattr(policy, "compiled", policy)(obs, masks, start, self.style, chosen)  # without Numba it is interpreted
        action: int = chosen.item()
        return action

    def write_actions(
        self, game: GameSpec, obs: NDArray[np.int8], masks: NDArray[np.int8], actions: NDArray[np.int64]
    ) -> None:
        """Choose an action for each row of checked arrays, and write it to `actions` int64[k]."""
        start_actions = self.generator.integers(ACTIONS_SIZE, size=len(masks))
        _batch_policy()(obs, masks, start_actions, self.style, actions)

    def check_game(self, game: GameSpec) -> None:
        """Raise ConfigError if the game has other observations or actions than World Dominance."""
        if (game.layout.hash, game.actions.hash) != (layout.LAYOUT.hash, actions.ACTIONS.hash):
            raise ConfigError(f"game: expected world_dominance for the scripted bot, got {game.name}")


class ScriptedV1Agent(ScriptedAgent):
    """The first scripted bot, which never changes: the baseline for results of different dates."""

    style = V1


class CollectorAgent(ScriptedAgent):
    """A bot that buys cards at any price: it pays in Paradies, spends soldiers on cards and seldom rests."""

    style = COLLECTOR


class HunterAgent(ScriptedAgent):
    """A bot that tries to eliminate others: it decimates, names the weakest, raises bluffs and revives no player."""

    style = HUNTER


class HoarderAgent(ScriptedAgent):
    """A bot that saves soldiers: it buys few cards, moves to Conscript and the Ice House, and calls reserves early."""

    style = HOARDER


class RusherAgent(ScriptedAgent):
    """A bot that collects Antarctica: it gives coloured cards for white ones and crosses the Jetstream to a gate."""

    style = RUSHER


def _compile() -> None:
    """Load or compile the function without choosing an action."""
    nothing = np.zeros(0, np.int64)
    _batch_policy()(
        np.zeros((0, layout.LAYOUT.size), np.int8), np.zeros((0, ACTIONS_SIZE), np.int8), nothing, SCRIPTED, nothing
    )


@cache
def _batch_policy() -> Callable[..., None]:
    """Return the function over many rows, compiled if Numba is installed."""
    return compiled_if_possible("scripted", MODULES, make_policy_kernel, interpreted_policy(best_action))
