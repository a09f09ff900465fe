"""The parts of a decision and what surrounds it, each by itself: `play()` does it for a moment and counts.

What one game does is done to `TABLES` in turn, which stand at different points of their games.
"""

import json
from collections.abc import Callable
from itertools import cycle
from typing import Any

import numpy as np

from wd_env.benchmarks.random_play import Play, players
from wd_env.envs.aec_env import raw_env_of
from wd_env.registry import Game
from wd_env.table.game_table import Table

TABLES = 16
APART = 12  # decisions from the point of one table to that of the next
ROWS = 1024
MATCH = 512  # games


def tables(row: Game) -> tuple[Table, ...]:
    """Return games of the usual number of players, each further on than the one before it."""
    generator, config = np.random.default_rng(1), row.config(**row.match_options)
    made = []
    for number in range(TABLES):
        table = row.new_table(config, seed=number)
        for _ in range(number * APART):
            if not table.is_over:
                table.play(int(generator.choice(np.flatnonzero(table.mask()))))
        made.append(table)
    return tuple(made)


def _each(row: Game, do: Callable[[Table], Any]) -> Play:
    games = tables(row)

    def play() -> int:
        for table in games:
            do(table)
        return len(games)

    return play


def mask(row: Game) -> Play:
    """The mask of one game, interpreted."""
    return _each(row, lambda table: table.mask())


def observe(row: Game) -> Play:
    """The view of the asked seat of one game, interpreted."""
    return _each(row, lambda table: table.observe(table.seat))


def clone(row: Game) -> Play:
    """A copy of the state of one game."""
    return _each(row, lambda table: table.state.copy())


def json_round_trip(row: Game) -> Play:
    """One game to a JSON text and back, checked."""
    return _each(row, lambda table: type(table).from_json(row.game, json.loads(json.dumps(table.to_json()))))


def reset(row: Game) -> Play:
    """A new game at the PettingZoo face."""
    env = raw_env_of(row, **row.match_options)

    def play() -> int:
        env.reset(seed=1)
        return 1

    return play


def _batch(row: Game) -> Any:
    from wd_env.batch.batch import Batch

    batch = Batch(row.game, ROWS, 1, players(row), row.match_options, restarts=True)
    batch.play(TABLES * APART)  # games stand at different points by now
    return batch


def batch_reset(row: Game) -> Play:
    """New games in all rows of a batch, with their masks and views."""
    batch, rows = _batch(row), np.arange(ROWS)

    def play() -> int:
        batch.restart(rows)
        return ROWS

    return play


def batch_draw(row: Game) -> Play:
    """A random answer for each row of a batch."""
    batch = _batch(row)

    def play() -> int:
        batch.random_actions()
        return ROWS

    return play


def batch_observe(row: Game) -> Play:
    """One view of each row of a batch."""
    batch, rows = _batch(row), np.arange(ROWS)

    def play() -> int:
        batch.observe_seats(rows, batch.seat)
        return ROWS

    return play


def batch_look(row: Game, masked: bool) -> Play:
    """The view of each row of a batch, with or without its mask, written as a step does; no caller can ask for that."""
    from wd_env.kernels import game_loop

    batch, rows = _batch(row), np.arange(ROWS)
    op, seats = (game_loop.LOOK, rows) if masked else (game_loop.LOOK_AS, batch.seat.copy())

    def play() -> int:
        batch._call(op, rows, seats)
        return ROWS

    return play


def batch_clone(row: Game) -> Play:
    """Everything that changes in a batch, copied."""
    batch = _batch(row)

    def play() -> int:
        batch.save()
        return ROWS

    return play


def matches(row: Game) -> Play:
    """Matches of bots, with their table of shares and intervals: the game's own bot in every seat, or `random`."""
    from wd_env.evaluation.matches.match import play_match

    deals, options = iter(range(10**9)), dict(row.match_options)
    bots = [row.baseline] * row.config().num_players

    def play() -> int:
        return play_match(row.game, bots, MATCH, next(deals), options).games

    return play


def search(row: Game, each_sample: bool) -> Play:
    """What `search` does with its usual options: decisions that leave a choice, or the samples of their options."""
    from wd_env.agents.search.search_agent import SearchAgent

    batch = _batch(row)
    rows = np.flatnonzero(batch.masks.sum(axis=1, dtype=np.int64) > 1)
    states, own = batch.possible_states(rows), batch.masks[rows].argmax(axis=1)
    bot, places = SearchAgent(np.random.default_rng(1)), cycle(range(len(rows)))

    def play() -> int:
        place = slice(at := next(places), at + 1)  # a game without a value network takes long over each
        found = bot.findings(row.game, states[place], own[place])
        return int(found.samples.sum()) if each_sample else 1

    return play
