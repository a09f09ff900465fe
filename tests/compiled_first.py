"""Compile code that many tests share once, before the test processes start; one process per part.

`python -m tests.compiled_first NUMBER` compiles one part. If a part fails, the tests report the error.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]


def games() -> None:
    """Compile the rules of World Dominance, with and without statistics, and its heuristics."""
    from wd_env.batch.batch import Batch
    from wd_env.evaluation.game_stats import collect_game_stats
    from wd_env.games.world_dominance.game import GAME
    from wd_env.registry import get_game

    for name, bot in (("world_dominance", "scripted"), ("domination", "hard")):
        collect_game_stats(get_game(name), [bot] * 2, num_games=2, seed=1)
    Batch(GAME, 1, seed=1)


def other_games() -> None:
    """Compile the rules of the other games, and of the toy game."""
    from tests.toy_game import PLEDGE
    from wd_env.batch.batch import Batch
    from wd_env.registry import get_game

    for game in (get_game("domination").game, PLEDGE):
        Batch(game, 1, seed=1)


def searches() -> None:
    """Compile the search and its value network."""
    from wd_env.agents.search.search_agent import load_value_network
    from wd_env.agents.search.search_engine import RolloutConfig, SearchEngine, SearchStats, draw_keys
    from wd_env.games.world_dominance.game import GAME
    from wd_env.games.world_dominance.table import WorldDominance

    table = WorldDominance(seed=1)
    states = np.frombuffer(bytearray(table.state.to_bytes()), GAME.schema.dtype)
    engine, keys = SearchEngine(GAME, load_value_network("", GAME)), draw_keys(np.random.default_rng(1), 1)
    engine.values(states, np.zeros(1, np.int64), keys, 1, RolloutConfig(1))
    actions = np.array([GAME.actions.index(table.legal_texts()[0])])
    engine.search(states, actions, keys, SearchStats.empty(GAME, 1), 1, RolloutConfig(1), 0.02)


def superpowers() -> None:
    """Compile the rules of Superpowers, which take longest, without statistics."""
    from wd_env.batch.batch import Batch
    from wd_env.registry import get_game

    Batch(get_game("superpowers").game, 1, seed=1)


def superpowers_statistics() -> None:
    """Compile the rules of Superpowers with statistics."""
    from wd_env.evaluation.game_stats import collect_game_stats
    from wd_env.registry import get_game

    entry = get_game("superpowers")
    collect_game_stats(entry, ["random"] * 2, num_games=2, seed=1, options=dict(entry.short_options[0]))


PARTS: tuple[Callable[[], None], ...] = (games, superpowers, superpowers_statistics, searches, other_games)


def compile_all() -> None:
    """Compile every part in its own process."""
    commands = [[sys.executable, "-m", "tests.compiled_first", str(index)] for index in range(len(PARTS))]
    devnull = subprocess.DEVNULL
    for process in [subprocess.Popen(command, cwd=ROOT, stdout=devnull, stderr=devnull) for command in commands]:
        process.wait()


if __name__ == "__main__":
    PARTS[int(sys.argv[1])]()
