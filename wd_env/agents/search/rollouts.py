"""What a sample is made of, in the subset of the rules but for floats: compiled together with all rules.

The names `step`, `legal`, `observe`, `resample`, `is_terminal` and `chance_weights` are the game's, `best_action` is
the rollout policy and `observation_value` the leaf: the namespace in which copies of these functions run has them.
"""

from wd_env.agents.search.leaf_value import observation_value
from wd_env.agents.search.policy_kernel import network_action
from wd_env.kernels.game_loop import sample_chance, write_mask, write_observation
from wd_env.kernels.philox import bounded_draw

CHANCE_KEY, POLICY_KEY = 0x5EA1, 0x5EA2  # tell the two streams of a sample apart
DRAWS_PER_SAMPLE = 1 << 20  # counters of a stream that belong to one sample
START_RANGE = 1 << 20  # range of the number from which a rollout policy begins to look
GOLDEN_RATIO_32 = (
    2654435769  # 2**32 over the golden ratio: multiples of it cover a circle evenly, however many there are
)
PER_MILLE = 1000
NETWORK_STYLE = -1  # in the place of a style of the habits: a trained policy answers in rollouts
OWN_STYLE, OPPONENT_STYLE = range(2)  # places of the styles of a rollout: of who is valued, of everybody else
PRUNING_FREQ = 16  # samples after which options may be given up


def count_legal(mask):
    """How many actions are legal."""
    count = 0
    for a in range(len(mask)):
        count += mask[a]
    return count


def nth_legal(mask, number):
    """The legal action of this number, from 0."""
    left = number
    for a in range(len(mask)):
        if mask[a] == 1:
            if left == 0:
                return a
            left -= 1
    return 0


def policy_action(s, style, random_per_mille, stream, mask, obs, numbers, shape, scratch_units):
    """What the rollout policy answers; so many times in a thousand any legal action."""
    write_mask(s, mask)
    legal = count_legal(mask)
    if legal > 1 and (random_per_mille == 0 or bounded_draw(stream, PER_MILLE) >= random_per_mille):
        write_observation(s, s.seat, obs)
        if style == NETWORK_STYLE:
            return network_action(obs, mask, numbers, shape, scratch_units)
        return best_action(obs, mask, bounded_draw(stream, START_RANGE), style)  # noqa: F821
    return nth_legal(mask, bounded_draw(stream, legal) if legal > 1 else 0)


def play_stratified_chance(s, quantile, stream, outcomes, weights, used):
    """The chance that follows an action at once, by a place of 0..2**32-1 instead of a draw.

    Places are spread evenly over the samples, so each outcome comes as often as its odds say, to within one or so.
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
    """The outcome at a place of 0..2**32-1, each as wide as its weight."""
    total = 0
    for outcome in range(count):
        weights[outcome] = 0
    chance_weights(s, weights)  # noqa: F821
    for outcome in range(count):
        total += weights[outcome]
    left = (quantile * total) >> 32
    for outcome in range(count):
        left -= weights[outcome]
        if left < 0:
            return outcome
    return count


def win_fraction(s, player):
    """Of a game that is over: 1 for the only winner, 1/k for one of k."""
    winners = 0
    for other in range(s.players):
        winners += s.won[other]
    return s.won[player] / winners if winners > 0 else 0.0


def leaf_value(s, player, input_indices, weights, first_units, second_units, obs):
    """The player's odds of winning: known once the game is over, else as the network sees them."""
    if is_terminal(s):  # noqa: F821
        return win_fraction(s, player)
    write_observation(s, s.seat if s.owner[s.seat] == player else s.home_seat[player], obs)
    return observation_value(obs, input_indices, weights, first_units, second_units)


def roll_out(
    s,
    player,
    depth,
    styles,
    random_per_mille,
    streams,
    outcomes,
    weights,
    used,
    mask,
    obs,
    numbers,
    shape,
    scratch_units,
):
    """Play on by the rollout policies, that of the player and that of the others: so many answers, or to the end."""
    left = depth
    while left > 0 and not is_terminal(s):  # noqa: F821
        style = styles[OWN_STYLE if s.owner[s.seat] == player else OPPONENT_STYLE]
        step(s, policy_action(s, style, random_per_mille, streams[1], mask, obs, numbers, shape, scratch_units))  # noqa: F821
        sample_chance(s, streams[0], outcomes, weights, used)
        left -= 1


def start_sample(streams, key, sample):
    """The luck of one sample: the same for every option."""
    for which in range(2):
        streams[which, 0] = key[0]
        streams[which, 1] = key[1] ^ (CHANCE_KEY if which == 0 else POLICY_KEY)
        streams[which, 2] = sample * DRAWS_PER_SAMPLE


def update_stats(totals, value, prior):
    """Book a sample of one option: count, sum and squares of its value, and of what it brings beyond the prior's."""
    gain = value - prior
    totals[0] += 1
    totals[1] += value
    totals[2] += value * value
    totals[3] += gain
    totals[4] += gain * gain


def gain_stderr(totals):
    """The standard error of an option's mean gain."""
    count = totals[0]
    mean = totals[3] / count
    return (max(totals[4] / count - mean * mean, 0.0) / count) ** 0.5


def prune_candidates(totals, prior_action, candidates, margin, stderrs):
    """Leave out the options that are clearly no better than the prior's answer by the margin, or than the best one."""
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
    """Whether the only option that is left beside the prior's answer is clearly better by the margin."""
    for a in range(len(candidates)):
        if candidates[a] == 1 and a != prior_action:
            return totals[a, 3] / totals[a, 0] - stderrs * gain_stderr(totals[a]) > margin
    return True


def best_candidate(totals, prior_action, candidates, margin):
    """The option of the greatest mean gain if that is beyond the margin, else the prior's answer."""
    best = prior_action
    best_gain = margin
    for a in range(len(candidates)):
        if candidates[a] == 1 and a != prior_action and totals[a, 0] > 0:
            gain = totals[a, 3] / totals[a, 0]
            if gain > best_gain:
                best = a
                best_gain = gain
    return best
