"""Words of bits show the entries of a row, also its last entries and in short rows; planes of a row are added."""

import pytest

from wd_env.kernels.bits import (
    FLAGS_PER_WORD,
    WEIGHT_BITS,
    add_to_flagged,
    count_ones,
    equal_bits,
    lowest_set_bit,
    mark_equal,
    nonzero_bits,
    pack_flags,
    sum_planes,
    sum_weighted_planes,
)

LENGTHS = (1, 5, 31, 32, 33, 44, 64, 75)


def bits_of(word):
    return [at for at in range(FLAGS_PER_WORD) if word >> at & 1]


@pytest.mark.parametrize("count", LENGTHS)
def test_a_row_is_split_into_words(count):
    row = [at * at % 5 for at in range(count)]
    for number in range(5):
        found = [
            start + at for start in range(0, count, FLAGS_PER_WORD) for at in bits_of(equal_bits(row, start, number))
        ]
        assert found == [at for at in range(count) if row[at] == number]
    flags = [start + at for start in range(0, count, FLAGS_PER_WORD) for at in bits_of(nonzero_bits(row, start))]
    assert flags == [at for at in range(count) if row[at] != 0]


@pytest.mark.parametrize("word", [1, 6, 40, 1 << 31, (1 << 32) - 1])
def test_bits_of_a_word_are_counted_and_the_lowest_found(word):
    assert count_ones(word) == len(bits_of(word))
    assert lowest_set_bit(word) == bits_of(word)[0]


@pytest.mark.parametrize("at", [None, 0, 31, 32, 40])
def test_flags_are_packed_in_every_word_and_one_in_any_of_them_is_reported(at):
    row, words = [0] * 41, [7, 7]
    if at is not None:
        row[at] = 1
    assert (pack_flags(row, words) != 0) is (at is not None)
    entries = [FLAGS_PER_WORD * number + bit for number, word in enumerate(words) for bit in bits_of(word)]
    assert entries == ([] if at is None else [at])


def test_a_word_has_the_flags_of_32_values():
    words = [0, 0]
    pack_flags([1] * 33, words)
    assert words == [(1 << 32) - 1, 1]


# Planes

COUNT, STRIDE = 5, 6  # one number between two planes belongs to none


def planes_of(number):
    """Return that many planes of small numbers after one other number, and the sum of selected planes with weights."""
    source = [9] + [(7 * at * at + at) % 4 for at in range(number * STRIDE)]

    def weighted_sum(weights):
        sums = [sum(weight * source[1 + n * STRIDE + at] for n, weight in enumerate(weights)) for at in range(COUNT)]
        return [min(total, 127) for total in sums]

    return source, weighted_sum


@pytest.mark.parametrize("planes", range(8))
def test_planes_are_added(planes):
    source, weighted_sum = planes_of(3)
    row = [100] * (COUNT + 2)
    sum_planes(row, 1, source, 1, STRIDE, planes, COUNT)
    assert row == [100, *weighted_sum([planes >> n & 1 for n in range(3)]), 100]


def test_a_sum_of_planes_is_at_most_127():
    row = [0, 0, 0]
    sum_planes(row, 0, [100, 100, 0, 27, 28, 127], 0, 3, 0b11, 3)
    assert row == [127, 127, 127]


@pytest.mark.parametrize("groups", range(1, 8))
@pytest.mark.parametrize("weights", [(1,), (2, 0, 1), (15, 1), (0, 9, 14)])
def test_planes_of_groups_are_added_with_their_weights(weights, groups):
    source, weighted_sum = planes_of(3 * len(weights))
    row = [*source, 100, *[100] * COUNT, 100]
    start = len(source) + 1
    word = sum(weight << WEIGHT_BITS * n for n, weight in enumerate(weights))
    sum_weighted_planes(row, start, 1, STRIDE, word, groups, COUNT)
    chosen = [weight * (groups >> group & 1) for group in range(3) for weight in weights]
    assert row == [*source, 100, *weighted_sum(chosen), 100]


def test_a_weight_has_four_bits():
    row = [3, 5, 100]
    sum_weighted_planes(row, 2, 0, 1, 0x21, 1, 1)
    assert row[2] == 3 + 2 * 5


def test_numbers_that_are_equal_are_marked():
    row = [7] * 5
    mark_equal(row, 1, [2, 2, 0, 2], 1, 2, 3)
    assert row == [7, 1, 0, 1, 7]


@pytest.mark.parametrize("flags", [0, 1, 0b101, 1 << 31, (1 << 32) - 1])
def test_a_number_is_added_where_a_bit_is_set(flags):
    row = [n % 5 * 30 for n in range(34)]
    add_to_flagged(row, 1, flags, 20)
    added = [20 if 1 <= n <= 32 and flags >> (n - 1) & 1 else 0 for n in range(34)]
    assert row == [min(n % 5 * 30 + plus, 127) for n, plus in enumerate(added)]
