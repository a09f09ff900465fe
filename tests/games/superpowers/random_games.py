"""Play random games of Superpowers in a batch and check invariants after every action: its part of `make games`.

The games cycle through the kinds of games, over numbers of players, teams and options. The exit status is 1 if an
invariant is broken; the output names the first game that shows it.
"""

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.games.equal_games import draw_option_sets
from tests.games.random_games import play_in_batches
from tests.games.samples import Kind, samples_of
from tests.games.superpowers.invariants import INVARIANTS, MEMORY
from tests.games.superpowers.own_boards import recount_modules
from tests.games.superpowers.recount import recount_table
from wd_env.batch.batch import Batch
from wd_env.compiler.compile_rules import compile_lazily
from wd_env.games.superpowers.definitions import board_constants, rule_constants
from wd_env.spec.game_spec import GameSpec
from wd_env.spec.module_copies import module_of

ROWS = 250  # games per batch
ROUNDS = (2, 6, 9, 14, 30)  # last round of a game
IN_RANGE = "values of observations are in their range"
CAN_ACT = "a legal action exists until the game ends"
CONSTANT = "the options do not change"


def make_recount(tag: str) -> Any:
    """Return the entry point for the compiler; `tag` is in its closure because the cache key covers closures."""

    def recount_rows(states, rows, memories, broken):
        tag  # noqa: B018
        for row in rows:
            broken[row] = recount_table(states[row], memories[row])

    return recount_rows


def main(args: list[str]) -> int:
    """Play the games of each kind, print a table, and return 1 if an invariant is broken."""
    return play_in_batches(samples_of("superpowers").kinds, play, ROWS, 5_000, args)


def play(kind: Kind, seed: int, first: int, games: int) -> tuple[int, list[str]]:
    """Play `games` games from number `first` on.

    Return the number of actions, and the first broken invariant of each game.
    """
    samples = samples_of("superpowers")
    option_sets = draw_option_sets(samples, kind, seed * 1_000_003 + first)
    option_sets = [options | {"max_rounds": ROUNDS[i % len(ROUNDS)]} for i, options in enumerate(option_sets)]
    batch = Batch(samples.game_of(kind), games, seed * 1_000_003 + first, [kind.players], option_sets)
    rng = np.random.default_rng((seed, first, kind.players))
    check = compile_lazily("superpowers recount", _modules_for(batch.game), make_recount)
    memories, codes = np.zeros((games, MEMORY), np.int64), np.zeros(games, np.int64)
    constant = _constant(batch)
    broken: dict[int, str] = {}
    num_actions, rows = 0, np.arange(games)
    while len(rows):
        priorities = 1 - rng.random((len(rows), batch.n_actions), np.float32)  # above 0, which masked actions get
        batch.step((batch.masks[rows] * priorities).argmax(axis=1), rows)
        num_actions += len(rows)
        check(batch._states, rows, memories, codes)
        for sentence, where in _broken(batch, rows, codes).items():
            for row in where.tolist():
                broken.setdefault(
                    row, f"{kind}, seed {seed}, game {first + row}, action {num_actions}: broken: {sentence}"
                )
        rows = rows[~batch.done[rows] & ~np.isin(rows, list(broken))]
    for row in np.flatnonzero(_constant(batch) != constant).tolist():
        broken.setdefault(row, f"{kind}, seed {seed}, game {first + row}: broken: {CONSTANT}")
    return num_actions, list(broken.values())


def _broken(batch: Batch, rows: NDArray[np.int64], codes: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    broken = {INVARIANTS[code]: rows[codes[rows] == code] for code in np.unique(codes[rows]) if code}
    obs = batch.obs[rows]
    broken[IN_RANGE] = rows[((obs < LOWS) | (obs > HIGHS)).any(axis=1)]
    broken[CAN_ACT] = rows[batch.masks[rows].any(axis=1) == batch.done[rows]]
    return broken


def _constant(batch: Batch) -> NDArray[Any]:
    names = [field.name for field in batch.game.schema.fields if field.constant]
    return np.array([b"".join(state[name].tobytes() for name in names) for state in batch._states])


@cache
def _modules_for(game: GameSpec) -> tuple[ModuleType, ...]:
    return (rule_constants, module_of(game, board_constants), *recount_modules(game))


_FEATURES = samples_of("superpowers").game.layout.features
LOWS = np.repeat([feature.low for feature in _FEATURES], [feature.size for feature in _FEATURES]).astype(np.int8)
HIGHS = np.repeat([feature.high for feature in _FEATURES], [feature.size for feature in _FEATURES]).astype(np.int8)
