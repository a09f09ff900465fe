"""The line-ups of a ladder: which bots play each other."""

from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np

TWO_PLAYERS = 2
BASELINE = "scripted_v1"  # has rating 0 if it takes part


def find_anchor(bots: Sequence[str]) -> str:
    """Return the bot whose rating is 0."""
    return BASELINE if BASELINE in bots else bots[0]


def one_vs_rest_lineup(bot: str, other: str, players: int) -> tuple[str, ...]:
    """Return the line-up of one bot against another bot in all other seats."""
    return (bot, *[other] * (players - 1))


def lineups(bots: Sequence[str], players: int, seed: int, one_vs_rest: bool = False) -> list[tuple[str, ...]]:
    """Return the line-ups with this number of seats, each once; the same arguments give the same list.

    Two players: every pair of bots. More players: each bot against each other one in all other seats, and with three or
    more bots as many mixed line-ups as there are bots; these shuffle the bots and cut or repeat them to fill the seats.

    Args:
        bots: Names of the bots.
        players: Number of seats.
        seed: Seed of the mixed line-ups.
        one_vs_rest: Only each bot against the anchor in all other seats.
    """
    if one_vs_rest:
        base = find_anchor(bots)
        return [one_vs_rest_lineup(bot, base, players) for bot in bots if bot != base]
    if players == TWO_PLAYERS:
        return list(combinations(bots, TWO_PLAYERS))
    one_against_all = [one_vs_rest_lineup(one, other, players) for one, other in permutations(bots, TWO_PLAYERS)]
    return [*one_against_all, *(_mixed_lineups(bots, players, seed) if len(bots) > TWO_PLAYERS else [])]


def _mixed_lineups(bots: Sequence[str], players: int, seed: int) -> list[tuple[str, ...]]:
    rng = np.random.default_rng((seed, players))
    sampled = [np.sort(np.resize(rng.permutation(len(bots)), players)).tolist() for _ in bots]
    return list(dict.fromkeys(tuple(bots[index] for index in indices) for indices in sampled))
