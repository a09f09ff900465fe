"""RLCard: card games in Python."""

import random
from collections.abc import Callable

import rlcard

DISTRIBUTIONS = ("rlcard", "numpy")


def limit_holdem() -> Callable[[], int]:
    """Return a loop whose step gives a dictionary with the next player's observation and legal actions."""
    env = rlcard.make("limit-holdem", config={"game_num_players": 4, "seed": 1})

    def play() -> int:
        results, _ = env.reset()
        decisions = 0
        while not env.is_over():
            offered = list(results["legal_actions"])
            results, _ = env.step(offered[int(random.random() * len(offered))])
            decisions += 1
        return decisions

    return play


CASES = {"limit_holdem": limit_holdem}
