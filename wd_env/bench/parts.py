"""The parts of a decision and what surrounds it, each by itself: `play()` does it for a moment and counts.

What one game does is done to `TABLES` in turn, which stand at different points of their games.
"""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from wd_env.bench.games import CUT, PLAYERS, Play
from wd_env.core.table import Table
from wd_env.faces.world_dominance import raw_env as pettingzoo_env
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.table import WorldDominance

TABLES = 16
APART = 12  # decisions from the point of one table to that of the next
ROWS = 1024
MATCH = 512  # games


@cache
def tables() -> tuple[WorldDominance, ...]:
    """Games of four, each further on than the one before it."""
    generator = np.random.default_rng(1)
    made = []
    for number in range(TABLES):
        table = WorldDominance(Config(max_turns=CUT), seed=number)
        for _ in range(number * APART):
            if not table.is_over:
                table.play(int(generator.choice(np.flatnonzero(table.mask()))))
        made.append(table)
    return tuple(made)


def _each(do: Callable[[Table], Any]) -> Play:
    games = tables()

    def play() -> int:
        for table in games:
            do(table)
        return len(games)

    return play


def mask() -> Play:
    """The mask of one game, interpreted."""
    return _each(lambda table: table.mask())


def observe() -> Play:
    """The view of the asked seat of one game, interpreted."""
    return _each(lambda table: table.observe(table.seat))


def clone() -> Play:
    """A copy of the state of one game."""
    return _each(lambda table: table.state.copy())


def json_round_trip() -> Play:
    """One game to a JSON text and back, checked."""
    return _each(lambda table: WorldDominance.from_json(GAME, json.loads(json.dumps(table.to_json()))))


def reset() -> Play:
    """A new game at the PettingZoo face."""
    env = pettingzoo_env(max_turns=CUT)

    def play() -> int:
        env.reset(seed=1)
        return 1

    return play


def _batch() -> Any:
    from wd_env.core.batch import Batch

    batch = Batch(GAME, ROWS, seed=1, players=PLAYERS, options={"max_turns": CUT}, restarts=True)
    batch.play(TABLES * APART)  # games stand at different points by now
    return batch


def batch_reset() -> Play:
    """New games in all rows of a batch, with their masks and views."""
    batch, rows = _batch(), np.arange(ROWS)

    def play() -> int:
        batch.restart(rows)
        return ROWS

    return play


def batch_draw() -> Play:
    """A random answer for each row of a batch."""
    batch = _batch()

    def play() -> int:
        batch.random_actions()
        return ROWS

    return play


def batch_observe() -> Play:
    """One view of each row of a batch."""
    batch, rows = _batch(), np.arange(ROWS)

    def play() -> int:
        batch.observe_seats(rows, batch.seat)
        return ROWS

    return play


def batch_look(masked: bool) -> Play:
    """The view of each row of a batch, with or without its mask, written as a step does; no caller can ask for that."""
    from wd_env.core import kernel

    batch, rows = _batch(), np.arange(ROWS)
    op, seats = (kernel.LOOK, rows) if masked else (kernel.LOOK_AS, batch.seat.copy())

    def play() -> int:
        batch._call(op, rows, seats)
        return ROWS

    return play


def batch_clone() -> Play:
    """Everything that changes in a batch, copied."""
    batch = _batch()

    def play() -> int:
        batch.save()
        return ROWS

    return play


def matches() -> Play:
    """Matches of four scripted bots, with their table of shares and intervals."""
    from wd_env.agents.arena import play_match

    deals = iter(range(10**9))

    def play() -> int:
        return play_match(GAME, ["scripted"] * 4, games=MATCH, seed=next(deals), options={"max_turns": CUT}).games

    return play
