"""What a player's view is worth, by a small network that skips what is 0; in the subset of the rules but for floats."""

MAX_LOGIT = 30.0  # a logit beyond which the sigmoid is 0 or 1 to every digit kept
E_NUMBER = 2.718281828459045


def observation_value(obs, input_indices, weights, first_units, second_units):
    """The odds of winning, 0..1, as the network sees them.

    `weights` holds, one after another: for each number of the view that the network `input_indices` what it adds to
    each of the first first_units, their biases, for each of them what it adds to each of the second_units, the biases
    of those, what each of those adds to the logit, and its bias (`agents.value.ValueNetwork.packed`).
    """
    first = len(first_units)
    second = len(second_units)
    at = len(input_indices) * first
    for j in range(first):
        first_units[j] = weights[at + j]
    for i in range(len(input_indices)):
        x = obs[input_indices[i]]
        if x == 1:  # most are, and then nothing is multiplied
            for j in range(first):
                first_units[j] += weights[i * first + j]
        elif x != 0:
            for j in range(first):
                first_units[j] += x * weights[i * first + j]
    at += first
    biases = at + first * second
    for k in range(second):
        second_units[k] = weights[biases + k]
    for j in range(first):
        unit = first_units[j]
        if unit > 0:
            for k in range(second):
                second_units[k] += unit * weights[at + j * second + k]
    last = biases + second
    logit = weights[last + second]
    for k in range(second):
        if second_units[k] > 0:
            logit += second_units[k] * weights[last + k]
    return 1.0 / (1.0 + E_NUMBER ** (-max(-MAX_LOGIT, min(MAX_LOGIT, logit))))
