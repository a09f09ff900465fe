"""What the engine and training cost here: `make bench`. Ratios are of things measured in turn in one run.

Every figure is the median of several rounds with its least and greatest; machines are shared, so read ratios.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from wd_env.core.batch import Batch
from wd_env.core.spec import LUCK
from wd_env.faces.world_dominance import raw_env as pettingzoo_env
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME, new_state
from wd_env.world_dominance.rules import engine
from wd_env.world_dominance.table import WorldDominance

ROUNDS = 5
SECONDS = 1.0  # of each measurement
CUT = 400  # turns


def main() -> None:
    """Measure and print."""
    print(f"state: {GAME.schema.size} bytes; observation {GAME.layout.size}; actions {len(GAME.actions)}")
    cases: dict[str, Callable[[], float]] = {
        "interpreted rules, a random legal answer": interpreted_rules,
        "one table with luck and record": one_table,
        "PettingZoo raw_env (observation and mask)": raw_env,
        "batch of 1 (mask and observation)": lambda: batch(1),
        "batch of 64": lambda: batch(64),
        "batch of 1024": lambda: batch(1024),
    }
    print(f"start of Python to the first step of the single environment: {first_step():.2f} s")
    for measure in cases.values():
        measure()  # compilation and caches
    rounds = [{name: measure() for name, measure in cases.items()} for _ in range(ROUNDS)]
    reference = next(iter(cases))
    print(f"decisions a second on one core, median of {ROUNDS} rounds (least to greatest), ratio to the first line:")
    for name in cases:
        speeds = [one[name] for one in rounds]
        ratios = [one[name] / one[reference] for one in rounds]
        spread = f"({min(speeds):,.0f} to {max(speeds):,.0f})"
        print(f"  {name:<44}{statistics.median(speeds):>12,.0f} {spread:<28} x{statistics.median(ratios):.2f}")


def first_step() -> float:
    """Seconds from the start of a new Python to the end of the first step, median."""
    program = (
        "from wd_env import world_dominance_v0\n"
        "env = world_dominance_v0.raw_env()\nenv.reset(seed=1)\n"
        "env.step(int(env.observe(env.agent_selection)['action_mask'].argmax()))"
    )
    seconds = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603  our own program
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


def interpreted_rules() -> float:
    """Rules alone: masks, answers and luck on plain objects."""
    generator = np.random.default_rng(1)
    begun, decisions = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        state: Any = new_state(Config(max_turns=CUT))
        while not engine.is_over(state):
            if GAME.questions[state.question].kind == LUCK:
                weights = [0] * GAME.luck_width
                engine.chances(state, weights)
                offered = [outcome for outcome, weight in enumerate(weights) if weight]
            else:
                mask = [0] * len(GAME.actions)
                engine.legal(state, mask)
                offered = [action for action, legal in enumerate(mask) if legal]
                decisions += 1
            engine.step(state, offered[int(generator.random() * len(offered))])
    return decisions / (time.perf_counter() - begun)


def one_table() -> float:
    """The table that every face of a single game uses."""
    generator = np.random.default_rng(1)
    begun, decisions = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        table = WorldDominance(Config(max_turns=CUT), seed=decisions)
        while not table.is_over:
            offered = [action for action, legal in enumerate(table.mask()) if legal]
            table.play(offered[int(generator.random() * len(offered))])
            decisions += 1
    return decisions / (time.perf_counter() - begun)


def raw_env() -> float:
    """The PettingZoo face without wrappers, reading observation and mask at each decision."""
    generator = np.random.default_rng(1)
    env = pettingzoo_env(max_turns=CUT)
    begun, decisions = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        env.reset(seed=decisions)
        while not env.table.is_over:
            offered = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            env.step(int(offered[int(generator.random() * len(offered))]))
            decisions += 1
    return decisions / (time.perf_counter() - begun)


def batch(tables: int) -> float:
    """The compiled batch: random answers drawn inside, masks and observations written, finished games restarted."""
    games = Batch(GAME, tables, seed=1, players=[2, 3, 4, 5], options={"max_turns": CUT})
    begun, decisions = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS:
        games.step(games.random_actions())
        decisions += tables
        if games.done.any():
            games.restart(np.flatnonzero(games.done))
    return decisions / (time.perf_counter() - begun)


if __name__ == "__main__":
    main()
