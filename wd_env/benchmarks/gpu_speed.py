"""`python -m wd_env.benchmarks.gpu_speed`: games on a GPU are those of a batch, bit for bit, and how many
decisions it makes."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from wd_env.batch import batch
from wd_env.batch.batch import Batch
from wd_env.batch.cuda_batch import ORDERS, CudaBatch, check_gpu
from wd_env.batch.kernel_arrays import Arrays
from wd_env.benchmarks import random_play
from wd_env.benchmarks.interleaved_timing import Summary, in_turn, ratios, spread
from wd_env.benchmarks.measure_process import measure
from wd_env.benchmarks.random_play import players
from wd_env.errors import ConfigError, WdError
from wd_env.registry import DEFAULT, Game, game_named

COMPARED = 100_000  # games
COMPARED_ROUNDS = 200
ON_A_CORE = 1024  # games
CORE = f"a batch of {ON_A_CORE:,} on one core"
WARM_UP = 20  # answers a game


def main(words: list[str] | None = None) -> int:
    """Compare, measure, print; 1 with one line on stderr where no GPU is or a bit differs."""
    options = _parser().parse_args(words)
    try:
        row = game_named(options.game)
        check_gpu()
        _compare(row, options.compared)
        _measure(row, options)
    except WdError as problem:
        print(f"bench.gpu: {problem}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m wd_env.benchmarks.gpu_speed", description=__doc__)
    parser.add_argument("--game", default=DEFAULT, help="the game, by its name")
    parser.add_argument("--games", type=int, nargs="+", default=[100_000, 1_000_000], help="how many at once")
    parser.add_argument("--compared", type=int, default=COMPARED, help="games that are compared with a batch's")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; each measures every case once")
    parser.add_argument("--answers", type=int, default=100, help="answers a game in each measurement")
    return parser


def _compare(row: Game, tables: int) -> None:
    """Short games of both orders against a batch's."""
    for order in ORDERS:
        began = time.perf_counter()
        seeds = list(range(tables))
        mine = CudaBatch(row.game, tables, seeds, players(row), row.short_options, restarts=True, order=order)
        mine.wait()
        print(f"order {order}: compiled and begun in {time.perf_counter() - began:.0f} s")
        mine.play(COMPARED_ROUNDS)
        found = difference(row, mine.save(), seeds)
        if found:
            raise ConfigError(f"order {order}: {found} differ from a batch's after {COMPARED_ROUNDS} answers a game")
        print(f"order {order}: {tables:,} games are a batch's, bit for bit, after {COMPARED_ROUNDS} answers each")


def difference(row: Game, mine: Arrays, seeds: list[int]) -> str:
    """The first array, and rows of it, that differ from those of batches which play the same games; or nothing."""
    for first in range(0, len(seeds), batch.MOST_GAMES):
        part = slice(first, first + batch.MOST_GAMES)
        tables, threads = len(seeds[part]), os.cpu_count() or 1
        theirs = Batch(row.game, tables, seeds[part], players(row), row.short_options, restarts=True, threads=threads)
        theirs.play(COMPARED_ROUNDS)
        kept = {**theirs.save(), "masks": theirs.masks}
        for name, array in mine.items():
            if not np.array_equal(array[part], kept[name]):
                wrong = (array[part] != kept[name]).reshape(tables, -1).any(axis=1).nonzero()[0]
                return f"{name} of {len(wrong)} games, the first of them {first + wrong[0]},"
    return ""


def _measure(row: Game, options: argparse.Namespace) -> None:
    core = partial(_on_a_core, random_play.batch(row, ON_A_CORE))
    for tables in options.games:
        for order in ORDERS:  # one after the other: a million games fill some GB
            held = CudaBatch(row.game, tables, 1, players(row), row.match_options, restarts=True, order=order)
            cases: dict[str, Callable[[], float]] = {
                "one launch": partial(_speed, held, 1, options.answers),
                "a launch for each answer": partial(_speed, held, options.answers, 1),
                CORE: core,
            }
            _speed(held, 1, WARM_UP)
            speeds = in_turn(cases, options.rounds)
            for name, found in speeds.items():
                told, ratio = spread(Summary.of(found)), ratios(found, speeds[CORE]).median
                print(f"{tables:>9,} games, order {order}, {name}: {told} decisions a second, x{ratio:.0f} of {CORE}")


def _speed(held: CudaBatch, launches: int, answers: int) -> float:
    """Decisions a second of the clock, masks and views included."""
    began = time.perf_counter()
    for _ in range(launches):
        held.play(answers)
    held.wait()
    return held.n * launches * answers / (time.perf_counter() - began)


def _on_a_core(play: random_play.Play) -> float:
    found = measure(play, 1.0)
    return found.decisions / found.cpu


if __name__ == "__main__":
    sys.exit(main())
