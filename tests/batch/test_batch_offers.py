"""Legal actions of a batch as words of bits, and the errors of illegal actions."""

import numpy as np

from wd_env.batch.mask_bits import num_words, rejected_action_error, unpack_mask
from wd_env.games.world_dominance.game import GAME


def test_flags_are_the_bits_of_the_words_lowest_first():
    words = np.array([[0b101, 1 << 7], [1 << 31, 0b10]])
    flags = unpack_mask(words, 40)
    assert (flags.shape, flags.dtype) == ((2, 40), np.int8)
    assert [np.flatnonzero(row).tolist() for row in flags] == [[0, 2, 39], [31, 33]]
    assert flags.max() == 1


def test_an_error_names_the_legal_actions():
    words = np.zeros(num_words(len(GAME.actions)), np.int64)
    words[[0, 1]] = 1 << 3, 1 << 2
    message = str(rejected_action_error(GAME, 4, 9, False, words))
    assert message.endswith(f"expected one of {[GAME.actions.text(3), GAME.actions.text(34)]}")
