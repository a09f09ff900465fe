"""Spaces that ships and ground units reach: canals, sea and land (SP-057, SP-058, SP-123, SP-251 to SP-254)."""

from wd_env.games.superpowers.definitions.board_constants import CANAL_LANDS, CANAL_ZONES, CANALS, NEAR_LAND, NEAR_SEA
from wd_env.games.superpowers.definitions.rule_constants import (
    CANAL_LAND_LIMIT,
    CANAL_NOBODY,
    CANAL_PEACE,
    NOWHERE,
    TANK_MOVES,
    WORD_BITS,
    WORDS,
)
from wd_env.games.superpowers.rules.friends import is_ally, is_at_peace
from wd_env.games.superpowers.rules.sets import bit_0, bit_1, bit_2, has_space, word_of
from wd_env.kernels.bits import lowest_set_bit


def is_canal_open(s, canal):
    """Return whether a holder of a land of the canal lets the power on turn pass (SP-251 to SP-254, R31)."""
    if s.canal_granted[canal] == 1:
        return True
    for number in range(CANAL_LAND_LIMIT):
        land = CANAL_LANDS[CANAL_LAND_LIMIT * canal + number]
        if land != NOWHERE:
            holder = s.holder[land]
            if holder == s.turn or (s.canal_permission != CANAL_NOBODY and is_ally(s, s.turn, holder)):
                return True
            if s.canal_permission == CANAL_PEACE and is_at_peace(s, s.turn, holder):
                return True
    return False


def canals_from(s, space):
    """Return the zones beyond open canals, as words 1 and 2 of a set of spaces."""
    w1 = 0
    w2 = 0
    for canal in range(CANALS):
        first = CANAL_ZONES[2 * canal]
        second = CANAL_ZONES[2 * canal + 1]
        if (space == first or space == second) and is_canal_open(s, canal):
            beyond = first + second - space
            w1 |= bit_1(beyond)
            w2 |= bit_2(beyond)
    return w1, w2


def sea_ring(s, space):
    """Return the zones that a ship reaches in one move, as words 1 and 2 of a set of spaces."""
    w1, w2 = canals_from(s, space)
    return NEAR_SEA[space * WORDS + 1] | w1, NEAR_SEA[space * WORDS + 2] | w2


def sea_reach(s, space, moves, e1, e2):
    """Return the zones that ships reach in this number of moves; they stop in `e1`, `e2` (SP-058, Q31)."""
    w1, w2 = sea_ring(s, space)
    if moves > 1:
        m1 = w1 & ~e1
        m2 = w2 & ~e2
        for number in range(1, WORDS):
            bits = word_of(0, m1, m2, number)
            while bits > 0:
                f1, f2 = sea_ring(s, number * WORD_BITS + lowest_set_bit(bits))
                bits &= bits - 1
                w1 |= f1
                w2 |= f2
    return w1 & ~bit_1(space), w2 & ~bit_2(space)


def ground_reach(s, land, moves, s0, s1):
    """Return the lands that ground units reach over secure lands (SP-057, SP-123, SP-281)."""
    w0 = NEAR_LAND[land * WORDS]
    w1 = NEAR_LAND[land * WORDS + 1]
    for _ in range(moves - 1):
        m0 = w0 & s0
        m1 = w1 & s1
        for number in range(2):
            bits = m0 if number == 0 else m1
            while bits > 0:
                mid = number * WORD_BITS + lowest_set_bit(bits)
                bits &= bits - 1
                w0 |= NEAR_LAND[mid * WORDS]
                w1 |= NEAR_LAND[mid * WORDS + 1]
    return w0 & ~bit_0(land), w1 & ~bit_1(land)


def is_in_ground_reach(s, land, target, moves, s0, s1):
    """Return whether ground units get from a land to another over secure lands."""
    if moves > TANK_MOVES:
        w0, w1 = ground_reach(s, land, moves, s0, s1)
        return has_space(w0, w1, 0, target)
    at = land * WORDS
    to = target * WORDS
    if (NEAR_LAND[at] & bit_0(target)) | (NEAR_LAND[at + 1] & bit_1(target)) != 0:
        return True
    return moves > 1 and (NEAR_LAND[at] & NEAR_LAND[to] & s0) | (NEAR_LAND[at + 1] & NEAR_LAND[to + 1] & s1) != 0
