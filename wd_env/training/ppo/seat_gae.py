"""Advantages by seat: generalised advantage estimation along the trajectory of each seat.

Several seats answer in turn within one game, and rewards come on others' moves. Each seat has a trajectory
of its own: its decisions in order, each followed by the rewards the seat got until its next one, on
whosever move they came. Discounts count a seat's own decisions. A game that ends cuts every trajectory; a
game that is truncated, and the end of the rollout, are bridged with the value of the seat's present view.
Decisions of an earlier rollout are not reached: rewards that come before a seat's first decision in this
rollout are part of the value that bridged the border then.
"""

import numpy as np

from wd_env.agents.numpy_network import Diverged

Array = np.ndarray
NO_LEARNER = -1  # in the place of a seat: nobody acted who learns


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
    """Compute advantages float32[T, n], each seat's along its own trajectory; 0 where no learner acted.

    `rewards` [T, n, S] per seat; `seats` int64[T, n] who acted, NO_LEARNER where no learning seat did; `values`
    [T, n] of the views acted on; `ends` bool[T, n] the game ended in the step; `final_values` [T, n, S] of the last
    views where it was truncated, 0 where it ended by the rules; `bootstrap_values` [n, S] of the present views.
    Diverged when a reward or a value is no number.
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
        own = acted, seats[step, acted]
        delta = earned[own] + gamma * next_value[own] - values[step, acted]
        advantage[own] = delta + gamma * gae_lambda * advantage[own]
        advantages[step, acted] = advantage[own]
        next_value[own] = values[step, acted]
        earned[own] = 0
    if not np.isfinite(advantages).all():
        raise Diverged("the advantages are not finite: a reward or a value is NaN or infinite")
    return advantages
