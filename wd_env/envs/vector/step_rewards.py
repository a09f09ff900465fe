"""Rewards of a single table, equal to those of a batch."""

from wd_env.spec.rewards import RewardShaping
from wd_env.table.game_table import Table


def step_rewards(table: Table, potentials_before: list[int], shaping: RewardShaping) -> list[float]:
    """Compute the reward of each player for the last step.

    Args:
        table: Table after the step.
        potentials_before: Shaping potentials before the step; empty if shaping is off.
        shaping: Shaping terms and their weights.

    Returns:
        One reward for each player.
    """
    rewards = table.rewards()
    if shaping.is_off:
        return rewards
    after = table.potentials()
    for term, weight in enumerate(shaping.weights):
        for player in range(table.players):
            at = term * table.game.max_players + player
            rewards[player] += weight * (after[at] - potentials_before[at])
    return rewards
