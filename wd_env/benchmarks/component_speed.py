"""The components of a decision and related operations, each separately: `play()` runs one for a moment and counts.

Operations on single games cycle through tables at different points of their games.
"""

import json
from collections.abc import Callable
from itertools import count, cycle
from typing import Any

import numpy as np

from wd_env.benchmarks.random_play import Play, player_counts
from wd_env.envs.registered_env import make_raw_aec_env
from wd_env.registry import GameEntry
from wd_env.table.game_table import Table
from wd_env.table.saved_table import table_from_json

NUM_GAMES = 16
STEPS_BETWEEN_GAMES = 12  # decisions between the points of two consecutive tables
ROWS = 1024
MATCH_GAMES = 512


def make_tables(entry: GameEntry) -> tuple[Table, ...]:
    """Return games with the default number of players, each at a later point than the previous one."""
    generator, config = np.random.default_rng(1), entry.config(**entry.match_options)
    tables = []
    for game_index in range(NUM_GAMES):
        table = entry.new_table(config, seed=game_index)
        for _ in range(game_index * STEPS_BETWEEN_GAMES):
            if not table.is_terminal:
                table.play(int(generator.choice(np.flatnonzero(table.mask()))))
        tables.append(table)
    return tuple(tables)


def _play_each(entry: GameEntry, action: Callable[[Table], Any]) -> Play:
    games = make_tables(entry)

    def play() -> int:
        for table in games:
            action(table)
        return len(games)

    return play


def mask(entry: GameEntry) -> Play:
    """Measure the mask of one game, interpreted."""
    return _play_each(entry, lambda table: table.mask())


def observe(entry: GameEntry) -> Play:
    """Measure the observation of the seat to move in one game, interpreted."""
    return _play_each(entry, lambda table: table.observe(table.seat))


def clone(entry: GameEntry) -> Play:
    """Measure a copy of the state of one game."""
    return _play_each(entry, lambda table: table.state.copy())


def json_round_trip(entry: GameEntry) -> Play:
    """Measure the conversion of one game to JSON and back, with checks."""
    return _play_each(entry, lambda table: table_from_json(json.loads(json.dumps(table.to_json())), entry.game))


def reset(entry: GameEntry) -> Play:
    """Measure a new game of the PettingZoo environment."""
    env = make_raw_aec_env(entry, **entry.match_options)

    def play() -> int:
        env.reset(seed=1)
        return 1

    return play


def _batch(entry: GameEntry) -> Any:
    from wd_env.batch.batch import Batch

    batch = Batch(entry.game, ROWS, 1, player_counts(entry), entry.match_options, autoreset=True)
    batch.play(NUM_GAMES * STEPS_BETWEEN_GAMES)  # so that games are at different points
    return batch


def batch_reset(entry: GameEntry) -> Play:
    """Measure new games in all rows of a batch, with their masks and observations."""
    batch, rows = _batch(entry), np.arange(ROWS)

    def play() -> int:
        batch.reset(rows)
        return ROWS

    return play


def batch_draw(entry: GameEntry) -> Play:
    """Measure a random action for each row of a batch."""
    batch = _batch(entry)

    def play() -> int:
        batch.random_actions()
        return ROWS

    return play


def batch_observe(entry: GameEntry) -> Play:
    """Measure one observation of each row of a batch."""
    batch, rows = _batch(entry), np.arange(ROWS)

    def play() -> int:
        batch.observe_seats(rows, batch.seat)
        return ROWS

    return play


def batch_write(entry: GameEntry, with_mask: bool) -> Play:
    """Measure the observation of each row of a batch, with or without its mask, as written in a step."""
    from wd_env.kernels import game_loop

    batch, rows = _batch(entry), np.arange(ROWS)
    op, seats = (game_loop.REFRESH, rows) if with_mask else (game_loop.OBSERVE, batch.seat.copy())

    def play() -> int:
        batch._call(op, rows, seats)
        return ROWS

    return play


def batch_clone(entry: GameEntry) -> Play:
    """Measure a copy of everything that changes in a batch."""
    batch = _batch(entry)

    def play() -> int:
        batch.save()
        return ROWS

    return play


def matches(entry: GameEntry) -> Play:
    """Measure matches of bots with their results: the game's default bot in every seat, or `random`."""
    from wd_env.evaluation.matches.match import play_match

    deals, options = count(), dict(entry.match_options)
    bots = [entry.baseline] * entry.config().num_players

    def play() -> int:
        return play_match(entry.game, bots, MATCH_GAMES, next(deals), options).games

    return play


def search(entry: GameEntry, each_sample: bool) -> Play:
    """Measure `search` with its default options: decisions with at least two options, or samples of their options."""
    from wd_env.agents.search.search_agent import SearchAgent

    batch = _batch(entry)
    rows = np.flatnonzero(batch.masks.sum(axis=1, dtype=np.int64) > 1)
    states, actions = batch.resampled_states(rows), batch.masks[rows].argmax(axis=1)
    bot, indices = SearchAgent(np.random.default_rng(1)), cycle(range(len(rows)))

    def play() -> int:
        index = slice(at := next(indices), at + 1)  # one decision, because games without a value network take long
        result = bot.evaluate_actions(entry.game, states[index], actions[index])
        return int(result.samples.sum()) if each_sample else 1

    return play
