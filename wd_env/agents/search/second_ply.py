"""The second ply: a search of the player's next decision within a rollout.

It is written in the subset of the rules and floats. These functions are copied into a namespace that defines `step`,
`resample`, `is_terminal` and `turn_index` of the game.
"""

from wd_env.agents.search.rollouts import (
    OPPONENT_STYLE,
    OWN_STYLE,
    START_RANGE,
    count_legal,
    leaf_value,
    policy_action,
    roll_out,
    start_sample,
)
from wd_env.kernels.game_loop import sample_chance
from wd_env.kernels.philox import bounded_draw


def roll_out_with_second_ply(
    scratch, player, depth, turns, first_turn, second_ply, margin, second_candidates, sums, second_ply_streams,
    styles, random_per_mille,
    streams, outcomes, odds, used, mask, obs,
    input_indices, weights, first_units, second_units, values, shape, scratch_units, work,
):  # fmt: skip
    """Play as `roll_out` from the first state of the scratch, with a search at the player's next decision."""
    s = scratch[0]
    remaining = depth
    remaining_turns = turns
    turn = first_turn
    has_searched = 0
    while remaining > 0 and not is_terminal(s):  # noqa: F821
        if turn_index(s) != turn:  # noqa: F821
            turn = turn_index(s)  # noqa: F821
            remaining_turns -= 1
            if remaining_turns == 0:
                return
        is_own = s.owner[s.seat] == player
        style = styles[OWN_STYLE if is_own else OPPONENT_STYLE]
        a = policy_action(s, style, random_per_mille, streams[1], mask, obs, values, shape, scratch_units, work)
        remaining -= 1
        if is_own and has_searched == 0 and count_legal(mask) > 1:
            has_searched = 1
            for option in range(len(mask)):
                second_candidates[option] = mask[option]
                sums[option] = 0.0
            start_second_ply(second_ply_streams, streams)
            for sample in range(second_ply):
                add_action_values(
                    scratch, sample, player, remaining, remaining_turns, second_candidates, sums, second_ply_streams,
                    styles, random_per_mille, outcomes, odds, used, mask, obs,
                    input_indices, weights, first_units, second_units, values, shape, scratch_units, work,
                )  # fmt: skip
            a = better_action(a, second_candidates, sums, margin * second_ply)
        step(s, a)  # noqa: F821
        sample_chance(s, streams[0], outcomes, odds, used)


def start_second_ply(second_ply_streams, streams):
    """Set a separate key for the search within a sample."""
    second_ply_streams[2, 0] = streams[1, 0] ^ bounded_draw(streams[1], START_RANGE)
    second_ply_streams[2, 1] = streams[1, 1]


def add_action_values(
    scratch, sample, player, depth, turns, second_candidates, sums, second_ply_streams, styles, random_per_mille,
    outcomes, odds, used, mask, obs,
    input_indices, weights, first_units, second_units, values, shape, scratch_units, work,
):  # fmt: skip
    """Sample each option of the first state of the scratch once, with common random numbers, in the second state."""
    first_turn = turn_index(scratch[0])  # noqa: F821
    for option in range(len(second_candidates)):
        if second_candidates[option] == 0:
            continue
        scratch[1] = scratch[0]
        s = scratch[1]
        start_sample(second_ply_streams, second_ply_streams[2], sample)
        resample(s, s.seat, second_ply_streams[0])  # noqa: F821
        step(s, option)  # noqa: F821
        sample_chance(s, second_ply_streams[0], outcomes, odds, used)
        roll_out(
            s,
            player,
            depth,
            turns,
            first_turn,
            styles,
            random_per_mille,
            second_ply_streams,
            outcomes,
            odds,
            used,
            mask,
            obs,
            values,
            shape,
            scratch_units,
            work,
        )
        sums[option] += leaf_value(s, player, input_indices, weights, first_units, second_units, obs)


def better_action(prior_action, second_candidates, sums, margin):
    """Return the option with the greatest sum if it exceeds that of the policy's action by the margin, else that."""
    best = prior_action
    maximum = sums[prior_action] + margin
    for option in range(len(second_candidates)):
        if second_candidates[option] == 1 and option != prior_action and sums[option] > maximum:
            best = option
            maximum = sums[option]
    return best
