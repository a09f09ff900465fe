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
from wd_env.progress import Progress
from wd_env.registry import GAMES
from wd_env.spec.rewards import RewardShaping
from wd_env.table.game_table import Table

NUM_OPTION_SETS = 12  # games of one kind cycle through this number of option sets; the first has defaults
ROWS = 240  # games of a batch
NO_SHAPING = RewardShaping()


@dataclass(frozen=True)
class ParityResult:
    """Results of one chunk of games of a kind."""

    kind: str
    players: int
    games: int
    decisions: int
    seconds: float
    differences: tuple[str, ...]


def draw_option_sets(samples: Samples, kind: Kind, number: int) -> list[dict[str, Any]]:
    """Return the option sets of chunk `number`."""
    rngs = (random.Random(f"{kind.title} {kind.players} {number} {index}") for index in range(NUM_OPTION_SETS))
    return [samples.draw_options(kind, rng, index) for index, rng in enumerate(rngs)]


def compare(name: str, kind: Kind, number: int, games: int | None = None) -> ParityResult:
    """Play chunk `number` of this kind of a game to its end in a batch and at tables; `ROWS` games by default."""
    started, decisions, samples = time.perf_counter(), 0, samples_of(name)
    games = games or samples.chunk_size or ROWS
    seeds = [number * ROWS + k for k in range(games)]
    option_sets, rng = draw_option_sets(samples, kind, number), np.random.default_rng(number)
    batch = Batch(samples.game_of(kind), games, seeds, [kind.players], option_sets)
    tables = [samples.new_table(kind, option_sets[k % NUM_OPTION_SETS], seed) for k, seed in enumerate(seeds)]
    differences: dict[int, str] = {}
    ongoing = list(range(games))
    for step in count():
        if not ongoing:
            break
        is_observed = step % samples.observation_interval == 0
        actions = (batch.masks[ongoing] * rng.random((len(ongoing), batch.n_actions))).argmax(axis=1)
        before = {k: _difference(batch, k, tables[k], is_observed=is_observed) for k in ongoing}
        batch.step(actions, np.array(ongoing))
        for k, action in zip(ongoing, actions, strict=True):
            difference = before[k] or _play_both(batch, k, tables[k], int(action))
            if difference:
                differences[k] = f"{difference} after {len(tables[k].lines)} lines"
        decisions += len(ongoing)
        ongoing = [k for k in ongoing if k not in differences and not batch.done[k]]
    lines = tuple(f"{name}, {kind}, seed {seeds[k]}: {text}" for k, text in differences.items())
    return ParityResult(kind.title, kind.players, games, decisions, time.perf_counter() - started, lines)


def _difference(batch: Batch, k: int, table: Table, *, is_observed: bool) -> str:
    if (table.seat, table.player) != (batch.seat[k], batch.player[k]):
        return "the seat to move"
    if bytes(table.mask()) != batch.masks[k].tobytes():
        return "the mask"
    if not is_observed:
        return ""
    if table.state.to_bytes() != batch.full_states(np.array([k]))[0].tobytes():
        return "the state"
    return "" if bytes(table.observe(table.seat)) == batch.obs[k].tobytes() else "the observation"


def _play_both(batch: Batch, k: int, table: Table, action: int) -> str:
    """Play the action of a row at its table, and return the difference, if any."""
    table.play(action)
    if step_rewards(table, [], NO_SHAPING) != batch.rewards[k, : table.players].tolist():
        return "the rewards"
    if (table.is_terminal, table.is_terminal and table.is_truncated) != (batch.done[k], batch.truncated[k]):
        return "done or truncated"
    same = not table.is_terminal or table.state.to_bytes() == batch._states[k].tobytes()
    return "" if same else "the last state"


def chunks(samples: Samples, games: int) -> Iterator[tuple[Kind, int]]:
    """Yield kind and number of each chunk, enough for at least `games` games."""
    for chunk in range(-(-games // (samples.chunk_size or ROWS))):
        yield samples.kinds[chunk % len(samples.kinds)], chunk // len(samples.kinds)


def report(results: list[ParityResult]) -> str:
    """Return a table with one row per variant and number of players, and one for all games."""
    rows: dict[tuple[str, object], list[float]] = {}
    for result in results:
        for key in ((result.kind, result.players), ("all", "")):
            numbers = (result.games, result.decisions, result.seconds, len(result.differences))
            rows[key] = [old + new for old, new in zip(rows.get(key, [0] * 4), numbers, strict=True)]
    rows["all", ""] = rows.pop(("all", ""))  # move the total to the end
    column_titles = ("variant", "players", "games", "decisions", "core seconds", "differing")
    lines = [(*key, *(f"{round(number):,}" for number in numbers)) for key, numbers in rows.items()]
    return format_columns(column_titles, lines, right_aligned=(1, 2, 3, 4, 5))


def main(args: list[str] | None = None) -> int:
    """Play all games and print the tables; return 1 if something differs."""
    parser = argparse.ArgumentParser(prog="make parity ARGS=...", description="Compare a batch with single tables.")
    parser.add_argument("--games", type=int, help="number of games per game, divided among its kinds")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--processes", type=int, default=2, help="number of processes")
    options = parser.parse_args(args)
    differences: list[str] = []
    for name in [options.game] if options.game else GAMES:
        results = play_all(name, options.games or samples_of(name).parity_games, options.processes)
        print(f"{GAMES[name].title}\n\n{report(results)}\n")
        differences += [difference for result in results for difference in result.differences]
    for difference in differences:
        print(f"DIFFERS: {difference}")
    return int(bool(differences))


def play_all(name: str, games: int, workers: int) -> list[ParityResult]:
    """Play the chunks of this number of games."""
    samples = samples_of(name)
    compare(name, samples.kinds[0], 0, NUM_OPTION_SETS)  # compile once for all workers
    results: list[ParityResult] = []
    with ProcessPoolExecutor(workers) as pool, Progress(f"parity of {name}", games, "games") as progress:
        for result in pool.map(compare, repeat(name), *zip(*chunks(samples, games), strict=True)):
            results.append(result)
            progress.advance(result.games)
    return results


if __name__ == "__main__":
    sys.exit(main())
