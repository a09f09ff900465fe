"""Random games of every variant, number of players and policy, recounted after every action: part of `make games`.

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

from tests.games.world_dominance import recount, recount_ends, recount_things, recounted
from tests.games.world_dominance.agreements import random_options
from tests.games.world_dominance.invariants import HOUSE_STANDS, INVARIANTS, MEMORY, WHOLE
from tests.games.world_dominance.players import PREFERENCES
from tests.games.world_dominance.recounted import ANSWERS_GIVEN, DECISIONS_MADE, MOST_ANSWERS, TALLY, favour_of
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

HOUSES = 8  # the games of one cell cycle through these: the default options, and random options
MAX_TURNS = 400
KIB = 1024  # bytes; the system counts memory in KiB
SIDE_BY_SIDE = 1000  # states in memory


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
        house, options = number % HOUSES, self.row.options(self.players) | {"max_turns": MAX_TURNS}
        if house > 0:
            options = random_options(random.Random(f"{self.name} {house}"), **options)
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
    answers: int  # with chance outcomes
    seconds: float
    broken: dict[int, int]


def cells() -> Iterator[Cell]:
    """Yield every variant with each of its numbers of players and every policy."""
    for row, players in all_tables():
        yield from (Cell(row, players, policy) for policy in PREFERENCES)


def play(cell: Cell, seed: int, first: int, games: int, every: int = 1) -> EpisodeStats:
    """Play games `first` and following of this cell, recounted after every `every` actions."""
    started, decisions, answers = time.perf_counter(), 0, 0
    broken: dict[int, int] = {}
    for start in range(first, first + games, SIDE_BY_SIDE):
        numbers = range(start, min(start + SIDE_BY_SIDE, first + games))
        found, tallies, _ = _run(cell, seed, numbers, every)
        broken |= {numbers[row]: int(found[row]) for row in np.flatnonzero(found != WHOLE)}
        decisions += int(tallies[:, DECISIONS_MADE].sum())
        answers += int(tallies[:, ANSWERS_GIVEN].sum())
    return EpisodeStats(games, decisions, answers, time.perf_counter() - started, broken)


def record_of(cell: Cell, seed: int, number: int) -> Table:
    """Replay one game as a table with its record, up to the action that broke an invariant or to the end."""
    _, tallies, log = _run(cell, seed, range(number, number + 1))
    table = WorldDominance(cell.config(number), chance=EXPLICIT)
    for answer in log[: tallies[0, ANSWERS_GIVEN]].tolist():
        table.play(table.node.first_outcome + answer)
    return table


def _run(
    cell: Cell, seed: int, numbers: range, every: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the invariant that each game broke, its totals, and the actions of the last game."""
    templates = [new_state(cell.config(number)).to_record() for number in range(HOUSES)]
    states = np.array([templates[number % HOUSES] for number in numbers], GAME.schema.dtype)
    house = _house_bytes(states)
    streams = np.array([cell.stream(seed, number) for number in numbers], np.int64)
    found, tallies = np.zeros(len(numbers), np.int64), np.zeros((len(numbers), TALLY), np.int64)
    log = np.zeros(MOST_ANSWERS, np.int64)
    _entry()(
        states,
        streams,
        every,
        np.array(favour_of(cell.policy), np.int64),
        np.zeros(MEMORY, np.int64),
        np.zeros(len(GAME.actions), np.int64),
        np.zeros(GAME.chance_width, np.int64),
        np.zeros(GAME.layout.size, np.int8),
        log,
        tallies,
        found,
    )
    found[(_house_bytes(states) != house) & (found == WHOLE)] = HOUSE_STANDS
    return found, tallies, log


def _house_bytes(states: NDArray[Any]) -> NDArray[Any]:
    names = [field.name for field in GAME.schema.fields if field.constant]
    return np.array([b"".join(state[name].tobytes() for name in names) for state in states])


def _entry() -> Any:
    modules = (*GAME.modules, philox, recount_things, recount_ends, recount, recounted)
    return compile_lazily("random_games", modules, recounted.make_games)


def main(words: list[str] | None = None) -> int:
    """Play all games, print the table, and return 1 if an invariant was broken."""
    parser = argparse.ArgumentParser(prog="make games ARGS=...", description="Random games recounted from scratch.")
    parser.add_argument("--games", type=int, default=100_000, help="games in all, shared among all kinds")
    parser.add_argument("--seed", type=int, default=1, help="seed of all chance")
    parser.add_argument("--records", type=Path, default=Path(), help="folder for the records of games that broke")
    parser.add_argument("--every", type=int, default=1, help="answers from one recount of a game to the next")
    options = parser.parse_args(words)
    if options.every < 1:
        parser.error(f"--every: expected an integer from 1, got {options.every}")
    kinds = list(cells())
    each = -(-options.games // len(kinds))
    tallies, memory = {}, []
    for cell in kinds:
        tallies[cell] = play(cell, options.seed, 0, each, options.every)
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KIB)
        if sys.stderr.isatty():
            print(f"{cell.name}: {each} games", file=sys.stderr)
    print(report(tallies))
    print(f"\nSeed {options.seed}, games of at most {MAX_TURNS} turns, recounted after every {options.every} answers.")
    print(f"Most memory in use: {memory[0]:.0f} MiB after {each:,} games, {memory[-1]:.0f} MiB after all.")
    _tell_broken(tallies, options.seed, options.records)
    return int(any(tally.broken for tally in tallies.values()))


def report(tallies: dict[Cell, EpisodeStats]) -> str:
    """Return a table with one row per variant and number of players, and one for all games."""
    head = ("variant", "players", "games", "decisions", "answers", "seconds", "broken invariants")
    rows: dict[tuple[str, object], list[float]] = {}
    for cell, tally in tallies.items():
        numbers = (tally.games, tally.decisions, tally.answers, tally.seconds, len(tally.broken))
        for key in ((cell.row.title, cell.players), ("all", "")):
            rows[key] = [old + new for old, new in zip(rows.get(key, [0] * 5), numbers, strict=True)]
    rows["all", ""] = rows.pop(("all", ""))  # move the total to the end
    return format_columns(
        head,
        [(*key, *(f"{round(number):,}" for number in numbers)) for key, numbers in rows.items()],
        right_aligned=(1, 2, 3, 4, 5),
    )


def _tell_broken(tallies: dict[Cell, EpisodeStats], seed: int, folder: Path) -> None:
    for cell, tally in tallies.items():
        for number, invariant in list(tally.broken.items())[:1]:
            table = record_of(cell, seed, number)
            path = folder / f"broken {cell.name}, {seed}-{number}.txt".replace(", ", "-").replace(" ", "_")
            path.write_text(table.record().dumps(), "utf-8")
            print(
                f"BROKEN in {len(tally.broken)} games of {cell.name}: seed {seed}, game {number}, after answer "
                f"{len(table.lines)} at {table.node.name}: "
                f"{INVARIANTS[invariant]}. Replay: wd replay {path} --step"
            )


if __name__ == "__main__":
    sys.exit(main())
