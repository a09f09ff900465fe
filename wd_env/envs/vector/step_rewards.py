"""Rewards of one table, as the batch computes them for many."""

from wd_env.spec.rewards import Shaping
from wd_env.table.game_table import Table


def step_rewards(table: Table, before: list[int], shaping: Shaping) -> list[float]:
    """Compute the reward of each player for the step that led from the standings `before` to the present table."""
    rewards = table.rewards()
    if shaping.is_off:
        return rewards
    after = table.standings()
    for term, weight in enumerate(shaping.weights):
        for player in range(table.players):
            at = term * table.game.max_players + player
            rewards[player] += weight * (after[at] - before[at])
    return rewards
