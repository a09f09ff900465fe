"""The same games in a batch and at single tables, answer by answer: `make equal`.

Every row of a batch has a seed of its own; a table with that seed is given the same answers. Views, masks, rewards,
ends and who is asked are compared after every answer, whole states at the end. Prints a table; ends with 1 when
something differs and names the game. Most games are cut early, so that there are many; one in `LONG` goes on as in
`make games`.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.world_dominance.agreements import random_options
from wd_env.cli.tables import columns
from wd_env.core.batch import Batch
from wd_env.core.rewards import Shaping
from wd_env.faces.rewarding import step_rewards
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.game import GAME
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.variants import Variant, every_table

HOUSES = 12  # games of one kind take these in turn: the game as it comes, and random agreements
SHORT_CUT, LONG_CUT = 14, 400  # turns
LONG = 60  # one in so many games is long
ROWS = 240  # side by side
NO_SHAPING = Shaping()


@dataclass(frozen=True)
class Found:
    """What the games of one kind came to."""

    kind: str
    players: int
    games: int
    decisions: int
    seconds: float
    differences: tuple[str, ...]


def houses(row: Variant, players: int, number: int) -> list[dict[str, Any]]:
    """The options of a portion of games; quiz answers are reported and no batch asks for them."""
    agreed = []
    for house in range(HOUSES):
        luck = random.Random(f"{row.title} {players} {number} {house}")
        options = row.options(players) | {"max_turns": LONG_CUT if luck.randrange(LONG) == 0 else SHORT_CUT}
        if house > 0:
            model = luck.choice(("profile", "constant"))
            options = random_options(luck, **options, knowledge_model=model, illegal_action="error")
        agreed.append({name: value for name, value in options.items() if name != "num_players"})
    return agreed


def compare(row: Variant, players: int, number: int, games: int = ROWS) -> Found:
    """Portion `number` of this kind, played to its end on both sides."""
    started, decisions = time.perf_counter(), 0
    seeds = [number * ROWS + k for k in range(games)]
    agreed, luck = houses(row, players, number), np.random.default_rng(number)
    batch = Batch(GAME, games, seeds, [players], agreed)
    tables = [
        WorldDominance(Config.of(**agreed[k % HOUSES], num_players=players), seed=seed) for k, seed in enumerate(seeds)
    ]
    differences: dict[int, str] = {}
    going = list(range(games))
    while going:
        actions = (batch.masks[going] * luck.random((len(going), batch.n_actions))).argmax(axis=1)
        asked = {k: _difference(batch, k, tables[k]) for k in going}
        batch.step(actions, np.array(going))
        for k, action in zip(going, actions, strict=True):
            problem = asked[k] or _answer(batch, k, tables[k], int(action))
            if problem:
                differences[k] = f"{problem} after {len(tables[k].lines)} lines"
        decisions += len(going)
        going = [k for k in going if k not in differences and not batch.done[k]]
    told = tuple(f"{row.title}, {players} players, seed {seeds[k]}: {what}" for k, what in differences.items())
    return Found(row.title, players, games, decisions, time.perf_counter() - started, told)


def _difference(batch: Batch, k: int, table: WorldDominance) -> str:
    if (table.seat, table.player) != (batch.seat[k], batch.player[k]):
        return "who is asked"
    if bytes(table.mask()) != batch.masks[k].tobytes():
        return "the mask"
    return "" if bytes(table.observe(table.seat)) == batch.obs[k].tobytes() else "the view"


def _answer(batch: Batch, k: int, table: WorldDominance, action: int) -> str:
    """Give the table the answer that its row has been given; what differs then, if anything."""
    table.play(action)
    if step_rewards(table, [], NO_SHAPING) != batch.rewards[k, : table.players].tolist():
        return "the rewards"
    if (table.is_over, table.is_over and table.is_truncated) != (batch.done[k], batch.truncated[k]):
        return "the end"
    same = not table.is_over or table.state.to_bytes() == batch._states[k].tobytes()
    return "" if same else "the last state"


def portions(games: int) -> Iterator[tuple[Variant, int, int]]:
    """Variant, players and number of each portion, so many that there are at least so many games."""
    kinds = list(every_table())
    for portion in range(-(-games // ROWS)):
        row, players = kinds[portion % len(kinds)]
        yield row, players, portion // len(kinds)


def report(found: list[Found]) -> str:
    """A row for each variant and number of players, and one for all."""
    rows: dict[tuple[str, object], list[float]] = {}
    for one in found:
        for key in ((one.kind, one.players), ("all", "")):
            numbers = (one.games, one.decisions, one.seconds, len(one.differences))
            rows[key] = [old + new for old, new in zip(rows.get(key, [0] * 4), numbers, strict=True)]
    rows["all", ""] = rows.pop(("all", ""))  # last
    head = ("variant", "players", "games", "decisions", "seconds of a core", "that differ")
    lines = [(*key, *(f"{round(number):,}" for number in numbers)) for key, numbers in rows.items()]
    return columns(head, lines, right=(1, 2, 3, 4, 5))


def main(words: list[str] | None = None) -> int:
    """Play them all and print the table; 1 when something differs."""
    parser = argparse.ArgumentParser(prog="make equal ARGS=...", description="A batch and single tables compared.")
    parser.add_argument("--games", type=int, default=100_000, help="games in all, shared among all kinds")
    parser.add_argument("--workers", type=int, default=2, help="processes at work side by side")
    options = parser.parse_args(words)
    compare(*next(portions(1)), games=HOUSES)  # compiles once for all workers
    with ProcessPoolExecutor(options.workers) as pool:
        found = list(pool.map(compare, *zip(*portions(options.games), strict=True)))
    print(report(found))
    for one in found:
        for difference in one.differences:
            print(f"DIFFERS: {difference}")
    return int(any(one.differences for one in found))


if __name__ == "__main__":
    sys.exit(main())
