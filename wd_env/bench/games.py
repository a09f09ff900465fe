"""Random play of our games, each way there is: `play()` plays on for a moment and tells how many decisions it took.

A decision is one answer of a player, forced ones included. Luck is paid for and not counted. Every game is cut at
`CUT` turns; those of a batch have two to five players, single ones four.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from wd_env.bench.peers.libraries.pettingzoo import played_at_random
from wd_env.core.spec import CHANCE
from wd_env.faces.world_dominance import raw_env as pettingzoo_env
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME, new_state
from wd_env.world_dominance.rules import engine
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance_v0 import env as wrapped_env

CUT = 400  # turns
PLAYERS = (2, 3, 4, 5)
LOOP = 32  # answers in each game within one call
Play = Callable[[], int]


def interpreted(observed: bool) -> Play:
    """The rules alone on plain objects: masks, actions and chance, and where asked for the view of the asked seat."""
    generator = np.random.default_rng(1)

    def play() -> int:
        state: Any = new_state(Config(max_turns=CUT))
        decisions = 0
        while not engine.is_over(state):
            if GAME.questions[state.question].kind == CHANCE:
                weights = [0] * GAME.chance_width
                engine.chances(state, weights)
                offered = [outcome for outcome, weight in enumerate(weights) if weight]
            else:
                mask = [0] * len(GAME.actions)
                engine.legal(state, mask)
                offered = [action for action, legal in enumerate(mask) if legal]
                decisions += 1
                if observed:
                    GAME.observe(state, state.seat, [0] * GAME.layout.size)
            engine.step(state, offered[int(generator.random() * len(offered))])
        return decisions

    return play


def one_table() -> Play:
    """The table that every face of a single game uses: a random stream of its own, and a record."""
    generator = np.random.default_rng(1)
    games = iter(range(10**9))

    def play() -> int:
        table = WorldDominance(Config(max_turns=CUT), seed=next(games))
        decisions = 0
        while not table.is_over:
            offered = [action for action, legal in enumerate(table.mask()) if legal]
            table.play(offered[int(generator.random() * len(offered))])
            decisions += 1
        return decisions

    return play


def pettingzoo(wrapped: bool) -> Play:
    """PettingZoo's loop over the face, with or without its three customary wrappers."""
    env = (wrapped_env if wrapped else pettingzoo_env)(max_turns=CUT)
    return played_at_random(env, np.random.default_rng(1).random)


def batch(tables: int, observed: bool = True, rounds: int = 1) -> Play:
    """The compiled batch: random answers drawn inside, masks and views written, games that are done begin anew.

    So many `rounds` a call: with 1 it steps as whoever trains does, with `LOOP` it plays on by itself.
    """
    from wd_env.core.batch import Batch

    games = Batch(GAME, tables, seed=1, players=PLAYERS, options={"max_turns": CUT}, restarts=True, views=observed)

    def play() -> int:
        games.play(rounds)
        return tables * rounds

    return play
