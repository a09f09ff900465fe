"""Random play of a game, each way there is: `play()` plays on for a moment and tells how many decisions it took.

A decision is one answer of a player, forced ones included. Chance is paid for and not counted. Games are played under
the `match_options` of their row; those of a batch have every number of players in turn, single ones the usual one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from wd_env.benchmarks.peers.libraries.pettingzoo import played_at_random
from wd_env.envs.aec_env import env_of, raw_env_of
from wd_env.registry import Game
from wd_env.spec.game_spec import CHANCE

LOOP = 32  # answers in each game within one call
Play = Callable[[], int]


def players(row: Game) -> tuple[int, ...]:
    """Return every number of players that the game allows."""
    return tuple(range(row.game.min_players, row.game.max_players + 1))


def interpreted(row: Game, observed: bool) -> Play:
    """The rules alone on plain objects: masks, answers and luck, and where asked for the view of the asked seat."""
    generator = np.random.default_rng(1)
    game, engine, config = row.game, row.game.engine, row.config(**row.match_options)

    def play() -> int:
        state: Any = game.new_state(config)
        decisions = 0
        while not engine.is_over(state):
            if game.questions[state.question].kind == CHANCE:
                weights = [0] * game.chance_width
                engine.chances(state, weights)
                offered = [outcome for outcome, weight in enumerate(weights) if weight]
            else:
                mask = [0] * len(game.actions)
                engine.legal(state, mask)
                offered = [action for action, legal in enumerate(mask) if legal]
                decisions += 1
                if observed:
                    game.observe(state, state.seat, [0] * game.layout.size)
            engine.step(state, offered[int(generator.random() * len(offered))])
        return decisions

    return play


def one_table(row: Game) -> Play:
    """The table that every face of a single game uses: luck of its own, and a record."""
    generator = np.random.default_rng(1)
    games, config = iter(range(10**9)), row.config(**row.match_options)

    def play() -> int:
        table = row.new_table(config, seed=next(games))
        decisions = 0
        while not table.is_over:
            offered = [action for action, legal in enumerate(table.mask()) if legal]
            table.play(offered[int(generator.random() * len(offered))])
            decisions += 1
        return decisions

    return play


def pettingzoo(row: Game, wrapped: bool) -> Play:
    """PettingZoo's loop over the face, with or without its three customary wrappers."""
    env = (env_of if wrapped else raw_env_of)(row, **row.match_options)
    return played_at_random(env, np.random.default_rng(1).random)


def batch(row: Game, tables: int, observed: bool = True, rounds: int = 1) -> Play:
    """The compiled batch: random answers drawn inside, masks and views written, games that are done begin anew.

    So many `rounds` a call: with 1 it steps as whoever trains does, with `LOOP` it plays on by itself.
    """
    from wd_env.batch.batch import Batch

    games = Batch(row.game, tables, 1, players(row), row.match_options, restarts=True, views=observed)

    def play() -> int:
        games.play(rounds)
        return tables * rounds

    return play
