"""The value network in compiled code, which skips inputs that are 0; in the subset of the rules, with floats."""

MAX_LOGIT = 30.0  # beyond it the sigmoid is 0 or 1 in float32
EULER = 2.718281828459045


def observation_value(obs, input_indices, weights, first_units, second_units):
    """Return the probability of winning, 0..1, that the network estimates.

    `weights` holds one after another: for each value in `input_indices` its weights to the `first_units` units, their
    biases, the weights of each of them to the `second_units` units, the biases of those, their weights to the logit,
    and its bias (see `ValueNetwork.packed`).
    """
    first = len(first_units)
    second = len(second_units)
    at = len(input_indices) * first
    for j in range(first):
        first_units[j] = weights[at + j]
    for i in range(len(input_indices)):
        x = obs[input_indices[i]]
        if x == 1:  # the most common value, which needs no multiplication
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
    return 1.0 / (1.0 + EULER ** (-max(-MAX_LOGIT, min(MAX_LOGIT, logit))))
