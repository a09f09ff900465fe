"""Rewards of one table, as the batch computes them for many."""

import numpy as np

from wd_env.core import kernel
from wd_env.core.rewards import Shaping
from wd_env.core.table import Table


def standings(table: Table) -> list[int]:
    """What the terms of the game count, term by term and seat by seat; all 0 once the game is over."""
    counts = [0] * (len(table.game.terms) * table.game.seats)
    if not table.is_over:
        table.game.standing(table.state, counts)
    return counts


def step_rewards(table: Table, before: list[int], shaping: Shaping) -> list[float]:
    """What each player gets for the step that led from the standings `before` to the table as it is."""
    players = table.players
    paid = [0.0] * table.game.seats
    kernel.pay(table.state, int(table.is_over), table.game.returns_table, paid)
    rewards = [float(np.float32(reward)) for reward in paid[:players]]
    if shaping.is_off:
        return rewards
    after = standings(table)
    for term, weight in enumerate(shaping.weights):
        for player in range(players):
            at = term * table.game.seats + player
            rewards[player] += weight * (after[at] - before[at])
    return rewards
