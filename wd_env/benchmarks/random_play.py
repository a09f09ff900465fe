"""Random play of a game through each interface: `play()` plays for a moment and returns the number of decisions.

A decision is one action of a player, forced ones included. Chance takes time and is not counted. Games use the
`match_options` of their entry; batches cycle through all numbers of players, single games use the default.
"""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from wd_env.envs.registered_env import make_aec_env, make_raw_aec_env
from wd_env.registry import GameEntry
from wd_env.spec.game_spec import CHANCE

STEPS_PER_CALL = 32  # actions per game in one call
Play = Callable[[], int]


def player_counts(entry: GameEntry) -> tuple[int, ...]:
    """Return every number of players that the game allows."""
    return tuple(range(entry.game.min_players, entry.game.max_players + 1))


def interpreted(entry: GameEntry, observations: bool) -> Play:
    """Measure the rules on plain objects: masks, actions and chance, and optionally observations."""
    generator = np.random.default_rng(1)
    game, engine, config = entry.game, entry.game.engine, entry.config(**entry.match_options)

    def play() -> int:
        state: Any = game.new_state(config)
        decisions = 0
        while not engine.is_terminal(state):
            if game.nodes[state.node].kind == CHANCE:
                weights = [0] * game.chance_width
                engine.chance_weights(state, weights)
                options = [outcome for outcome, weight in enumerate(weights) if weight]
            else:
                mask = [0] * len(game.actions)
                engine.legal(state, mask)
                options = [action for action, legal in enumerate(mask) if legal]
                decisions += 1
                if observations:
                    game.observe(state, state.seat, [0] * game.layout.size)
            engine.step(state, options[int(generator.random() * len(options))])
        return decisions

    return play


def one_table(entry: GameEntry) -> Play:
    """Measure the table that all single-game environments use, with chance and record."""
    generator = np.random.default_rng(1)
    games, config = count(), entry.config(**entry.match_options)

    def play() -> int:
        table = entry.new_table(config, seed=next(games))
        decisions = 0
        while not table.is_terminal:
            options = [action for action, legal in enumerate(table.mask()) if legal]
            table.play(options[int(generator.random() * len(options))])
            decisions += 1
        return decisions

    return play


def pettingzoo(entry: GameEntry, wrapped: bool) -> Play:
    """Measure PettingZoo's loop over the environment, with or without its three default wrappers."""
    env = (make_aec_env if wrapped else make_raw_aec_env)(entry, **entry.match_options)
    return random_play(env, np.random.default_rng(1).random)


def random_play(env: Any, draw: Callable[[], float]) -> Callable[[], int]:
    """Return the loop of PettingZoo's documentation over an AEC environment, one game per call; `draw` picks."""
    games = count()

    def play() -> int:
        env.reset(seed=next(games))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            options = np.flatnonzero(observation["action_mask"])
            env.step(int(options[int(draw() * len(options))]))
            decisions += 1
        return decisions

    return play


def batch(entry: GameEntry, num_games: int, observations: bool = True, num_steps: int = 1) -> Play:
    """Measure the compiled batch: random actions sampled inside, masks and observations written, finished games reset.

    `num_steps` is the number of steps per call: 1 as in training, `STEPS_PER_CALL` for play inside the batch.
    """
    from wd_env.batch.batch import Batch

    games = Batch(
        entry.game, num_games, 1, player_counts(entry), entry.match_options, autoreset=True, observations=observations
    )

    def play() -> int:
        games.play(num_steps)
        return num_games * num_steps

    return play
