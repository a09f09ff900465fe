"""Operations on bits. Compiled, they are single processor instructions (`pointer_types`)."""

FLAGS_PER_WORD = 32
MAX_BYTE = 127


def capped(number):
    """Return a number of at most 15 bits, or 127 if it is larger: compiled loops handle many of them at a time."""
    return min(number, MAX_BYTE)


def capped_sum(number, other):
    """Return the sum of a number of 0..127 and one of at most 15 bits, or 127 if it is larger."""
    return min(number + other, MAX_BYTE)


def narrow(number):
    """Return the same number, 0..127, which compiled rules store in a byte: bytes are compared many at a time."""
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
    """Return the next 32 values, or the remaining ones, as bits."""
    count = len(row)
    if count < FLAGS_PER_WORD:
        word = 0
        for i in range(count):
            word |= (1 if row[i] != 0 else 0) << i
        return word
    begin = min(start, count - FLAGS_PER_WORD)
    return nonzero_word(row, begin) >> (start - begin)


def nonzero_word(row, start):
    """Return the 32 values from `start` as bits, the first one lowest."""
    word = 0
    for i in range(FLAGS_PER_WORD):
        word |= (1 if row[start + i] != 0 else 0) << i
    return word


def equal_bits(row, start, number):
    """Return where the next 32 values, or the remaining ones, equal this number, 0..127, as bits."""
    count = len(row)
    if count < FLAGS_PER_WORD:
        word = 0
        for i in range(count):
            word |= (1 if row[i] == number else 0) << i
        return word
    begin = min(start, count - FLAGS_PER_WORD)
    return equal_word(row, begin, narrow(number)) >> (start - begin)


def equal_word(row, start, number):
    """Return where the 32 values from `start` equal this number, as bits, the first one lowest."""
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
