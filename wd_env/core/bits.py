"""The one place where rules speak of the machine; compiled, these are instructions of the processor (`lean.py`)."""

FLAGS_A_WORD = 32


def narrow(number):
    """The same number, 0..127, which the compiled rules hold in a byte: bytes are compared many at a time."""
    return number


def word_of_flags(row, start):
    """The 32 numbers from start on as bits, the first of them lowest: 1 for what is not 0."""
    word = 0
    for i in range(FLAGS_A_WORD):
        word |= (1 if row[start + i] != 0 else 0) << i
    return word


def count_ones(word):
    """How many bits of a word, 0..2**63-1, are set."""
    ones = 0
    while word > 0:
        ones += word & 1
        word >>= 1
    return ones
