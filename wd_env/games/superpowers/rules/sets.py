"""Sets of spaces: words 0, 1 and 2 of 49 bits each; lands are in the first two."""

from wd_env.games.superpowers.definitions.actions import FIRST_SPACE, FIRST_WHAT
from wd_env.games.superpowers.definitions.board_constants import BALL, NEAR_LAND
from wd_env.games.superpowers.definitions.rule_constants import (
    ALL,
    HALF,
    HALF_FROM,
    ONE,
    SHARES,
    SPACES,
    WORD_BITS,
    WORDS,
)
from wd_env.kernels.bits import lowest_set_bit


def bit_0(space):
    """Return word 0 of the set of one space."""
    return 1 << space if space < WORD_BITS else 0


def bit_1(space):
    """Return word 1 of the set of one space."""
    return 1 << (space - WORD_BITS) if WORD_BITS <= space < 2 * WORD_BITS else 0


def bit_2(space):
    """Return word 2 of the set of one space."""
    return 1 << (space - 2 * WORD_BITS) if space >= 2 * WORD_BITS else 0


def word_of(w0, w1, w2, number):
    return w0 if number == 0 else w1 if number == 1 else w2


def has_space(w0, w1, w2, space):
    """Return whether a space is in a set."""
    return (w0 & bit_0(space)) | (w1 & bit_1(space)) | (w2 & bit_2(space)) != 0


def is_adjacent_land(space, land):
    """Return whether a land is next to a land, or at the coast of a zone."""
    at = space * WORDS
    return (NEAR_LAND[at] & bit_0(land)) | (NEAR_LAND[at + 1] & bit_1(land)) != 0


def ball_at(moves, space):
    """Return the index in `BALL` of the set of spaces within this number of borders."""
    return (moves * SPACES + space) * WORDS


def is_within(moves, space, other):
    """Return whether a plane crosses at most this number of borders between two spaces."""
    at = ball_at(moves, space)
    return has_space(BALL[at], BALL[at + 1], BALL[at + 2], other)


def reaches_any(moves, space, w0, w1, w2):
    """Return whether a space of a set is within this number of borders."""
    at = ball_at(moves, space)
    return (BALL[at] & w0) | (BALL[at + 1] & w1) | (BALL[at + 2] & w2) != 0


def mark_spaces(mask, w0, w1, w2):
    """Mark every space of a set."""
    for number in range(WORDS):
        bits = word_of(w0, w1, w2, number)
        while bits > 0:
            mask[FIRST_SPACE + number * WORD_BITS + lowest_set_bit(bits)] = 1
            bits &= bits - 1


def first_space(w0, w1, w2):
    """Return the lowest space of a set that is not empty."""
    if w0 != 0:
        return lowest_set_bit(w0)
    if w1 != 0:
        return WORD_BITS + lowest_set_bit(w1)
    return 2 * WORD_BITS + lowest_set_bit(w2)


def is_single(w0, w1, w2):
    """Return whether a set has exactly one space."""
    parts = (w0 != 0) + (w1 != 0) + (w2 != 0)
    return parts == 1 and (w0 & (w0 - 1)) | (w1 & (w1 - 1)) | (w2 & (w2 - 1)) == 0


def share_amount(share, count):
    """Return one, half or all of a number of units."""
    return 1 if share == ONE else count // 2 if share == HALF else count


def offers_share(share, count):
    """Return whether a share is legal: one from two units on, half from HALF_FROM on."""
    return count > 0 if share == ALL else count > 1 if share == ONE else count >= HALF_FROM


def mark_shares(mask, kind, count, most):
    """Mark one, half or all of these units of a kind, as far as the maximum allows."""
    for share in range(SHARES):
        if offers_share(share, count) and share_amount(share, count) <= most:
            mask[FIRST_WHAT + SHARES * kind + share] = 1
