"""Random games of every variant, number of players and policy, recounted after every answer: part of `make games`.

Prints a table and ends with 1 when an invariant broke; it then names the game and writes its record, which
`wd replay FILE --step` shows line by line. A game depends on its name alone, not on how many others are played.
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

HOUSES = 8  # games of one cell take these in turn: the game as it comes, and random agreements
MAX_TURNS = 400
KIB = 1024  # in a MiB; the system counts in KiB
SIDE_BY_SIDE = 1000  # states in memory


@dataclass(frozen=True)
class Cell:
    """Games of one kind."""

    row: Variant
    players: int
    policy: str

    @property
    def name(self) -> str:
        """As a line and a file may call it."""
        return f"{self.row.title}, {self.players} players, {self.policy}"

    def config(self, number: int) -> Config:
        """The rules of game `number`."""
        house, options = number % HOUSES, self.row.options(self.players) | {"max_turns": MAX_TURNS}
        if house > 0:
            options = random_options(random.Random(f"{self.name} {house}"), **options)
        return Config.of(**options)

    def stream(self, seed: int, number: int) -> list[int]:
        """The luck of game `number`, as `rng.bounded_draw` takes it."""
        kind = list(cells()).index(self)
        return [philox.game_key(*split_seed(seed), number, kind, word) for word in (0, 1)] + [0]


@dataclass(frozen=True)
class EpisodeStats:
    """What the games of a cell came to; `broken` has the invariant of each game that broke one."""

    games: int
    decisions: int
    answers: int  # luck included
    seconds: float
    broken: dict[int, int]


def cells() -> Iterator[Cell]:
    """Every variant with each number of players it seats, with every policy."""
    for row, players in all_tables():
        yield from (Cell(row, players, policy) for policy in PREFERENCES)


def play(cell: Cell, seed: int, first: int, games: int, every: int = 1) -> EpisodeStats:
    """Games `first` and on of this cell, recounted after every so many answers."""
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
    """One game again, as a table with its record, up to the answer that broke something or to the end."""
    _, tallies, log = _run(cell, seed, range(number, number + 1))
    table = WorldDominance(cell.config(number), chance=EXPLICIT)
    for answer in log[: tallies[0, ANSWERS_GIVEN]].tolist():
        table.play(table.node.first_outcome + answer)
    return table


def _run(
    cell: Cell, seed: int, numbers: range, every: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Which invariant each game broke, its tally, and the answers of the last of them."""
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
    """Play them all and print the table; 1 when something broke."""
    parser = argparse.ArgumentParser(prog="make games ARGS=...", description="Random games recounted from scratch.")
    parser.add_argument("--games", type=int, default=100_000, help="games in all, shared among all kinds")
    parser.add_argument("--seed", type=int, default=1, help="seed of all luck")
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
    """A row for each variant and number of players, and one for all."""
    head = ("variant", "players", "games", "decisions", "answers", "seconds", "broken invariants")
    rows: dict[tuple[str, object], list[float]] = {}
    for cell, tally in tallies.items():
        numbers = (tally.games, tally.decisions, tally.answers, tally.seconds, len(tally.broken))
        for key in ((cell.row.title, cell.players), ("all", "")):
            rows[key] = [old + new for old, new in zip(rows.get(key, [0] * 5), numbers, strict=True)]
    rows["all", ""] = rows.pop(("all", ""))  # last
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
