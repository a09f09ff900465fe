"""Samples of a search: rollouts and their statistics. It is written in the subset of the rules and floats.

These functions are copied into a namespace and compiled there. The namespace defines `step`, `legal`, `observe`,
`resample`, `is_terminal`, `chance_weights` and `turn_index` of the game, the rollout policy `rollout_action` and the
leaf `observation_value`.
"""

from wd_env.agents.search.leaf_value import observation_value
from wd_env.agents.search.policy_kernel import network_action
from wd_env.kernels.game_loop import sample_chance, write_mask, write_observation
from wd_env.kernels.philox import bounded_draw

CHANCE_KEY, POLICY_KEY = 0x5EA1, 0x5EA2  # select the two random streams of a sample
COUNTERS_PER_SAMPLE = 1 << 20  # counters of a stream that belong to one sample
START_RANGE = 1 << 20  # range of the random number `start` of a rollout policy
GOLDEN_RATIO_32 = (
    2654435769  # 2**32 divided by the golden ratio: its multiples cover the circle evenly, for any number of them
)
PER_MILLE = 1000
NETWORK_STYLE = -1  # instead of a hand-written style: a trained policy plays in rollouts
OWN_STYLE, OPPONENT_STYLE = range(2)  # indices of the styles of a rollout: of the valued player, of all others
PRUNING_FREQ = 16  # samples between two prunings


def count_legal(mask):
    """Return the number of legal actions."""
    count = 0
    for a in range(len(mask)):
        count += mask[a]
    return count


def nth_legal(mask, n):
    """Return the legal action with this index among the legal ones, from 0."""
    remaining = n
    for a in range(len(mask)):
        if mask[a] == 1:
            if remaining == 0:
                return a
            remaining -= 1
    return 0


def policy_action(s, style, random_per_mille, stream, mask, obs, values, shape, scratch_units, work):
    """Return the action of the rollout policy, or a random legal one with probability `random_per_mille` / 1000."""
    write_mask(s, mask)
    legal = count_legal(mask)
    if legal > 1 and (random_per_mille == 0 or bounded_draw(stream, PER_MILLE) >= random_per_mille):
        write_observation(s, s.seat, obs)
        if style == NETWORK_STYLE:
            return network_action(obs, mask, values, shape, scratch_units)
        return rollout_action(work, obs, mask, bounded_draw(stream, START_RANGE), style)  # noqa: F821
    return nth_legal(mask, bounded_draw(stream, legal) if legal > 1 else 0)


def play_stratified_chance(s, quantile, stream, outcomes, weights, used):
    """Play the chance node that follows an action at once, by a quantile of 0..2**32-1 instead of a random number.

    Quantiles are spread evenly over the samples, so that the frequency of each outcome matches its probability to
    about one sample.
    """
    count = outcomes[s.node]
    if count == 0:
        return
    if count < 0:
        step(s, (quantile * -count) >> 32)  # noqa: F821
    else:
        step(s, outcome_at_quantile(s, quantile, count, weights))  # noqa: F821
    used[s.node] += 1
    sample_chance(s, stream, outcomes, weights, used)


def outcome_at_quantile(s, quantile, count, weights):
    """Return the outcome at a quantile of 0..2**32-1; the width of each outcome is its weight."""
    total = 0
    for outcome in range(count):
        weights[outcome] = 0
    chance_weights(s, weights)  # noqa: F821
    for outcome in range(count):
        total += weights[outcome]
    remaining = (quantile * total) >> 32
    for outcome in range(count):
        remaining -= weights[outcome]
        if remaining < 0:
            return outcome
    return count


def win_fraction(s, player):
    """Return 1 for the only winner of a finished game, 1/k for one of k winners, and 0 for others."""
    winners = 0
    for other in range(s.players):
        winners += s.won[other]
    return s.won[player] / winners if winners > 0 else 0.0


def leaf_value(s, player, input_indices, weights, first_units, second_units, obs):
    """Return the player's probability of winning: exact if the game is over, else that of the network."""
    if is_terminal(s):  # noqa: F821
        return win_fraction(s, player)
    write_observation(s, s.seat if s.owner[s.seat] == player else s.home_seat[player], obs)
    return observation_value(obs, input_indices, weights, first_units, second_units)


def roll_out(
    s,
    player,
    depth,
    turns,
    first_turn,
    styles,
    random_per_mille,
    streams,
    outcomes,
    weights,
    used,
    mask,
    obs,
    values,
    shape,
    scratch_units,
    work,
):
    """Play by the rollout policies of the player and of the others.

    It ends after `depth` actions, after `turns` turns (0: no limit), the one with the index `first_turn` included, or
    with the game.
    """
    remaining = depth
    remaining_turns = turns
    turn = first_turn
    while remaining > 0 and not is_terminal(s):  # noqa: F821
        if turn_index(s) != turn:  # noqa: F821
            turn = turn_index(s)  # noqa: F821
            remaining_turns -= 1
            if remaining_turns == 0:
                return
        style = styles[OWN_STYLE if s.owner[s.seat] == player else OPPONENT_STYLE]
        step(s, policy_action(s, style, random_per_mille, streams[1], mask, obs, values, shape, scratch_units, work))  # noqa: F821
        sample_chance(s, streams[0], outcomes, weights, used)
        remaining -= 1


def start_sample(streams, key, sample):
    """Set the random streams of one sample, which are the same for every option."""
    for which in range(2):
        streams[which, 0] = key[0]
        streams[which, 1] = key[1] ^ (CHANCE_KEY if which == 0 else POLICY_KEY)
        streams[which, 2] = sample * COUNTERS_PER_SAMPLE


def update_stats(totals, value, prior):
    """Add a sample of one option: count, sum and squares of its value, and of its gain over the prior's action."""
    gain = value - prior
    totals[0] += 1
    totals[1] += value
    totals[2] += value * value
    totals[3] += gain
    totals[4] += gain * gain


def gain_stderr(totals):
    """Return the standard error of an option's mean gain."""
    count = totals[0]
    mean = totals[3] / count
    return (max(totals[4] / count - mean * mean, 0.0) / count) ** 0.5


def prune_candidates(totals, prior_action, candidates, margin, stderrs):
    """Remove options whose gain is clearly below the margin, or below that of the best option."""
    floor = margin
    for a in range(len(candidates)):
        if candidates[a] == 1 and a != prior_action:
            floor = max(floor, totals[a, 3] / totals[a, 0] - stderrs * gain_stderr(totals[a]))
    living = 0
    for a in range(len(candidates)):
        if candidates[a] == 1 and a != prior_action:
            if totals[a, 3] / totals[a, 0] + stderrs * gain_stderr(totals[a]) < floor:
                candidates[a] = 0
            living += candidates[a]
    return living


def is_clearly_better(totals, prior_action, candidates, margin, stderrs):
    """Return whether the only remaining option is clearly better than the prior's action, by more than the margin."""
    for a in range(len(candidates)):
        if candidates[a] == 1 and a != prior_action:
            return totals[a, 3] / totals[a, 0] - stderrs * gain_stderr(totals[a]) > margin
    return True


def best_candidate(totals, prior_action, candidates, margin):
    """Return the option with the greatest mean gain if it exceeds the margin, else the prior's action."""
    best = prior_action
    best_gain = margin
    for a in range(len(candidates)):
        if candidates[a] == 1 and a != prior_action and totals[a, 0] > 0:
            gain = totals[a, 3] / totals[a, 0]
            if gain > best_gain:
                best = a
                best_gain = gain
    return best
