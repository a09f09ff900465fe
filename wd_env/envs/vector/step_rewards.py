"""Rewards of one table, as the batch computes them for many."""

from wd_env.spec.rewards import RewardShaping
from wd_env.table.game_table import Table


def step_rewards(table: Table, potentials_before: list[int], shaping: RewardShaping) -> list[float]:
    """Compute the reward of each player for the step that led from the standings `before` to the present table."""
    rewards = table.rewards()
    if shaping.is_off:
        return rewards
    after = table.potentials()
    for term, weight in enumerate(shaping.weights):
        for player in range(table.players):
            at = term * table.game.max_players + player
            rewards[player] += weight * (after[at] - potentials_before[at])
    return rewards
