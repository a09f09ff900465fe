"""Games of hand-written bots in compiled code, with an observation at the beginning of each turn."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wd_env.agents.agent import Agent, heuristics_of
from wd_env.agents.search import turn_kernel
from wd_env.agents.search.packed_policy import NO_POLICY
from wd_env.agents.search.search_engine import search_modules
from wd_env.compiler.compile_rules import compile_lazily
from wd_env.errors import ConfigError, quoted
from wd_env.kernels import game_loop
from wd_env.spec.game_spec import GameSpec

Ints = NDArray[np.int64]

MAX_TURNS = 2048  # of a game that are stored
PER_MILLE = 1000


class TurnPositions(NamedTuple):
    """The beginnings of turns: observations int8[k, size], their players int64[k], and what each won, 0..1."""

    observations: NDArray[np.int8]
    players: Ints
    won: NDArray[np.float64]


class TurnGames:
    """Plays games of hand-written bots.

    Args:
        game: The game.
        bots: Hand-written bots of the game.

    Raises:
        ConfigError: If the game counts no turns, or a bot is not a hand-written one.
    """

    def __init__(self, game: GameSpec, bots: Sequence[Agent]) -> None:
        if not game.has_turns:
            raise ConfigError(f"turns: {game.name} counts no turns")
        heuristics = heuristics_of(game)
        if not heuristics.styles:
            raise ConfigError(f"turns: {game.name} has no hand-written bots with compiled rules")
        for bot in bots:
            if bot.name not in heuristics.styles:
                expected = ", ".join(heuristics.styles)
                raise ConfigError(f"turns: expected hand-written bots ({expected}), got {quoted(bot.name)}")
        self.styles = np.array([heuristics.styles[bot.name] for bot in bots])
        self._run = compile_lazily(
            f"turns_{game.name}", (*search_modules(game), turn_kernel), turn_kernel.make_play_turns
        )
        self._before = (
            np.array(game.outcome_counts),
            np.zeros(game.chance_width, np.int64),
            np.zeros(len(game.nodes), np.int64),
            np.zeros((2, game_loop.STREAM_WORDS), np.int64),
            np.zeros(len(game.actions), np.int8),
            *NO_POLICY,
            np.zeros(heuristics.work_size, np.int64),
        )  # from `outcomes` to `work`, as the compiled function names them
        self._observations = np.zeros((MAX_TURNS + 1, game.layout.size), np.int8)
        self._players = np.zeros(MAX_TURNS, np.int64)
        self._won = np.zeros(MAX_TURNS)

    def play(self, state: NDArray[Any], bots: Ints, key: Ints, random_rate: float) -> TurnPositions:
        """Play a game to its end.

        Args:
            state: records[1], which changes.
            bots: int64[players], the index of each player's bot.
            key: int64[2], 32-bit words; the same key gives the same game.
            random_rate: Probability of a random action, 0..1, rounded to a thousandth.

        Returns:
            Views of buffers that the next call overwrites. Each observation is that of a random player.
        """
        count = self._run(
            *(state, self.styles[bots], key, round(random_rate * PER_MILLE)),
            *self._before,
            *(self._observations, self._players, self._won),
        )
        return TurnPositions(self._observations[:count], self._players[:count], self._won[:count])
