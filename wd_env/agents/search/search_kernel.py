"""The search over many decisions. It is written in the subset of the rules and floats, and compiled with the rules.

These functions are copied into a namespace that defines `step`, `resample`, `is_terminal` and `turn_index` of the
game.
"""

from wd_env.agents.search.rollouts import (
    GOLDEN_RATIO_32,
    PRUNING_FREQ,
    best_candidate,
    count_legal,
    is_clearly_better,
    leaf_value,
    play_stratified_chance,
    prune_candidates,
    roll_out,
    start_sample,
    update_stats,
)
from wd_env.agents.search.second_ply import roll_out_with_second_ply
from wd_env.kernels.game_loop import write_mask
from wd_env.kernels.philox import WORD


def make_search(cache_key):
    """Return the compiled function; `cache_key` is in its closure because Numba's cache keys on it."""

    def search(
        states,
        prior_actions,
        keys,
        num_samples,
        samples,
        second_ply,
        depth,
        turns,
        styles,
        random_per_mille,
        margin,
        stderrs,
        outcomes,
        odds,
        used,
        scratch,
        second_candidates,
        sums,
        second_ply_streams,
        streams,
        mask,
        obs,
        input_indices,
        weights,
        first_units,
        second_units,
        values,
        shape,
        scratch_units,
        work,
        candidates,
        totals,
        chosen,
    ):
        cache_key  # noqa: B018
        leaves = 0
        for i in range(len(states)):
            player = states[i].owner[states[i].seat]
            first_turn = turn_index(states[i])  # noqa: F821
            if num_samples[i] == 0:
                write_mask(states[i], candidates[i])
            living = count_legal(candidates[i]) - 1
            budget = samples * living
            while living > 0 and budget > 0:
                prior = 0.0
                for at in range(-1, len(candidates[i])):  # the prior's action first: others are compared with it
                    a = prior_actions[i] if at < 0 else at
                    if candidates[i, a] == 0 or at == prior_actions[i]:
                        continue
                    scratch[0] = states[i]
                    s = scratch[0]
                    start_sample(streams, keys[i], num_samples[i])
                    resample(s, s.seat, streams[0])  # noqa: F821
                    step(s, a)  # noqa: F821
                    play_stratified_chance(
                        s, (keys[i, 0] + num_samples[i] * GOLDEN_RATIO_32) & WORD, streams[0], outcomes, odds, used
                    )
                    if second_ply > 0:
                        roll_out_with_second_ply(
                            scratch, player, depth, turns, first_turn, second_ply, margin, second_candidates, sums,
                            second_ply_streams, styles, random_per_mille, streams,
                            outcomes, odds, used, mask, obs,
                            input_indices, weights, first_units, second_units, values, shape, scratch_units, work,
                        )  # fmt: skip
                    else:
                        roll_out(
                            s, player, depth, turns, first_turn, styles, random_per_mille, streams,
                            outcomes, odds, used, mask, obs, values, shape, scratch_units, work,
                        )  # fmt: skip
                    value = leaf_value(s, player, input_indices, weights, first_units, second_units, obs)
                    if at < 0:
                        prior = value
                    update_stats(totals[i, a], value, prior)
                    leaves += 1
                budget -= living
                num_samples[i] += 1
                if num_samples[i] % PRUNING_FREQ == 0:
                    living = prune_candidates(totals[i], prior_actions[i], candidates[i], margin, stderrs)
                    if living == 1 and is_clearly_better(totals[i], prior_actions[i], candidates[i], margin, stderrs):
                        candidates[i, prior_actions[i]] = 0
                        living = 0
            chosen[i] = best_candidate(totals[i], prior_actions[i], candidates[i], margin)
        return leaves

    return search


def make_values(cache_key):
    """Return the function that values states instead of options; `cache_key` as in `make_search`."""

    def value_states(
        states,
        players,
        keys,
        samples,
        depth,
        turns,
        styles,
        random_per_mille,
        outcomes,
        odds,
        used,
        scratch,
        second_candidates,
        sums,
        second_ply_streams,
        streams,
        mask,
        obs,
        input_indices,
        weights,
        first_units,
        second_units,
        packed_values,
        shape,
        scratch_units,
        work,
        values,
    ):
        cache_key  # noqa: B018
        for i in range(len(states)):
            total = 0.0
            for sample in range(samples):
                scratch[0] = states[i]
                s = scratch[0]
                start_sample(streams, keys[i], sample)
                roll_out(
                    s,
                    players[i],
                    depth,
                    turns,
                    turn_index(s),  # noqa: F821
                    styles,
                    random_per_mille,
                    streams,
                    outcomes,
                    odds,
                    used,
                    mask,
                    obs,
                    packed_values,
                    shape,
                    scratch_units,
                    work,
                )
                total += leaf_value(s, players[i], input_indices, weights, first_units, second_units, obs)
            values[i] = total / samples

    return value_states
