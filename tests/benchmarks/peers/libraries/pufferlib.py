"""PufferLib: small hand-written games in C, stepped in one call."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

DISTRIBUTIONS = ("pufferlib", "numpy", "gymnasium")
SOURCE = "source"  # in the folder of the environment: its unpacked source, with one game built there
GAMES = 1024
DRAWN = 64  # rounds of random actions drawn beforehand, as in its own benchmark
ACTIONS = 14


def triple_triad() -> Callable[[], int]:
    """Return a loop with random actions, legal or not: its games have no masks; the opponent moves inside."""
    sys.path.insert(0, str(next(Path(sys.prefix, SOURCE).glob("pufferlib-*"))))
    from pufferlib.ocean.tripletriad.tripletriad import TripleTriad

    env = TripleTriad(num_envs=GAMES)
    env.reset(1)
    drawn = np.random.default_rng(1).integers(0, ACTIONS, (DRAWN, GAMES))

    def play() -> int:
        for answers in drawn:
            env.step(answers)
        return GAMES * DRAWN

    return play


CASES = {"triple_triad": triple_triad}
