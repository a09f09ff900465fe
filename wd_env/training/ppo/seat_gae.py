"""Advantages by seat: generalised advantage estimation along the trajectory of each seat.

Several seats act in one game, and a seat can get rewards when others move. Each seat has a separate trajectory: its
decisions in order, each followed by the rewards of the seat until its next decision, whoever moves. Discounts count the
decisions of the seat. A game that ends also ends every trajectory; a game that is truncated and the end of the rollout
are bootstrapped with the value of the seat's current observation. Rewards before the first decision of a seat in this
rollout are not used: the value at the end of the previous rollout stood for them.
"""

import numpy as np

from wd_env.agents.networks.numpy_network import Diverged

Array = np.ndarray
NO_LEARNER = -1  # instead of a seat: no learning seat acted


def player_scales(num_players: Array) -> Array:
    """Compute factors float32[k] that give results of games with int64[k] players equal variance.

    A win pays 1 and a loss -1 / (n - 1), so at even shares the standard deviation of a result is 1 / sqrt(n - 1).
    Superpowers pays -1 for a loss, so these factors do not fit it.
    Without a factor, decisions in games of two players count twice as much as those in games of five.
    """
    scales: Array = np.sqrt(num_players - 1).astype(np.float32)
    return scales


def seat_advantages(
    rewards: Array,
    seats: Array,
    values: Array,
    done: Array,
    final_values: Array,
    bootstrap_values: Array,
    gamma: float,
    gae_lambda: float,
) -> Array:
    """Compute generalised advantage estimates along the trajectory of each seat.

    Args:
        rewards: float32[T, n, S], rewards of each seat in each step of n games.
        seats: int64[T, n], the seat that acted; NO_LEARNER if it does not learn.
        values: float32[T, n], of the observations that were acted on.
        done: bool[T, n], whether the game ended in the step.
        final_values: float32[T, n, S], of the last observations of truncated games; 0 for other games.
        bootstrap_values: float32[n, S], of the observations after the last step.
        gamma: Discount per decision of a seat, 0..1.
        gae_lambda: Lambda of the estimation, 0..1.

    Returns:
        float32[T, n], the advantage of each decision; 0 if no learning seat acted.

    Raises:
        Diverged: If a reward or a value is not finite.
    """
    next_value = bootstrap_values.astype(np.float32)
    advantage = np.zeros_like(next_value)
    earned = np.zeros_like(next_value)
    advantages = np.zeros_like(values)
    for step in reversed(range(len(seats))):
        finished = done[step]
        next_value[finished] = final_values[step, finished]
        advantage[finished] = 0
        earned[finished] = 0
        earned += rewards[step]
        acted = np.flatnonzero(seats[step] != NO_LEARNER)
        acted_seats = acted, seats[step, acted]
        delta = earned[acted_seats] + gamma * next_value[acted_seats] - values[step, acted]
        advantage[acted_seats] = delta + gamma * gae_lambda * advantage[acted_seats]
        advantages[step, acted] = advantage[acted_seats]
        next_value[acted_seats] = values[step, acted]
        earned[acted_seats] = 0
    if not np.isfinite(advantages).all():
        raise Diverged("the advantages are not finite: a reward or a value is NaN or infinite")
    return advantages
