"""The key of the random stream of a game: stored seeds always give the same games."""

import pytest

from wd_env.kernels.philox import game_key, philox

TELLS_KEYS_FROM_DRAWS = 0x57440001


@pytest.mark.parametrize("word", [0, 1])
def test_a_key_is_made_of_seed_row_and_number_under_a_counter_that_no_draw_has(word):
    assert game_key(11, 12, 13, 14, word) == philox(11, 12, 13, 14, TELLS_KEYS_FROM_DRAWS, word)


def test_rows_and_numbers_count_by_their_lowest_32_bits():
    assert game_key(11, 12, 2**32 + 13, 2**40 + 14, 0) == game_key(11, 12, 13, 14, 0)


def test_seed_row_number_and_word_each_make_another_key():
    keys = {
        game_key(*part)
        for part in [(1, 2, 3, 4, 0), (2, 1, 3, 4, 0), (1, 2, 4, 3, 0), (1, 2, 3, 5, 0), (1, 2, 3, 4, 1)]
    }
    assert len(keys) == 5
