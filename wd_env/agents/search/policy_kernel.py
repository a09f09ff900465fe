"""A trained policy in compiled code, for rollouts. It is written in the subset of the rules and floats.

Weights are in one array, sizes and indices in another, as `packed_policy` lays them out.
"""

# Positions of the sizes in the array `shape`. They are followed by the sizes of the layers, the observation's first, by
# the pointers, and by the indices of the observation values that have weights.
LAYERS, IS_RELU, ACTIONS, POINTERS, POINTER_UNITS, HAS_ITEM_EMBEDDINGS, NUM_INPUTS, SIZES = range(8)
POINTER_HEADER = 3  # values before the indices of a pointer: first action, items, planes
TANH_LIMIT = 15.0  # beyond it tanh is 1 in float32
EULER = 2.718281828459045
CURRENT, NEXT, LOGITS = range(3)  # rows of the scratch array


def network_action(obs, mask, values, shape, scratch_units):
    """Return the legal action with the greatest logit, the lowest of equals."""
    write_logits(obs, mask, values, shape, scratch_units)
    return argmax_legal(mask, scratch_units[LOGITS])


def write_logits(obs, mask, values, shape, scratch_units):
    """Write the logits of all legal actions into the row LOGITS of the scratch units."""
    current, logits = scratch_units[CURRENT], scratch_units[LOGITS]
    width = shape[SIZES + 1]
    at = first_layer(obs, values, shape, width, current)
    activate(current, width, shape[IS_RELU])
    for layer in range(2, shape[LAYERS] + 1):
        at = next_layer(values, at, current, width, scratch_units[NEXT], shape[SIZES + layer])
        width = shape[SIZES + layer]
        for k in range(width):
            current[k] = scratch_units[NEXT][k]
        activate(current, width, shape[IS_RELU])
    biases = at + shape[ACTIONS] * width
    for a in range(shape[ACTIONS]):
        if mask[a] == 1:
            logits[a] = values[biases + a] + dot_product(values, at + a * width, current, width)
    add_pointer_logits(obs, mask, values, biases + shape[ACTIONS], shape, width, scratch_units)


def argmax_legal(mask, logits):
    """Return the legal action with the greatest logit, the lowest of equals."""
    best = -1
    for a in range(len(mask)):
        if mask[a] == 1 and (best < 0 or logits[a] > logits[best]):
            best = a
    return best


def first_layer(obs, values, shape, width, units):
    """Write the sums of the first layer to `units`, skipping values of 0; return the index after its weights."""
    num_inputs = shape[NUM_INPUTS]
    listed = len(shape) - num_inputs
    at = num_inputs * width
    for k in range(width):
        units[k] = values[at + k]
    for i in range(num_inputs):
        x = obs[shape[listed + i]]
        if x != 0:
            for k in range(width):
                units[k] += x * values[i * width + k]
    return at + width


def next_layer(values, at, units, width, sums, wide):
    """Write the sums of a layer of `wide` units after one of `width`; return the index after its weights."""
    biases = at + width * wide
    for k in range(wide):
        sums[k] = values[biases + k]
    for j in range(width):
        unit = units[j]
        if unit != 0:
            for k in range(wide):
                sums[k] += unit * values[at + j * wide + k]
    return biases + wide


def activate(units, width, rectified):
    """Apply the activation function to the sums of a layer."""
    for k in range(width):
        units[k] = activation(units[k], rectified)


def activation(x, rectified):
    """Return the activation of a unit: ReLU or tanh."""
    if rectified == 1:
        return max(x, 0.0)
    return 1.0 - 2.0 / (1.0 + EULER ** (2.0 * max(-TANH_LIMIT, min(TANH_LIMIT, x))))


def dot_product(values, at, units, width):
    """Return the dot product of units and weights."""
    total = 0.0
    for j in range(width):
        total += values[at + j] * units[j]
    return total


def add_pointer_logits(obs, mask, values, at, shape, width, scratch_units):
    """Add the pointer logit of an item to the logits of each legal action that names it."""
    units, header = shape[POINTER_UNITS], SIZES + shape[LAYERS] + 1
    for _ in range(shape[POINTERS]):
        first, num_items, planes = shape[header], shape[header + 1], shape[header + 2]
        context = at + planes * units  # after the weights of the planes; its biases are those of both
        logit_weights = context + (width + 1) * units
        embeddings = logit_weights + units + 1
        is_ready = 0
        for item in range(num_items):
            if mask[first + item] == 1:
                if is_ready == 0:
                    next_layer(values, context, scratch_units[CURRENT], width, scratch_units[NEXT], units)
                    is_ready = 1
                scratch_units[LOGITS][first + item] += values[logit_weights + units]
                for k in range(units):
                    total = scratch_units[NEXT][k]
                    if shape[HAS_ITEM_EMBEDDINGS] == 1:
                        total += values[embeddings + item * units + k]
                    for plane in range(planes):
                        x = obs[shape[header + POINTER_HEADER + plane * num_items + item]]
                        if x != 0:
                            total += x * values[at + plane * units + k]
                    scratch_units[LOGITS][first + item] += values[logit_weights + k] * activation(total, shape[IS_RELU])
        at = embeddings + (num_items * units if shape[HAS_ITEM_EMBEDDINGS] == 1 else 0)
        header += POINTER_HEADER + planes * num_items
