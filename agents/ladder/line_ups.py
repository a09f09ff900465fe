"""Who plays whom: the line-ups of a ladder."""

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np

PAIR = 2


def line_ups(bots: Sequence[str], players: int, seed: int) -> list[tuple[str, ...]]:
    """List the line-ups of so many seats, each once, the same for the same arguments.

    Two players: every pair. More: each bot alone against each other in all other seats, and, of three bots and more, as
    many mixed line-ups as there are bots, drawn by the seed: the bots in random order, cut or repeated to fill the
    seats.
    """
    if players == PAIR:
        return list(combinations(bots, PAIR))
    alone = [(one, *[other] * (players - 1)) for one, other in permutations(bots, PAIR)]
    return [*alone, *(_mixed(bots, players, seed) if len(bots) > PAIR else [])]


def _mixed(bots: Sequence[str], players: int, seed: int) -> list[tuple[str, ...]]:
    luck = np.random.default_rng((seed, players))
    drawn = [np.sort(np.resize(luck.permutation(len(bots)), players)).tolist() for _ in bots]
    return list(dict.fromkeys(tuple(bots[place] for place in places) for places in drawn))
