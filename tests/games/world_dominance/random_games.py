"""Random games of every variant, number of players and policy, checked after every action: part of `make games`.

The command prints a table. If an invariant is broken, the exit status is 1, and it names the game and writes its
record, which `wd replay FILE --step` shows line by line. A game depends only on its name, not on the number of games.
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.games.world_dominance import recount, recount_ends, recount_pieces, recounted_games
from tests.games.world_dominance.invariants import INVARIANTS, MEMORY, NOT_BROKEN, OPTIONS_UNCHANGED
from tests.games.world_dominance.policies import PREFERENCES
from tests.games.world_dominance.random_options import random_options
from tests.games.world_dominance.recounted_games import (
    MAX_ACTIONS,
    NUM_ACTIONS,
    NUM_DECISIONS,
    NUM_TOTALS,
    preference_of,
)
from wd_env.cli.text_tables import format_columns
from wd_env.compiler.compile_rules import compile_lazily
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME, new_state
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.variants import Variant, all_tables
from wd_env.kernels import philox
from wd_env.seeding import split_seed
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.game_table import Table

NUM_OPTION_SETS = 8  # the games of one cell cycle through this number of option sets; the first has defaults
MAX_TURNS = 400
KIB = 1024  # bytes; the system counts memory in KiB
BATCH_SIZE = 1000  # states in memory


@dataclass(frozen=True)
class Cell:
    """Games of one kind."""

    row: Variant
    players: int
    policy: str

    @property
    def name(self) -> str:
        """Return the name of the cell for tables and files."""
        return f"{self.row.title}, {self.players} players, {self.policy}"

    def config(self, number: int) -> Config:
        """Return the options of game `number`."""
        index, options = number % NUM_OPTION_SETS, self.row.options(self.players) | {"max_turns": MAX_TURNS}
        if index > 0:
            options = random_options(random.Random(f"{self.name} {index}"), **options)
        return Config.of(**options)

    def stream(self, seed: int, number: int) -> list[int]:
        """Return the random stream of game `number` for `rng.bounded_draw`."""
        kind = list(cells()).index(self)
        return [philox.game_key(*split_seed(seed), number, kind, word) for word in (0, 1)] + [0]


@dataclass(frozen=True)
class EpisodeStats:
    """Totals of the games of a cell; `broken` has the invariant of each game that broke one."""

    games: int
    decisions: int
    actions: int  # with chance outcomes
    seconds: float
    broken: dict[int, int]


def cells() -> Iterator[Cell]:
    """Yield every variant with each of its numbers of players and every policy."""
    for row, players in all_tables():
        yield from (Cell(row, players, policy) for policy in PREFERENCES)


def play(cell: Cell, seed: int, first: int, games: int, interval: int = 1) -> EpisodeStats:
    """Play games `first` and following of this cell and check them after every `interval` actions."""
    started, decisions, actions = time.perf_counter(), 0, 0
    broken: dict[int, int] = {}
    for start in range(first, first + games, BATCH_SIZE):
        numbers = range(start, min(start + BATCH_SIZE, first + games))
        invariants, totals, _ = _run(cell, seed, numbers, interval)
        broken |= {numbers[row]: int(invariants[row]) for row in np.flatnonzero(invariants != NOT_BROKEN)}
        decisions += int(totals[:, NUM_DECISIONS].sum())
        actions += int(totals[:, NUM_ACTIONS].sum())
    return EpisodeStats(games, decisions, actions, time.perf_counter() - started, broken)


def record_of(cell: Cell, seed: int, number: int) -> Table:
    """Replay one game as a table with its record, up to the action that broke an invariant or to the end."""
    _, totals, log = _run(cell, seed, range(number, number + 1))
    table = WorldDominance(cell.config(number), chance=EXPLICIT)
    for action in log[: totals[0, NUM_ACTIONS]].tolist():
        table.play(table.node.first_outcome + action)
    return table


def _run(
    cell: Cell, seed: int, numbers: range, interval: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the invariant that each game broke, its totals, and the actions of the last game."""
    templates = [new_state(cell.config(number)).to_record() for number in range(NUM_OPTION_SETS)]
    states = np.array([templates[number % NUM_OPTION_SETS] for number in numbers], GAME.schema.dtype)
    option_bytes = _option_bytes(states)
    streams = np.array([cell.stream(seed, number) for number in numbers], np.int64)
    invariants, totals = np.zeros(len(numbers), np.int64), np.zeros((len(numbers), NUM_TOTALS), np.int64)
    log = np.zeros(MAX_ACTIONS, np.int64)
    _compiled_games()(
        states,
        streams,
        interval,
        np.array(preference_of(cell.policy), np.int64),
        np.zeros(MEMORY, np.int64),
        np.zeros(len(GAME.actions), np.int64),
        np.zeros(GAME.chance_width, np.int64),
        np.zeros(GAME.layout.size, np.int8),
        log,
        totals,
        invariants,
    )
    invariants[(_option_bytes(states) != option_bytes) & (invariants == NOT_BROKEN)] = OPTIONS_UNCHANGED
    return invariants, totals, log


def _option_bytes(states: NDArray[Any]) -> NDArray[Any]:
    names = [field.name for field in GAME.schema.fields if field.constant]
    return np.array([b"".join(state[name].tobytes() for name in names) for state in states])


def _compiled_games() -> Any:
    modules = (*GAME.modules, philox, recount_pieces, recount_ends, recount, recounted_games)
    return compile_lazily("random_games", modules, recounted_games.make_games)


def main(args: list[str] | None = None) -> int:
    """Play all games, print the table, and return 1 if an invariant was broken."""
    parser = argparse.ArgumentParser(prog="make games ARGS=...", description="Check invariants in random games.")
    parser.add_argument("--games", type=int, default=100_000, help="total number of games, divided among all kinds")
    parser.add_argument("--seed", type=int, default=1, help="random seed")
    parser.add_argument("--records", type=Path, default=Path(), help="folder for records of broken games")
    parser.add_argument("--every", type=int, default=1, help="actions between two checks of a game")
    options = parser.parse_args(args)
    if options.every < 1:
        parser.error(f"--every: expected an integer from 1, got {options.every}")
    kinds = list(cells())
    each = -(-options.games // len(kinds))
    stats, memory = {}, []
    for cell in kinds:
        stats[cell] = play(cell, options.seed, 0, each, options.every)
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIB)
        if sys.stderr.isatty():
            print(f"{cell.name}: {each} games", file=sys.stderr)
    print(report(stats))
    print(f"\nSeed {options.seed}, games of at most {MAX_TURNS} turns, checked after every {options.every} actions.")
    print(f"Peak memory: {memory[0]:.0f} MiB after {each:,} games, {memory[-1]:.0f} MiB after all.")
    _print_broken(stats, options.seed, options.records)
    return int(any(totals.broken for totals in stats.values()))


def report(stats: dict[Cell, EpisodeStats]) -> str:
    """Return a table with one row per variant and number of players, and one for all games."""
    column_titles = ("variant", "players", "games", "decisions", "actions", "seconds", "broken invariants")
    rows: dict[tuple[str, object], list[float]] = {}
    for cell, totals in stats.items():
        numbers = (totals.games, totals.decisions, totals.actions, totals.seconds, len(totals.broken))
        for key in ((cell.row.title, cell.players), ("all", "")):
            rows[key] = [old + new for old, new in zip(rows.get(key, [0] * 5), numbers, strict=True)]
    rows["all", ""] = rows.pop(("all", ""))  # move the total to the end
    return format_columns(
        column_titles,
        [(*key, *(f"{round(number):,}" for number in numbers)) for key, numbers in rows.items()],
        right_aligned=(1, 2, 3, 4, 5),
    )


def _print_broken(stats: dict[Cell, EpisodeStats], seed: int, folder: Path) -> None:
    for cell, totals in stats.items():
        for number, invariant in list(totals.broken.items())[:1]:
            table = record_of(cell, seed, number)
            path = folder / f"broken {cell.name}, {seed}-{number}.txt".replace(", ", "-").replace(" ", "_")
            path.write_text(table.record().dumps(), "utf-8")
            print(
                f"BROKEN in {len(totals.broken)} games of {cell.name}: seed {seed}, game {number}, after action "
                f"{len(table.lines)} at {table.node.name}: "
                f"{INVARIANTS[invariant]}. Replay: wd replay {path} --step"
            )


if __name__ == "__main__":
    sys.exit(main())
