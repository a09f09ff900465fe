"""The search over many decisions, in the subset of the rules but for floats: compiled together with all rules.

The names `step`, `resample` and `is_over` are the game's: the namespace in which copies of these functions run has
them.
"""

from wd_env.agents.search.rollouts import (
    GOLDEN,
    TESTED_EVERY,
    begin_sample,
    best_option,
    count_legal,
    give_up_hopeless,
    is_settled,
    leaf_value,
    note_value,
    play_first_chance,
    roll_out,
)
from wd_env.agents.search.second_ply import roll_out_ahead
from wd_env.kernels.game_loop import look
from wd_env.kernels.philox import WORD


def make_search(tag):
    """The entry; `tag` is in its closure for the compiler's cache."""

    def search(
        states,
        own,
        keys,
        tried,
        samples,
        again,
        depth,
        styles,
        mixed,
        margin,
        sure,
        outcomes,
        odds,
        used,
        scratch,
        ahead,
        sums,
        inner,
        streams,
        mask,
        obs,
        reads,
        weights,
        units,
        others,
        numbers,
        shape,
        room,
        alive,
        tallies,
        chosen,
    ):
        tag  # noqa: B018
        leaves = 0
        for i in range(len(states)):
            player = states[i].owner[states[i].seat]
            if tried[i] == 0:
                look(states[i], alive[i])
            living = count_legal(alive[i]) - 1
            budget = samples * living
            while living > 0 and budget > 0:
                prior = 0.0
                for at in range(-1, len(alive[i])):  # the prior's answer first: others are compared with it
                    a = own[i] if at < 0 else at
                    if alive[i, a] == 0 or at == own[i]:
                        continue
                    scratch[0] = states[i]
                    s = scratch[0]
                    begin_sample(streams, keys[i], tried[i])
                    resample(s, s.seat, streams[0])  # noqa: F821
                    step(s, a)  # noqa: F821
                    play_first_chance(s, (keys[i, 0] + tried[i] * GOLDEN) & WORD, streams[0], outcomes, odds, used)
                    if again > 0:
                        roll_out_ahead(
                            scratch, player, depth, again, margin, ahead, sums, inner, styles, mixed, streams,
                            outcomes, odds, used, mask, obs,
                            reads, weights, units, others, numbers, shape, room,
                        )  # fmt: skip
                    else:
                        roll_out(
                            s, player, depth, styles, mixed, streams, outcomes, odds, used, mask, obs,
                            numbers, shape, room,
                        )  # fmt: skip
                    value = leaf_value(s, player, reads, weights, units, others, obs)
                    if at < 0:
                        prior = value
                    note_value(tallies[i, a], value, prior)
                    leaves += 1
                budget -= living
                tried[i] += 1
                if tried[i] % TESTED_EVERY == 0:
                    living = give_up_hopeless(tallies[i], own[i], alive[i], margin, sure)
                    if living == 1 and is_settled(tallies[i], own[i], alive[i], margin, sure):
                        alive[i, own[i]] = 0
                        living = 0
            chosen[i] = best_option(tallies[i], own[i], alive[i], margin)
        return leaves

    return search


def make_values(tag):
    """The entry that values states instead of options; `tag` as of `make_search`."""

    def value_states(
        states,
        players,
        keys,
        samples,
        depth,
        styles,
        mixed,
        outcomes,
        odds,
        used,
        scratch,
        ahead,
        sums,
        inner,
        streams,
        mask,
        obs,
        reads,
        weights,
        units,
        others,
        numbers,
        shape,
        room,
        values,
    ):
        tag  # noqa: B018
        for i in range(len(states)):
            total = 0.0
            for sample in range(samples):
                scratch[0] = states[i]
                s = scratch[0]
                begin_sample(streams, keys[i], sample)
                roll_out(
                    s, players[i], depth, styles, mixed, streams, outcomes, odds, used, mask, obs, numbers, shape, room
                )
                total += leaf_value(s, players[i], reads, weights, units, others, obs)
            values[i] = total / samples

    return value_states
