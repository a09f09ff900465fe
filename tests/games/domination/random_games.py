"""Play random games of Domination in a batch and check invariants after every action: its part of `make games`.

The games cycle through the kinds of games, over maps, numbers of seats and options. The exit status is 1 if a check
fails; the output names the first row that shows it.
"""

import numpy as np

from tests.games.domination.recount import broken_rows
from tests.games.equal_games import draw_option_sets
from tests.games.random_games import play_in_batches
from tests.games.samples import Kind, samples_of
from wd_env.batch.batch import Batch

ROWS = 1200  # games per batch


def main(args: list[str]) -> int:
    """Play the games of each kind, print a table, and return 1 if a check failed."""
    return play_in_batches(samples_of("domination").kinds, play, ROWS, 100_000, args)


def play(kind: Kind, seed: int, first: int, games: int) -> tuple[int, list[str]]:
    """Play `games` games from number `first` on.

    Return the number of actions, and the first failed check of each game.
    """
    samples = samples_of("domination")
    option_sets = draw_option_sets(samples, kind, seed * 1_000_003 + first)
    batch = Batch(samples.game_of(kind), games, seed * 1_000_003 + first, [kind.players], option_sets)
    rng = np.random.default_rng((seed, first, kind.players))
    broken: dict[int, str] = {}
    num_actions = 0
    rows = np.arange(games)
    while len(rows):
        priorities = 1 - rng.random((len(rows), batch.n_actions), np.float32)  # above 0, which masked actions get
        actions = (batch.masks[rows] * priorities).argmax(axis=1)
        before = batch._states[rows]
        batch.step(actions, rows)
        num_actions += len(rows)
        for sentence, where in broken_rows(batch, rows, before).items():
            for row in where.tolist():
                broken.setdefault(
                    row, f"{kind}, seed {seed}, game {first + row}, action {num_actions}: broken: {sentence}"
                )
        rows = rows[~batch.done[rows] & ~np.isin(rows, list(broken))]
    return num_actions, list(broken.values())
