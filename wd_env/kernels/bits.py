"""Operations on bits and on rows of bytes. Compiled, they use the processor's instructions (`compiler`)."""

FLAGS_PER_WORD = 32
MAX_BYTE = 127
WEIGHT_BITS = 4  # of each weight in a word of weights


def narrow(number):
    """Return the same number, 0..127, which compiled rules store in a byte to compare many bytes at once."""
    return number


def pack_flags(row, words):
    """Pack the row as bits, 1 for each value that is not 0; return 0 if there is none."""
    result = 0
    for at in range(len(words)):
        flags = nonzero_bits(row, at * FLAGS_PER_WORD)
        words[at] = flags
        result |= flags
    return result


def has_flag(words, flag):
    """Return the bit of one flag."""
    return (words[flag // FLAGS_PER_WORD] >> (flag % FLAGS_PER_WORD)) & 1


def nonzero_bits(row, start):
    """Return as bits which of the next 32 values, or of the remaining ones, are not 0."""
    count = len(row)
    if count < FLAGS_PER_WORD:
        word = 0
        for i in range(count):
            word |= (1 if row[i] != 0 else 0) << i
        return word
    begin = min(start, count - FLAGS_PER_WORD)
    return nonzero_word(row, begin) >> (start - begin)


def nonzero_word(row, start):
    """Return as bits which of the 32 values from `start` are not 0, the first one lowest."""
    word = 0
    for i in range(FLAGS_PER_WORD):
        word |= (1 if row[start + i] != 0 else 0) << i
    return word


def equal_bits(row, start, number):
    """Return as bits which of the next 32 values, or of the remaining ones, equal this number, 0..127."""
    count = len(row)
    if count < FLAGS_PER_WORD:
        word = 0
        for i in range(count):
            word |= (1 if row[i] == number else 0) << i
        return word
    begin = min(start, count - FLAGS_PER_WORD)
    return equal_word(row, begin, narrow(number)) >> (start - begin)


def equal_word(row, start, number):
    """Return as bits which of the 32 values from `start` equal this number, the first one lowest."""
    word = 0
    for i in range(FLAGS_PER_WORD):
        word |= (1 if row[start + i] == number else 0) << i
    return word


def lowest_set_bit(word):
    """Return the index of the lowest set bit of a word, which is not 0."""
    return count_ones((word & -word) - 1)


def count_ones(word):
    """Return the number of set bits of a word, 0..2**63-1."""
    ones = 0
    while word > 0:
        ones += word & 1
        word >>= 1
    return ones


# Planes: parts of a row, of at least FLAGS_PER_WORD numbers, over the spaces of a board


def sum_planes(row, start, source, first, stride, planes, count):
    """Write the sum of some planes of `source`, or 127 where it is larger.

    Args:
        row: Bytes to write to.
        start: First number that is written.
        source: Bytes, or numbers of at most 15 bits, 0 or more.
        first: First number of plane 0 in `source`.
        stride: Numbers from the beginning of a plane to that of the next.
        planes: Planes to add, a bit for each.
        count: Numbers of a plane.
    """
    for i in range(count):
        row[start + i] = 0
    while planes > 0:
        if planes & 1 == 1:
            for i in range(count):
                row[start + i] = min(row[start + i] + source[first + i], MAX_BYTE)
        planes >>= 1
        first += stride


def sum_weighted_planes(row, start, first, stride, weights, groups, count):
    """Write the sum of planes of a row, each times its weight, or 127 where it is larger.

    The planes come in groups, one after another, which all have the same weights.

    Args:
        row: Bytes, 0 or more.
        start: First number that is written.
        first: First number of plane 0 of group 0.
        stride: Numbers from the beginning of a plane to that of the next.
        weights: A constant with WEIGHT_BITS for the weight of each plane, that of plane 0 lowest; the last is not 0.
        groups: A constant with a bit for each group, 1 if it is added.
        count: Numbers of a plane.
    """
    for i in range(count):
        row[start + i] = 0
    while groups > 0:
        rest = weights
        while rest > 0:
            weight = rest & ((1 << WEIGHT_BITS) - 1) if groups & 1 == 1 else 0
            for i in range(count if weight > 0 else 0):
                row[start + i] = min(row[start + i] + weight * row[first + i], MAX_BYTE)
            rest >>= WEIGHT_BITS
            first += stride
        groups >>= 1


def mark_equal(row, start, source, first, number, count):
    """Write 1 for each of the bytes of `source` from `first` that equals this number, 0..127, else 0."""
    for i in range(count):
        row[start + i] = 1 if source[first + i] == number else 0


def add_to_flagged(row, start, flags, number):
    """Add a number, 0..127, to each of the next 32 bytes whose bit is set; write 127 for larger sums."""
    for i in range(FLAGS_PER_WORD):
        if (flags >> i) & 1 == 1:
            row[start + i] = min(row[start + i] + number, MAX_BYTE)
