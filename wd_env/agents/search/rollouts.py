"""What a sample is made of, in the subset of the rules but for floats: compiled together with all rules.

The names `step`, `legal`, `observe`, `resample`, `is_over` and `chances` are the game's, `best_answer` is the rollout
policy and `value_of_view` the leaf: the namespace in which copies of these functions run has them.
"""

from wd_env.agents.search.leaf_value import value_of_view
from wd_env.agents.search.policy_kernel import best_by_network
from wd_env.kernels.game_loop import look, look_as, play_chance
from wd_env.kernels.philox import bounded_draw

CHANCE_KEY, POLICY_KEY = 0x5EA1, 0x5EA2  # tell the two streams of a sample apart
DRAWS_A_SAMPLE = 1 << 20  # counters of a stream that belong to one sample
WIDE = 1 << 20  # range of the number from which a rollout policy begins to look
GOLDEN = 2654435769  # 2**32 over the golden ratio: multiples of it cover a circle evenly, however many there are
PER_MILLE = 1000
BY_NETWORK = -1  # in the place of a style of the habits: a trained policy answers in rollouts
OWN_STYLE, THEIR_STYLE = range(2)  # places of the styles of a rollout: of who is valued, of everybody else
TESTED_EVERY = 16  # samples after which options may be given up


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


def policy_answer(s, style, mixed, stream, mask, obs, numbers, shape, room):
    """What the rollout policy answers; so many times in a thousand any legal action."""
    look(s, mask)
    legal = count_legal(mask)
    if legal > 1 and (mixed == 0 or bounded_draw(stream, PER_MILLE) >= mixed):
        look_as(s, s.seat, obs)
        if style == BY_NETWORK:
            return best_by_network(obs, mask, numbers, shape, room)
        return best_answer(obs, mask, bounded_draw(stream, WIDE), style)  # noqa: F821
    return nth_legal(mask, bounded_draw(stream, legal) if legal > 1 else 0)


def play_first_chance(s, place, stream, outcomes, weights, used):
    """The chance that follows an action at once, by a place of 0..2**32-1 instead of a draw.

    Places are spread evenly over the samples, so each outcome comes as often as its odds say, to within one or so.
    """
    count = outcomes[s.question]
    if count == 0:
        return
    if count < 0:
        step(s, (place * -count) >> 32)  # noqa: F821
    else:
        step(s, weighted_place(s, place, count, weights))  # noqa: F821
    used[s.question] += 1
    play_chance(s, stream, outcomes, weights, used)


def weighted_place(s, place, count, weights):
    """The outcome at a place of 0..2**32-1, each as wide as its weight."""
    total = 0
    for outcome in range(count):
        weights[outcome] = 0
    chances(s, weights)  # noqa: F821
    for outcome in range(count):
        total += weights[outcome]
    left = (place * total) >> 32
    for outcome in range(count):
        left -= weights[outcome]
        if left < 0:
            return outcome
    return count


def part_of_win(s, player):
    """Of a game that is over: 1 for the only winner, 1/k for one of k."""
    winners = 0
    for other in range(s.players):
        winners += s.won[other]
    return s.won[player] / winners if winners > 0 else 0.0


def leaf_value(s, player, reads, weights, units, others, obs):
    """The player's odds of winning: known once the game is over, else as the network sees them."""
    if is_over(s):  # noqa: F821
        return part_of_win(s, player)
    look_as(s, s.seat if s.owner[s.seat] == player else s.home[player], obs)
    return value_of_view(obs, reads, weights, units, others)


def roll_out(s, player, rounds, styles, mixed, streams, outcomes, weights, used, mask, obs, numbers, shape, room):
    """Play on by the rollout policies, that of the player and that of the others: so many answers, or to the end."""
    left = rounds
    while left > 0 and not is_over(s):  # noqa: F821
        style = styles[OWN_STYLE if s.owner[s.seat] == player else THEIR_STYLE]
        step(s, policy_answer(s, style, mixed, streams[1], mask, obs, numbers, shape, room))  # noqa: F821
        play_chance(s, streams[0], outcomes, weights, used)
        left -= 1


def begin_sample(streams, key, sample):
    """The luck of one sample: the same for every option."""
    for which in range(2):
        streams[which, 0] = key[0]
        streams[which, 1] = key[1] ^ (CHANCE_KEY if which == 0 else POLICY_KEY)
        streams[which, 2] = sample * DRAWS_A_SAMPLE


def note_value(tally, value, prior):
    """Book a sample of one option: count, sum and squares of its value, and of what it brings beyond the prior's."""
    gain = value - prior
    tally[0] += 1
    tally[1] += value
    tally[2] += value * value
    tally[3] += gain
    tally[4] += gain * gain


def error_of_gain(tally):
    """The standard error of an option's mean gain."""
    count = tally[0]
    mean = tally[3] / count
    return (max(tally[4] / count - mean * mean, 0.0) / count) ** 0.5


def give_up_hopeless(tallies, own, alive, margin, sure):
    """Leave out the options that are clearly no better than the prior's answer by the margin, or than the best one."""
    floor = margin
    for a in range(len(alive)):
        if alive[a] == 1 and a != own:
            floor = max(floor, tallies[a, 3] / tallies[a, 0] - sure * error_of_gain(tallies[a]))
    living = 0
    for a in range(len(alive)):
        if alive[a] == 1 and a != own:
            if tallies[a, 3] / tallies[a, 0] + sure * error_of_gain(tallies[a]) < floor:
                alive[a] = 0
            living += alive[a]
    return living


def is_settled(tallies, own, alive, margin, sure):
    """Whether the only option that is left beside the prior's answer is clearly better by the margin."""
    for a in range(len(alive)):
        if alive[a] == 1 and a != own:
            return tallies[a, 3] / tallies[a, 0] - sure * error_of_gain(tallies[a]) > margin
    return True


def best_option(tallies, own, alive, margin):
    """The option of the greatest mean gain if that is beyond the margin, else the prior's answer."""
    best = own
    best_gain = margin
    for a in range(len(alive)):
        if alive[a] == 1 and a != own and tallies[a, 0] > 0:
            gain = tallies[a, 3] / tallies[a, 0]
            if gain > best_gain:
                best = a
                best_gain = gain
    return best
