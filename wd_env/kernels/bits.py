"""The one place where rules speak of the machine; compiled, these are instructions of the processor (`lean.py`)."""

FLAGS_PER_WORD = 32


def narrow(number):
    """The same number, 0..127, which the compiled rules hold in a byte: bytes are compared many at a time."""
    return number


def pack_flags(row, words):
    """Each number of the row as a bit, 1 for what is not 0; returns 0 if there is none."""
    found = 0
    for at in range(len(words)):
        flags = nonzero_bits(row, at * FLAGS_PER_WORD)
        words[at] = flags
        found |= flags
    return found


def has_flag(words, flag):
    """The bit of one flag."""
    return (words[flag // FLAGS_PER_WORD] >> (flag % FLAGS_PER_WORD)) & 1


def nonzero_bits(row, start):
    """The next 32 numbers as bits, or those that are left."""
    count = len(row)
    if count < FLAGS_PER_WORD:
        word = 0
        for i in range(count):
            word |= (1 if row[i] != 0 else 0) << i
        return word
    begin = min(start, count - FLAGS_PER_WORD)
    return nonzero_word(row, begin) >> (start - begin)


def nonzero_word(row, start):
    """The 32 numbers from start on as bits, the first of them lowest."""
    word = 0
    for i in range(FLAGS_PER_WORD):
        word |= (1 if row[start + i] != 0 else 0) << i
    return word


def equal_bits(row, start, number):
    """Where among the next 32 numbers, or those that are left, this number stands, as bits; it is 0..127."""
    count = len(row)
    if count < FLAGS_PER_WORD:
        word = 0
        for i in range(count):
            word |= (1 if row[i] == number else 0) << i
        return word
    begin = min(start, count - FLAGS_PER_WORD)
    return equal_word(row, begin, narrow(number)) >> (start - begin)


def equal_word(row, start, number):
    """Where among the 32 numbers from start on this one stands, as bits, the first of them lowest."""
    word = 0
    for i in range(FLAGS_PER_WORD):
        word |= (1 if row[start + i] == number else 0) << i
    return word


def lowest_set_bit(word):
    """Which is the lowest bit of a word that is set; one at least is."""
    return count_ones((word & -word) - 1)


def count_ones(word):
    """How many bits of a word, 0..2**63-1, are set."""
    ones = 0
    while word > 0:
        ones += word & 1
        word >>= 1
    return ones
