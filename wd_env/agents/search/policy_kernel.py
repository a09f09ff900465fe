"""What a trained policy answers, in the subset of the rules but for floats: rollouts ask it thousands of times.

Its numbers lie in one array, its sizes and the places that it points at in another, as `search.packing` lays them out.
"""

# Where the sizes lie in the array of the shape; those of the layers follow, the observation's first, then the pointers,
# and last which numbers of the view are read.
LAYERS, IS_RELU, ACTIONS, POINTERS, POINTER_UNITS, HAS_ITEM_EMBEDDINGS, NUM_INPUTS, SIZES = range(8)
POINTER_HEADER = 3  # numbers before the places of a pointer: first action, things, planes
TANH_LIMIT = 15.0  # a sum beyond which tanh is 1 to every digit kept
E_NUMBER = 2.718281828459045
CURRENT, NEXT, LOGITS = range(3)  # rows of the scratch numbers


def network_action(obs, mask, numbers, shape, scratch_units):
    """The legal action of the greatest logit, of equals the lowest."""
    here, logits = scratch_units[CURRENT], scratch_units[LOGITS]
    width = shape[SIZES + 1]
    at = first_layer(obs, numbers, shape, width, here)
    activate(here, width, shape[IS_RELU])
    for layer in range(2, shape[LAYERS] + 1):
        at = next_layer(numbers, at, here, width, scratch_units[NEXT], shape[SIZES + layer])
        width = shape[SIZES + layer]
        for k in range(width):
            here[k] = scratch_units[NEXT][k]
        activate(here, width, shape[IS_RELU])
    biases = at + shape[ACTIONS] * width
    for a in range(shape[ACTIONS]):
        if mask[a] == 1:
            logits[a] = numbers[biases + a] + dot_product(numbers, at + a * width, here, width)
    add_pointer_logits(obs, mask, numbers, biases + shape[ACTIONS], shape, width, scratch_units)
    return argmax_legal(mask, logits)


def argmax_legal(mask, logits):
    """The legal action of the greatest logit, of equals the lowest."""
    best = -1
    for a in range(len(mask)):
        if mask[a] == 1 and (best < 0 or logits[a] > logits[best]):
            best = a
    return best


def first_layer(obs, numbers, shape, width, units):
    """The sums of the first layer into `units`, without the numbers of the view that are 0; where its numbers end."""
    reads = shape[NUM_INPUTS]
    listed = len(shape) - reads
    at = reads * width
    for k in range(width):
        units[k] = numbers[at + k]
    for i in range(reads):
        x = obs[shape[listed + i]]
        if x != 0:
            for k in range(width):
                units[k] += x * numbers[i * width + k]
    return at + width


def next_layer(numbers, at, units, width, sums, wide):
    """The sums of a layer of `wide` units after one of `width`, whose numbers begin at `at`; where they end."""
    biases = at + width * wide
    for k in range(wide):
        sums[k] = numbers[biases + k]
    for j in range(width):
        unit = units[j]
        if unit != 0:
            for k in range(wide):
                sums[k] += unit * numbers[at + j * wide + k]
    return biases + wide


def activate(units, width, rectified):
    """What the units of a layer do with their sums."""
    for k in range(width):
        units[k] = activation(units[k], rectified)


def activation(x, rectified):
    """What a unit does with its sum: keep what is above 0, or tanh."""
    if rectified == 1:
        return max(x, 0.0)
    return 1.0 - 2.0 / (1.0 + E_NUMBER ** (2.0 * max(-TANH_LIMIT, min(TANH_LIMIT, x))))


def dot_product(numbers, at, units, width):
    """The sum of the units, each times its number."""
    total = 0.0
    for j in range(width):
        total += numbers[at + j] * units[j]
    return total


def add_pointer_logits(obs, mask, numbers, at, shape, width, scratch_units):
    """Add to the logit of each legal action that names a thing the appeal of that thing."""
    units, where = shape[POINTER_UNITS], SIZES + shape[LAYERS] + 1
    for _ in range(shape[POINTERS]):
        first, things, planes = shape[where], shape[where + 1], shape[where + 2]
        context = at + planes * units  # after what the planes add; its biases are those of both
        appeal = context + (width + 1) * units
        own = appeal + units + 1
        is_ready = 0
        for thing in range(things):
            if mask[first + thing] == 1:
                if is_ready == 0:
                    next_layer(numbers, context, scratch_units[CURRENT], width, scratch_units[NEXT], units)
                    is_ready = 1
                scratch_units[LOGITS][first + thing] += numbers[appeal + units]
                for k in range(units):
                    total = scratch_units[NEXT][k]
                    if shape[HAS_ITEM_EMBEDDINGS] == 1:
                        total += numbers[own + thing * units + k]
                    for plane in range(planes):
                        x = obs[shape[where + POINTER_HEADER + plane * things + thing]]
                        if x != 0:
                            total += x * numbers[at + plane * units + k]
                    scratch_units[LOGITS][first + thing] += numbers[appeal + k] * activation(total, shape[IS_RELU])
        at = own + (things * units if shape[HAS_ITEM_EMBEDDINGS] == 1 else 0)
        where += POINTER_HEADER + planes * things
