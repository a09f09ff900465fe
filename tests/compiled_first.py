"""Compile what many tests need once, before the test processes start, with one part per process.

`python -m tests.compiled_first NUMBER` compiles one part. If a part fails, the tests report the error.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]


def games() -> None:
    """Compile the rules of World Dominance, with and without counting, and its heuristics."""
    from wd_env.batch.batch import Batch
    from wd_env.evaluation.game_stats import collect_game_stats
    from wd_env.games.world_dominance.game import GAME
    from wd_env.registry import get_game

    for name, bot in (("world_dominance", "scripted"), ("domination", "hard")):
        collect_game_stats(get_game(name), [bot] * 2, num_games=2, seed=1)
    Batch(GAME, 1, seed=1)


def others() -> None:
    """Compile the rules of the other games, and of the toy game."""
    from tests.toy_game import PLEDGE
    from wd_env.batch.batch import Batch
    from wd_env.registry import get_game

    for game in (get_game("domination").game, PLEDGE):
        Batch(game, 1, seed=1)


def searches() -> None:
    """Compile the search, and the value of a state by its network."""
    from wd_env.agents.search.search_agent import load_value_network
    from wd_env.agents.search.search_engine import RolloutConfig, SearchEngine, SearchStats, draw_keys
    from wd_env.games.world_dominance.game import GAME
    from wd_env.games.world_dominance.table import WorldDominance

    table = WorldDominance(seed=1)
    states = np.frombuffer(bytearray(table.state.to_bytes()), GAME.schema.dtype)
    engine, keys = SearchEngine(GAME, load_value_network("", GAME)), draw_keys(np.random.default_rng(1), 1)
    engine.values(states, np.zeros(1, np.int64), keys, 1, RolloutConfig(1))
    own = np.array([GAME.actions.index(table.legal_texts()[0])])
    engine.search(states, own, keys, SearchStats.empty(GAME, 1), 1, RolloutConfig(1), 0.02)


def superpowers() -> None:
    """Compile the rules of Superpowers, which take longest; no test counts its compiled games."""
    from wd_env.batch.batch import Batch
    from wd_env.registry import get_game

    Batch(get_game("superpowers").game, 1, seed=1)


PARTS: tuple[Callable[[], None], ...] = (games, superpowers, searches, others)


def compile_all() -> None:
    """Compile every part in its own process."""
    words = [[sys.executable, "-m", "tests.compiled_first", str(number)] for number in range(len(PARTS))]
    quiet = subprocess.DEVNULL
    for process in [subprocess.Popen(each, cwd=ROOT, stdout=quiet, stderr=quiet) for each in words]:
        process.wait()


if __name__ == "__main__":
    PARTS[int(sys.argv[1])]()
