"""What a player's view is worth, by a small network that skips what is 0; in the subset of the rules but for floats."""

STEEP = 30.0  # a logit beyond which the sigmoid is 0 or 1 to every digit kept
E_NUMBER = 2.718281828459045


def value_of_view(obs, reads, weights, units, others):
    """The odds of winning, 0..1, as the network sees them.

    `weights` holds, one after another: for each number of the view that the network `reads` what it adds to each of the
    first units, their biases, for each of them what it adds to each of the others, the biases of those, what each of
    those adds to the logit, and its bias (`agents.value.ValueNetwork.packed`).
    """
    first = len(units)
    second = len(others)
    at = len(reads) * first
    for j in range(first):
        units[j] = weights[at + j]
    for i in range(len(reads)):
        x = obs[reads[i]]
        if x == 1:  # most are, and then nothing is multiplied
            for j in range(first):
                units[j] += weights[i * first + j]
        elif x != 0:
            for j in range(first):
                units[j] += x * weights[i * first + j]
    at += first
    biases = at + first * second
    for k in range(second):
        others[k] = weights[biases + k]
    for j in range(first):
        unit = units[j]
        if unit > 0:
            for k in range(second):
                others[k] += unit * weights[at + j * second + k]
    last = biases + second
    logit = weights[last + second]
    for k in range(second):
        if others[k] > 0:
            logit += others[k] * weights[last + k]
    return 1.0 / (1.0 + E_NUMBER ** (-max(-STEEP, min(STEEP, logit))))
