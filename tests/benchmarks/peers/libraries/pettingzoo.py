"""PettingZoo's own classic games, in the loop of its documentation."""

import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import count
from typing import Any

import numpy as np

DISTRIBUTIONS = ("pettingzoo", "open_spiel", "shimmy")


def classic(name: str, **options: Any) -> Callable[[], int]:
    """Return the environment of `env()`, with its wrappers; observation and mask come from `last()`."""
    return random_play(import_module(f"pettingzoo.classic.{name}").env(**options), random.random)


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


CASES = {
    "connect_four": partial(classic, "connect_four_v3"),
    "hanabi": partial(classic, "hanabi_v5", players=4),
}
