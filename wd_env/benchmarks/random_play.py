"""Random play of a game, each way there is: `play()` plays on for a moment and tells how many decisions it took.

A decision is one answer of a player, forced ones included. Chance is paid for and not counted. Games are played under
the `match_options` of their row; those of a batch have every number of players in turn, single ones the usual one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from wd_env.envs.aec_env import make_aec_env, make_raw_aec_env
from wd_env.registry import GameEntry
from wd_env.spec.game_spec import CHANCE

STEPS_PER_CALL = 32  # answers in each game within one call
Play = Callable[[], int]


def player_counts(entry: GameEntry) -> tuple[int, ...]:
    """Return every number of players that the game allows."""
    return tuple(range(entry.game.min_players, entry.game.max_players + 1))


def interpreted(entry: GameEntry, observations: bool) -> Play:
    """The rules alone on plain objects: masks, answers and luck, and where asked for the view of the asked seat."""
    generator = np.random.default_rng(1)
    game, engine, config = entry.game, entry.game.engine, entry.config(**entry.match_options)

    def play() -> int:
        state: Any = game.new_state(config)
        decisions = 0
        while not engine.is_terminal(state):
            if game.nodes[state.node].kind == CHANCE:
                weights = [0] * game.chance_width
                engine.chance_weights(state, weights)
                offered = [outcome for outcome, weight in enumerate(weights) if weight]
            else:
                mask = [0] * len(game.actions)
                engine.legal(state, mask)
                offered = [action for action, legal in enumerate(mask) if legal]
                decisions += 1
                if observations:
                    game.observe(state, state.seat, [0] * game.layout.size)
            engine.step(state, offered[int(generator.random() * len(offered))])
        return decisions

    return play


def one_table(entry: GameEntry) -> Play:
    """The table that every face of a single game uses: luck of its own, and a record."""
    generator = np.random.default_rng(1)
    games, config = iter(range(10**9)), entry.config(**entry.match_options)

    def play() -> int:
        table = entry.new_table(config, seed=next(games))
        decisions = 0
        while not table.is_terminal:
            offered = [action for action, legal in enumerate(table.mask()) if legal]
            table.play(offered[int(generator.random() * len(offered))])
            decisions += 1
        return decisions

    return play


def pettingzoo(entry: GameEntry, wrapped: bool) -> Play:
    """PettingZoo's loop over the face, with or without its three customary wrappers."""
    env = (make_aec_env if wrapped else make_raw_aec_env)(entry, **entry.match_options)
    return random_play(env, np.random.default_rng(1).random)


def random_play(env: Any, draw: Callable[[], float]) -> Callable[[], int]:
    """Return the loop of PettingZoo's documentation over an AEC environment, a game a call; `draw` picks answers."""
    games = iter(range(10**9))

    def play() -> int:
        env.reset(seed=next(games))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            offered = np.flatnonzero(observation["action_mask"])
            env.step(int(offered[int(draw() * len(offered))]))
            decisions += 1
        return decisions

    return play


def batch(entry: GameEntry, num_games: int, observations: bool = True, num_steps: int = 1) -> Play:
    """The compiled batch: random answers drawn inside, masks and views written, games that are done begin anew.

    So many `rounds` a call: with 1 it steps as whoever trains does, with `STEPS_PER_CALL` it plays on by itself.
    """
    from wd_env.batch.batch import Batch

    games = Batch(
        entry.game, num_games, 1, player_counts(entry), entry.match_options, autoreset=True, observations=observations
    )

    def play() -> int:
        games.play(num_steps)
        return num_games * num_steps

    return play
