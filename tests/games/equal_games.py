"""`make parity`: compare the same games in a batch and at single tables, action by action, for every game.

Every row of a batch has its own seed; a table with that seed plays the same actions. Masks, rewards, the end of the
game and the seat to move are compared after every action, observations and full states every one or few actions, and
states at the end. The program prints a table per game. It exits with 1 and names the difference if there is one.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any

import numpy as np

from tests.games.samples import Kind, Samples, samples_of
from wd_env.batch.batch import Batch
from wd_env.cli.text_tables import format_columns
from wd_env.envs.vector.step_rewards import step_rewards
from wd_env.registry import GAMES
from wd_env.spec.rewards import RewardShaping
from wd_env.table.game_table import Table

HOUSES = 12  # games of one kind cycle through these: the default options, and others
ROWS = 240  # games of a batch
NO_SHAPING = RewardShaping()


@dataclass(frozen=True)
class Found:
    """Results of the games of one kind."""

    kind: str
    players: int
    games: int
    decisions: int
    seconds: float
    differences: tuple[str, ...]


def houses(samples: Samples, kind: Kind, number: int) -> list[dict[str, Any]]:
    """Return the options of a portion of games."""
    rngs = (random.Random(f"{kind.title} {kind.players} {number} {house}") for house in range(HOUSES))
    return [samples.agreement(kind, rng, house) for house, rng in enumerate(rngs)]


def compare(name: str, kind: Kind, number: int, games: int | None = None) -> Found:
    """Play portion `number` of this kind of a game to its end in both ways; `ROWS` games by default."""
    started, decisions, samples = time.perf_counter(), 0, samples_of(name)
    games = games or samples.portion or ROWS
    seeds = [number * ROWS + k for k in range(games)]
    agreed, rng = houses(samples, kind, number), np.random.default_rng(number)
    batch = Batch(samples.game_of(kind), games, seeds, [kind.players], agreed)
    tables = [samples.new_table(kind, agreed[k % HOUSES], seed) for k, seed in enumerate(seeds)]
    differences: dict[int, str] = {}
    going = list(range(games))
    for step in count():
        if not going:
            break
        is_observed = step % samples.observed_every == 0
        actions = (batch.masks[going] * rng.random((len(going), batch.n_actions))).argmax(axis=1)
        asked = {k: _difference(batch, k, tables[k], is_observed=is_observed) for k in going}
        batch.step(actions, np.array(going))
        for k, action in zip(going, actions, strict=True):
            problem = asked[k] or _answer(batch, k, tables[k], int(action))
            if problem:
                differences[k] = f"{problem} after {len(tables[k].lines)} lines"
        decisions += len(going)
        going = [k for k in going if k not in differences and not batch.done[k]]
    entries = tuple(f"{name}, {kind}, seed {seeds[k]}: {what}" for k, what in differences.items())
    return Found(kind.title, kind.players, games, decisions, time.perf_counter() - started, entries)


def _difference(batch: Batch, k: int, table: Table, *, is_observed: bool) -> str:
    if (table.seat, table.player) != (batch.seat[k], batch.player[k]):
        return "the seat to move"
    if bytes(table.mask()) != batch.masks[k].tobytes():
        return "the mask"
    if not is_observed:
        return ""
    if table.state.to_bytes() != batch.full_states(np.array([k]))[0].tobytes():
        return "the state"
    return "" if bytes(table.observe(table.seat)) == batch.obs[k].tobytes() else "the view"


def _answer(batch: Batch, k: int, table: Table, action: int) -> str:
    """Play the action of a row at its table, and return the difference, if any."""
    table.play(action)
    if step_rewards(table, [], NO_SHAPING) != batch.rewards[k, : table.players].tolist():
        return "the rewards"
    if (table.is_terminal, table.is_terminal and table.is_truncated) != (batch.done[k], batch.truncated[k]):
        return "the end"
    same = not table.is_terminal or table.state.to_bytes() == batch._states[k].tobytes()
    return "" if same else "the last state"


def portions(samples: Samples, games: int) -> Iterator[tuple[Kind, int]]:
    """Yield kind and number of each portion, enough for at least `games` games."""
    for portion in range(-(-games // (samples.portion or ROWS))):
        yield samples.kinds[portion % len(samples.kinds)], portion // len(samples.kinds)


def report(found: list[Found]) -> str:
    """Return a table with one row per variant and number of players, and one for all games."""
    rows: dict[tuple[str, object], list[float]] = {}
    for one in found:
        for key in ((one.kind, one.players), ("all", "")):
            numbers = (one.games, one.decisions, one.seconds, len(one.differences))
            rows[key] = [old + new for old, new in zip(rows.get(key, [0] * 4), numbers, strict=True)]
    rows["all", ""] = rows.pop(("all", ""))  # move the total to the end
    head = ("variant", "players", "games", "decisions", "seconds of a core", "that differ")
    lines = [(*key, *(f"{round(number):,}" for number in numbers)) for key, numbers in rows.items()]
    return format_columns(head, lines, right_aligned=(1, 2, 3, 4, 5))


def main(words: list[str] | None = None) -> int:
    """Play all games and print the tables; return 1 if something differs."""
    parser = argparse.ArgumentParser(prog="make parity ARGS=...", description="A batch and single tables compared.")
    parser.add_argument("--games", type=int, help="games of each game, shared among all its kinds")
    parser.add_argument("--game", choices=list(GAMES), help="this game alone")
    parser.add_argument("--processes", type=int, default=2, help="processes at work side by side")
    options = parser.parse_args(words)
    differences: list[str] = []
    for name in [options.game] if options.game else GAMES:
        found = play_all(name, options.games or samples_of(name).parity_games, options.processes)
        print(f"{GAMES[name].title}\n\n{report(found)}\n")
        differences += [difference for one in found for difference in one.differences]
    for difference in differences:
        print(f"DIFFERS: {difference}")
    return int(bool(differences))


def play_all(name: str, games: int, workers: int) -> list[Found]:
    """Play the portions of this number of games."""
    samples = samples_of(name)
    compare(name, samples.kinds[0], 0, HOUSES)  # compile once for all workers
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(compare, repeat(name), *zip(*portions(samples, games), strict=True)))


if __name__ == "__main__":
    sys.exit(main())
