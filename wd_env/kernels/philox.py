"""Random numbers that are equal on every machine: Philox4x32-10 (Salmon, Moraes, Dror, Shaw, SC'11), in ints.

The generator is not part of the state. Every product is masked to 32 bits, so Python's unbounded ints and the wrapping
int64 of compiled code give the same bits. The functions are written in the subset of the rules and compiled with them.
"""

from wd_env.kernels.bits import FLAGS_PER_WORD, count_ones, lowest_set_bit

WORD = 0xFFFFFFFF  # 32 bits
MAX_TOTAL_WEIGHT = 1 << 32  # of all outcomes together, because a draw uses one word
KEY_STREAM = 0x57440001  # counter word that distinguishes keys from draws
WEIGHTS_AT_ONCE = 16  # weights that are summed at once


def philox(k0, k1, c0, c1, c2, c3):
    """Return the first output word for key (k0, k1) and counter (c0, c1, c2, c3), each below 2**32."""
    for _ in range(10):
        p0 = c0 * 0xD2511F53
        p1 = c2 * 0xCD9E8D57
        n0 = ((p1 >> 32) & WORD) ^ c1 ^ k0
        n2 = ((p0 >> 32) & WORD) ^ c3 ^ k1
        c1 = p1 & WORD
        c3 = p0 & WORD
        c0 = n0
        c2 = n2
        k0 = (k0 + 0x9E3779B9) & WORD
        k1 = (k1 + 0xBB67AE85) & WORD
    return c0


def game_key(seed_low, seed_high, row, episode, word):
    """Return word 0 or 1 of the key of a game, which depends on the seed, its row in a batch and its episode."""
    return philox(seed_low, seed_high, row & WORD, episode & WORD, KEY_STREAM, word)


def bounded_draw(stream, n):
    """Return a uniform number of 0..n-1 (Lemire, with rejection), n 1..2**32; `stream` is [key 0, key 1, counter]."""
    while True:
        x = philox(stream[0], stream[1], stream[2] & WORD, (stream[2] >> 32) & WORD, 0, 0)
        stream[2] += 1
        product = x * n
        rest = product & WORD
        if rest >= n or n > WORD or rest >= (WORD + 1) % n:  # the division is slow and rarely needed
            return (product >> 32) & WORD  # in compiled code a product beyond 2**63 is negative


def uniform_draw(stream, words):
    """Return the index of one of the set bits of these 32-bit words, uniformly; at least one is set."""
    total = 0
    for at in range(len(words)):
        total += count_ones(words[at])
    remaining = bounded_draw(stream, total)
    at = 0
    while remaining >= count_ones(words[at]):
        remaining -= count_ones(words[at])
        at += 1
    word = words[at]
    for _ in range(remaining):
        word &= word - 1  # without its lowest bit
    return at * FLAGS_PER_WORD + lowest_set_bit(word)


def weighted_draw(stream, weights, count):
    """Return one of 0..count-1 with probability proportional to `weights`, by one draw and one scan in blocks."""
    total = 0
    for i in range(count):
        total += weights[i]
    remaining = bounded_draw(stream, total)
    start = 0
    for block in range(count // WEIGHTS_AT_ONCE):
        start = block * WEIGHTS_AT_ONCE
        weight = 0
        for i in range(WEIGHTS_AT_ONCE):
            weight += weights[start + i]
        if remaining < weight:
            break
        remaining -= weight
        start += WEIGHTS_AT_ONCE
    for i in range(start, count):
        remaining -= weights[i]
        if remaining < 0:
            return i
    return count
