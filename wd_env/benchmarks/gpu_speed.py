"""Compare games on a GPU with those of a batch, bit for bit, and measure decisions per second:
`python -m wd_env.benchmarks.gpu_speed`."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice

import numpy as np

from wd_env.batch import batch
from wd_env.batch.batch import Batch
from wd_env.batch.cuda_batch import ORDERS, CudaBatch, check_gpu
from wd_env.batch.kernel_arrays import Arrays
from wd_env.benchmarks import random_play
from wd_env.benchmarks.interleaved_timing import Summary, format_summary, ratios, run_interleaved
from wd_env.benchmarks.measure_process import measure
from wd_env.benchmarks.random_play import player_counts
from wd_env.errors import ConfigError, WdError
from wd_env.registry import DEFAULT_GAME, GameEntry, get_game

COMPARED_GAMES = 100_000
COMPARED_STEPS = 200
CORE_GAMES = 1024
CORE_TITLE = f"a batch of {CORE_GAMES:,} on one core"
WARM_UP_STEPS = 20  # actions per game


def main(args: list[str] | None = None) -> int:
    """Compare, measure and print; return 1 with one line on stderr without a GPU, or if a bit differs."""
    options = _parser().parse_args(args)
    try:
        row = get_game(options.game)
        check_gpu()
        _compare(row, options.compare_games)
        _measure(row, options)
    except WdError as exc:
        print(f"gpu_speed: {exc}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m wd_env.benchmarks.gpu_speed", description=__doc__)
    parser.add_argument("--game", default=DEFAULT_GAME, help="name of the game")
    parser.add_argument("--games", type=int, nargs="+", default=[100_000, 1_000_000], help="numbers of parallel games")
    parser.add_argument(
        "--compare-games", type=int, default=COMPARED_GAMES, help="games to compare with those of a batch"
    )
    parser.add_argument("--rounds", type=int, default=5, help="rounds; each measures every case once")
    parser.add_argument("--num-steps", type=int, default=100, help="actions per game in each measurement")
    return parser


def _compare(entry: GameEntry, num_games: int) -> None:
    """Compare short games in both memory orders with those of a batch."""
    for order in ORDERS:
        began = time.perf_counter()
        seeds = list(range(num_games))
        cuda_batch = CudaBatch(
            entry.game, num_games, seeds, player_counts(entry), entry.short_options, autoreset=True, order=order
        )
        cuda_batch.wait()
        print(f"order {order}: compiled and started in {time.perf_counter() - began:.0f} s")
        cuda_batch.play(COMPARED_STEPS)
        result = difference(entry, cuda_batch.save(), seeds)
        if result:
            raise ConfigError(f"order {order}: {result} differ from a batch's after {COMPARED_STEPS} actions per game")
        print(f"order {order}: {num_games:,} games equal a batch's, bit for bit, after {COMPARED_STEPS} actions each")


def difference(entry: GameEntry, arrays: Arrays, seeds: list[int]) -> str:
    """Return the first array, with rows, that differs from batches with the same games; empty if none does."""
    for first in range(0, len(seeds), batch.MAX_GAMES):
        item = slice(first, first + batch.MAX_GAMES)
        tables, threads = len(seeds[item]), os.cpu_count() or 1
        players = list(islice(cycle(player_counts(entry)), first, first + tables))
        options = list(islice(cycle(entry.short_options), first, first + tables))
        cpu_batch = Batch(entry.game, tables, seeds[item], players, options, autoreset=True, threads=threads)
        cpu_batch.play(COMPARED_STEPS)
        saved = {**cpu_batch.save(), "masks": cpu_batch.masks}
        for name, array in arrays.items():
            if not np.array_equal(array[item], saved[name]):
                invalid = (array[item] != saved[name]).reshape(tables, -1).any(axis=1).nonzero()[0]
                return f"{name} of {len(invalid)} games, the first of them {first + invalid[0]},"
    return ""


def _measure(entry: GameEntry, options: argparse.Namespace) -> None:
    core = partial(_core_speed, random_play.batch(entry, CORE_GAMES))
    for tables in options.games:
        for order in ORDERS:  # one after the other, because a million games take some GB
            cuda_batch = CudaBatch(
                entry.game, tables, 1, player_counts(entry), entry.match_options, autoreset=True, order=order
            )
            cases: dict[str, Callable[[], float]] = {
                "one launch": partial(_speed, cuda_batch, 1, options.num_steps),
                "one launch per action": partial(_speed, cuda_batch, options.num_steps, 1),
                CORE_TITLE: core,
            }
            _speed(cuda_batch, 1, WARM_UP_STEPS)
            speeds = run_interleaved(cases, options.rounds)
            for name, result in speeds.items():
                text, ratio = format_summary(Summary.of(result)), ratios(result, speeds[CORE_TITLE]).median
                print(
                    f"{tables:>9,} games, order {order}, {name}: {text} decisions per second, x{ratio:.0f} "
                    f"of {CORE_TITLE}"
                )


def _speed(games: CudaBatch, launches: int, num_steps: int) -> float:
    """Return decisions per second of the clock, masks and observations included."""
    began = time.perf_counter()
    for _ in range(launches):
        games.play(num_steps)
    games.wait()
    return games.n * launches * num_steps / (time.perf_counter() - began)


def _core_speed(play: random_play.Play) -> float:
    result = measure(play, 1.0)
    return result.decisions / result.cpu


if __name__ == "__main__":
    sys.exit(main())
