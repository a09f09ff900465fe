"""The second ply: in a sample the next decision of its own player is searched, too; in the subset of the rules
but for floats.

The names `step`, `resample` and `is_over` are the game's: the namespace in which copies of these functions run has
them.
"""

from wd_env.agents.search.rollouts import (
    OWN_STYLE,
    THEIR_STYLE,
    WIDE,
    begin_sample,
    count_legal,
    leaf_value,
    policy_answer,
    roll_out,
)
from wd_env.kernels.game_loop import play_chance
from wd_env.kernels.philox import bounded_draw


def roll_out_ahead(
    scratch, player, rounds, again, margin, ahead, sums, inner, styles, mixed, streams, outcomes, odds, used, mask, obs,
    reads, weights, units, others, numbers, shape, room,
):  # fmt: skip
    """Play on as `roll_out` from the first state of the scratch; look ahead where the player is first asked again."""
    s = scratch[0]
    left = rounds
    has_looked = 0
    while left > 0 and not is_over(s):  # noqa: F821
        is_own = s.owner[s.seat] == player
        style = styles[OWN_STYLE if is_own else THEIR_STYLE]
        a = policy_answer(s, style, mixed, streams[1], mask, obs, numbers, shape, room)
        left -= 1
        if is_own and has_looked == 0 and count_legal(mask) > 1:
            has_looked = 1
            for option in range(len(mask)):
                ahead[option] = mask[option]
                sums[option] = 0.0
            begin_looking(inner, streams)
            for sample in range(again):
                add_values(
                    scratch, sample, player, left, ahead, sums, inner, styles, mixed, outcomes, odds, used, mask, obs,
                    reads, weights, units, others, numbers, shape, room,
                )  # fmt: skip
            a = better_answer(a, ahead, sums, margin * again)
        step(s, a)  # noqa: F821
        play_chance(s, streams[0], outcomes, odds, used)


def begin_looking(inner, streams):
    """A key of its own for what lies ahead of a sample."""
    inner[2, 0] = streams[1, 0] ^ bounded_draw(streams[1], WIDE)
    inner[2, 1] = streams[1, 1]


def add_values(
    scratch, sample, player, rounds, ahead, sums, inner, styles, mixed, outcomes, odds, used, mask, obs,
    reads, weights, units, others, numbers, shape, room,
):  # fmt: skip
    """Try each option of the first state of the scratch once, on common random numbers, in the second."""
    for option in range(len(ahead)):
        if ahead[option] == 0:
            continue
        scratch[1] = scratch[0]
        s = scratch[1]
        begin_sample(inner, inner[2], sample)
        resample(s, s.seat, inner[0])  # noqa: F821
        step(s, option)  # noqa: F821
        play_chance(s, inner[0], outcomes, odds, used)
        roll_out(s, player, rounds, styles, mixed, inner, outcomes, odds, used, mask, obs, numbers, shape, room)
        sums[option] += leaf_value(s, player, reads, weights, units, others, obs)


def better_answer(own, ahead, sums, margin):
    """The option of the greatest sum if it is beyond that of the policy's answer by the margin, else that answer."""
    best = own
    most = sums[own] + margin
    for option in range(len(ahead)):
        if ahead[option] == 1 and option != own and sums[option] > most:
            best = option
            most = sums[option]
    return best
