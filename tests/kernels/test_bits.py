"""Words of bits show the entries of a row, also its last entries and in short rows."""

import pytest

from wd_env.kernels.bits import FLAGS_PER_WORD, count_ones, equal_bits, lowest_set_bit, nonzero_bits, pack_flags

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
def test_flags_are_put_in_every_word_and_one_in_any_of_them_is_told(at):
    row, words = [0] * 41, [7, 7]
    if at is not None:
        row[at] = 1
    assert (pack_flags(row, words) != 0) is (at is not None)
    entries = [FLAGS_PER_WORD * number + bit for number, word in enumerate(words) for bit in bits_of(word)]
    assert entries == ([] if at is None else [at])
