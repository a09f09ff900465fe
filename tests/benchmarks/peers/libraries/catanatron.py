"""Catanatron: Settlers of Catan in Python, the most similar library, with four players."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

DISTRIBUTIONS = ("catanatron", "catanatron_gym", "gymnasium")
OTHERS = (Color.RED, Color.WHITE, Color.ORANGE)


def simulator() -> Callable[[], int]:
    """Return whole games of the library's loop with four random players, which writes neither mask nor observation."""

    def play() -> int:
        game = Game([RandomPlayer(color) for color in (Color.BLUE, *OTHERS)])
        game.play()
        return len(game.state.actions)

    return play


def environment(count_all_players: bool) -> Callable[[], int]:
    """Return the agent against three random players in the environment; it counts the agent's or all decisions."""
    settings = {"enemies": [RandomPlayer(color) for color in OTHERS], "representation": "vector"}
    env = gymnasium.make("catanatron_gym:catanatron-v1", config=settings, disable_env_checker=True)
    inner: Any = env.unwrapped

    def play() -> int:
        env.reset()
        steps, over = 0, False
        while not over:
            offered = inner.get_valid_actions()
            _, _, terminated, truncated, _ = env.step(offered[int(random.random() * len(offered))])
            steps += 1
            over = terminated or truncated
        return len(inner.game.state.actions) if count_all_players else steps

    return play


CASES = {
    "environment": partial(environment, count_all_players=False),
    "environment_all": partial(environment, count_all_players=True),
    "simulator": simulator,
}
